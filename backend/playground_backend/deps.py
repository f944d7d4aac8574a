"""What endpoints ask for, as annotated aliases."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Cookie, Depends, Header, Request, Response
from fastapi.concurrency import run_in_threadpool

from playground_backend.address import visitor_address
from playground_backend.errors import BadToken, NeedsBrowser, NotAdmin
from playground_backend.identity import COOKIE, digest, new_identity, new_token
from playground_backend.service import Service
from playground_backend.store import sessions
from playground_backend.store.sessions import Visitor


async def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


ServiceDep = Annotated[Service, Depends(_service)]


async def _who(
    service: ServiceDep,
    cookie: Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)] = None,
    authorization: Annotated[str | None, Header(include_in_schema=False)] = None,
) -> Visitor | None:
    # A coroutine that leaves the loop only where there is something to look up: many requests are nobody's.
    if authorization is None and not cookie:
        return None
    return await run_in_threadpool(_look_up, service, cookie, authorization)


def _look_up(service: Service, cookie: str | None, authorization: str | None) -> Visitor | None:
    with service.database.read() as session:
        if authorization is not None:
            scheme, _, bearer = authorization.partition(" ")
            found = sessions.find_bearer(session, bearer.strip()) if scheme.lower() == "bearer" else None
            if found is None:
                # Not taken for nobody: a script would else solve for an identity that it does not know of.
                raise BadToken(
                    "This bearer token is not good, or no longer. Make a new one on the account page.",
                    headers={"WWW-Authenticate": "Bearer"},
                )
            return found
        if token := service.identities.token(cookie):
            return sessions.find(session, token)
        if identity := service.identities.first_release(cookie):
            return sessions.find_first_release(session, identity)
    return None


WhoDep = Annotated[Visitor | None, Depends(_who)]
"""The visitor with the way by which they are known; None for who has written nothing yet."""


async def _visitor(who: WhoDep) -> str | None:
    return None if who is None else who.owner


VisitorDep = Annotated[str | None, Depends(_visitor)]
"""The visitor's identity; None for who has written nothing yet."""


async def _address(request: Request, service: ServiceDep) -> str:
    return visitor_address(request.scope, service.settings.proxies)


AddressDep = Annotated[str, Depends(_address)]
"""Where the request comes from, for `FairUse` alone: it is not to be stored or logged."""


async def _guesser(service: ServiceDep, address: AddressDep) -> str:
    return await service.fair_use.hashed(address)


GuesserDep = Annotated[str, Depends(_guesser)]
"""What stands today for the address of who tries to sign in by what could be guessed."""


async def _counted(service: ServiceDep, address: AddressDep) -> None:
    await service.fair_use.write(address, is_new=False)


COUNTED = Depends(_counted)
"""Counts a write by somebody who gets no identity for it; AuthorDep counts its own."""


async def _counted_where_it_writes(request: Request, service: ServiceDep, address: AddressDep) -> None:
    if request.method not in ("GET", "HEAD"):
        await service.fair_use.write(address, is_new=False)


COUNTED_WRITES = Depends(_counted_where_it_writes)
"""As COUNTED, for a router whose every write is by somebody who is known already."""


@dataclass(frozen=True)
class Author:
    """Whom a write belongs to. session: the row id of their browser's; null for a bearer token."""

    owner: str
    session: str | None


async def _writing(
    service: ServiceDep,
    who: WhoDep,
    address: AddressDep,
    cookie_of: Response,
    cookie: Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)] = None,
) -> AsyncIterator[Author]:
    """Rows are written once the endpoint has done its work: what it refuses leaves no identity behind."""
    await service.fair_use.write(address, is_new=who is None)
    token = service.identities.token(cookie)
    if who is not None and (who.token is not None or (who.session is not None and token is not None)):
        if who.session is not None and token is not None:
            service.identities.give(cookie_of, token)
        yield Author(who.owner, who.session)
        if who.is_stale:
            await run_in_threadpool(_touch, service, who)
        return
    owner = new_identity() if who is None else who.owner
    token = new_token()
    service.identities.give(cookie_of, token)
    yield Author(owner, digest(token))
    await run_in_threadpool(_open, service, owner, token)


def _touch(service: Service, who: Visitor) -> None:
    with service.database.write() as session:
        sessions.touch(session, who, service.settings.cookie_life_days)


def _open(service: Service, owner: str, token: str) -> None:
    with service.database.write() as session:
        sessions.begin(session, owner, token, service.settings.cookie_life_days)


WritingDep = Annotated[Author, Depends(_writing, scope="function")]


async def _author(writing: WritingDep) -> str:
    return writing.owner


AuthorDep = Annotated[str, Depends(_author, scope="function")]
"""The identity that a write belongs to; made where there is none, and given a cookie with the answer.

The cookie goes with an answer that FastAPI makes: an endpoint that returns a Response of its own would lose it.
"""


async def _browser(writing: WritingDep) -> Author:
    if writing.session is None:
        raise NeedsBrowser("A bearer token may not do this. Do it on the account page, in your browser.")
    return writing


BrowserDep = Annotated[Author, Depends(_browser, scope="function")]
"""As AuthorDep, for what changes who can get in: no bearer token may."""


async def _admin(who: WhoDep) -> str:
    if who is None or not who.is_admin:
        raise NotAdmin(
            "The administrator alone may do this: `triton-playground admin-link` makes a link to sign in by."
        )
    return who.owner


AdminDep = Annotated[str, Depends(_admin)]
"""The identity of the administrator, from the browser that used the administrator's link."""
