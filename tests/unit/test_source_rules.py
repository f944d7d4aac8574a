"""What is run of a student's file, and what a student is told where a file cannot be run."""

# ruff: noqa: E501 - the tables hold a row a line

import ast
from pathlib import Path

import pytest

from playground_workers.interpreter.source import Prepared, SourceProblem, prepare

HEAD = "import triton\nimport triton.language as tl\n\n\n"
KERNEL = "@triton.jit\ndef add_kernel(x_ptr, z_ptr, N0, B0: tl.constexpr):\n"
BODY = "    lane = tl.arange(0, B0)\n    tl.store(z_ptr + lane, tl.load(x_ptr + lane) + 10.0)\n"
LITE = (Path(__file__).parent / "data" / "lite_file.txt").read_text()


def body(*lines: str) -> str:
    """A file whose kernel has these statements; the first is in line 7."""
    return HEAD + KERNEL + "".join(f"    {line}\n" for line in lines)


def problem(text: str, kernel: str = "add_kernel") -> SourceProblem:
    with pytest.raises(SourceProblem) as caught:
        prepare(text, kernel)
    return caught.value


def outline(prepared: Prepared) -> list[str]:
    return [ast.unparse(node).splitlines()[-1 if isinstance(node, ast.Assign) else 1] for node in prepared.tree.body]


# ---- a whole file ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kernel", "functions"),
    [
        ("demo1", ("demo1",)),
        ("add_kernel", ("add_kernel",)),
        ("softmax_kernel", ("_shifted_exp", "softmax_kernel")),
        ("unpack_kernel", ("unpack_kernel",)),
    ],
)
def test_each_kernel_of_a_whole_file_is_taken_with_what_it_reaches(kernel: str, functions: tuple[str, ...]) -> None:
    prepared = prepare(LITE, kernel)
    assert prepared.functions == functions
    assert prepared.kernel == kernel
    assert prepared.text == LITE
    for node in prepared.tree.body:
        assert LITE.splitlines()[node.lineno - 1].startswith(("def ", "LOG2_E", "FPINT", "GROUP"))
    compile(prepared.tree, "student", "exec", dont_inherit=True)


def test_what_is_not_run_of_a_whole_file_is_said_in_one_line() -> None:
    last = len(LITE.splitlines())
    assert prepare(LITE, "add_kernel").notes == (
        f"Set aside, not run: imports, 4 other kernels, other code in lines 28 to {last}.",
    )


def test_nothing_is_said_where_only_imports_texts_and_unused_constants_stay_behind() -> None:
    assert prepare('"""A text."""\nSPARE = 4\n' + HEAD + KERNEL + BODY, "add_kernel").notes == ()


def test_constants_come_as_plain_numbers_and_the_part_that_only_a_script_runs_does_not_count() -> None:
    assert outline(prepare(LITE, "unpack_kernel"))[:2] == ["FPINT = 8", "GROUP = 8"]


def test_plain_constants_are_warned_of_with_what_to_write() -> None:
    warnings = prepare(LITE, "unpack_kernel").warnings
    assert [(item.code, item.line) for item in warnings] == [("plain_global", 100), ("plain_global", 102)]
    assert warnings[0].message == (
        "FPINT (line 80) is a plain number. It works here, but Triton refuses it on a GPU: write "
        "`FPINT = tl.constexpr(8)`."
    )


def test_an_annotated_constant_is_warned_of_too_and_a_constexpr_is_not() -> None:
    annotated = prepare("G: tl.constexpr = 4\n" + body("x = G"), "add_kernel").warnings
    assert [item.message for item in annotated] == [
        "G (line 1) is only annotated. It works here, but Triton refuses it on a GPU: write `G = tl.constexpr(4)`."
    ]
    assert prepare("G = tl.constexpr(4)\n" + body("x = G"), "add_kernel").warnings == ()


def test_parameters_are_told_with_their_place() -> None:
    found = prepare(
        HEAD + KERNEL.replace("N0", "N0: int = 4", 1).replace("B0: tl.constexpr", "*, B0: tl.constexpr") + BODY,
        "add_kernel",
    )
    assert [(p.name, p.constexpr, p.has_default, p.line, p.column) for p in found.parameters] == [
        ("x_ptr", False, False, 6, 16),
        ("z_ptr", False, False, 6, 23),
        ("N0", False, True, 6, 30),
        ("B0", True, False, 6, 46),
    ]


# ---- constants ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("G = 8", "G = 8"),
        ("G = -8", "G = -8"),
        ("G: tl.constexpr = 0.5", "G = 0.5"),
        ("G = tl.constexpr(8)", "G = tl.constexpr(8)"),
        ("G = 32 // 4", "G = 8"),
        ("G = 2**64 - 1", "G = 18446744073709551615"),
        ("A = tl.constexpr(3)\nG = A * 2", "G = tl.constexpr(6)"),
        ("A, G = 1, 2", "G = 2"),
        ("A = G = 5", "G = 5"),
        ("N = 4\nG = N * 2\nN = 5", "G = 8"),
        ("G = True", "G = True"),
        ('G = float("inf")', "G = 1e309"),
        ('G = -float("inf")', "G = -1e309"),
        ("import math\nG = tl.constexpr(1 / math.log(2.0))", "G = tl.constexpr(1.4426950408889634)"),
        ("import math\nG = math.pi", "G = 3.141592653589793"),
        ("if False:\n    G = 3\nG = 4", "G = 4"),
    ],
)
def test_constants(written: str, taken: str) -> None:
    assert outline(prepare(written + "\n" + body("x = G"), "add_kernel"))[0] == taken


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("G = 9**9**9", "The number is too large."),
        ("G = 1 << 10**9", "The number is too large."),
        ("G = 2**64", "The number is too large: Triton's integers have at most 64 bits."),
        ("G = 1 // 0", "This has no result: a division by zero, or an operation that numbers lack."),
        ("G = int('5')", "It is no number."),
        ("G = 'text'", "It is no number."),
        ("G = open('x')", "It is computed by code that is not run."),
        ("G = [1, 2]", "It is computed by code that is not run."),
        ("G = torch.float32", "It is computed by code that is not run."),
        ("G = 3\nG += 1", "It is set by code that is not run."),
        ("G = 3\nif True:\n    G = 4", "It is set by code that is not run."),
        ("for G in range(3): pass", "It is set by code that is not run."),
        ("G = 3\ndel G", "It is set by code that is not run."),
        ("class G: pass", "It is a class, which is not run."),
        ("if True:\n    def G(): pass", "It is a function inside other code, which is not run."),
        ("G = " + "-" * 400 + "1", "It is nested too deeply."),
    ],
)
def test_what_is_no_constant_is_refused_where_a_kernel_uses_it(written: str, why: str) -> None:
    text = written + "\n" + body("x = 1 + G")
    found = problem(text)
    line = text.splitlines().index("    x = 1 + G") + 1
    assert (found.kind, found.line, found.column) == ("rejected", line, 13)
    assert found.message.startswith("G (line ")
    assert found.message.endswith(f") cannot be used in a kernel. {why}")
    prepare(written + "\n" + body("x = 1"), "add_kernel")


# ---- the ways to import Triton --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("imports", "load", "jit", "alias"),
    [
        ("", "tl.load", "triton.jit", []),
        ("from triton import language as tl, jit", "tl.load", "jit", []),
        ("import triton, triton.language as T", "T.load", "triton.jit", ["T = triton.language"]),
        ("import triton.language", "triton.language.load", "triton.jit", []),
        ("from triton.language import load", "load", "triton.jit", ["load = triton.language.load"]),
        ("import triton as tr", "tl.load", "tr.jit()", []),
        (
            "try:\n    import triton.language as T\nexcept ImportError:\n    pass",
            "T.load",
            "triton.jit",
            ["T = triton.language"],
        ),
        ("import torch_xla, triton", "tl.load", "triton.jit", []),
    ],
)
def test_imports(imports: str, load: str, jit: str, alias: list[str]) -> None:
    text = f"{imports}\n@{jit}\ndef add_kernel(x_ptr):\n    {load}(x_ptr)\n"
    prepared = prepare(text, "add_kernel")
    assert outline(prepared)[:-1] == alias
    function = prepared.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert [ast.unparse(item) for item in function.decorator_list] == ["triton.jit"]


# ---- the kernel itself ----------------------------------------------------------------------------------------------


def test_a_missing_kernel_names_what_is_expected_what_there_is_and_the_nearest() -> None:
    found = problem(LITE, "softmax_kernl")
    assert found.kind == "compile_error"
    assert found.message == (
        "There is no kernel named softmax_kernl. "
        "The file defines demo1, add_kernel, _shifted_exp, softmax_kernel, unpack_kernel."
    )
    assert (found.line, found.column, found.hint) == (60, 1, "Rename softmax_kernel to softmax_kernl.")


def test_a_file_with_no_kernel_says_so() -> None:
    found = problem("x = 1\n")
    assert found.message == "There is no kernel named add_kernel. The file defines no @triton.jit function."
    assert (found.line, found.column, found.hint) == (None, None, "Name your kernel add_kernel.")


def test_a_kernel_without_its_decorator() -> None:
    found = problem(HEAD + "def add_kernel(x_ptr):\n    pass\n")
    assert (found.kind, found.line, found.message) == ("compile_error", 5, "add_kernel is not a Triton kernel yet.")
    assert found.hint == "Write @triton.jit above `def add_kernel`."


def test_a_kernel_inside_other_code() -> None:
    found = problem("if True:\n    @triton.jit\n    def add_kernel(x_ptr):\n        pass\n")
    assert (found.kind, found.line) == ("compile_error", 3)
    assert found.message == "add_kernel is not a function at the top of the file."


def test_a_kernel_defined_twice_is_taken_as_python_takes_it() -> None:
    prepared = prepare(HEAD + KERNEL + "    pass\n" + KERNEL + BODY, "add_kernel")
    assert prepared.notes == (
        "Set aside, not run: imports, 1 other kernel.",
        "add_kernel is defined more than once; the one at line 9 counts.",
    )


def test_a_helper_that_is_no_kernel() -> None:
    found = problem("def ten(v):\n    return v + 10\n" + body("x = ten(1)"))
    assert (found.kind, found.line, found.column) == ("compile_error", 9, 9)
    assert found.message == "ten (line 1) is a plain Python function, which a kernel cannot call."
    assert found.hint == "Write @triton.jit above `def ten`."


def test_a_problem_in_a_helper_is_told_at_the_helper() -> None:
    found = problem("@triton.jit\ndef ten(v):\n    return open(v)\n" + body("x = ten(1)"))
    assert (found.kind, found.line, found.column) == ("rejected", 3, 12)


def test_a_problem_in_a_kernel_that_is_not_reached_is_none() -> None:
    prepare("@triton.jit\ndef other(v):\n    open(v)\n" + HEAD + KERNEL + BODY, "add_kernel")


def test_a_kernel_may_call_the_kernel_of_another_puzzle() -> None:
    prepared = prepare(
        HEAD + KERNEL + BODY + "\n\n" + KERNEL.replace("add", "twice") + "    add_kernel(x_ptr, z_ptr, N0, B0)\n",
        "twice_kernel",
    )
    assert prepared.functions == ("add_kernel", "twice_kernel")


@pytest.mark.parametrize(
    ("calls", "message", "line"),
    [
        ({"add_kernel": "add_kernel"}, "add_kernel calls itself. Triton has no recursion.", 3),
        (
            {"add_kernel": "b", "b": "add_kernel"},
            "add_kernel calls b, which calls add_kernel again. Triton has no recursion.",
            3,
        ),
        ({"add_kernel": "b", "b": "c", "c": "b"}, "b calls c, which calls b again. Triton has no recursion.", 6),
        (
            {"add_kernel": "b", "b": "c", "c": "add_kernel"},
            "add_kernel calls b, and comes back to add_kernel. Triton has no recursion.",
            3,
        ),
    ],
)
def test_recursion(calls: dict[str, str], message: str, line: int) -> None:
    found = problem("".join(f"@triton.jit\ndef {name}(x):\n    {called}(x)\n" for name, called in calls.items()))
    assert (found.kind, found.message, found.line, found.column) == ("compile_error", message, line, 5)


# ---- what is right --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        ['"""A text."""', "pass"],
        ["range = tl.arange(0, 8)", "print(range, sep=' ')", "max = tl.max(range)"],
        ["i = 0", "while i < N0:", "    i += 1"],
        ["for i in range(0, N0, B0):", "    pass", "for _ in tl.static_range(4):", "    pass"],
        ["for i in tl.range(N0, num_stages=3):", "    print('i', i)"],
        ["a, b = 1, 2", "(a, b) = (b, a)"],
        ["s: tl.constexpr = B0 // 2", "t: tl.float32 = 1.0"],
        ["x = tl.load(x_ptr, cache_modifier='.cg', eviction_policy='evict_last')"],
        ["x = tl.dot(tl.zeros((16, 16), tl.float32), tl.zeros([16, 16], tl.float32), input_precision='tf32')"],
        ["x = tl.load(x_ptr).to(x_ptr.dtype.element_ty).to(tl.float16)"],
        ["x = tl.zeros((B0, 2), tl.int32)", "y = x.T.shape[0] + x[:, None].numel.value"],
        ["x = tl.maximum(1.0, tl.load(x_ptr), propagate_nan=tl.PropagateNan.ALL)"],
        ["x = tl.math.exp2(tl.load(x_ptr)) + tl.cdiv(N0, B0) + triton.next_power_of_2(B0)"],
        ["print(f'pid {tl.program_id(0)} of {B0:>4} {N0!r}')", "print('x' * 1000)", "print('%d' % 4)"],
        ["tl.static_assert(B0 % 2 == 0, 'even')", "tl.device_print('p', N0)", "assert B0 > 1, 'more'"],
        ["x = 1 if B0 > 4 and not B0 == 8 or B0 is None else -2**31"],
        ["if isinstance(N0, tl.tensor) or isinstance(B0, (int, float)):", "    return"],
        ["x = (1 << 63) - 1 + 0xFFFFFFFFFFFFFFFF"],
        ["tl.atomic_add(z_ptr, 1.0, sem='relaxed')", "return None"],
        ["变量 = 1", "x = 变量 + len((1, 2)) + min(N0, max(B0, 3))"],
        ["x = " + " + ".join(["1"] * 140)],
        ["_ = 1", "_x = _"],
    ],
)
def test_accepted(lines: list[str]) -> None:
    prepared = prepare(body(*lines), "add_kernel")
    assert not {warning.code for warning in prepared.warnings} & {"interpreter_only", "plain_global"}
    assert prepared.notes == ()


def test_a_function_passed_to_a_reduction() -> None:
    text = "@triton.jit\ndef _both(a, b):\n    return a + b\n" + body("x = tl.reduce(tl.arange(0, B0), 0, _both)")
    assert prepare(text, "add_kernel").functions == ("_both", "add_kernel")


@pytest.mark.parametrize(
    ("header", "default"),
    [
        ("n=4", "4"),
        ("n=-4", "-4"),
        ("n: tl.constexpr = G * 2", "6"),
        ("n=None", "None"),
        ("n='sum'", "'sum'"),
        ("n=tl.float32", "tl.float32"),
    ],
)
def test_defaults_are_numbers_by_the_time_that_they_are_run(header: str, default: str) -> None:
    prepared = prepare(f"G = 3\n@triton.jit\ndef add_kernel({header}):\n    pass\nG = 4\n", "add_kernel")
    function = prepared.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert ast.unparse(function.args.defaults[0]) == default


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["for i in range(N0):", "    break"],
            "`break` works here, but Triton cannot compile it for a GPU. Use a mask, an if, or the condition of a while.",
        ),
        (["x = abs(N0)"], "Python's abs works here, but Triton cannot compile it for a GPU. Use tl.abs."),
        (
            ["for i in (1, 2):", "    pass"],
            "A loop over something else than a range works here, but Triton cannot compile it for a GPU. Use range, tl.range or tl.static_range.",
        ),
    ],
)
def test_what_works_in_the_interpreter_alone_is_warned_of(lines: list[str], message: str) -> None:
    assert [(item.code, item.message) for item in prepare(body(*lines), "add_kernel").warnings] == [
        ("interpreter_only", message)
    ]


def test_without_the_rules_the_whole_file_is_run() -> None:
    text = HEAD + "import os\n" + KERNEL + "    os.system('true')\n"
    prepared = prepare(text, "add_kernel", rules=False)
    assert ast.unparse(prepared.tree) == ast.unparse(ast.parse(text))
    assert [item.name for item in prepared.parameters] == ["x_ptr", "z_ptr", "N0", "B0"]
    with pytest.raises(SourceProblem):
        prepare("x = 1", "add_kernel", rules=False)
