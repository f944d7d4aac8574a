"""Demo 3: the first five elements of z in memory become 10, the others stay 1."""

import torch


def spec(sizes: dict[str, int]) -> torch.Tensor:
    z = torch.ones(4, 3, dtype=torch.float64)
    z.view(-1)[:5] = 10
    return z


def bound(sizes: dict[str, int], expected: torch.Tensor) -> float:
    """Nothing is computed, and 1 and 10 are exact in float32."""
    return 0.0
