"""What a class looks like to who asks, and the links and codes into it."""

from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from playground_backend import tries
from playground_backend.classroom_messages import Classroom, OneTimeLink
from playground_backend.errors import Invalid, UnknownCode
from playground_backend.identity import new_token
from playground_backend.rights import Action, ClassRole, rights_of
from playground_backend.service import Service
from playground_backend.store import class_tables, classrooms, members
from playground_backend.store.classrooms import Counts

_LINK_LIFE: Final = timedelta(days=7)


def view(
    service: Service, row: class_tables.Classroom, role: ClassRole | None, counts: Counts, *, is_admin: bool
) -> Classroom:
    rights = rights_of(role, is_admin=is_admin, is_archived=row.archived_at is not None)
    shown = Action.give_codes in rights
    return Classroom(
        id=row.id,
        name=row.name,
        time_zone=row.time_zone,
        role=role,
        rights=[each for each in Action if each in rights],
        is_archived=row.archived_at is not None,
        is_joining_open=is_open(row),
        has_roster=counts.roster,
        join_code=row.join_code if shown else None,
        join_url=join_url(service, row.join_code) if shown else None,
        students=counts.students,
        places=counts.places,
        created_at=row.created_at,
    )


def read(session: Session, service: Service, classroom: str, owner: str, *, is_admin: bool) -> Classroom:
    """Return a class, which is there, as this identity sees it."""
    row = session.get_one(class_tables.Classroom, classroom)
    member = members.seated(session, classroom, owner)
    counts = classrooms.counts(session, [classroom])[classroom]
    return view(service, row, None if member is None else ClassRole(member.role), counts, is_admin=is_admin)


def is_open(row: class_tables.Classroom) -> bool:
    return row.closed_at is None and row.archived_at is None


def join_url(service: Service, code: str) -> str:
    """The address is the one of the settings, never the one that a request claims."""
    return f"{service.settings.public_url or ''}/join/{code}"


def one_time_link(
    session: Session, service: Service, role: ClassRole, name: str, by: str, classroom: str | None = None
) -> OneTimeLink:
    """Make a link that is good once, for a week. What proves it follows a #, which browsers send to nobody."""
    token = new_token()
    until = classrooms.invite(session, sealed(service, token), role, name, by, _LINK_LIFE, classroom)
    return OneTimeLink(url=f"{service.settings.public_url or ''}/join#{token}", expires_at=until)


def sealed(service: Service, token: str) -> str:
    return service.identities.seal("invitation", token)


def plain_code(typed: str) -> str:
    """Return a code as it is kept, however it was typed."""
    return "".join(each for each in typed.upper() if each.isascii() and each.isalnum())


def find_code(
    service: Service, session: Session, typed: str, address: str
) -> class_tables.Classroom | class_tables.Member:
    """Return what a code leads to. Raises UnknownCode, and TooManyTries: wrong ones are counted."""
    service.tries.allow(tries.JOIN_HERE, "join", address)
    code = plain_code(typed)
    found: class_tables.Classroom | class_tables.Member | None = None
    if len(code) == classrooms.JOIN_LENGTH:
        found = classrooms.by_join_code(session, code)
    elif len(code) == classrooms.PERSONAL_LENGTH:
        found = classrooms.by_personal_code(session, code)
    if found is None:
        service.tries.count(tries.JOIN_HERE, "join", address)
        raise UnknownCode("No class has this code, or no longer. Look at it again, or ask your teacher.")
    return found


def zone(name: str) -> ZoneInfo:
    """Raises Invalid."""
    try:
        if not name.isascii() or not name.isprintable():
            raise ValueError
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # a path, a folder of zones, none of this name
        raise Invalid("No time zone has this name. One is `Europe/Berlin`.", "time_zone") from None
