"""Names, passwords and accounts elsewhere; each function inside a transaction that its caller holds."""

from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from playground_backend.errors import NameTaken
from playground_backend.names import Name
from playground_backend.store import records
from playground_backend.store.tables import Identity, Login


def ensure(session: Session, owner: str) -> Identity:
    """Return the identity, made where it is new."""
    records.add_once(session, Identity(id=owner, created_at=datetime.now(UTC)), owner)
    return session.get_one(Identity, owner)


def rename(session: Session, owner: str, name: Name | None) -> None:
    """Give a name, or take it away: then no others see the owner. Raises NameTaken."""
    row = ensure(session, owner)
    if name is None:
        row.name, row.name_key, row.is_listed = None, None, False
        session.flush()
        return
    try:
        with session.begin_nested():
            row.name, row.name_key = name.shown, name.key
    except IntegrityError:
        raise NameTaken("Somebody has this name, or one that looks like it. Choose another.") from None


def by_name_key(session: Session, key: str) -> Identity | None:
    return session.scalar(select(Identity).where(Identity.name_key == key))


def by_login(session: Session, provider: str, subject: str) -> str | None:
    """Return the identity that signs in by this account elsewhere."""
    return session.scalar(select(Login.owner).where(Login.provider == provider, Login.subject == subject))


def add_login(session: Session, owner: str, provider: str, subject: str) -> None:
    ensure(session, owner)
    row = Login(provider=provider, subject=subject, owner=owner, created_at=datetime.now(UTC))
    records.add_once(session, row, (provider, subject))


def logins(session: Session, owner: str) -> list[Login]:
    return list(session.scalars(select(Login).where(Login.owner == owner).order_by(Login.provider, Login.subject)))


def drop_logins(session: Session, owner: str, provider: str) -> None:
    session.execute(delete(Login).where(Login.owner == owner, Login.provider == provider))
    session.expire_all()


def is_protected(session: Session, identity: Identity) -> bool:
    """Tell whether its owner could sign in to it again from elsewhere."""
    return identity.password is not None or bool(logins(session, identity.id))
