"""The judge of a worker with a GPU: the same cases and the same comparison, on the device."""

import json
from dataclasses import dataclass, replace
from typing import Final

from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import Job
from playground_workers.attempt import Attempt
from playground_workers.compiler.policy import compile_policy
from playground_workers.compiler.targets import KIB, Target
from playground_workers.errors import SelfTestError
from playground_workers.gpu.attempt import GpuAttempt, GpuFreeRun
from playground_workers.interpreter import protocol, request
from playground_workers.judge import Judge
from playground_workers.limits import RunLimits
from playground_workers.own.specs import SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import Policy

RUN_LIMIT_S: Final = 10
"""Of all cases of a submission together, after compiling: they take milliseconds where a kernel ends."""


@dataclass(frozen=True)
class Card:
    """The GPU that a worker has. memory, l2, shared: bytes; shared: what one program may have."""

    name: str
    capability: tuple[int, int]
    multiprocessors: int
    memory: int
    l2: int
    shared: int
    driver: tuple[int, int]

    @property
    def target(self) -> Target:
        major, minor = self.capability
        architecture = 10 * major + minor
        return Target(f"sm_{architecture}", "cuda", architecture, 32, self.shared, 255)

    @property
    def word(self) -> str:
        """Its name as a queue's: `h200` for NVIDIA H200."""
        return self.name.lower().removeprefix("nvidia").strip().replace(" ", "-")


def builder_policy() -> Policy:
    """The compiler's, with the program that makes binaries."""
    return replace(compile_policy(), program="playground_workers.gpu.building")


def look_at_card(box: Box) -> Card:
    """Ask the device what it is. Raises SelfTestError, SandboxError."""
    said: list[str] = []

    def take(kind: int, payload: bytes) -> None:
        frame = protocol.unpack(kind, payload)
        if isinstance(frame, protocol.Output):
            said.append(frame.text)

    ending = box.run(request.pack({"ask": True}, []), cpu_s=10, wall_s=30.0, on_frame=take)
    if not said:
        stray = ending.stray.decode("utf-8", "replace").strip()
        raise SelfTestError(f"The GPU does not answer. {stray or ending.how}")
    found = json.loads(said[0])
    return Card(
        name=found["name"],
        capability=(found["capability"][0], found["capability"][1]),
        multiprocessors=found["multiprocessors"],
        memory=found["memory"],
        l2=found["l2"],
        shared=found["shared_a_block"] // KIB * KIB,
        driver=(found["driver"][0], found["driver"][1]),
    )


class GpuJudge(Judge):
    """builder: the compiler's sandbox. box: the one that has the GPU."""

    def __init__(
        self,
        catalogue: Catalogue,
        box: Box,
        builder: Box,
        card: Card | None,
        problem: str | None = None,
        limits: RunLimits | None = None,
        spec_box: SpecBox | None = None,
    ) -> None:
        super().__init__(catalogue, box, problem, limits, spec_box)
        self.builder = builder
        self.card = card
        self.run_limit_s = RUN_LIMIT_S

    @property
    def target(self) -> Target:
        assert self.card is not None, "a judge without a card has a problem, and never comes here"
        return self.card.target

    def _kind_of(self, job: Job) -> type[Attempt]:
        return GpuAttempt if job.launch is None else GpuFreeRun
