"""A free run: a kernel with tensors, grid and constants of one's own."""

import math
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from playground_puzzles import launch_rules
from playground_puzzles.models.puzzles import Fill
from playground_puzzles.models.words import DType, Model

SANDBOX: Final = "sandbox"
"""What a free run has in place of a puzzle's slug; no puzzle may be called so."""

MAX_SEED = 2**32 - 1  # so that a seed is exact in every JSON reader
Seed = Annotated[int, Field(ge=0, le=MAX_SEED)]
Name = Annotated[str, AfterValidator(launch_rules.name)]
Side = Annotated[int, Field(ge=1, le=2**31)]
Constant = Annotated[bool | int | float, BeforeValidator(launch_rules.constant)]


class LaunchTensor(Model):
    """A tensor of a free run. name: the kernel's parameter that takes it. shape: one to three sides.

    fill: how it is drawn. init: given in place of a fill, it makes the tensor an output that holds this before the run,
    as in `Tensor`. With neither it is drawn as a plain `Fill` says.
    """

    name: Name
    dtype: DType = "float32"
    shape: Annotated[tuple[Side, ...], AfterValidator(launch_rules.shape)]
    fill: Fill | None = None
    init: Literal["poison", "zeros", "ones"] | None = None

    @field_validator("fill")
    @classmethod
    def _can_be_drawn(cls, fill: Fill | None, info: ValidationInfo) -> Fill | None:
        if fill is not None and {"dtype", "shape"} <= info.data.keys():
            launch_rules.fill(fill, info.data["dtype"], math.prod(info.data["shape"]))
        return fill

    @model_validator(mode="after")
    def _one_beginning(self) -> Self:
        if self.fill is not None and self.init is not None:
            launch_rules.wrong("has both a fill and an init; an input has a fill, an output an init")
        if self.fill is None and self.init is None:
            launch_rules.fill(Fill(), self.dtype, math.prod(self.shape))
        return self


class Launch(Model):
    """A launch of one's own: what a free run gives to a kernel.

    tensors and constants go to the kernel's parameters of their names. grid: programs on each axis. seed: that of an
    earlier run, for the same inputs.
    """

    kernel: Name
    tensors: tuple[LaunchTensor, ...] = ()
    grid: Annotated[tuple[Side, ...], AfterValidator(launch_rules.grid)]
    constants: Annotated[dict[Name, Constant], Field(max_length=launch_rules.MAX_CONSTANTS)] = {}
    seed: Seed | None = None

    @field_validator("tensors")
    @classmethod
    def _fit(cls, tensors: tuple[LaunchTensor, ...]) -> tuple[LaunchTensor, ...]:
        launch_rules.tensors([(each.dtype, each.shape) for each in tensors], also=[each.name for each in tensors])
        return tensors

    @field_validator("constants")
    @classmethod
    def _are_no_tensors(cls, constants: dict[str, bool | int | float], info: ValidationInfo) -> dict[str, Constant]:
        names = [each.name for each in info.data.get("tensors", ())]
        launch_rules.tensors([], also=[*names, *constants])
        return constants
