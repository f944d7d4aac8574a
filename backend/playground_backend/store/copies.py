"""Whether two sources hold the same kernel: comments, layout and whatever else stands in the file aside."""

import ast
import hashlib
from functools import lru_cache


def same(one: str, other: str, kernel: str) -> bool:
    """Tell whether two sources are identical, or differ in nothing that the kernel of that name is made of."""
    if one == other:
        return True
    form = normal_form(one, kernel)
    return form is not None and form == normal_form(other, kernel)


@lru_cache(maxsize=256)
def normal_form(source: str, kernel: str) -> str | None:
    """Return what stands for the kernel and the functions and constants that it reaches: a SHA-256 in hexadecimal.

    None where the source does not parse or has no function of that name.
    """
    try:
        module = ast.parse(source)
        parts = reached(module, kernel)
        if parts is None:
            return None
        text = "\n".join(ast.dump(_bare(part)) for part in parts)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # whatever a source may do to the parser
        return None
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def reached(module: ast.Module, kernel: str) -> list[ast.stmt] | None:
    """Return the kernel first, then by name what it needs."""
    named: dict[str, ast.stmt] = {}
    for part in module.body:
        if isinstance(part, ast.FunctionDef):
            named[part.name] = part
        elif isinstance(part, ast.Assign):
            named.update({target.id: part for target in part.targets if isinstance(target, ast.Name)})
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            named[part.target.id] = part
    if not isinstance(named.get(kernel), ast.FunctionDef):
        return None
    found, waiting = {kernel}, [kernel]
    while waiting:
        inside = {node.id for node in ast.walk(named[waiting.pop()]) if isinstance(node, ast.Name)}
        fresh = (inside & named.keys()) - found
        found |= fresh
        waiting.extend(fresh)
    return [named[name] for name in (kernel, *sorted(found - {kernel}))]


def _bare(part: ast.stmt) -> ast.stmt:
    """Without its docstring."""
    if isinstance(part, ast.FunctionDef) and ast.get_docstring(part, clean=False) is not None:
        part.body = part.body[1:]
    return part
