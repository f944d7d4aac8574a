"""Submissions: sent, looked at, followed live, cancelled. To others than their owner they are 404."""

import gzip
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import RootModel
from sse_starlette import EventSourceResponse, ServerSentEvent

from playground_backend import compilations
from playground_backend.deps import AuthorDep, ServiceDep, VisitorDep
from playground_backend.errors import ArraysGone, TraceGone, UnknownSubmission
from playground_backend.messages import Accepted, NewSubmission
from playground_backend.service import Service, case_of
from playground_backend.store import records, tables
from playground_backend.store.records import Wanted
from playground_puzzles.models import CompileCheck, Event, Submission, Target
from playground_puzzles.source_text import normalise

_KEPT = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie"}

router = APIRouter(prefix="/api/submissions", tags=["submissions"])


class EventStream(EventSourceResponse):
    media_type = "text/event-stream"


class EventData(RootModel[Event]):
    """The data of one server-sent event; its event name is the `type`."""


@router.post("", operation_id="createSubmission", status_code=202)
def create_submission(new: NewSubmission, author: AuthorDep, service: ServiceDep) -> Accepted:
    """Judge a source. With case or seed it is a replay: judged, never counted."""
    puzzle = service.shelf.get(new.puzzle, author)
    if new.case is not None:
        case_of(puzzle, new.case)
    source = normalise(new.source)
    entry = service.accept(author, source, [Wanted(puzzle.slug, new.device, new.case, new.seed)])[0]
    return Accepted(id=entry.id, status=entry.status, position=entry.position)


@router.get("/{id}", operation_id="getSubmission")
def get_submission(id: str, visitor: VisitorDep, service: ServiceDep) -> Submission:
    """Where it is, and its verdict once it has one."""
    return service.view(_owned(service, id, visitor))


@router.delete("/{id}", operation_id="cancelSubmission", status_code=202)
def cancel_submission(id: str, visitor: VisitorDep, service: ServiceDep) -> Submission:
    """Stop it. A running one stops in a moment: follow it to its verdict. A judged one stays as it is."""
    service.cancel(_owned(service, id, visitor))
    return service.view(_owned(service, id, visitor))


@router.get(
    "/{id}/events",
    operation_id="followSubmission",
    response_class=EventStream,
    responses={
        200: {"model": EventData, "description": "Events, up to the verdict"},
        204: {"description": "All has been seen: do not connect again"},
    },
)
async def follow_submission(
    id: str,
    visitor: VisitorDep,
    service: ServiceDep,
    last_event_id: Annotated[str | None, Header()] = None,
    until: Annotated[Literal["verdict", "compile"], Query()] = "verdict",
) -> Response:
    """Server-sent events: queued, started, output, progress, verdict. Last-Event-ID resumes after that one.

    until=compile: on to the `compile` event, where one comes within half a minute of the verdict.
    """
    row = await run_in_threadpool(_owned, service, id, visitor)
    if row.outcome is not None and await service.hub.is_over(id, last_event_id, until):
        return Response(status_code=204)
    events: AsyncIterator[ServerSentEvent] = service.hub.stream(id, last_event_id, until)
    return EventStream(
        events,
        sep="\n",
        ping=service.settings.heartbeat_s,
        ping_message_factory=lambda: ServerSentEvent(comment="still here", sep="\n"),
    )


@router.get(
    "/{id}/cases/{name}/arrays",
    operation_id="getArrays",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "Packed tensors"}},
)
def get_arrays(id: str, name: str, visitor: VisitorDep, service: ServiceDep) -> Response:
    """A case's tensors: u32 header length (little-endian), JSON header, padding to 8 bytes, raw arrays."""
    _owned(service, id, visitor)
    data = service.queue.arrays(id, name)
    if data is None:
        raise ArraysGone("This case's tensors are not kept. They are kept for an hour, for cases that failed.")
    return Response(data, media_type="application/octet-stream", headers=_KEPT)


@router.get(
    "/{id}/cases/{name}/trace",
    operation_id="getTrace",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "Packed accesses"}},
)
def get_trace(
    id: str,
    name: str,
    visitor: VisitorDep,
    service: ServiceDep,
    accept_encoding: Annotated[str, Header()] = "",
) -> Response:
    """A case's loads, stores and atomics: u32 header length (little-endian), JSON header, int32 offsets."""
    _owned(service, id, visitor)
    data = service.queue.trace(id, name)
    if data is None:
        raise TraceGone(
            "This case's accesses are not kept. They are kept for an hour, for the first case and failed ones."
        )
    headers = {**_KEPT, "Vary": "Cookie, Accept-Encoding"}
    if _takes_gzip(accept_encoding):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.get("/{id}/compile", operation_id="getCompilation")
def get_compilation(
    id: str,
    visitor: VisitorDep,
    service: ServiceDep,
    response: Response,
    target: Target = Target.sm_90,
    case: str | None = None,
) -> CompileCheck:
    """Whether it compiles for a GPU, and into what; case: whose sizes and blocks, the first where left out.

    A submission that was judged is compiled for sm_90 by itself. Anything else is compiled when it is first asked for:
    ask again while `status` is waiting.
    """
    row = _owned(service, id, visitor)
    response.headers["Cache-Control"] = "no-store"
    return compilations.look(service, row, target, case)


def _takes_gzip(accept_encoding: str) -> bool:
    """Whether a client that sends this header undoes gzip: it names it, or `*`, and not with a weight of 0."""
    weights = {"*": "0"}
    for part in accept_encoding.lower().replace(" ", "").split(","):
        name, _, weight = part.partition(";q=")
        weights[name] = weight or "1"
    return weights.get("gzip", weights["*"]).strip("0.") != ""


def _owned(service: Service, submission: str, visitor: str | None) -> tables.Submission:
    with service.database.read() as session:
        row = records.find(session, submission, visitor)
    if row is None:
        raise UnknownSubmission("You have no submission of this id.")
    return row
