"""What is sent and told on the way: jobs for workers, submissions for visitors, events for both."""

from typing import Annotated, Literal

from pydantic import Field

from playground_puzzles.models.compiled import CompileChecked
from playground_puzzles.models.launches import Launch, Seed
from playground_puzzles.models.own import OwnPuzzle
from playground_puzzles.models.verdicts import Verdict
from playground_puzzles.models.words import Device, Model, Outcome, Status


class Job(Model):
    """What a worker is told. case: judge this case alone; seed: with these inputs; both make it a replay.

    launch: a free run, whose puzzle is `SANDBOX`. own: the puzzle itself, where it is a teacher's own.
    """

    id: str
    puzzle: str
    source: str
    device: Device = Device.interpreter
    case: str | None = None
    seed: Seed | None = None
    launch: Launch | None = None
    own: OwnPuzzle | None = None
    enqueued_at: float  # seconds since the epoch


class Submission(Model):
    id: str
    puzzle: str
    device: Device
    status: Status
    position: int | None
    verdict: Verdict | None


class Queued(Model):
    type: Literal["queued"] = "queued"
    position: int | None


class Started(Model):
    """cases: the names of the cases to be judged, in order."""

    type: Literal["started"] = "started"
    cases: list[str]


class Output(Model):
    type: Literal["output"] = "output"
    case: str
    program: list[int] | None
    text: str


class Progress(Model):
    """One case is judged."""

    type: Literal["progress"] = "progress"
    case: str
    outcome: Outcome


class Judged(Model):
    type: Literal["verdict"] = "verdict"
    verdict: Verdict


Event = Annotated[Queued | Started | Output | Progress | Judged | CompileChecked, Field(discriminator="type")]
