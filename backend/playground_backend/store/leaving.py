"""Taking one's data along, and deleting it; each function inside a transaction that its caller holds."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import delete, exists, select, update
from sqlalchemy.orm import Session

from playground_backend.store import classrooms, members
from playground_backend.store.class_tables import Note
from playground_backend.store.own_tables import OwnPuzzle
from playground_backend.store.tables import (
    Base,
    BrowserSession,
    Identity,
    Login,
    Progress,
    Share,
    ShareView,
    Source,
    Standing,
    Submission,
    Token,
)

# What proves who one is goes into no file.
_SECRET: Final = {"owner", "password", "sha256", "name_key", "viewer", "id"}


def export(session: Session, owner: str) -> Iterator[str]:
    """Give all that is stored of the owner, as the parts of one JSON text. Sources are there once, by their SHA-256."""
    identity = session.get(Identity, owner)
    account = None if identity is None else _plain(identity, _SECRET)
    yield f'{{"format": "triton-playground-export-1", "account": {_json(account)}'
    short: tuple[tuple[str, Any], ...] = (
        ("connected", Login),
        ("browsers", BrowserSession),
        ("tokens", Token),
        ("progress", Progress),
        ("standings", Standing),
        ("puzzles", OwnPuzzle),
    )
    for name, table in short:
        found = session.scalars(select(table).filter_by(owner=owner))
        yield f', "{name}": {_json([_plain(row, _SECRET) for row in found])}'
    seen = session.scalars(select(ShareView).where(ShareView.viewer == owner))
    yield f', "shares_seen": {_json([_plain(row, _SECRET) for row in seen])}'
    listed: tuple[tuple[str, Any], ...] = (("shares", Share), ("submissions", Submission))
    for name, rows in listed:
        yield f', "{name}": ['
        # A few at a time: verdicts are long, and there may be thousands.
        query = select(rows).where(rows.owner == owner).order_by(rows.created_at, rows.id)
        for place, row in enumerate(session.scalars(query.execution_options(yield_per=50))):
            yield ("\n" if place == 0 else ",\n") + _json(_plain(row, {"owner"}))
        yield "]"
    yield f', "classes": {_json(_classes(session, owner))}'
    yield ', "sources": {'
    used = select(Submission.source).where(Submission.owner == owner)
    shared = select(Share.source).where(Share.owner == owner, Share.source.is_not(None))
    texts = select(Source.sha256, Source.text).where(Source.sha256.in_(used.union(shared)))
    for place, (sha256, text) in enumerate(session.execute(texts.execution_options(yield_per=50))):
        yield ("\n" if place == 0 else ",\n") + f"{_json(sha256)}: {_json(text)}"
    yield "}}\n"


def _classes(session: Session, owner: str) -> list[dict[str, Any]]:
    """Return the classes that the owner is in, as whom, and the notes to them."""
    found = []
    for classroom, member in classrooms.of_owner(session, owner):
        notes = session.scalars(select(Note).where(Note.member == member.id).order_by(Note.created_at, Note.id))
        found.append(
            {
                "name": classroom.name,
                "member": _plain(member, {"id", "classroom", "name_key", "code"}),
                "notes": [_plain(note, {"id", "member"}) for note in notes],
            }
        )
    return found


def unfinished(session: Session, owner: str) -> list[Submission]:
    """Return the owner's submissions that have no verdict yet."""
    return list(session.scalars(select(Submission).where(Submission.owner == owner, Submission.outcome.is_(None))))


def leave(session: Session, owner: str) -> None:
    """Delete all that is stored of the owner. What was at their links is gone; the links stay, to say so."""
    now = datetime.now(UTC)
    # Held first: what else is writing for the owner comes before all that is deleted here, or finds nobody.
    session.execute(select(Identity.id).where(Identity.id == owner).with_for_update())
    used = set(session.scalars(select(Submission.source).where(Submission.owner == owner).distinct()))
    shares = list(session.scalars(select(Share).where(Share.owner == owner)))
    used |= {row.source for row in shares if row.source is not None}
    session.execute(delete(ShareView).where(ShareView.share.in_([row.id for row in shares])))
    session.execute(
        update(Share)
        .where(Share.owner == owner)
        .values(owner=None, source=None, launch=None, verdict=None, unlisted_at=None, deleted_at=now)
        .execution_options(synchronize_session=False)
    )
    for _, member in classrooms.of_owner(session, owner):
        # A name of their own choice goes too; one of a roster is the school's, which deletes it.
        if not member.from_roster and len(members.with_seats(session, member).owners) == 1:
            members.remove(session, member)
    session.execute(delete(Submission).where(Submission.owner == owner))
    session.execute(delete(Identity).where(Identity.id == owner))
    _drop_unused(session, sorted(used))


def _drop_unused(session: Session, sources: list[str]) -> None:
    for start in range(0, len(sources), 500):
        chunk = sources[start : start + 500]
        session.execute(
            delete(Source)
            .where(
                Source.sha256.in_(chunk),
                ~exists().where(Submission.source == Source.sha256),
                ~exists().where(Share.source == Source.sha256),
            )
            .execution_options(synchronize_session=False)
        )


def _plain(row: Base, without: set[str]) -> dict[str, Any]:
    columns = (column.key for column in row.__mapper__.column_attrs)
    return {name: getattr(row, name) for name in columns if name not in without}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, default=_time)


def _time(value: Any) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
