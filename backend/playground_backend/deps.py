"""What endpoints ask for, as annotated aliases.

They are coroutines though none waits: each plain function would cost a turn in the thread pool.
"""

from typing import Annotated

from fastapi import Cookie, Depends, Request, Response

from playground_backend.address import visitor_address
from playground_backend.identity import COOKIE, new_identity
from playground_backend.service import Service


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


async def _address(request: Request, service: ServiceDep) -> str:
    return visitor_address(request.scope, service.settings.proxies)


AddressDep = Annotated[str, Depends(_address)]
"""Where the request comes from, for `FairUse` alone: it is not to be stored or logged."""


async def _author(service: ServiceDep, visitor: VisitorDep, address: AddressDep, response: Response) -> str:
    await service.fair_use.write(address, is_new=visitor is None)
    author = visitor or new_identity()
    service.identities.give(response, author)
    return author


AuthorDep = Annotated[str, Depends(_author)]
"""The identity that a write belongs to; made where there is none, and given a cookie with the answer."""
