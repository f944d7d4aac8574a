"""Every reference solution compiles, in the forms that there are, and each form knows the lines of the source."""

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import Compiled, CompileJob, Kind, OwnPuzzle, Target
from playground_workers.compiler.compiler import Compiler

PUZZLES = [puzzle.slug for puzzle in load().puzzles if puzzle.kind is Kind.puzzle]
OTHERS = ("constant-add", "long-softmax", "matrix-multiplication")
NVIDIA, AMD = ["ttir", "ttgir", "llir", "ptx", "sass"], ["ttir", "ttgir", "llir", "amdgcn"]


def compile_reference(compiler: Compiler, slug: str, target: str, case: str | None = None) -> Compiled:
    source = compiler.catalogue.solution(slug).source
    return compiler.compile(CompileJob(id="test", puzzle=slug, source=source, case=case, target=Target(target)))


def check(compiler: Compiler, slug: str, target: str, case: str | None = None) -> None:
    compiled = compile_reference(compiler, slug, target, case)
    assert compiled.compiles is True, compiled.error
    assert [form.form for form in compiled.forms] == (AMD if target == "gfx942" else NVIDIA)
    source = compiler.catalogue.solution(slug).source.split("\n")
    loads = {number for number, line in enumerate(source, 1) if "tl.load(" in line or "tl.store(" in line}
    for form in compiled.forms:
        assert len(form.text.split("\n")) == len(form.lines)
        assert max(form.lines) <= len(source)
        assert sum(line > 0 for line in form.lines) > len(form.lines) * 0.4, form.form
        assert loads & set(form.lines), form.form
        assert "!dbg" not in form.text
        assert "loc(" not in form.text
        assert "/*" not in form.text
    done = {one.op for one in compiled.memory}
    assert "load" in done
    assert done & {"store", "atomic"}
    names = [lesson.name for lesson in compiled.lessons]
    widths = [f"{op}_width" for op in ("load", "store") if op in done]
    assert names == [*widths, "registers", "spills", "shared_memory", "shape"]
    assert all(lesson.text.endswith(".") for lesson in compiled.lessons)


@pytest.mark.parametrize("slug", PUZZLES)
def test_a_reference_compiles(compiler: Compiler, slug: str) -> None:
    check(compiler, slug, "sm_90")


@pytest.mark.parametrize("target", ["sm_80", "sm_100", "gfx942"])
@pytest.mark.parametrize("slug", OTHERS)
def test_on_other_targets(compiler: Compiler, slug: str, target: str) -> None:
    check(compiler, slug, target)


def test_there_are_twelve() -> None:
    assert len(PUZZLES) >= 12


def test_a_teachers_own_puzzle_comes_with_the_job(compiler: Compiler) -> None:
    puzzle = compiler.catalogue.get("constant-add").model_copy(update={"slug": "own-a1", "number": None})
    source = compiler.catalogue.solution("constant-add").source
    own = OwnPuzzle(version=1, puzzle=puzzle, spec="")
    compiled = compiler.compile(CompileJob(id="test", puzzle="own-a1", source=source, own=own))
    assert compiled.compiles is True, compiled.error
    assert compiled.case == puzzle.cases[0].name
