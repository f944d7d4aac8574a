"""What does not compile is told in plain words, at the student's own line."""

import pytest

from playground_workers.compiler.compiler import Compiler
from tests.compiler.kernels import WRONG, Wrong, compile_launch


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_an_error_names_its_line(compiler: Compiler, wrong: Wrong) -> None:
    compiled = compile_launch(compiler, wrong.source)

    assert compiled.compiles is False, compiled.error
    assert compiled.error is not None
    assert compiled.error.line == wrong.line, compiled.error
    assert compiled.error.kind == wrong.kind
    assert wrong.says in compiled.error.message
    for word in ("Traceback", "<kernel>", "AssertionError", "loc("):
        assert word not in compiled.error.message


@pytest.mark.parametrize("target", ["sm_80", "sm_100", "gfx942"])
def test_the_same_on_other_targets(compiler: Compiler, target: str) -> None:
    for wrong in WRONG[1:4]:
        compiled = compile_launch(compiler, wrong.source, target)
        assert (compiled.error and compiled.error.line) == wrong.line
