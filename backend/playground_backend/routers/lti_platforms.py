"""Registrations of learning platforms: the administrator's alone, since their addresses are asked by this server."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path

from playground_backend.deps import COUNTED_WRITES, AdminDep, ServiceDep
from playground_backend.errors import Invalid, NotFound
from playground_backend.lti.fetching import is_usable
from playground_backend.lti_messages import NewPlatform, Platform, Platforms, ToolAddresses
from playground_backend.service import Service
from playground_backend.store import lti, records
from playground_backend.store.lti_tables import LtiPlatform

router = APIRouter(prefix="/api/lti/platforms", tags=["lti"], dependencies=[COUNTED_WRITES])

PlatformPath = Annotated[str, Path(max_length=32)]
_NO_SUCH = "No platform has this id."


@router.get("", operation_id="listPlatforms")
def list_platforms(admin: AdminDep, service: ServiceDep) -> Platforms:
    """All registrations, and what a platform's administration asks for."""
    url = service.lti.url
    tool = ToolAddresses(
        login=None if url is None else f"{url}/login",
        launch=None if url is None else f"{url}/launch",
        jwks=None if url is None else f"{url}/jwks",
    )
    with service.database.read() as session:
        return Platforms(tool=tool, platforms=[_view(row, courses) for row, courses in lti.platforms(session)])


@router.post("", operation_id="addPlatform", status_code=201)
def add_platform(new: NewPlatform, admin: AdminDep, service: ServiceDep) -> Platform:
    """Register a platform. From then on this server asks it for keys, and trusts it about its courses' people."""
    if service.lti.url is None:
        raise Invalid("This server does not know its own address: start it with --public-url.", "name")
    _check(service, new)
    row = LtiPlatform(id=records.new_id(), created_at=datetime.now(UTC), **new.model_dump())
    with service.database.write() as session:
        if lti.is_taken(session, new.issuer, new.client_id):
            raise Invalid("A platform with this issuer and client id is registered already.", "client_id")
        session.add(row)
        session.flush()
        return _view(row, 0)


@router.put("/{pid}", operation_id="changePlatform")
def change_platform(pid: PlatformPath, new: NewPlatform, admin: AdminDep, service: ServiceDep) -> Platform:
    """Correct a registration. Courses and people stay those of the platform."""
    _check(service, new)
    with service.database.write() as session:
        row = lti.platform(session, pid)
        if row is None:
            raise NotFound(_NO_SUCH)
        if lti.is_taken(session, new.issuer, new.client_id, but=row.id):
            raise Invalid("A platform with this issuer and client id is registered already.", "client_id")
        for name, value in new.model_dump().items():
            setattr(row, name, value)
        session.flush()
        return _view(row, next(courses for each, courses in lti.platforms(session) if each.id == row.id))


@router.delete("/{pid}", operation_id="removePlatform", status_code=204)
def remove_platform(pid: PlatformPath, admin: AdminDep, service: ServiceDep) -> None:
    """Nobody comes from it any more, and nothing is sent to it. Classes and their people stay."""
    with service.database.write() as session:
        row = lti.platform(session, pid)
        if row is None:
            raise NotFound(_NO_SUCH)
        session.delete(row)


def _check(service: Service, new: NewPlatform) -> None:
    """Raises Invalid."""
    told = {"auth_url": new.auth_url, "token_url": new.token_url, "jwks_url": new.jwks_url, "site": new.site}
    for field, url in told.items():
        if url is not None and not is_usable(url, allows_private=service.lti.allows_private):
            raise Invalid(
                "This must be an https address on the public internet, without a name or password in it. For platforms "
                "in your own network there is the setting PLAYGROUND_LTI_PRIVATE_PLATFORMS.",
                field,
            )
    # It is compared and never asked, but for its pages being allowed to frame one of ours.
    if not new.issuer.startswith(("https://", "http://")):
        raise Invalid("An issuer is an address such as https://moodle.example.org.", "issuer")


def _view(row: LtiPlatform, courses: int) -> Platform:
    return Platform(
        id=row.id,
        name=row.name,
        issuer=row.issuer,
        client_id=row.client_id,
        deployments=row.deployments,
        auth_url=row.auth_url,
        token_url=row.token_url,
        jwks_url=row.jwks_url,
        site=row.site,
        courses=courses,
        created_at=row.created_at,
    )
