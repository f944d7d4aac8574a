"""Who asks for something of a class, and whether they may: the one dependency that every router of classes uses."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path

from playground_backend import closing
from playground_backend.deps import ServiceDep, WhoDep
from playground_backend.errors import ClassArchived, NotAllowed, UnknownClassroom
from playground_backend.rights import Action, ClassRole, rights_of
from playground_backend.store import classrooms, members
from playground_backend.store.sessions import Visitor

ADMINISTRATOR = "The administrator"


@dataclass(frozen=True)
class Insider:
    """member, role: null for the administrator who is no member. name: as the class and its audit trail know them."""

    owner: str
    classroom: str
    member: str | None
    role: ClassRole | None
    name: str
    rights: frozenset[Action]

    def may(self, action: Action) -> bool:
        return action in self.rights

    def demand(self, action: Action) -> None:
        """Raise NotAllowed."""
        if action not in self.rights:
            raise NotAllowed("Your role in this class does not let you do that. Ask one of its teachers.")


def look_up(service: ServiceDep, who: Visitor | None, classroom: str) -> Insider:
    """Return who a visitor is in a class. Raises UnknownClassroom, also for a class that is none of theirs."""
    if who is not None:
        with service.database.read() as session:
            row = classrooms.find(session, classroom)
            member = None if row is None else members.seated(session, classroom, who.owner)
            if row is not None and member is not None and not who.is_admin:
                closing.demand_class(session, who.owner, row)
        if row is not None and (member is not None or who.is_admin):
            role = None if member is None else ClassRole(member.role)
            rights = rights_of(role, is_admin=who.is_admin, is_archived=row.archived_at is not None)
            name = ADMINISTRATOR if member is None else member.name
            return Insider(who.owner, classroom, None if member is None else member.id, role, name, rights)
    raise UnknownClassroom("You are in no class of this address.")


def allowed(action: Action) -> Any:
    """Return the dependency of an endpoint with `{id}` of a class in its path.

    404 for who is not in the class, 403 for whose role may not do this, 409 where it is archived.
    """
    return Depends(_guard(action))


def _guard(action: Action) -> Callable[..., Insider]:
    def guard(id: Annotated[str, Path(max_length=32)], service: ServiceDep, who: WhoDep) -> Insider:
        found = look_up(service, who, id)
        if not found.may(action):
            live = rights_of(found.role, is_admin=who is not None and who.is_admin, is_archived=False)
            if action in live:
                raise ClassArchived("This class is archived. Take it out of the archive to change something.")
            found.demand(action)
        return found

    return guard
