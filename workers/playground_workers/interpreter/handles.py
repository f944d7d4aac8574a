"""What a Triton tensor holds while a kernel runs: an array, and for pointers the tensor that they point into."""

from typing import Any

import numpy as np
import numpy.typing as npt

from playground_workers.interpreter.memory import Buffer

Array = npt.NDArray[Any]


class Unbatchable(Exception):
    """This launch cannot run all its programs at once, and is to run them one after another."""


class Handle:
    """Takes the place of Triton's own handle.

    data: of the shape of the block, or (1,) for a scalar. Where batched, one program a row: a leading axis that the
    type of the tensor does not know of, (programs, *block) or (programs, 1).
    """

    __slots__ = ("_attr", "batched", "data", "dtype")

    def __init__(self, data: Array, dtype: Any, attr: dict[str, Any] | None = None, batched: bool = False) -> None:
        self.data, self.dtype, self.batched = data, dtype, batched

    def __bool__(self) -> bool:
        if self.batched:
            raise Unbatchable("a decision")
        return bool(self.data.all())

    @property
    def attr(self) -> dict[str, Any]:
        """What a kernel has said of it, as with tl.multiple_of."""
        try:
            return self._attr
        except AttributeError:
            self._attr: dict[str, Any] = {}
            return self._attr

    def set_attr(self, key: str, value: Any) -> None:
        self.attr[key] = value

    def get_element_ty(self) -> Any:
        element = self.dtype
        while hasattr(element, "element_ty"):
            element = element.element_ty
        return element

    def clone(self) -> "Handle":
        return Handle(self.data.copy(), self.dtype, batched=self.batched)


class PointerHandle(Handle):
    """Pointers that know their tensor. offsets: int64, in elements, 1 for the tensor's first (see `Buffer`)."""

    __slots__ = ("base", "offsets")

    def __init__(self, base: Buffer, offsets: Array, dtype: Any, batched: bool = False) -> None:
        self.base, self.offsets, self.dtype, self.batched = base, offsets, dtype, batched

    @property
    def data(self) -> Array:  # type: ignore[override]
        """The addresses as numbers, for the few operations that need them."""
        size = np.int64(self.base.flat.itemsize)
        return (np.int64(self.base.address) + size * (self.offsets - 1)).view(np.uint64)

    def with_offsets(self, offsets: Array) -> "PointerHandle":
        return PointerHandle(self.base, offsets, self.dtype, self.batched)
