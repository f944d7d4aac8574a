"""The worker's side of teachers' specs: their expected results, computed in a sandbox of the policy `spec`.

Of one slot: a zygote with torch imported is started at the first such puzzle, and ended where none came for a while.
"""

import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from playground_puzzles.models import Case, Puzzle, Role
from playground_workers.errors import SpecError
from playground_workers.interpreter import request
from playground_workers.own import frames
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.ending import Ending
from playground_workers.sandbox.policy import SPEC, Policy
from playground_workers.spec import Expected
from playground_workers.terminal import printable

IDLE_S: Final = 900.0
"""How long the zygote is kept for the next one: it takes seconds to start, and a fifth of a gigabyte while it waits."""

Array = npt.NDArray[Any]


class SpecBox:
    """The sandbox of a slot's teachers' specs. Not for several threads at once. ran_s: what the last run took."""

    def __init__(self, policy: Policy = SPEC) -> None:
        self.box = Box(policy)
        self.ran_s = 0.0
        self._used = 0.0
        self._kept: tuple[bytes, list[frames.Frame]] | None = None

    def ask(self, header: dict[str, Any], arrays: Sequence[Array] = ()) -> list[frames.Frame]:
        """All frames of one run that ended well. Raises SpecError, in words for the teacher, and SandboxError.

        The same request again gets what it got: wrong kernels are judged with the inputs of the right one.
        """
        packed = request.pack(header, arrays)
        if self._kept is not None and self._kept[0] == packed:
            return self._kept[1]
        limits = self.box.policy.limits
        if len(packed) > limits.request_bytes:
            raise SpecError("the inputs of all cases together are too large")
        found: list[frames.Frame] = []
        ended = False

        def take(kind: int, payload: bytes) -> None:
            nonlocal ended
            if ended:
                raise ValueError("a frame after the last")
            frame = frames.unpack(kind, payload)
            ended = frame is None or isinstance(frame, frames.Failed | frames.Problem)
            found.append(frame)

        def again() -> None:
            nonlocal ended
            ended = False
            found.clear()

        began = time.monotonic()
        ending = self.box.run(packed, cpu_s=limits.cpu_s, wall_s=limits.wall_s, on_frame=take, on_restart=again)
        self._used = time.monotonic()
        self.ran_s = self._used - began
        if ending.how != "done" or not ended:
            raise SpecError(_told(ending, limits.cpu_s))
        self._kept = packed, found
        return found

    def rest(self) -> None:
        """End the zygote where it has had nothing to do for long. To be called now and then."""
        if self._used and time.monotonic() - self._used > IDLE_S:
            self.close()

    def close(self) -> None:
        self._kept, self._used = None, 0.0
        self.box.close()


class SandboxedSpec:
    """spec and bound of one version of a teacher's puzzle. As `spec.Spec`, but nothing of it runs here."""

    def __init__(self, puzzle: Puzzle, text: str, box: SpecBox) -> None:
        self.puzzle, self.text, self.box = puzzle, text, box

    def expected_all(
        self, drawn: Sequence[tuple[Case, Sequence[Array]]], *, tf32: bool = False
    ) -> list[Expected | None]:
        """Of each case with its arrays in parameter order, in one run. tf32: a teacher's bound is the same."""
        cases, inputs, shapes = [], [], []
        for case, arrays in drawn:
            told = []
            for tensor, array in zip(self.puzzle.tensors, arrays, strict=True):
                if tensor.role is Role.output:
                    shapes.append(array.shape)
                    continue
                told.append({"name": tensor.name, "dtype": array.dtype.name, "shape": list(array.shape)})
                inputs.append(array)
            cases.append({"sizes": case.sizes, "tensors": told})
        found = self.box.ask({"do": "expect", "spec": self.text, "cases": cases}, inputs)
        return list(self._checked(found, [case.name for case, _ in drawn], shapes))

    def expected(self, case: Case, arrays: Sequence[Array]) -> Expected | None:
        return self.expected_all([(case, arrays)])[0]

    def _checked(
        self, found: list[frames.Frame], names: Sequence[str], shapes: Sequence[tuple[int, ...]]
    ) -> list[Expected]:
        """The results in their order, in the shapes that they must have."""
        results: list[npt.NDArray[np.float64]] = []
        for frame in found:
            if isinstance(frame, frames.Failed):
                where = f"case {names[frame.case]}: " if 0 <= frame.case < len(names) else ""
                raise SpecError(f"spec.py: {where}{printable(frame.text)}")
            if frame is None:
                break
            place = len(results)
            if not isinstance(frame, frames.Result) or (frame.case, frame.function) != divmod(place, 2):
                raise SpecError("spec.py: its process sent what is no result.")
            if place >= 2 * len(shapes):
                raise SpecError("spec.py: its process sent more results than there are cases.")
            shape = shapes[frame.case]
            if frame.values.shape != shape and not (frame.function == 1 and frame.values.shape == ()):
                raise SpecError(
                    f"spec.py: case {names[frame.case]}: {frames.WORDS[frame.function]} gives the shape "
                    f"{list(frame.values.shape)}, the output has {list(shape)}."
                )
            results.append(frame.values)
        if len(results) != 2 * len(shapes):
            raise SpecError("spec.py: its process sent fewer results than there are cases.")
        pairs = zip(results[::2], results[1::2], shapes, strict=True)
        return [(value, np.broadcast_to(limit, shape)) for value, limit, shape in pairs]


def _told(ending: Ending, cpu_s: int) -> str:
    match ending.how:
        case "time_limit":
            return f"spec.py took more than {cpu_s} s of processor time for all cases together."
        case "wall_limit":
            return "spec.py was stopped: the machine gave it too little time."
        case "output_limit":
            return "spec.py gave more than it may: its results are too large."
        case "killed":
            return "spec.py ended its process, perhaps for want of memory."
    text = printable(ending.stray.decode(errors="replace"))[:200]
    return f"spec.py ended its process before it had given all results. {text}".strip()
