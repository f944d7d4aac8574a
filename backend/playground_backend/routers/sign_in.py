"""Signing in: by name and password, from another browser, by a provider, as the administrator; and out."""

import hmac
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Cookie, Query, Response
from fastapi.responses import RedirectResponse

from playground_backend import names, passwords, tries
from playground_backend.deps import COUNTED, GuesserDep, ServiceDep, WhoDep
from playground_backend.errors import NotFound, ProviderFailed, WrongSignIn
from playground_backend.identity import SIGN_IN_COOKIE, SIGN_IN_PATH, new_identity, new_token
from playground_backend.messages import (
    Account,
    AdminSignIn,
    MoveSignIn,
    PasswordSignIn,
    ProviderSignIn,
    ProviderUrl,
    SignInProvider,
    SignInWays,
)
from playground_backend.providers import Provider
from playground_backend.routers.account import account_of, sealed_move
from playground_backend.service import Service
from playground_backend.store import accounts, merging, sessions, tables
from playground_backend.store.sessions import Visitor

router = APIRouter(prefix=SIGN_IN_PATH, tags=["sign-in"])

_ACCOUNT_PAGE: Final = "/me/account"


@router.get("", operation_id="getSignInWays")
def get_sign_in_ways(service: ServiceDep) -> SignInWays:
    return SignInWays(providers=[SignInProvider(id=each.id, name=each.name) for each in service.providers.values()])


@router.post("/password", operation_id="signInByPassword", dependencies=[COUNTED])
def sign_in_by_password(
    given: PasswordSignIn, who: WhoDep, guesser: GuesserDep, response: Response, service: ServiceDep
) -> Account:
    """By display name and password."""
    key = names.key(given.name)
    service.tries.count(tries.PASSWORD_HERE, "password", key, guesser)
    service.tries.count(tries.PASSWORDS_HERE, "passwords", guesser)
    service.tries.count(tries.PASSWORD, "password anywhere", key)
    with service.database.read() as session:
        row = accounts.by_name_key(session, key) if len(key) <= names.LONGEST_KEY and "\0" not in key else None
        owner, kept = (None, None) if row is None else (row.id, row.password)
    if not passwords.matches(kept, given.password) or owner is None:
        raise WrongSignIn("No account has this name with this password.")
    return sign_in(service, response, who, owner, merge=given.merge)


@router.post("/move", operation_id="signInByMove", dependencies=[COUNTED])
def sign_in_by_move(
    given: MoveSignIn, who: WhoDep, guesser: GuesserDep, response: Response, service: ServiceDep
) -> Account:
    """By the link or the code that another browser shows. Either is good once."""
    service.tries.count(tries.CODE_HERE, "code", guesser)
    service.tries.count(tries.CODE, "code anywhere")
    with service.database.write() as session:
        ticket = sessions.use_ticket(session, "move", sealed_move(service, given.code))
        owner = None if ticket is None else ticket.owner
    if owner is None:
        raise WrongSignIn("This link or code is not good, or no longer. Make a new one in the other browser.")
    return sign_in(service, response, who, owner, merge=given.merge)


@router.post("/admin", operation_id="signInAsAdmin", dependencies=[COUNTED])
def sign_in_as_admin(given: AdminSignIn, who: WhoDep, response: Response, service: ServiceDep) -> Account:
    """By the link that `triton-playground admin-link` makes. It is good once, and for this browser alone."""
    with service.database.write() as session:
        ticket = sessions.use_ticket(session, "admin", service.identities.seal("admin", given.token))
    if ticket is None:
        raise WrongSignIn("This link is not good, or no longer. `triton-playground admin-link` makes a new one.")
    owner = new_identity() if who is None else who.owner
    return sign_in(service, response, who, owner, merge=False, admin_hours=service.settings.admin_life_hours)


@router.post("/out", operation_id="signOut", status_code=204)
def sign_out(who: WhoDep, response: Response, service: ServiceDep) -> None:
    """End this browser's session. An account that is not protected cannot be come back to."""
    if who is not None and who.session is not None:
        with service.database.write() as session:
            sessions.revoke(session, who.owner, who.session)
    service.identities.take_away(response)


# ---- providers ----


@router.post("/with/{provider}", operation_id="beginSignIn", dependencies=[COUNTED])
def begin_sign_in(provider: str, given: ProviderSignIn, response: Response, service: ServiceDep) -> ProviderUrl:
    """Where the browser goes to sign in by a provider; it comes back signed in."""
    begun = _provider(service, provider).begin()
    state = {
        **begun.state,
        "provider": provider,
        "next": safe_path(given.next),
        "connect": given.connect,
        "merge": given.merge,
    }
    service.identities.begin_sign_in(response, state)
    return ProviderUrl(url=begun.url)


@router.get("/with/{provider}/callback", operation_id="finishSignIn", include_in_schema=False)
def finish_sign_in(
    provider: str,
    who: WhoDep,
    service: ServiceDep,
    state: Annotated[str, Query(max_length=500)] = "",
    code: Annotated[str, Query(max_length=4000)] = "",
    error: Annotated[str, Query(max_length=500)] = "",
    iss: Annotated[str | None, Query(max_length=500)] = None,
    cookie: Annotated[str | None, Cookie(alias=SIGN_IN_COOKIE)] = None,
) -> Response:
    """Where the provider sends the browser back to. What fails is told on the account page."""
    begun = service.identities.sign_in_state(cookie)
    if begun is None or begun["provider"] != provider or not hmac.compare_digest(begun["state"], _ascii(state)):
        return _back(service, _ACCOUNT_PAGE, "expired")
    if error or not code:
        return _back(service, begun["next"], "refused")
    found = _provider(service, provider)
    try:
        subject = found.finish(begun, code, iss)
    except ProviderFailed:
        return _back(service, begun["next"], "failed")
    answer = _back(service, begun["next"])
    with service.database.read() as session:
        owner = accounts.by_login(session, found.key, subject)
    if owner is None or begun["connect"]:
        _connect(service, answer, who, found, subject)
    else:
        sign_in(service, answer, who, owner, merge=begun["merge"])
    return answer


def safe_path(path: str) -> str:
    """Return the path if it is one of this site's pages, else the account page."""
    plain = path.startswith("/") and path.isascii() and path.isprintable()
    if not plain or path.startswith(("//", "/api/")) or "\\" in path or " " in path:
        return _ACCOUNT_PAGE
    return path


def _connect(service: Service, response: Response, who: Visitor | None, provider: Provider, subject: str) -> None:
    """Add an account elsewhere to the visitor's; who signs in by it already is the same person, and becomes one."""
    here = new_identity() if who is None else who.owner
    with service.database.write() as session:
        accounts.ensure(session, here)
        there = accounts.by_login(session, provider.key, subject)
        if there is None:
            accounts.add_login(session, here, provider.key, subject)
        else:
            merging.merge(session, there, here)
    sign_in(service, response, who, here, merge=False)


def sign_in(
    service: Service,
    response: Response,
    who: Visitor | None,
    owner: str,
    *,
    merge: bool,
    admin_hours: int | None = None,
) -> Account:
    """Sign this browser in, with a new session; what it had before goes along where it was nobody's account yet."""
    token = new_token()
    with service.database.write() as session:
        accounts.ensure(session, owner)
        if who is not None and who.session is not None:
            sessions.revoke(session, who.owner, who.session)
        if merge and who is not None and who.token is None and who.owner != owner:
            before = session.get(tables.Identity, who.owner)
            # An account that can be signed in to stays as it is: somebody else may have used this browser.
            if before is not None and not accounts.is_protected(session, before):
                merging.merge(session, who.owner, owner)
        sessions.begin(session, owner, token, service.settings.cookie_life_days, admin_hours)
        account = account_of(session, service, owner, is_admin=admin_hours is not None)
    assert account is not None
    service.identities.give(response, token)
    return account


def _provider(service: Service, id: str) -> Provider:
    found = service.providers.get(id)
    if found is None:
        raise NotFound("This server does not offer to sign in by that.")
    return found


def _back(service: Service, path: str, problem: str | None = None) -> Response:
    """Go to a page of this site. 303: the page is asked for with GET."""
    if problem is not None:
        path = f"{_ACCOUNT_PAGE}?{urlencode({'problem': problem})}"
    answer = RedirectResponse(f"{service.settings.public_url or ''}{path}", status_code=303)
    service.identities.end_sign_in(answer)
    return answer


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode()
