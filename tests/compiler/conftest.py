"""A compiler in its sandbox, one for the session."""

from collections.abc import Iterator

import pytest

from playground_puzzles.catalogue import load
from playground_workers.compiler.compiler import Compiler
from playground_workers.compiler.policy import compile_policy
from playground_workers.sandbox.box import Box


@pytest.fixture(scope="session")
def compiler() -> Iterator[Compiler]:
    with Box(compile_policy()) as box:
        yield Compiler(load(), box)
