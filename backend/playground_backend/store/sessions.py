"""Who a browser or a script is: sessions, bearer tokens, one-use tickets; each inside a caller's transaction."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import CursorResult, delete, func, select, update
from sqlalchemy.orm import Session

from playground_backend.identity import digest
from playground_backend.store import records
from playground_backend.store.tables import BrowserSession, Identity, Ticket, Token

# A browser of the first release may send several writes at once with its old cookie: it is taken a little longer.
_OLD_COOKIE: Final = timedelta(hours=1)
# How finely a visit's time is kept: enough to know a browser by, and no write at each request.
_GRAIN: Final = timedelta(hours=1)


@dataclass(frozen=True)
class Visitor:
    """Who asks. session: the row's id, null for a bearer token and for a cookie of the first release.

    token: the bearer token's row id. is_stale: the time of this visit is to be written. is_admin: of this browser.
    """

    owner: str
    session: str | None = None
    token: str | None = None
    is_stale: bool = False
    is_admin: bool = False


def find(session: Session, token: str) -> Visitor | None:
    """Return whose session this is; None where there is none, or it has expired or was revoked."""
    now = datetime.now(UTC)
    row = session.get(BrowserSession, digest(token))
    if row is None or row.expires_at <= now:
        return None
    admin = row.admin_until is not None and row.admin_until > now
    return Visitor(row.owner, session=row.id, is_stale=row.seen_at < now - _GRAIN, is_admin=admin)


def find_first_release(session: Session, identity: str) -> Visitor | None:
    """Return the identity of a first release's cookie, while that is still taken."""
    known = len(identity) == 32 and identity.isascii() and identity.isalnum()
    row = session.get(Identity, identity) if known else None
    if row is None or row.first_cookie_until is None or row.first_cookie_until <= datetime.now(UTC):
        return None
    return Visitor(row.id)


def find_bearer(session: Session, token: str) -> Visitor | None:
    """Return whose bearer token this is; None as `find` does."""
    now = datetime.now(UTC)
    row = session.scalar(select(Token).where(Token.sha256 == digest(token)))
    if row is None or (row.expires_at is not None and row.expires_at <= now):
        return None
    return Visitor(row.owner, token=row.id, is_stale=row.seen_at is None or row.seen_at < now - _GRAIN)


def begin(session: Session, owner: str, token: str, life_days: int, admin_hours: int | None = None) -> None:
    """Sign a browser in. Its identity is made where it is new. admin_hours: how long it is the administrator's."""
    now = datetime.now(UTC)
    records.add_once(session, Identity(id=owner, created_at=now), owner)
    admin_until = None if admin_hours is None else now + timedelta(hours=admin_hours)
    session.add(
        BrowserSession(
            id=digest(token),
            owner=owner,
            created_at=now,
            seen_at=now,
            expires_at=now + timedelta(days=life_days),
            admin_until=admin_until,
        )
    )
    session.execute(
        update(Identity)
        .where(Identity.id == owner, Identity.first_cookie_until > now + _OLD_COOKIE)
        .values(first_cookie_until=now + _OLD_COOKIE)
    )
    session.execute(update(Identity).where(Identity.id == owner).values(seen_at=now))
    session.flush()


def touch(session: Session, visitor: Visitor, life_days: int) -> None:
    """Write down that the visitor was here now; a browser's session lives on from now."""
    now = datetime.now(UTC)
    if visitor.session is not None:
        session.execute(
            update(BrowserSession)
            .where(BrowserSession.id == visitor.session)
            .values(seen_at=now, expires_at=now + timedelta(days=life_days))
        )
    if visitor.token is not None:
        session.execute(update(Token).where(Token.id == visitor.token).values(seen_at=now))
    session.execute(update(Identity).where(Identity.id == visitor.owner).values(seen_at=now))


def of_owner(session: Session, owner: str) -> list[BrowserSession]:
    """Return the sessions that hold, the one seen last first."""
    query = (
        select(BrowserSession)
        .where(BrowserSession.owner == owner, BrowserSession.expires_at > datetime.now(UTC))
        .order_by(BrowserSession.seen_at.desc(), BrowserSession.id)
    )
    return list(session.scalars(query))


def revoke(session: Session, owner: str, id: str) -> bool:
    """End one session; False where the owner has none of this id."""
    ended = session.execute(delete(BrowserSession).where(BrowserSession.id == id, BrowserSession.owner == owner))
    assert isinstance(ended, CursorResult)
    return ended.rowcount == 1


def revoke_others(session: Session, owner: str, but: str | None) -> None:
    """End all sessions but one, and whatever would make another: codes, and what the first release's cookie gave."""
    session.execute(delete(BrowserSession).where(BrowserSession.owner == owner, BrowserSession.id != (but or "")))
    session.execute(delete(Ticket).where(Ticket.owner == owner))
    session.execute(update(Identity).where(Identity.id == owner).values(first_cookie_until=None))


# ---- bearer tokens ----


def add_token(session: Session, owner: str, token: str, label: str, expires_days: int | None) -> Token:
    now = datetime.now(UTC)
    row = Token(
        id=records.new_id(),
        owner=owner,
        sha256=digest(token),
        label=label,
        created_at=now,
        expires_at=None if expires_days is None else now + timedelta(days=expires_days),
    )
    session.add(row)
    session.flush()
    return row


def tokens(session: Session, owner: str) -> list[Token]:
    """Return the owner's tokens, expired ones too, the newest first."""
    query = select(Token).where(Token.owner == owner).order_by(Token.created_at.desc(), Token.id)
    return list(session.scalars(query))


def token_count(session: Session, owner: str) -> int:
    return session.scalar(select(func.count()).select_from(Token).where(Token.owner == owner)) or 0


def revoke_token(session: Session, owner: str, id: str) -> bool:
    """End one token; False where the owner has none of this id."""
    ended = session.execute(delete(Token).where(Token.id == id, Token.owner == owner))
    assert isinstance(ended, CursorResult)
    return ended.rowcount == 1


# ---- tickets ----


def add_tickets(session: Session, purpose: str, owner: str | None, sealed: list[str], minutes: int) -> datetime:
    """Make links or codes that are good once; an owner's earlier ones of this purpose are not any more."""
    now = datetime.now(UTC)
    earlier = Ticket.owner.is_(None) if owner is None else Ticket.owner == owner
    session.execute(delete(Ticket).where(Ticket.purpose == purpose, earlier))
    until = now + timedelta(minutes=minutes)
    session.add_all(
        Ticket(sha256=each, purpose=purpose, owner=owner, created_at=now, expires_at=until) for each in sealed
    )
    session.flush()
    return until


def use_ticket(session: Session, purpose: str, sealed: str) -> Ticket | None:
    """Take a ticket, once: its siblings are spent with it. None where it is unknown, used or too old."""
    now = datetime.now(UTC)
    used = session.execute(
        update(Ticket)
        .where(Ticket.sha256 == sealed, Ticket.purpose == purpose, Ticket.used_at.is_(None), Ticket.expires_at > now)
        .values(used_at=now)
    )
    assert isinstance(used, CursorResult)
    if used.rowcount != 1:
        return None
    row = session.get_one(Ticket, sealed, populate_existing=True)
    siblings = Ticket.owner.is_(None) if row.owner is None else Ticket.owner == row.owner
    session.execute(update(Ticket).where(Ticket.purpose == purpose, siblings).values(used_at=now))
    return row
