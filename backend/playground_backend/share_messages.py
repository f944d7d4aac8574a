"""What HTTP says of share links."""

from datetime import datetime

from pydantic import StrictBool

from playground_backend.store.shares import ShareKind
from playground_puzzles.models import Device, Launch, Model, Outcome, Verdict


class NewShare(Model):
    """submission: one of your own that is judged."""

    submission: str


class ShareLink(Model):
    """url: absolute where the server knows the address that visitors use, else a path on this server."""

    id: str
    url: str


class ShareChange(Model):
    """listed: whether it stands among the solutions that others see once they have solved the puzzle."""

    listed: StrictBool


class SharedSolution(Model):
    """What a link leads to. It never changes, but for how much of it this visitor may see.

    puzzle: a slug; `sandbox` for a free run. by: the owner's name where they show it. veiled: the source is kept back,
    and of the verdict all that tells of it, until the puzzle is solved or the visitor says so. looked: the visitor said
    so before solving. listed: to its owner alone, null to others. constants: those of the launch as JSON each, which
    tells 1.0 from 1.
    """

    id: str
    url: str
    kind: ShareKind
    puzzle: str
    title: str
    device: Device
    created_at: datetime
    by: str | None
    own: bool
    listed: bool | None
    veiled: bool
    looked: bool
    lines: int
    source: str | None
    launch: Launch | None
    constants: dict[str, str]
    verdict: Verdict


class OwnShare(ShareLink):
    kind: ShareKind
    puzzle: str
    title: str
    device: Device
    outcome: Outcome
    created_at: datetime
    listed: bool


class ListedSolution(Model):
    """moved: elements loaded and stored in the first case that was counted; null where none was."""

    id: str
    by: str | None
    device: Device
    created_at: datetime
    lines: int
    moved: int | None
    least: int | None


class ListedSolutions(Model):
    """Others' solutions, the newest first, fifty a page. more: there is another page."""

    solutions: list[ListedSolution]
    more: bool
