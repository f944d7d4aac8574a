import pytest

from tests.interpreter import subject
from tests.interpreter.cases import Case
from tests.interpreter.oracle import Oracle


@pytest.fixture(scope="session")
def oracle():
    """Triton's own interpreter, in its own process."""
    with Oracle() as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def patched():
    subject.ready()


@pytest.fixture
def kernel():
    """A case of a kernel's body: `kernel(body, tensors, grid, N=..)`; B is 8 unless given."""

    def make(body, tensors, grid=(1,), shuffle_seed=None, helpers="", **numbers):
        numbers = {"B": 8} | numbers
        names = [f"{name}_ptr" for name in tensors]
        parameters = ", ".join(names + [f"{n}: tl.constexpr" if n == "B" else n for n in numbers])
        lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
        head = f"import triton\nimport triton.language as tl\n{helpers}\n@triton.jit\n"
        source = f"{head}def kernel({parameters}):\n{lines}"
        return Case(source, "kernel", list(grid), numbers, list(tensors.items()), shuffle_seed)

    return make
