"""One's account: name, password, the browsers and tokens that are signed in, moving, taking along, leaving."""

import secrets
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from playground_backend import names, passwords, tries
from playground_backend.deps import BrowserDep, ServiceDep, WhoDep
from playground_backend.errors import Invalid, NeedsBrowser, NotFound, WrongSignIn
from playground_backend.identity import new_token
from playground_backend.messages import (
    Account,
    AccountChange,
    BearerToken,
    BearerTokens,
    Connected,
    CurrentPassword,
    MadeToken,
    Move,
    NewPassword,
    NewToken,
    Sessions,
    SignInSession,
)
from playground_backend.service import Service
from playground_backend.store import accounts, leaving, sessions, tables

router = APIRouter(prefix="/api/me", tags=["me"])

_MOST_TOKENS: Final = 20
# No 0 and O, 1, I and L, U and V, and no vowels that would make words.
_LETTERS: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 8


def account_of(session: Session, service: Service, owner: str, *, is_admin: bool) -> Account | None:
    row = session.get(tables.Identity, owner, populate_existing=True)
    if row is None:
        return None
    offered = {each.key: each for each in service.providers.values()}
    connected = [
        Connected(
            key=login.provider,
            id=offered[login.provider].id if login.provider in offered else None,
            name=offered[login.provider].name if login.provider in offered else _gone(login.provider),
            created_at=login.created_at,
        )
        for login in accounts.logins(session, owner)
    ]
    return Account(
        name=row.name,
        is_listed=row.is_listed,
        has_password=row.password is not None,
        connected=connected,
        is_protected=row.password is not None or bool(connected),
        is_admin=is_admin,
        is_hidden=row.hidden_at is not None,
        is_name_hidden=row.name_hidden_at is not None,
        created_at=row.created_at,
    )


def _gone(provider: str) -> str:
    """Return a name for what one does not sign in by on the account page, or no longer."""
    kind = provider.partition("-")[0]
    return "Learning platform" if kind == "lti" else kind


@router.patch("", operation_id="changeMe")
def change_me(change: AccountChange, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> Account:
    """Your display name, and whether others see it."""
    name = names.name(change.name) if change.name is not None else None
    with service.database.write() as session:
        row = accounts.ensure(session, browser.owner)
        if "name" in change.model_fields_set:
            if name is None and row.password is not None:
                raise Invalid("The name is what you sign in by: remove the password first.", "name")
            accounts.rename(session, browser.owner, name)
        if change.is_listed is not None:
            if change.is_listed and row.name is None:
                raise Invalid("Choose a name first: others see that.", "is_listed")
            row.is_listed = change.is_listed
        session.flush()
        return _account(session, service, browser.owner, is_admin=who is not None and who.is_admin)


# ---- password and accounts elsewhere ----


@router.put("/password", operation_id="setPassword")
def set_password(new: NewPassword, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> Account:
    """Protect the account. Changing the password signs out all other browsers."""
    _check_current(service, browser.owner, new.current)
    kept = passwords.hashed(new.password)
    with service.database.write() as session:
        row = accounts.ensure(session, browser.owner)
        if row.name is None:
            raise Invalid("Choose a name first: you sign in by name and password.", "password")
        if row.password is not None:
            sessions.revoke_others(session, browser.owner, browser.session)
        row.password = kept
        session.flush()
        return _account(session, service, browser.owner, is_admin=who is not None and who.is_admin)


@router.post("/password/remove", operation_id="removePassword")
def remove_password(now: CurrentPassword, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> Account:
    """Nobody can sign in by the password any more."""
    _check_current(service, browser.owner, now.current)
    with service.database.write() as session:
        accounts.ensure(session, browser.owner).password = None
        session.flush()
        return _account(session, service, browser.owner, is_admin=who is not None and who.is_admin)


@router.delete("/connected/{key}", operation_id="disconnect")
def disconnect(key: str, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> Account:
    """Nobody can sign in by that account elsewhere any more."""
    with service.database.write() as session:
        accounts.ensure(session, browser.owner)
        if key not in {each.provider for each in accounts.logins(session, browser.owner)}:
            raise NotFound("No such account is connected.")
        accounts.drop_logins(session, browser.owner, key)
        return _account(session, service, browser.owner, is_admin=who is not None and who.is_admin)


# ---- browsers and scripts ----


@router.get("/sessions", operation_id="getSessions")
def get_sessions(who: WhoDep, service: ServiceDep) -> Sessions:
    """The browsers that are signed in."""
    if who is None:
        return Sessions(sessions=[])
    with service.database.read() as session:
        rows = sessions.of_owner(session, who.owner)
    now = datetime.now(rows[0].expires_at.tzinfo) if rows else None
    return Sessions(
        sessions=[
            SignInSession(
                id=row.id,
                created_at=row.created_at,
                seen_at=row.seen_at,
                expires_at=row.expires_at,
                is_current=row.id == who.session,
                is_admin=row.admin_until is not None and now is not None and row.admin_until > now,
            )
            for row in rows
        ]
    )


@router.delete("/sessions", operation_id="revokeOtherSessions", status_code=204)
def revoke_other_sessions(browser: BrowserDep, service: ServiceDep) -> None:
    """Sign out every other browser."""
    with service.database.write() as session:
        sessions.revoke_others(session, browser.owner, browser.session)


@router.delete("/sessions/{id}", operation_id="revokeSession", status_code=204)
def revoke_session(id: str, browser: BrowserDep, service: ServiceDep) -> None:
    """Sign out one browser."""
    with service.database.write() as session:
        if not _is_word(id, 64) or not sessions.revoke(session, browser.owner, id):
            raise NotFound("No browser of yours has this id.")


@router.post("/tokens", operation_id="createToken", status_code=201)
def create_token(new: NewToken, browser: BrowserDep, service: ServiceDep) -> MadeToken:
    """A bearer token for a script or an autograder. It is shown this once."""
    if not new.label.isprintable():
        raise Invalid("A label cannot have control characters.", "label")
    token = f"tp_{new_token()}"
    with service.database.write() as session:
        accounts.ensure(session, browser.owner)
        if sessions.token_count(session, browser.owner) >= _MOST_TOKENS:
            raise Invalid(f"You have {_MOST_TOKENS} tokens, the most there can be. Revoke one first.", "label")
        row = sessions.add_token(session, browser.owner, token, new.label, new.expires_days)
        return MadeToken(**_token(row).model_dump(), token=token)


@router.get("/tokens", operation_id="getTokens")
def get_tokens(who: WhoDep, service: ServiceDep) -> BearerTokens:
    """Your bearer tokens, without what they are."""
    if who is None:
        return BearerTokens(tokens=[])
    with service.database.read() as session:
        return BearerTokens(tokens=[_token(row) for row in sessions.tokens(session, who.owner)])


@router.delete("/tokens/{id}", operation_id="revokeToken", status_code=204)
def revoke_token(id: str, browser: BrowserDep, service: ServiceDep) -> None:
    """The token is no longer good."""
    with service.database.write() as session:
        if not _is_word(id, 32) or not sessions.revoke_token(session, browser.owner, id):
            raise NotFound("No token of yours has this id.")


# ---- moving, taking along, leaving ----


@router.post("/move", operation_id="moveMe", status_code=201)
def move_me(browser: BrowserDep, service: ServiceDep) -> Move:
    """A link and a code, of which one can be used once, to sign in another browser. Earlier ones are not good then."""
    link = new_token()
    code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
    sealed = [sealed_move(service, each) for each in (link, code)]
    with service.database.write() as session:
        accounts.ensure(session, browser.owner)
        until = sessions.add_tickets(session, "move", browser.owner, sealed, service.settings.move_minutes)
    return Move(path=f"/move#{link}", code=f"{code[:4]}-{code[4:]}", expires_at=until)


def sealed_move(service: Service, typed: str) -> str:
    """Return what the database knows a link or code by. A code may be typed in small letters and with spaces."""
    plain = "".join(each for each in typed.upper() if each.isalnum())
    return service.identities.seal("move", plain if len(plain) == _CODE_LENGTH else typed.strip())


@router.get(
    "/export",
    operation_id="exportMe",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "All that is stored of you"}},
)
def export_me(who: WhoDep, service: ServiceDep) -> Response:
    """All that is stored of you, as one JSON file, sources included."""
    owner = "" if who is None else who.owner

    def parts() -> Iterator[str]:
        with service.database.read() as session:
            yield from leaving.export(session, owner)

    headers = {"Content-Disposition": 'attachment; filename="triton-playground.json"'}
    return StreamingResponse(parts(), media_type="application/json", headers=headers)


@router.delete("", operation_id="deleteMe", status_code=204)
def delete_me(who: WhoDep, service: ServiceDep, response: Response) -> None:
    """Delete you and all that is stored of you, for good. Your links answer 410 from then on."""
    if who is not None:
        if who.token is not None:
            raise NeedsBrowser("A bearer token may not do this. Do it on the account page, in your browser.")
        with service.database.read() as session:
            running = leaving.unfinished(session, who.owner)
        for row in running:
            try:
                service.cancel(row)
            except RedisError:  # what waits there is of nobody then, and its verdict goes nowhere
                break
        with service.database.write() as session:
            leaving.leave(session, who.owner)
    service.identities.take_away(response)


def _check_current(service: Service, owner: str, current: str | None) -> None:
    """Raise WrongSignIn unless the password, where there is one, is this."""
    with service.database.read() as session:
        row = session.get(tables.Identity, owner)
        kept = None if row is None else row.password
    if kept is None:
        return
    service.tries.count(tries.PASSWORD_HERE, "current password", owner)
    if not passwords.matches(kept, current or ""):
        raise WrongSignIn("That is not the present password.")


def _account(session: Session, service: Service, owner: str, *, is_admin: bool) -> Account:
    found = account_of(session, service, owner, is_admin=is_admin)
    assert found is not None
    return found


def _token(row: tables.Token) -> BearerToken:
    return BearerToken(
        id=row.id, label=row.label, created_at=row.created_at, seen_at=row.seen_at, expires_at=row.expires_at
    )


def _is_word(text: str, longest: int) -> bool:
    """Tell whether this may be an id at all: some databases refuse to be asked for a NUL."""
    return len(text) <= longest and text.isascii() and text.isalnum()
