"""What the forms and the numbers say of a kernel that one can work out by hand."""

import pytest

from playground_puzzles.models import Compiled, CompileJob, Launch, LaunchTensor, Target
from playground_workers.compiler.compiler import Compiler

SOURCE = """import triton
import triton.language as tl


@triton.jit
def helper(value):
    return tl.sqrt(value)


@triton.jit
def kernel(x_ptr, z_ptr, N, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    mask = offsets < N
    x = tl.load(x_ptr + offsets, mask=mask)
    y = helper(x)
    total = tl.sum(y)
    tl.store(z_ptr + offsets, y + total, mask=mask)
"""
LOAD, HELPER, SUM, STORE = 14, 7, 16, 17


def compile_it(compiler: Compiler, target: str, n: int = 4096, b: int = 512) -> Compiled:
    tensors = tuple(LaunchTensor(name=name, shape=(4096,)) for name in ("x_ptr", "z_ptr"))
    launch = Launch(kernel="kernel", tensors=tensors, grid=(8,), constants={"N": n, "B": b})
    job = CompileJob(id="test", puzzle="sandbox", source=SOURCE, launch=launch, target=Target(target))
    return compiler.compile(job)


def lines_with(compiled: Compiled, form: str, word: str) -> set[int]:
    found = next(each for each in compiled.forms if each.form == form)
    return {line for text, line in zip(found.text.split("\n"), found.lines, strict=True) if word in text}


@pytest.mark.parametrize(
    ("target", "form", "load", "store", "root"),
    [
        ("sm_90", "ttir", "tt.load", "tt.store", "math.sqrt"),
        ("sm_90", "ttgir", "tt.load", "tt.store", "math.sqrt"),
        ("sm_90", "ptx", "ld.global", "st.global", "sqrt."),
        ("sm_90", "sass", "LDG", "STG", "MUFU"),
        ("gfx942", "amdgcn", "buffer_load", "buffer_store", "v_sqrt"),
    ],
)
def test_a_line_of_each_form_leads_to_the_source(
    compiler: Compiler, target: str, form: str, load: str, store: str, root: str
) -> None:
    compiled = compile_it(compiler, target)
    assert lines_with(compiled, form, load) == {LOAD}
    assert lines_with(compiled, form, store) == {STORE}
    assert lines_with(compiled, form, root) == {HELPER}  # in the helper, not where it is called


def test_what_the_library_does_belongs_to_the_line_that_calls_it(compiler: Compiler) -> None:
    compiled = compile_it(compiler, "sm_90")
    assert lines_with(compiled, "ptx", "shfl.sync") == {SUM}
    assert lines_with(compiled, "sass", "SHFL") == {SUM}


def test_width_depends_on_what_divides_the_size(compiler: Compiler) -> None:
    """Triton joins a thread's four neighbours where the mask cannot cut between them."""
    wide, narrow = compile_it(compiler, "sm_90", n=4096), compile_it(compiler, "sm_90", n=4095)

    def found(compiled: Compiled) -> list[tuple[str, int, int, int]]:
        return [(one.op, one.line, one.bits, one.count) for one in compiled.memory]

    assert found(wide) == [("load", LOAD, 128, 1), ("store", STORE, 128, 1)]
    assert found(narrow) == [("load", LOAD, 32, 4), ("store", STORE, 32, 4)]
    lesson = narrow.lessons[0]
    assert (lesson.value, lesson.level) == ("32 bit", "caution")
    assert "line 14" in lesson.text
    assert "N = 4095" in lesson.text
    assert wide.lessons[0].level == "good"


def test_numbers_of_the_kernel(compiler: Compiler) -> None:
    compiled = compile_it(compiler, "sm_90")
    said = {lesson.name: lesson.value for lesson in compiled.lessons}
    assert 8 <= int(said["registers"]) <= 64
    assert said["spills"] == "none"
    assert said["shared_memory"] == "16 B"  # one sum a warp
    assert said["shape"] == "128"
    amd = {lesson.name: lesson.value for lesson in compile_it(compiler, "gfx942").lessons}
    assert amd["shape"] == "256"


def test_a_block_too_large_for_the_registers_spills(compiler: Compiler) -> None:
    compiled = compile_it(compiler, "sm_90", b=131072)
    said = {lesson.name: lesson for lesson in compiled.lessons}
    assert said["spills"].value != "none"
    assert said["spills"].level == "caution"
