"""What HTTP says of a class's board: the snapshot, its events, a student's runs."""

from datetime import datetime

from playground_backend.assignment_messages import Note
from playground_puzzles.models import Device, Model, Outcome, Verdict


class Cell(Model):
    """One student's state with one puzzle. outcome: `passed` once it is solved, else that of the last run.

    attempts: judged, no replays, all devices together. last_at: when the last was sent. last_outcome, last_error: of
    that one; last_error in words, null where it passed.
    """

    outcome: Outcome
    attempts: int
    solved_at: datetime | None
    last_at: datetime
    last_outcome: Outcome
    last_error: str | None


class BoardMember(Model):
    """cells: by puzzle; what was not tried is left out. here_at: when their page was last known to be open."""

    id: str
    name: str
    has_joined: bool
    here_at: datetime | None
    last_at: datetime | None
    solved: int
    cells: dict[str, Cell]


class Trouble(Model):
    """Students whose last run of a puzzle that they have not solved failed in the same way. members: their ids."""

    puzzle: str
    outcome: Outcome
    diagnosis: str
    members: list[str]


class PuzzleColumn(Model):
    """commonest: the words of the most frequent trouble, null where nobody has any; of how many of those who tried."""

    puzzle: str
    title: str
    solved: int
    tried: int
    commonest: str | None
    commonest_count: int


class ClassBoard(Model):
    """puzzles: the columns in order. hardest: the slugs of those with most who tried and have not solved, first.

    event_id: events after this one are not in here yet; give it as `after` to the event stream. stuck_runs,
    stuck_minutes: from how many failed runs, or after how long without a move since a failed one, one counts as stuck.
    """

    classroom: str
    assignment: str | None
    puzzles: list[PuzzleColumn]
    members: list[BoardMember]
    hardest: list[str]
    troubles: list[Trouble]
    event_id: str
    now: datetime
    stuck_runs: int
    stuck_minutes: int


class CellChange(Model):
    """The data of a `cell` event. Puzzles that are not on the board asked for come too."""

    member: str
    puzzle: str
    cell: Cell


class HereChange(Model):
    """The data of a `here` event: whose page is open, all of them. It comes now and then and has no id."""

    members: list[str]


class BoardNews(Model):
    """The data of `members` and `assignments` events: ask anew for what they name. `reset`: for everything."""

    changed: str


class Attempt(Model):
    """source, verdict: null once their time was over, as the privacy page says. is_counted: no replay.

    own_version: of a puzzle of a teacher's own, the version that judged it; null for others.
    """

    id: str
    device: Device
    created_at: datetime
    outcome: Outcome | None
    diagnosis: str | None
    is_counted: bool
    own_version: int | None
    source: str | None
    verdict: Verdict | None


class Attempts(Model):
    """A student's runs of one puzzle, the newest last, fifty at most. more: there were earlier ones."""

    member: str
    name: str
    puzzle: str
    hints: int
    gave_up: bool
    cell: Cell | None
    attempts: list[Attempt]
    more: bool
    notes: list[Note]
