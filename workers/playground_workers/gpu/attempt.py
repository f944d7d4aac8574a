"""One submission for a GPU on its way: compiled in one sandbox, launched in another, judged as elsewhere."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from playground_puzzles.models import CaseVerdict, Started
from playground_workers.attempt import Attempt
from playground_workers.comparison import Launch, Output, judge_case
from playground_workers.compiler import protocol as compiling
from playground_workers.compiler.policy import CPU_LIMIT_S, WALL_LIMIT_S
from playground_workers.free_run import FreeRun
from playground_workers.gpu import binaries
from playground_workers.gpu.binaries import Binary
from playground_workers.interpreter import protocol, request
from playground_workers.sandbox.ending import Ending

if TYPE_CHECKING:
    from playground_workers.gpu.judge import GpuJudge

COMPILE_KINDS: Final = {"shared_memory": "compile_error", "compiler_failed": "compile_error"}
"""Finer words of the compiler's for what a verdict calls by one."""


@dataclass
class _Built:
    """What has come back from the compiler so far."""

    binaries: list[Binary] = field(default_factory=list)
    notes: protocol.Notes | None = None
    trouble: compiling.Trouble | None = None
    finished: bool = False

    def take(self, kind: int, payload: bytes) -> None:
        if self.finished:
            raise ValueError("a frame after the last")
        if kind == binaries.BINARY:
            self.binaries.append(binaries.unpack(payload))
        elif kind == binaries.NOTES:
            notes = protocol.unpack(protocol.NOTES, payload)
            assert isinstance(notes, protocol.Notes)
            self.notes = notes
        else:
            frame = compiling.unpack(kind, payload)
            if frame is not None and not isinstance(frame, compiling.Trouble):
                raise ValueError("a frame that nobody asked for")
            self.trouble, self.finished = frame, True


class OnGpu(Attempt):
    """What is different on a GPU, for puzzles and free runs alike; it goes before their class."""

    judge: "GpuJudge"
    tf32 = True

    def send(self, cancelled: Callable[[], bool]) -> Ending:
        """Compile, then launch every case on the device; frames are taken as they come."""
        self.emitter(Started(cases=[launch.case.name for launch in self.launches]))
        built = _Built()
        ending = self.judge.builder.run(
            request.pack(self._order(), []),
            cpu_s=CPU_LIMIT_S,
            wall_s=WALL_LIMIT_S,
            on_frame=built.take,
            cancelled=lambda: self.emitter.flush() or cancelled(),
            on_restart=lambda: built.__init__(),  # type: ignore[misc]
        )
        if built.notes is not None:
            self._take(protocol.NOTES, protocol.pack_notes(built.notes))
        if built.trouble is not None:
            self._take(protocol.TROUBLE, _told(built.trouble))
            return ending
        if ending.how in ("time_limit", "wall_limit"):
            words = f"The compiler was stopped after {CPU_LIMIT_S} seconds of work on this kernel."
            trouble = compiling.Trouble(
                "compile_error", 0, 0, words, "Very large blocks take it long. Try smaller ones."
            )
            self._take(protocol.TROUBLE, _told(trouble))
            return ending
        if ending.how != "done" or not built.finished:
            return ending
        header, code = self._launching(built.binaries)
        tensors = [array for launch in self.launches for array in launch.arrays]
        cpu_s = self.limit_s
        return self.judge.box.run(
            request.pack(header, [*code, *tensors]),
            cpu_s=cpu_s,
            wall_s=cpu_s,
            on_frame=self._take,
            cancelled=lambda: self.emitter.flush() or cancelled(),
            on_restart=self._forget,
        )

    @property
    def limit_s(self) -> int:
        return self.judge.run_limit_s

    def _order(self) -> dict[str, Any]:
        """What the compiler is asked for."""
        by_name = self.job.launch is not None
        return {
            "source": self.job.source,
            "kernel": self.puzzle.kernel,
            "rules": self.rules,
            "target": asdict(self.judge.target),
            "aligned": False,
            "tensors": {t.name if by_name else t.name + "_ptr": t.dtype for t in self.puzzle.tensors},
            "by_name": by_name,
            "optional": [p.name for p in (*self.puzzle.sizes, *self.puzzle.blocks) if p.optional],
            "launches": [{"numbers": self._numbers(launch), "warps": 0} for launch in self.launches],
        }

    def _numbers(self, launch: Launch) -> dict[str, Any]:
        if self.job.launch is not None:
            return dict(self.job.launch.constants)
        return launch.case.sizes | launch.case.blocks

    def _launching(self, made: list[Binary]) -> tuple[dict[str, Any], list[Any]]:
        """What the runner with the GPU is told, and the code. ValueError where what was made does not fit."""
        kernels: dict[int, int] = {}
        for index, binary in enumerate(made):
            kernels |= dict.fromkeys(binary.cases, index)
            addresses = sum(kind == "*" for _, kind in binary.parameters)
            if addresses != len(self.puzzle.tensors):
                raise ValueError("a binary takes other tensors than there are")
        cases = []
        for index, launch in enumerate(self.launches):
            tensors = [
                {"name": name, "dtype": tensor["dtype"], "shape": tensor["shape"], "output": tensor["output"]}
                for name, tensor in zip((t.name for t in self.puzzle.tensors), self._tensors(launch), strict=True)
            ]
            numbers = {name: value for name, value in self._numbers(launch).items() if not isinstance(value, str)}
            cases.append({"kernel": kernels[index], "grid": launch.grid, "numbers": numbers, "tensors": tensors})
        header = {
            "kernels": [
                {
                    "entry": binary.entry,
                    "shared": binary.shared,
                    "threads": binary.threads,
                    "parameters": binary.parameters,
                    "spare": binary.spare,
                    "bytes": len(binary.code),
                }
                for binary in made
            ],
            "cases": cases,
        }
        return header, [np.frombuffer(binary.code, np.uint8) for binary in made]

    def _tensors(self, launch: Launch) -> list[dict[str, Any]]:
        header: Any = self._case_header(0, launch)
        return list(header["tensors"])


class GpuAttempt(OnGpu, Attempt):
    """A puzzle's kernel."""

    def _judge_case(self, launch: Launch, frame: protocol.CaseResult) -> tuple[CaseVerdict, dict[str, Output]]:
        return judge_case(self.puzzle, launch, frame, names_programs=False)


class GpuFreeRun(OnGpu, FreeRun):
    """A launch of its author's own."""


def _told(trouble: compiling.Trouble) -> bytes:
    kind = COMPILE_KINDS.get(trouble.kind, trouble.kind)
    if kind not in protocol.KINDS:
        kind = "compile_error"
    frame = protocol.TroubleFrame(
        kind, protocol.NO_PROGRAM, protocol.NO_PROGRAM, trouble.line, trouble.column, trouble.message, trouble.hint
    )
    return protocol.pack_trouble(frame)
