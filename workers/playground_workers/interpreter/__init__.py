"""Triton's CPU interpreter, driven: everything here runs inside the sandbox, on the standard library, numpy and triton.

program    what a runner does with one request
source     the source rules: which parts of a file are run, and what they may contain
driver     the few places where Triton's interpreter is patched
memory     guarded memory behind every load, store and atomic
launch     one kernel over a grid
problems   exceptions in plain words, at the student's line
protocol   the frames that a runner sends
"""
