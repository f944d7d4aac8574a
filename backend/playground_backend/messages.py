"""What only HTTP speaks of: requests, and answers that are no part of the domain's vocabulary."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from playground_puzzles.models import Device, Launch, Model, Seed, Status, Submission

PuzzleName = Annotated[
    StrictInt | Annotated[str, StringConstraints(max_length=100)],
    Field(description="The puzzle's slug, or its number as integer or string."),
]

Secret = Annotated[str, StringConstraints(max_length=1000)]


class NewSubmission(Model):
    """case or seed: judge that case alone, or with the inputs of that seed; a replay, never counted as solved."""

    puzzle: PuzzleName
    source: str
    device: Device = Device.interpreter
    case: str | None = None
    seed: Seed | None = None


class NewRun(Model):
    """A kernel with a launch of one's own."""

    source: str
    launch: Launch


class Accepted(Model):
    """position: counts from 1; null where the submission is not in the queue, or no longer."""

    id: str
    status: Status
    position: int | None


class NewBatch(Model):
    """A whole file. puzzles: which of them to judge; left out: each whose kernel the file defines."""

    source: str
    puzzles: Annotated[list[PuzzleName], Field(min_length=1, max_length=200)] | None = None


class BatchEntry(Accepted):
    puzzle: str


class AcceptedBatch(Model):
    id: str
    submissions: list[BatchEntry]


class Batch(Model):
    id: str
    submissions: list[Submission]


class OpenedHints(Model):
    """opened: how many of the puzzle's hints have been opened, counted from the first."""

    opened: Annotated[StrictInt, Field(ge=1, le=100)]


class HelpTaken(Model):
    """What help the visitor took. hints: the most opened. gave_up_at: UTC; null for who solved it first."""

    puzzle: str
    hints: int
    gave_up: bool
    gave_up_at: datetime | None


class PuzzleProgress(Model):
    """attempts: judged submissions that were no replays. tried_at, solved_at: when the last of them, and the first that
    passed, was sent, UTC; null before.

    hints: the most opened. gave_up: the solution was asked for before the puzzle was solved. Both are the puzzle's,
    whatever the device. copied: the first that passed was identical to the published solution, or to a shared one that
    had been looked at. ranked: it counts on the leaderboard, as what was given up or copied does not. moved: the fewest
    elements loaded and stored by one that passed; null where none was measured.
    """

    puzzle: str
    device: Device
    attempts: int
    solved: bool
    solved_at: datetime | None
    tried_at: datetime | None
    hints: int = 0
    gave_up: bool = False
    copied: bool = False
    ranked: bool = False
    moved: int | None


class Connected(Model):
    """An account elsewhere that the visitor can sign in by. id: the provider's, as in `SignInWays`; null for one that
    this server no longer offers."""

    key: str
    id: str | None
    name: str
    created_at: datetime


class Account(Model):
    """Who the visitor is here. name: null for who has given none; others see it only where is_listed.

    is_protected: whether one can sign in from elsewhere, by password or provider. is_admin: of this browser alone.
    is_hidden, is_name_hidden: by the administrator, on the leaderboard.
    """

    name: str | None
    is_listed: bool
    has_password: bool
    connected: list[Connected]
    is_protected: bool
    is_admin: bool
    is_hidden: bool
    is_name_hidden: bool
    created_at: datetime


class Me(Model):
    """What the visitor has tried or had help with, in the order of the puzzles. Empty for who has sent nothing yet.

    account: null for who has sent nothing yet.
    """

    puzzles: list[PuzzleProgress]
    account: Account | None = None


class AccountChange(Model):
    """What is left out stays. name: null takes it away, and with it the listing."""

    name: Annotated[str, StringConstraints(max_length=200)] | None = None
    is_listed: StrictBool | None = None


class NewPassword(Model):
    """current: the one to be replaced, where there is one."""

    password: Secret
    current: Secret | None = None


class CurrentPassword(Model):
    current: Secret


class SignInSession(Model):
    """A browser that is signed in. seen_at: to the hour."""

    id: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    is_current: bool
    is_admin: bool


class Sessions(Model):
    sessions: list[SignInSession]


class NewToken(Model):
    """expires_days: null for a token that holds until it is revoked."""

    label: Annotated[str, StringConstraints(min_length=1, max_length=80, strip_whitespace=True)]
    expires_days: Annotated[StrictInt, Field(ge=1, le=3650)] | None = None


class BearerToken(Model):
    """seen_at: to the hour; null for one that was never used."""

    id: str
    label: str
    created_at: datetime
    seen_at: datetime | None
    expires_at: datetime | None


class MadeToken(BearerToken):
    """token: shown this once; send it as `Authorization: Bearer`."""

    token: str


class BearerTokens(Model):
    tokens: list[BearerToken]


class Move(Model):
    """Either is good once. path: of the link, on this site. code: for typing, at /move."""

    path: str
    code: str
    expires_at: datetime


class SignInProvider(Model):
    id: str
    name: str


class SignInWays(Model):
    """The providers that this server offers beside a name with a password."""

    providers: list[SignInProvider]


class NewSignIn(Model):
    """merge: whether what this browser solved without an account is added to the account."""

    merge: StrictBool = True


class PasswordSignIn(NewSignIn):
    name: Annotated[str, StringConstraints(max_length=200)]
    password: Secret


class MoveSignIn(NewSignIn):
    """code: the code, or what follows # in the link."""

    code: Annotated[str, StringConstraints(max_length=100)]


class AdminSignIn(Model):
    token: Annotated[str, StringConstraints(max_length=100)]


class ProviderSignIn(NewSignIn):
    """next: the path of this site to come back to. connect: add the account there to the one here."""

    next: Annotated[str, StringConstraints(max_length=500)] = "/me/account"
    connect: StrictBool = False


class ProviderUrl(Model):
    """url: where the browser goes on, at the provider."""

    url: str


class Privacy(Model):
    """For how many days this server keeps what; 0: until the visitor deletes it. contact: who runs it.

    cookie_days: the cookie's life after a write. idle_days: unseen identities that never solved anything. sources_days:
    sources and details of verdicts. identities_days: any unseen identity. live_minutes: arrays, traces and events.
    """

    contact: str | None
    cookie_days: int
    idle_days: int
    sources_days: int
    identities_days: int
    live_minutes: int
    providers: list[str]


class ErrorDetail(Model):
    """code: stable, for programs. message: for people. detail: depends on the code, often absent."""

    code: str
    message: str
    detail: Any | None = None


class ErrorReply(Model):
    error: ErrorDetail


class Part(Model):
    ok: bool
    detail: str


class Readiness(Model):
    """parts: redis, database, workers, front_end."""

    ok: bool
    parts: dict[str, Part]
    workers: list[dict[str, Any]]


class Health(Model):
    ok: bool = True
