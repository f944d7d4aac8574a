"""What HTTP says of classes: teachers, the class itself, who is in it, its roster."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StringConstraints

from playground_backend.plain_text import one_line
from playground_backend.rights import Action, ClassRole
from playground_puzzles.models import Model

Title = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(one_line)]
PersonName = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(one_line)]
ZoneName = Annotated[str, StringConstraints(min_length=1, max_length=64)]
MemberId = Annotated[str, StringConstraints(max_length=32)]
Code = Annotated[str, StringConstraints(max_length=40)]
OneTimeToken = Annotated[str, StringConstraints(max_length=100)]


# ---- teachers ----


class NewTeacher(Model):
    """name: whom the link is for, so that the administrator knows them by it later."""

    name: PersonName


class OneTimeLink(Model):
    """url: absolute where the server knows the address that visitors use, else a path on this server. Good once."""

    url: str
    expires_at: datetime


class Teacher(Model):
    """Who may make classes. classrooms: how many they teach."""

    id: str
    name: str
    created_at: datetime
    classrooms: int


class OneTimeUse(Model):
    """token: what follows # in the link."""

    token: OneTimeToken


class Invitation(Model):
    """What a one-time link gives. classroom: null where it gives the right to make classes."""

    role: ClassRole
    name: str
    classroom: str | None
    classroom_name: str | None
    expires_at: datetime


# ---- classes ----


class NewClassroom(Model):
    """time_zone: as `Europe/Berlin`. teacher_name: what the class sees of you; left out: your name here."""

    name: Title
    time_zone: ZoneName
    teacher_name: PersonName | None = None


class ClassroomChange(Model):
    """What is left out stays."""

    name: Title | None = None
    time_zone: ZoneName | None = None
    is_archived: StrictBool | None = None
    is_joining_open: StrictBool | None = None


class ClassroomCopy(Model):
    """Assignments go along, later by shift_days at the same time of day; students and staff do not."""

    name: Title
    shift_days: Annotated[StrictInt, Field(ge=-3660, le=3660)] = 182


class Classroom(Model):
    """role: yours; null for the administrator who is no member. rights: what you may do here.

    join_code, join_url: null for who may not give them out. students: those who are in; places: of the roster, that
    nobody has taken yet. has_roster: students join by their personal code, not by a name of their choice.
    """

    id: str
    name: str
    time_zone: str
    role: ClassRole | None
    rights: list[Action]
    is_archived: bool
    is_joining_open: bool
    has_roster: bool
    join_code: str | None
    join_url: str | None
    students: int
    places: int
    created_at: datetime


class Classrooms(Model):
    """Yours, those in use first. may_teach: you may make classes."""

    classrooms: list[Classroom]
    may_teach: bool


class JoinWay(StrEnum):
    """`name`: the class code and a name. `personal`: the personal code alone."""

    name = "name"
    personal = "personal"


class JoinOffer(Model):
    """What a code leads to. way: how to go on. name: of the place that a personal code stands for.

    is_member: you are in already, as `name`.
    """

    classroom_name: str
    way: JoinWay
    name: str | None
    is_member: bool
    is_open: bool
    teachers: list[str]


class NewJoin(Model):
    """code: the class's, with a name; or a personal one alone."""

    code: Code
    name: PersonName | None = None


class Joined(Model):
    classroom: str
    classroom_name: str
    name: str
    role: ClassRole


# ---- members and the roster ----


class Member(Model):
    """email, number, code: null for who may not see them, and where there is none. code: personal, good once.

    is_here: their page was open within the last minutes. has_joined: false for a place that nobody has taken yet.
    doubles: how many browsers or accounts they came with, beyond the first.
    """

    id: str
    name: str
    role: ClassRole
    email: str | None
    number: str | None
    code: str | None
    has_joined: bool
    joined_at: datetime | None
    is_you: bool
    is_here: bool
    doubles: int


class NewStaff(Model):
    """role: `teacher` or `assistant`."""

    name: PersonName
    role: ClassRole


class MemberChange(Model):
    """What is left out stays. role: between `teacher` and `assistant`."""

    name: PersonName | None = None
    role: ClassRole | None = None


class MergeInto(Model):
    """into: the member who stays. All that both have sent counts as theirs."""

    into: MemberId


class MoveTo(Model):
    """classroom: another of your own classes."""

    classroom: MemberId


class PersonalCode(Model):
    """code: good once; the one before is not any more. url: the same as a link."""

    code: str
    url: str


class RosterState(StrEnum):
    """`known`: the class has this student already; the row changes the name at most."""

    new = "new"
    known = "known"


class RosterRow(Model):
    """line: of the file, from 1. code: null in a dry run, and for who has joined."""

    line: int
    name: str
    email: str | None
    number: str | None
    state: RosterState
    code: str | None


class RosterError(Model):
    line: int
    message: str


class RosterReading(Model):
    """All or nothing: with errors nothing is taken in. is_done: false for a dry run."""

    rows: list[RosterRow]
    errors: list[RosterError]
    added: int
    known: int
    is_done: bool
