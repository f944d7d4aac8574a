"""What a GPU may be further off: as much as factors that are cut to 10 bits, and no more than that takes."""

import numpy as np
import pytest
import torch

from playground_puzzles.catalogue import load
from playground_puzzles.models import Kind, Role
from playground_workers.inputs import draw
from playground_workers.spec import Spec

CATALOGUE = load()
PRODUCTS = [
    puzzle.slug
    for puzzle in CATALOGUE.puzzles
    if puzzle.kind is not Kind.demo
    and "tl.dot" in CATALOGUE.solution(puzzle.slug).source
    and puzzle.slug != "int8-matmul"
]
"""Of whole numbers nothing is cut."""


def cut(values: np.ndarray) -> np.ndarray:
    """As NVIDIA's matrix units read float32: ten bits behind the leading one."""
    return (values.astype(np.float32).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def test_every_puzzle_with_a_product_says_how_far_off_it_may_be():
    assert PRODUCTS
    for slug in PRODUCTS:
        spec = Spec(CATALOGUE.get(slug), CATALOGUE.folder(slug))
        much = False
        for case in spec.puzzle.cases:
            arrays = draw(spec.puzzle, case, 7)
            tight, wide = spec.expected(case, arrays), spec.expected(case, arrays, tf32=True)
            assert tight is not None
            assert wide is not None
            assert np.array_equal(tight[0], wide[0])
            assert (wide[1] >= tight[1]).all()
            much |= bool((wide[1] > 8 * tight[1]).any())  # but not where no row has a product
        assert much, slug


@pytest.mark.parametrize("slug", ["matrix-multiplication", "split-k-matmul", "flash-attention", "fused-mlp"])
def test_cut_factors_stay_within_it(slug: str):
    spec = Spec(CATALOGUE.get(slug), CATALOGUE.folder(slug))
    for seed in range(3):
        for case in spec.puzzle.cases:
            arrays = draw(spec.puzzle, case, seed)
            found = spec.expected(case, arrays, tf32=True)
            assert found is not None
            expected, bound = found
            inputs = [
                torch.from_numpy(cut(array)).double()
                for tensor, array in zip(spec.puzzle.tensors, arrays, strict=True)
                if tensor.role is Role.input
            ]
            assert (np.abs(product_of_cut(slug, inputs) - expected) <= bound).all(), (case.name, seed)


def product_of_cut(slug: str, inputs: list[torch.Tensor]) -> np.ndarray:
    """What comes out where each product has cut factors."""

    def again(value: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(cut(value.numpy())).double()

    if slug == "flash-attention":
        q, k, v = inputs
        later = torch.ones(q.shape[1], q.shape[1], dtype=torch.bool).triu(1)
        scores = (q @ k.transpose(1, 2) / q.shape[2] ** 0.5).masked_fill(later, -torch.inf)
        raised = torch.exp(scores - scores.amax(2, keepdim=True))
        return (again(raised) @ v / raised.sum(2, keepdim=True)).numpy()
    if slug == "fused-mlp":
        x, u, w = inputs
        return (again(torch.nn.functional.silu(x @ u)) @ w).numpy()
    x, y = inputs
    return (x @ y).numpy()
