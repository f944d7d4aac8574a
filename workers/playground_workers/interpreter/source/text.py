"""A source's text and its syntax tree, with places counted as editors count them."""

import ast
import re
import warnings
from typing import Final, NoReturn

from playground_workers.interpreter.source.problems import SourceProblem

MAX_DEPTH: Final = 150
"""How deep what is run may be nested. Triton's and Python's own passes over a tree call themselves two or three times a
level, and Python stops at 1,000 calls; a sum of 150 terms written in one line is the deepest that people write."""

LINE_BREAKERS: Final = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Characters that str.splitlines takes for the end of a line and Python's tokenizer does not, so that a line number
would mean two places."""

_BREAKER: Final = re.compile(f"[\0{LINE_BREAKERS}]")


def children(node: ast.AST) -> list[ast.AST]:
    """As ast.iter_child_nodes, in a third of its time."""
    found = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif value.__class__ is list:
            found += [item for item in value if isinstance(item, ast.AST)]
    return found


def nodes(root: ast.AST) -> list[ast.AST]:
    """The node and all below it, in the order of ast.walk."""
    found = [root]
    for node in found:
        found += children(node)
    return found


class Source:
    """The text with LF line ends, its lines, and its tree."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.tree = ast.Module(body=[], type_ignores=[])

    def parse(self) -> None:
        """Fill `tree`. Raises SourceProblem(compile_error) where Python cannot read the text, however it says so."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an odd escape in a docstring is not the judge's to tell
                self.tree = ast.parse(self.text)
        except SyntaxError as error:
            line = min(error.lineno, len(self.lines)) if error.lineno else None
            said = error.msg.split("; use sys.")[0]  # advice for who runs Python, not for who writes a kernel
            message = f"Python cannot read line {line}: {said}." if line else f"Python cannot read this: {said}."
            column = self._units_before(line, (error.offset or 1) - 1) + 1 if line else None
            raise SourceProblem("compile_error", message, line, column, self._hint(line)) from None
        except (RecursionError, MemoryError):
            raise SourceProblem(
                "compile_error",
                "The source is nested too deeply for Python to read.",
                hint="Split the longest expression into several lines.",
            ) from None
        except (ValueError, OverflowError) as error:
            raise SourceProblem("compile_error", f"Python cannot read the source: {error}.") from None

    def refuse_line_breakers(self) -> None:
        """Raise SourceProblem(rejected) at the first character that ends a line for some readers and not for others."""
        found = _BREAKER.search(self.text)
        if found is None:
            return
        line = self.text.count("\n", 0, found.start()) + 1
        column = _units(self.text[self.text.rfind("\n", 0, found.start()) + 1 : found.start()]) + 1
        message = f"Line {line} holds the control character U+{ord(found[0]):04X}."
        hint = "Delete it: it comes from copying, and some editors do not show it."
        raise SourceProblem("rejected", message, line, column, hint)

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Line and column of a node, from 1, the column in UTF-16 units."""
        line = max(1, min(getattr(node, "lineno", 1), len(self.lines)))
        text, offset = self.lines[line - 1], max(0, getattr(node, "col_offset", 0))
        if text.isascii():
            return line, min(offset, len(text)) + 1
        head = text.encode("utf-8", "replace")[:offset]  # Python's offsets count bytes
        return line, _units(head.decode("utf-8", "ignore")) + 1

    def reject(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        """Raise: the source uses what a puzzle may not."""
        raise SourceProblem("rejected", message, *self.place(node), hint)

    def compile_error(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        """Raise: Python or Triton could not make a kernel of this."""
        raise SourceProblem("compile_error", message, *self.place(node), hint)

    def refuse_depth(self, node: ast.AST) -> None:
        """Raise SourceProblem(compile_error) where `node` is nested deeper than MAX_DEPTH."""
        if (deep := self.deep_node(node)) is not None:
            hint = "Split the expression into several lines, or use a loop or fewer `elif`."
            self.compile_error(deep, "This is nested too deeply.", hint)

    def deep_node(self, node: ast.AST) -> ast.AST | None:
        """A node that lies MAX_DEPTH below `node`, or None. Goes level by level, so no depth is too much for it."""
        level = [node]
        for _ in range(MAX_DEPTH):
            level = [child for parent in level for child in children(parent)]
            if not level:
                return None
        return next((item for item in level if hasattr(item, "lineno")), node)

    def _hint(self, line: int | None) -> str | None:
        start = self.lines[line - 1].lstrip()[:3] if line else ""
        if start[:1] in ("!", "%"):
            return "Lines that begin with ! or % are a notebook's own. Delete them."
        return "Delete the lines of backquotes: they are Markdown's." if start == "```" else None

    def _units_before(self, line: int, characters: int) -> int:
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return _units(text[: max(0, characters)])


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
