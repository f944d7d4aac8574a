"""What the host's administrator may take off the boards, and put back."""

from enum import StrEnum

from fastapi import APIRouter

from playground_backend import board
from playground_backend.board import HiddenRow
from playground_backend.deps import AdminDep, ServiceDep
from playground_backend.errors import UnknownRow
from playground_backend.store import board as rows

router = APIRouter(prefix="/api/admin/identities", tags=["admin"])


class Wish(StrEnum):
    hide = "hide"
    unhide = "unhide"
    hide_name = "hide-name"
    unhide_name = "unhide-name"


@router.get("/hidden", operation_id="listHidden")
def list_hidden(admin: AdminDep, service: ServiceDep) -> list[HiddenRow]:
    """Whose row or name is hidden."""
    with service.database.read() as session:
        return board.hidden_rows(session, service.rows)


@router.post("/{row}/{wish}", operation_id="hideRow")
def hide_row(row: str, wish: Wish, admin: AdminDep, service: ServiceDep) -> list[HiddenRow]:
    """Hide a row of the leaderboard, or its name, or show it again; answers with all that is hidden then.

    What was solved is kept, and so is the name: its owner sees both, and that they are hidden.
    """
    with service.database.write() as session:
        owner = service.rows.owner(row, rows.candidates(session))
        if owner is None:
            raise UnknownRow("No row of a board has this id.")
        change = rows.hide if wish in (Wish.hide, Wish.unhide) else rows.hide_name
        change(session, owner, wish in (Wish.hide, Wish.hide_name))
        session.flush()
        return board.hidden_rows(session, service.rows)
