"""Puzzles that teachers write: drafts, checks, versions, publication, and the folder to take along."""

import io
import zipfile
from datetime import UTC, datetime
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Response
from redis.exceptions import RedisError
from sqlalchemy.orm import Session

from playground_backend.deps import COUNTED_WRITES, BrowserDep, ServiceDep, WhoDep
from playground_backend.errors import BeingChecked, ChangedMeanwhile, Invalid, NotChecked, NotTeacher, StillInUse
from playground_backend.errors import UnknownOwnPuzzle as Unknown
from playground_backend.insiders import Insider, allowed
from playground_backend.own_messages import (
    CheckState,
    ClassPuzzle,
    NewOwnPuzzle,
    OwnDraft,
    OwnPublication,
    OwnPuzzle,
    OwnPuzzleSummary,
    OwnVersion,
    OwnVersionSummary,
    UsedBy,
)
from playground_backend.rights import Action
from playground_backend.service import Service
from playground_backend.store import (
    accounts,
    assignments,
    audit,
    classrooms,
    own_puzzles,
    own_tables,
    rejudging,
)
from playground_puzzles import own
from playground_puzzles.errors import PuzzleError
from playground_puzzles.models import CheckReport
from playground_puzzles.own_template import template

router = APIRouter(tags=["own puzzles"], dependencies=[COUNTED_WRITES])

MOST: Final = 200
"""Puzzles of one teacher."""

PuzzleId = Annotated[str, Path(max_length=32)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("/api/own-puzzles", operation_id="listOwnPuzzles")
def list_own_puzzles(who: WhoDep, service: ServiceDep) -> list[OwnPuzzleSummary]:
    """The puzzles that you have written, the last edited first."""
    if who is None:
        return []
    with service.database.read() as session:
        return [_summary(session, service, row) for row in own_puzzles.of_owner(session, who.owner)]


@router.post("/api/own-puzzles", operation_id="createOwnPuzzle", status_code=201)
def create_own_puzzle(new: NewOwnPuzzle, browser: BrowserDep, who: WhoDep, service: ServiceDep) -> OwnPuzzle:
    """Begin a puzzle, from a small one that works, or from the files of a folder."""
    files = template() if new.files is None else _files(new.files)
    is_admin = who is not None and who.is_admin
    with service.database.write() as session:
        if not is_admin and not classrooms.may_teach(session, browser.owner):
            raise NotTeacher("Only teachers write puzzles. The administrator of this server makes teachers.")
        if len(own_puzzles.of_owner(session, browser.owner)) >= MOST:
            raise Invalid(f"You have {MOST} puzzles. Delete one first.", "title")
        accounts.ensure(session, browser.owner)
        return _whole(session, service, own_puzzles.make(session, browser.owner, new.title, files))


@router.get("/api/own-puzzles/{pid}", operation_id="getOwnPuzzle")
def get_own_puzzle(pid: PuzzleId, who: WhoDep, service: ServiceDep) -> OwnPuzzle:
    """A puzzle of yours, with its draft and versions."""
    with service.database.read() as session:
        return _whole(session, service, _mine(session, pid, who))


@router.put("/api/own-puzzles/{pid}", operation_id="saveOwnPuzzle")
def save_own_puzzle(pid: PuzzleId, draft: OwnDraft, who: WhoDep, service: ServiceDep) -> OwnPuzzle:
    """Save the draft. Students see nothing of it."""
    files = _files(draft.files)
    with service.database.write() as session:
        row = _mine(session, pid, who)
        if row.edited_at != draft.edited_at:
            raise ChangedMeanwhile("This puzzle was saved elsewhere meanwhile. Load it again before you go on.")
        row.title, row.files, row.edited_at = draft.title, files, datetime.now(UTC)
        session.flush()
        return _whole(session, service, row)


@router.delete("/api/own-puzzles/{pid}", operation_id="deleteOwnPuzzle", status_code=204)
def delete_own_puzzle(pid: PuzzleId, who: WhoDep, service: ServiceDep) -> None:
    """Delete it with all versions, for good. What students sent stays theirs."""
    with service.database.write() as session:
        row = _mine(session, pid, who)
        if own_puzzles.assigned(session, row.id):
            raise StillInUse("An assignment has this puzzle. Take it out of there first.")
        session.delete(row)


@router.post("/api/own-puzzles/{pid}/check", operation_id="checkOwnPuzzle", status_code=202)
def check_own_puzzle(pid: PuzzleId, who: WhoDep, service: ServiceDep) -> OwnVersion:
    """Make a version of the draft and have it checked: files, reference, and wrong kernels made of the reference."""
    with service.database.write() as session:
        row = _mine(session, pid, who)
        for other in own_puzzles.of_owner(session, row.owner):
            newest = next(iter(own_puzzles.versions(session, other.id)), None)
            if newest is not None and _state(service, newest)[0] in (CheckState.waiting, CheckState.running):
                raise BeingChecked("A puzzle of yours is being checked. Wait for that first.")
        version = own_puzzles.snapshot(session, row)
        number, job = version.number, own_puzzles.check_of(session, version.id)
    # Once it is committed, or what is found could come before it. Where Redis is gone the version is `lost`.
    if job is not None:
        # The folder is to load beside these.
        taken = [puzzle.slug for puzzle in service.catalogue.puzzles]
        service.queue.enqueue_check(job.model_copy(update={"taken": taken}))
    with service.database.read() as session:
        return _version(service, _numbered(session, _mine(session, pid, who), number))


@router.get("/api/own-puzzles/{pid}/versions/{number}", operation_id="getOwnVersion")
def get_own_version(pid: PuzzleId, number: Number, who: WhoDep, service: ServiceDep) -> OwnVersion:
    """A version with its files and what the check has found."""
    with service.database.read() as session:
        return _version(service, _numbered(session, _mine(session, pid, who), number))


@router.post("/api/own-puzzles/{pid}/publish", operation_id="publishOwnPuzzle")
def publish_own_puzzle(pid: PuzzleId, told: OwnPublication, who: WhoDep, service: ServiceDep) -> OwnPuzzle:
    """Let a good version be the one that counts, in each class that has the puzzle."""
    changed: set[str] = set()
    with service.database.write() as session:
        row = _mine(session, pid, who)
        version = _numbered(session, row, told.version)
        if version.parsed is None:
            raise NotChecked("Only a version whose check came out well can be published. Check it first.")
        row.published = version.number
        session.flush()
        slug = own.slug_of(row.id)
        for each in own_puzzles.classes(session, row.id):
            what = f"Version {version.number} of {row.title} was published by its author."
            audit.note(session, each.id, "Its author", "puzzle", what)
            changed.add(each.id)
        for assignment in own_puzzles.assigned(session, row.id) if told.judge_again else ():
            found = assignments.find(session, assignment.classroom, assignment.id)
            if found is not None and assignment.classroom in changed:
                rejudging.begin_anew(session, found, slug, "The author of the puzzle")
        answer = _whole(session, service, row)
    for classroom in changed:
        service.boards.changed(classroom, "assignments")
    return answer


@router.get(
    "/api/own-puzzles/{pid}/folder.zip",
    operation_id="exportOwnPuzzle",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "The puzzle's folder"}},
)
def export_own_puzzle(
    pid: PuzzleId, who: WhoDep, service: ServiceDep, version: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None
) -> Response:
    """The draft, or a version, as a folder that PUZZLES_PATH can name."""
    with service.database.read() as session:
        row = _mine(session, pid, who)
        files = row.files if version is None else _numbered(session, row, version).files
        name = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in row.title.lower()).strip("-")
    name = name or row.id
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in own.FILES:
            if file in files:
                archive.writestr(f"{name}/{file}", files[file])
    headers = {
        "Content-Disposition": f'attachment; filename="{quote(name)}.zip"',
        "Cache-Control": "private, no-store",
        "Vary": "Cookie",
    }
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


# ---- in a class ----

_CLASS = "/api/classrooms/{id}/puzzles"


@router.get(_CLASS, operation_id="listClassPuzzles")
def list_class_puzzles(
    insider: Annotated[Insider, allowed(Action.see_puzzles)], service: ServiceDep
) -> list[ClassPuzzle]:
    """Puzzles of its teachers' own that the class may be given."""
    with service.database.read() as session:
        return [_class_puzzle(row, insider) for row in own_puzzles.of_class(session, insider.classroom)]


@router.put(f"{_CLASS}/{{pid}}", operation_id="giveClassPuzzle")
def give_class_puzzle(
    pid: PuzzleId, insider: Annotated[Insider, allowed(Action.publish_puzzles)], who: WhoDep, service: ServiceDep
) -> ClassPuzzle:
    """Let the class be given a published puzzle of yours. Its other teachers may then assign it too."""
    with service.database.write() as session:
        row = _mine(session, pid, who)
        if row.published is None:
            raise NotChecked("Publish a version of the puzzle first.")
        own_puzzles.give(session, row.id, insider.classroom)
        what = f"{insider.name} gave the class the puzzle {row.title}."
        audit.note(session, insider.classroom, insider.name, "puzzle", what)
        return _class_puzzle(row, insider)


@router.delete(f"{_CLASS}/{{pid}}", operation_id="takeClassPuzzle", status_code=204)
def take_class_puzzle(
    pid: PuzzleId, insider: Annotated[Insider, allowed(Action.publish_puzzles)], service: ServiceDep
) -> None:
    """The class may be given it no longer. Refused while an assignment has it."""
    with service.database.write() as session:
        row = own_puzzles.find(session, pid)
        if row is None or row.id not in {each.id for each in own_puzzles.of_class(session, insider.classroom)}:
            raise Unknown("The class has no puzzle of this id.")
        if own_puzzles.assigned(session, row.id, insider.classroom):
            raise StillInUse("An assignment of the class has this puzzle. Take it out of there first.")
        own_puzzles.take_back(session, row.id, insider.classroom)
        what = f"{insider.name} took the puzzle {row.title} from the class."
        audit.note(session, insider.classroom, insider.name, "puzzle", what)


def _class_puzzle(row: own_tables.OwnPuzzle, insider: Insider) -> ClassPuzzle:
    assert row.published is not None
    return ClassPuzzle(
        puzzle=own.slug_of(row.id), title=row.title, version=row.published, is_mine=row.owner == insider.owner
    )


def _mine(session: Session, id: str, who: WhoDep) -> own_tables.OwnPuzzle:
    row = own_puzzles.find(session, id)
    if row is None or who is None or row.owner != who.owner:
        raise Unknown("You have written no puzzle of this id.")
    return row


def _numbered(session: Session, row: own_tables.OwnPuzzle, number: int) -> own_tables.OwnVersion:
    found = own_puzzles.version(session, row.id, number)
    if found is None:
        raise Unknown("The puzzle has no version of this number.")
    return found


def _files(files: dict[str, str]) -> dict[str, str]:
    """Line ends as they are everywhere here, and no byte-order mark. Raises Invalid."""
    plain = {
        name: text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n") for name, text in files.items()
    }
    try:
        own.demand_sizes(plain)
    except PuzzleError as error:
        raise Invalid(error.message, "files") from None
    return plain


def _state(service: Service, row: own_tables.OwnVersion) -> tuple[CheckState, int | None, int | None]:
    """The state with the wrong kernels tried, and how many there are, while that is going on."""
    if row.checked_at is not None:
        return (CheckState.failed if row.parsed is None else CheckState.good), None, None
    try:
        progress = service.queue.check_progress(row.id)
    except RedisError:
        return CheckState.waiting, None, None
    if progress is None:
        # Its verdict may be on its way into the database for a moment.
        fresh = (datetime.now(UTC) - row.created_at).total_seconds() < 10
        return (CheckState.waiting if fresh or service.queue.is_on_its_way(row.id) else CheckState.lost), None, None
    tried, wrong = progress
    return (CheckState.running, tried, wrong) if wrong else (CheckState.waiting, None, None)


def _version_summary(service: Service, row: own_tables.OwnVersion) -> OwnVersionSummary:
    state, tried, wrong = _state(service, row)
    report = None if row.report is None else CheckReport.model_validate(row.report)
    if report is not None and state is CheckState.good:
        tried, wrong = report.wrong, report.wrong
    return OwnVersionSummary(
        number=row.number,
        created_at=row.created_at,
        state=state,
        says=None if report is None else report.problem or report.says,
        tried=tried,
        wrong=wrong,
        passed=len(report.survivors) if report is not None and state is CheckState.good else None,
    )


def _version(service: Service, row: own_tables.OwnVersion) -> OwnVersion:
    return OwnVersion(
        **_version_summary(service, row).model_dump(),
        files=row.files,
        report=None if row.report is None else CheckReport.model_validate(row.report),
    )


def _summary(session: Session, service: Service, row: own_tables.OwnPuzzle) -> OwnPuzzleSummary:
    newest = next(iter(own_puzzles.versions(session, row.id)), None)
    return OwnPuzzleSummary(
        id=row.id,
        slug=own.slug_of(row.id),
        title=row.title,
        created_at=row.created_at,
        edited_at=row.edited_at,
        published=row.published,
        newest=None if newest is None else _version_summary(service, newest),
        classrooms=[
            UsedBy(id=each.id, name=each.name, assignments=len(own_puzzles.assigned(session, row.id, each.id)))
            for each in own_puzzles.classes(session, row.id)
        ],
    )


def _whole(session: Session, service: Service, row: own_tables.OwnPuzzle) -> OwnPuzzle:
    versions = own_puzzles.versions(session, row.id)
    return OwnPuzzle(
        **_summary(session, service, row).model_dump(),
        files=row.files,
        versions=[_version_summary(service, each) for each in versions],
        is_changed=not versions or versions[0].files != row.files,
    )
