"""Judging a puzzle again for a whole class: begun, watched, and taken over once one has seen what would change."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.orm import Session

from playground_backend.deps import COUNTED_WRITES, ServiceDep
from playground_backend.errors import Invalid, NotFound, NotJudged
from playground_backend.grade_messages import GradeShift, NewRejudge, Rejudge, RejudgeChange, Rejudges, RejudgeState
from playground_backend.grades import grade
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action
from playground_backend.routers.assignments import AssignmentPath, assigned
from playground_backend.store import audit, class_tables, grading, members, rejudging
from playground_backend.store.assignments import Assigned
from playground_backend.store.rejudging import Again

router = APIRouter(
    prefix="/api/classrooms/{id}/assignments/{aid}/rejudge", tags=["grades"], dependencies=[COUNTED_WRITES]
)

RejudgePath = Annotated[str, Path(max_length=32)]


@router.post("", operation_id="beginRejudge", status_code=202)
def begin_rejudge(
    aid: AssignmentPath,
    new: NewRejudge,
    insider: Annotated[Insider, allowed(Action.rejudge)],
    service: ServiceDep,
) -> Rejudge:
    """Judge what the class sent to a puzzle again, in the background. Nothing changes until that is applied."""
    puzzle = service.shelf.in_class(new.puzzle, insider.classroom).slug
    with service.database.write() as session:
        found = assigned(session, insider, aid)
        if puzzle not in (item.puzzle for item in found.items):
            raise Invalid("The assignment has no such puzzle.", "puzzle")
        row = rejudging.begin_anew(session, found, puzzle, insider.name)
        what = f"{insider.name} had {puzzle} judged again, of {found.row.title}."
        audit.note(session, insider.classroom, insider.name, "rejudge", what)
        return _view(session, insider, found, row)


@router.get("", operation_id="listRejudges")
def list_rejudges(
    aid: AssignmentPath, insider: Annotated[Insider, allowed(Action.rejudge)], service: ServiceDep
) -> Rejudges:
    """How far it is, and whose verdicts and points would change."""
    with service.database.read() as session:
        found = assigned(session, insider, aid)
        rows = rejudging.of_assignment(session, found.row.id)
        return Rejudges(rejudges=[_view(session, insider, found, row) for row in rows])


@router.post("/{rid}/apply", operation_id="applyRejudge")
def apply_rejudge(
    aid: AssignmentPath,
    rid: RejudgePath,
    insider: Annotated[Insider, allowed(Action.rejudge)],
    service: ServiceDep,
) -> Rejudge:
    """Take the new verdicts over where they differ. The trail says how many; what they were before is kept."""
    with service.database.write() as session:
        found = assigned(session, insider, aid)
        row = _row(session, found, rid)
        if row.state != RejudgeState.judged.value:
            raise NotJudged("Not all of it is judged again yet, or it was applied or dropped already.")
        # Before it is done, for afterwards both are the same.
        shown = _view(session, insider, found, row)
        changed = rejudging.apply(session, row)
        what = f"{insider.name} took over {changed} changed verdict{'' if changed == 1 else 's'} of {row.puzzle}."
        audit.note(session, insider.classroom, insider.name, "rejudge", what)
        answer = shown.model_copy(update={"state": RejudgeState.applied, "applied_at": row.applied_at})
    service.boards.changed(insider.classroom, "members")
    return answer


@router.delete("/{rid}", operation_id="dropRejudge", status_code=204)
def drop_rejudge(
    aid: AssignmentPath,
    rid: RejudgePath,
    insider: Annotated[Insider, allowed(Action.rejudge)],
    service: ServiceDep,
) -> None:
    """Leave everything as it is."""
    with service.database.write() as session:
        row = _row(session, assigned(session, insider, aid), rid)
        if row.state == RejudgeState.applied.value:
            raise NotJudged("It was applied already.")
        row.state = RejudgeState.dropped.value
        what = f"{insider.name} dropped the new verdicts of {row.puzzle}."
        audit.note(session, insider.classroom, insider.name, "rejudge", what)


def _row(session: Session, found: Assigned, rejudge: str) -> class_tables.Rejudge:
    row = rejudging.find(session, found.row.id, rejudge)
    if row is None:
        raise NotFound("Nothing of this id is judged again.")
    return row


def _view(session: Session, insider: Insider, found: Assigned, row: class_tables.Rejudge) -> Rejudge:
    runs = rejudging.runs(session, row.id)
    sent = {each.submission: each for each in grading.sent(session, found, insider.classroom, row.puzzle)}
    names = {each.row.id: each.row.name for each in members.everybody(session, insider.classroom)}
    changes = [
        RejudgeChange(
            member=sent[run.submission].member,
            name=names[sent[run.submission].member],
            submission=run.submission,
            created_at=run.created_at,
            before=run.before,
            after=run.after or run.before,
        )
        for run in runs
        if run.is_change and run.submission in sent
    ]
    return Rejudge(
        id=row.id,
        puzzle=row.puzzle,
        state=RejudgeState(row.state),
        by=row.by,
        created_at=row.created_at,
        applied_at=row.applied_at,
        total=len(runs),
        done=sum(run.after is not None for run in runs),
        failed=sum(run.has_failed for run in runs),
        changes=changes,
        grades=_shifts(found, row, runs, sent, names),
    )


def _shifts(
    found: Assigned,
    row: class_tables.Rejudge,
    runs: list[Again],
    sent: Mapping[str, grading.Sent],
    names: Mapping[str, str],
) -> list[GradeShift]:
    """Reckon both ways: with the outcomes before, and with those after."""
    item = next((each for each in found.items if each.puzzle == row.puzzle), None)
    if item is None:
        return []
    now = datetime.now(UTC)
    old = {run.submission: run.before for run in runs if run.is_change}
    new = {run.submission: run.after for run in runs if run.is_change}
    before = grading.folded((replace(each, outcome=old.get(id, each.outcome)) for id, each in sent.items()), {})
    after = grading.folded((replace(each, outcome=new.get(id) or each.outcome) for id, each in sent.items()), {})
    shifts = []
    for member in before:
        was = grade(found, item, member, before[member], now).points
        will = grade(found, item, member, after[member], now).points
        if was != will:
            shifts.append(GradeShift(member=member, name=names[member], before=was, after=will))
    return sorted(shifts, key=lambda each: each.name.casefold())
