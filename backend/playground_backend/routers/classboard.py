"""A class's live board: a snapshot, its events, a student's runs, notes to them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Response
from pydantic import RootModel
from sqlalchemy.orm import Session
from sse_starlette import EventSourceResponse, ServerSentEvent

from playground_backend import assigning, classboard
from playground_backend.assignment_messages import NewNote, Note
from playground_backend.classboard import Column
from playground_backend.classboard_messages import (
    Attempt,
    Attempts,
    BoardNews,
    CellChange,
    ClassBoard,
    HereChange,
)
from playground_backend.deps import COUNTED_WRITES, ServiceDep
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action, ClassRole
from playground_backend.routers.assignments import assigned
from playground_backend.routers.members import MemberPath, found
from playground_backend.service import Service
from playground_backend.store import assignments, audit, help, members, tables
from playground_backend.store import classboard as states
from playground_puzzles.models import SANDBOX, Device, Kind, Outcome, Verdict

router = APIRouter(prefix="/api/classrooms/{id}", tags=["board"], dependencies=[COUNTED_WRITES])

_MOST_ATTEMPTS = 50


class BoardEvents(EventSourceResponse):
    media_type = "text/event-stream"


class BoardEventData(RootModel[CellChange | HereChange | BoardNews]):
    """The data of one server-sent event of a board; the event's name tells which."""


@router.get("/board", operation_id="getClassBoard")
def get_class_board(
    insider: Annotated[Insider, allowed(Action.see_board)],
    service: ServiceDep,
    assignment: Annotated[str | None, Query(max_length=32)] = None,
) -> ClassBoard:
    """Every student with every puzzle, of one assignment or all that there are."""
    # Before anything is read: what comes in between comes again as an event.
    event_id = service.boards.last_id()
    with service.database.read() as session:
        if assignment is None:
            columns = _all_columns(session, service, insider)
        else:
            items = assigned(session, insider, assignment).items
            columns = [Column(item.puzzle, service.shelf.title(item.puzzle)) for item in items]
        everybody = members.everybody(session, insider.classroom)
        found_states = states.states(session, insider.classroom)
    students = [each for each in everybody if each.row.role == ClassRole.student.value]
    seen = service.presence.seen([owner for each in students for owner in each.owners])
    return classboard.board(insider.classroom, assignment, columns, students, found_states, seen, event_id)


@router.get(
    "/board/events",
    operation_id="followClassBoard",
    response_class=BoardEvents,
    responses={200: {"model": BoardEventData, "description": "Events, for as long as one listens"}},
)
async def follow_class_board(
    insider: Annotated[Insider, allowed(Action.see_board)],
    service: ServiceDep,
    after: Annotated[str | None, Query(max_length=40)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: `cell` for each verdict, `members` and `assignments` when they change, `here` now and then.

    after: the snapshot's event_id; Last-Event-ID goes before it. `reset` comes where something was missed.
    """
    events: AsyncIterator[ServerSentEvent] = service.boards.stream(insider.classroom, last_event_id or after)
    return BoardEvents(
        events,
        sep="\n",
        ping=service.settings.heartbeat_s,
        ping_message_factory=lambda: ServerSentEvent(comment="still here", sep="\n"),
    )


@router.get("/members/{mid}/puzzles/{slug}", operation_id="getAttempts")
def get_attempts(
    mid: MemberPath,
    slug: Annotated[str, Path(max_length=100)],
    insider: Annotated[Insider, allowed(Action.see_attempts)],
    service: ServiceDep,
) -> Attempts:
    """A student's runs of one puzzle, with source, verdict and output, and the notes to them."""
    puzzle = service.shelf.in_class(slug, insider.classroom).slug
    with service.database.read() as session:
        row = found(session, insider, mid)
        owners = members.with_seats(session, row).owners if row.role == ClassRole.student.value else ()
        runs, more = states.attempts(session, owners, puzzle, _MOST_ATTEMPTS)
        helped = [help.of_puzzle(session, owner, puzzle) for owner in owners]
        state = states.one(session, row.id, puzzle)
        notes = states.notes(session, row.id, puzzle)
    return Attempts(
        member=row.id,
        name=row.name,
        puzzle=puzzle,
        hints=max((each.hints for each in helped), default=0),
        gave_up=any(each.gave_up_at is not None for each in helped),
        cell=None if state is None else classboard.cell(state),
        attempts=[_attempt(run, text) for run, text in runs],
        more=more,
        notes=[assigning.note(each) for each in notes],
    )


@router.post("/members/{mid}/notes", operation_id="sendNote", status_code=201)
def send_note(
    mid: MemberPath, new: NewNote, insider: Annotated[Insider, allowed(Action.send_notes)], service: ServiceDep
) -> Note:
    """A note to a student, which their page shows until they close it."""
    puzzle = None if new.puzzle is None else service.shelf.in_class(new.puzzle, insider.classroom).slug
    with service.database.write() as session:
        row = found(session, insider, mid)
        made = states.add_note(session, row.id, insider.name, new.text, puzzle, datetime.now(UTC))
        audit.note(session, insider.classroom, insider.name, "note", f"{insider.name} wrote a note to {row.name}.")
        return assigning.note(made)


def _all_columns(session: Session, service: Service, insider: Insider) -> list[Column]:
    """All puzzles of the catalogue, then what is assigned beside them."""
    slugs = [puzzle.slug for puzzle in service.catalogue.puzzles if puzzle.kind is not Kind.demo]
    for each in assignments.of_class(session, insider.classroom):
        slugs += [item.puzzle for item in each.items if item.puzzle not in slugs]
    return [Column(slug, service.shelf.title(slug)) for slug in slugs if slug != SANDBOX]


def _attempt(row: tables.Submission, text: str) -> Attempt:
    return Attempt(
        id=row.id,
        device=Device(row.device),
        created_at=row.created_at,
        outcome=None if row.outcome is None else Outcome(row.outcome),
        diagnosis=row.diagnosis,
        is_counted=row.copied is not None,
        own_version=row.own_version,
        source=text or None,
        verdict=None if row.verdict is None else Verdict.model_validate(row.verdict),
    )
