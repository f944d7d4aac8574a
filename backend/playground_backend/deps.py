"""What endpoints ask for, as annotated aliases.

They are coroutines though none waits: each plain function would cost a turn in the thread pool.
"""

from typing import Annotated

from fastapi import Cookie, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool

from playground_backend.errors import NotAdmin
from playground_backend.identity import COOKIE, new_identity
from playground_backend.service import Service
from playground_backend.store.tables import Identity


async def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


ServiceDep = Annotated[Service, Depends(_service)]


async def _visitor(
    service: ServiceDep, cookie: Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)] = None
) -> str | None:
    return service.identities.read(cookie)


VisitorDep = Annotated[str | None, Depends(_visitor)]
"""The visitor's identity; None for who has written nothing yet."""


async def _author(service: ServiceDep, visitor: VisitorDep, response: Response) -> str:
    author = visitor or new_identity()
    service.identities.give(response, author)
    return author


AuthorDep = Annotated[str, Depends(_author)]
"""The identity that a write belongs to; made where there is none, and given a cookie with the answer."""


async def _admin(service: ServiceDep, visitor: VisitorDep) -> str:
    if visitor is None or not await run_in_threadpool(_is_admin, service, visitor):
        raise NotAdmin("The administrator alone may do this.")
    return visitor


def _is_admin(service: Service, visitor: str) -> bool:
    with service.database.read() as session:
        row = session.get(Identity, visitor)
        return row is not None and row.is_admin


AdminDep = Annotated[str, Depends(_admin)]
"""The identity of the administrator."""
