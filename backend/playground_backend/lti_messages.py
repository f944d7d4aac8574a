"""What HTTP says of learning platforms: registrations, the course of a class, what launches ask of staff."""

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from playground_backend.classroom_messages import MemberId, OneTimeToken, PersonName, ZoneName
from playground_backend.store.lti_scores import ScoreState
from playground_puzzles.models import Model


def _visible(text: str) -> str:
    if not text.isprintable():
        raise ValueError("cannot have control characters or invisible ones")
    return text


Url = Annotated[str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True), AfterValidator(_visible)]
PlatformId = Annotated[
    str, StringConstraints(min_length=1, max_length=255, strip_whitespace=True), AfterValidator(_visible)
]
Choosable = Annotated[str, StringConstraints(min_length=1, max_length=100)]


# ---- registrations ----


class NewPlatform(Model):
    """A learning platform, as its own administration shows it. deployments: may be empty until it tells them.

    site: the address at which people open it, where that is another than the issuer.
    """

    name: PersonName
    issuer: Url
    client_id: PlatformId
    deployments: Annotated[list[PlatformId], Field(max_length=100, default_factory=list)]
    auth_url: Url
    token_url: Url
    jwks_url: Url
    site: Url | None = None


class Platform(Model):
    """courses: how many of its courses are classes."""

    id: str
    name: str
    issuer: str
    client_id: str
    deployments: list[str]
    auth_url: str
    token_url: str
    jwks_url: str
    site: str | None
    courses: int
    created_at: datetime


class ToolAddresses(Model):
    """What a platform's administration asks for. All null where the server does not know its own address."""

    login: str | None
    launch: str | None
    jwks: str | None


class Platforms(Model):
    tool: ToolAddresses
    platforms: list[Platform]


# ---- what a launch asks of staff ----


class TokenUse(Model):
    """token: what follows # in the address of the page."""

    token: OneTimeToken


class LinkableClass(Model):
    id: str
    name: str


class LinkOffer(Model):
    """A course that is no class's yet. title: as the platform calls it. classrooms: those that it may become."""

    platform: str
    title: str
    classrooms: list[LinkableClass]


class NewLink(Model):
    """classroom: one of the offer's; null makes a new class of the course's title, and then time_zone is needed."""

    token: OneTimeToken
    classroom: MemberId | None = None
    time_zone: ZoneName | None = None


class Next(Model):
    """path: where the browser goes from here. Null: this tab is done, and the platform's own goes on."""

    path: str | None


class ChoosableAssignment(Model):
    id: str
    title: str
    points: float
    due_at: datetime | None


class ChoiceOffer(Model):
    """What a course's link may lead to: an assignment of the class, or any puzzle. takes_many: several at once."""

    platform: str
    classroom: str
    classroom_name: str
    time_zone: str
    assignments: list[ChoosableAssignment]
    takes_many: bool


class NewChoice(Model):
    token: OneTimeToken
    assignments: Annotated[list[MemberId], Field(max_length=100, default_factory=list)]
    puzzles: Annotated[list[Choosable], Field(max_length=100, default_factory=list)]


class FrameAnswer(Model):
    """What our page inside a platform's posts to it."""

    url: str
    jwt: str


class FrameState(Model):
    """is_opened: the launch goes on in another tab. answer: null unless something was chosen there."""

    is_opened: bool
    answer: FrameAnswer | None


# ---- the course of a class ----


class ScoreCount(Model):
    """How an assignment's grades stand with the gradebook."""

    assignment: str
    title: str
    sent: int
    waiting: int
    failed: int


class ScoreTrouble(Model):
    """A grade that is not there yet. problem: why, in words. next_at: of the next try; null for none by itself."""

    assignment: str
    title: str
    member: str
    name: str
    state: ScoreState
    problem: str
    next_at: datetime | None


class Course(Model):
    """A class's course. has_roster, has_grades: whether the platform offers that. people: who of it is known here."""

    platform: str
    title: str
    people: int
    has_roster: bool
    has_grades: bool
    sends_grades: bool
    last_sent_at: datetime | None
    counts: list[ScoreCount]
    troubles: list[ScoreTrouble]
    linked_at: datetime


class CourseOfClass(Model):
    """is_possible: whether any platform is registered. course: null where the class is no course's."""

    is_possible: bool
    course: Course | None


class CourseChange(Model):
    sends_grades: StrictBool


class CourseRoster(Model):
    """What taking the roster did. gone: names of students who came from the platform and are in the course no more."""

    added: int
    known: int
    staff: int
    gone: list[str]
