"""What a kernel may be made of, written a second time, from the stated rules and not from the code that applies them.

check(tree) raises Refused where a tree that was accepted holds anything else.
"""

import ast
import builtins
import types

from playground_workers.interpreter.language import tl, triton

STATEMENTS = (
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Expr, ast.Return, ast.Pass, ast.Break,
    ast.Continue, ast.Assert,
)  # fmt: skip
EXPRESSIONS = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.Constant, ast.Attribute, ast.Subscript,
    ast.Name, ast.List, ast.Tuple, ast.Slice, ast.JoinedStr, ast.FormattedValue,
)  # fmt: skip
BUILTINS = set(
    [
        "abs",
        "bool",
        "enumerate",
        "float",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "print",
        "range",
        "reversed",
        "sum",
        "tuple",
        "zip",
    ]
)
# Reach beyond a kernel's own arithmetic, or make pointers and types from nothing.
NEVER_OF_TL = set(
    [
        "block_type",
        "pointer_type",
        "str_to_ty",
        "tuple_type",
        "constexpr_type",
        "pi32_t",
        "inline_asm_elementwise",
        "map_elementwise",
        "make_tensor_descriptor",
        "load_tensor_descriptor",
        "store_tensor_descriptor",
        "make_block_ptr",
        "aggregate_replace",
    ]
)
OF_TRITON = {"cdiv", "next_power_of_2", "jit"}
DTYPE_WORDS = {"dtype", "shape", "T", "type", "numel", "value", "element_ty", "scalar", "itemsize"}
MOST_BITS = 64
# As Triton has them: read when this is imported, since tests of the interpreter change Triton in this process.
MODULES = {module: dict(vars(module)) for module in (triton, tl, tl.math)}
OF_A_BLOCK = {word for class_ in (tl.tensor, tl.dtype) for word in dir(class_)} | set(dir(tl.float32))
assert MODULES[tl]["load"].__module__.startswith("triton."), "imported after Triton was changed"


class Refused(Exception):
    pass


def check(tree: ast.Module, kernel: str) -> None:
    """Raise Refused where `tree`, accepted for `kernel`, is not what the rules say."""
    _only({type(node) for node in tree.body} <= {ast.FunctionDef, ast.Assign}, "a statement at the top of the file")
    top: set[str] = {"tl", "triton"}
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign):
            top.add(_top_assignment(node))
    top |= {function.name for function in functions}
    _only(kernel in top, "no kernel")
    _only(len({function.name for function in functions}) == len(functions), "two functions of one name")
    for function in functions:
        _function(function, top)


def _top_assignment(node: ast.Assign) -> str:
    """A number, tl.constexpr of a number, or another name of something in triton."""
    _only(len(node.targets) == 1 and isinstance(node.targets[0], ast.Name), "a target at the top of the file")
    value = node.value
    if isinstance(value, ast.Call):
        _only(ast.unparse(value.func) == "tl.constexpr" and len(value.args) == 1 and not value.keywords, "a call")
        value = value.args[0]
    if isinstance(value, ast.Constant):
        _only(type(value.value) in (int, float, bool), "a constant that is no number")
    else:
        _only(_is_of_triton(value) or ast.unparse(value) in ("triton.language", "triton.language.math"), "a value")
    name = node.targets[0]
    assert isinstance(name, ast.Name)
    _only(not name.id.startswith("__"), "a name of Python's")
    return name.id


def _function(function: ast.FunctionDef, top: set[str]) -> None:
    _only([ast.unparse(item) for item in function.decorator_list] == ["triton.jit"], "a decorator")
    given = function.args
    _only(not (given.vararg or given.kwarg or given.posonlyargs), "a kind of parameter")
    local = {item.arg for item in (*given.args, *given.kwonlyargs)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            local.add(node.id)
    _only(not any(name.startswith("__") for name in local), "a name of Python's")
    _only(not local & {"tl", "triton"}, "tl or triton set anew")
    for default in (*given.defaults, *given.kw_defaults):
        _only(default is None or isinstance(default, ast.Constant) or _is_of_triton(default), "a default")
    for statement in function.body:
        _statement(statement, local, top)


def _statement(statement: ast.stmt, local: set[str], top: set[str]) -> None:
    for node in ast.walk(statement):
        if isinstance(node, ast.stmt):
            _only(isinstance(node, STATEMENTS), type(node).__name__)
        elif isinstance(node, ast.expr):
            _only(isinstance(node, EXPRESSIONS), type(node).__name__)
            _expression(node, local, top)
        elif isinstance(node, ast.keyword):
            _only(node.arg is not None and not node.arg.startswith("_"), "a keyword")
        else:
            known = ast.expr_context | ast.operator | ast.unaryop | ast.boolop | ast.cmpop
            _only(isinstance(node, known) and not isinstance(node, ast.MatMult | ast.In | ast.NotIn), "an operator")


def _expression(node: ast.expr, local: set[str], top: set[str]) -> None:
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            _only(name in local or name in top or name in BUILTINS, f"the name {name}")
            _only(name in local or name in top or hasattr(builtins, name), f"the name {name}")
        case ast.Name(ctx=ast.Del()):
            raise Refused("del")
        case ast.Attribute(attr=attribute, ctx=context):
            _only(isinstance(context, ast.Load), "an attribute set")
            _only(not attribute.startswith("_"), f".{attribute}")
            root = _root(node)
            if root in ("tl", "triton") and root not in local:
                _path(node)
            else:
                _only(attribute in DTYPE_WORDS or _is_of_a_block(attribute), f".{attribute}")
        case ast.Subscript(ctx=context):
            _only(isinstance(context, ast.Load), "an element set")
        case ast.Call(func=function):
            _only(isinstance(function, ast.Name | ast.Attribute), "a call of what has no name")
        case ast.Constant(value=value):
            _only(value is None or value is ... or type(value) in (bool, int, float, str), "a constant")
            _only(type(value) is not int or value.bit_length() <= MOST_BITS, "a number too large")


def _path(node: ast.Attribute) -> None:
    """Each step from tl or triton must be public, and no module but tl.math."""
    words = ast.unparse(node).split(".")
    found: object = tl if words[0] == "tl" else triton
    for depth, word in enumerate(words[1:], 1):
        outer, found = found, _member(found, word)
        if outer is triton:
            _only(word in OF_TRITON or word == "language", f"triton.{word}")
        if outer is tl:
            _only(word not in NEVER_OF_TL, f"tl.{word}")
        if isinstance(found, types.ModuleType):
            _only(found in (tl, tl.math), f"the module {found.__name__}")
        if isinstance(outer, types.ModuleType):
            _only(
                found is not None and getattr(found, "__module__", "triton").split(".")[0] in ("triton", "builtins"),
                word,
            )
        else:
            _only(depth >= 2 and (word in DTYPE_WORDS or _is_of_a_block(word) or outer is tl.PropagateNan), f".{word}")


def _member(place: object, word: str) -> object:
    if isinstance(place, types.ModuleType) and place in MODULES:
        return MODULES[place].get(word)
    return getattr(place, word, None)


def _is_of_a_block(word: str) -> bool:
    """A public attribute of a block or of a dtype, and not a way to its inside."""
    inside = {"handle", "data", "advance", "data_ptr"}
    return word in OF_A_BLOCK and not word.startswith("_") and word not in inside


def _is_of_triton(node: ast.expr) -> bool:
    if not isinstance(node, ast.Attribute) or _root(node) not in ("tl", "triton"):
        return False
    _path(node)
    return True


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _only(right: bool, what: str) -> None:
    if not right:
        raise Refused(f"accepted: {what}")
