"""The source rules: what is run of a student's file, and what that may contain. They run no line of it.

text         the text, its syntax tree, and places as editors count them
module       what the names at the top of the file mean
constants    constant expressions, worked out as plain numbers
functions    the rules for a function and its statements
expressions  the rules for expressions, names and attributes
luck         what works here and not on a GPU, with what to write instead
names        the allow-lists, and the reason for what is left out
extraction   the kernel with all that it reaches
problems     the result, and the problem in plain words

They keep verdicts honest and kernels portable to a GPU. They are not the security border: the sandbox is.
"""

from playground_workers.interpreter.source.extraction import prepare
from playground_workers.interpreter.source.problems import Parameter, Prepared, SourceProblem, SourceWarning, nearest

__all__ = ["Parameter", "Prepared", "SourceProblem", "SourceWarning", "nearest", "prepare"]
