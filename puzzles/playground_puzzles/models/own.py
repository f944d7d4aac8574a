"""A puzzle of a teacher's own: as a job carries it, and what checking it has found.

A worker has no database, so that whatever it needs comes with the job.
"""

from typing import Annotated

from pydantic import Field

from playground_puzzles.models.launches import Seed
from playground_puzzles.models.puzzles import Puzzle
from playground_puzzles.models.words import Model, Outcome

Files = dict[str, str]


class OwnPuzzle(Model):
    """One version of it. spec: the text of its spec.py, which runs in a sandbox of its own and nowhere else."""

    version: Annotated[int, Field(ge=1)]
    puzzle: Puzzle
    spec: str


class CheckProgress(Model):
    """How far a check is, where it has made way for students and goes on later.

    tried: wrong kernels judged so far. caught: how many of them by the name of the case that caught them first.
    passed: the places of those that passed, among all.
    """

    tried: int = 0
    caught: dict[str, int] = {}
    passed: list[int] = []


class CheckJob(Model):
    """What a worker is told to check. files: of the folder, by name. slug: what the puzzle is called on the server.

    taken: slugs that the folder may not have, since it is to load beside them. seed: of all inputs of this check.
    """

    id: str
    slug: str
    version: Annotated[int, Field(ge=1)]
    files: Files
    taken: list[str] = []
    seed: Seed
    progress: CheckProgress = CheckProgress()


class CheckedCase(Model):
    """One case as the reference solution did in it. reason: why not passed. caught: wrong kernels it caught first."""

    name: str
    title: str
    outcome: Outcome
    reason: str | None = None
    caught: int = 0


class Survivor(Model):
    """A wrong kernel that passes. line: in the reference, from 1; before and after: that line without and with it.

    caught_by: the place of the piece of advice whose case would catch it; null where none that was tried does. It may
    then do the same as the reference for all inputs, which nobody can know in general.
    """

    kind: str
    line: int
    before: str
    after: str
    caught_by: int | None = None


class Advice(Model):
    """A case that the reference passes and that would catch `catches` of the survivors: tried, not guessed.

    words: its kind, to stand after "add a case with". toml: to be pasted into cases.toml.
    """

    words: str
    toml: str
    catches: int


class CheckReport(Model):
    """What a check has found. says: all of it in a sentence.

    problem: what is wrong with the files or their reference; null where the version may be published. where: the file
    that this is about. puzzle: what the files come to. wrong: kernels tried, each the reference with one change.
    left_out: further ones that were not tried. spec_ms: what the spec took for all cases, in its sandbox.
    """

    version: int
    says: str
    problem: str | None = None
    where: str | None = None
    puzzle: Puzzle | None = None
    cases: list[CheckedCase] = []
    starter: Outcome | None = None
    wrong: int = 0
    left_out: int = 0
    survivors: list[Survivor] = []
    advice: list[Advice] = []
    spec_ms: float = 0.0
