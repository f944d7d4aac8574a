"""Grades: looked at, taken along as CSV and zip; and the trail of who changed what."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Response
from sqlalchemy.orm import Session

from playground_backend import gradebook
from playground_backend.deps import ServiceDep
from playground_backend.grade_messages import Audit, AuditEntry, CsvForm, Grades
from playground_backend.grades import grades
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action, ClassRole
from playground_backend.routers.assignments import assigned
from playground_backend.store import assignments, audit, class_tables, grading, members
from playground_backend.store.assignments import Assigned

router = APIRouter(prefix="/api/classrooms/{id}", tags=["grades"])

AssignmentQuery = Annotated[str | None, Query(max_length=32)]


@router.get("/grades", operation_id="getGrades")
def get_grades(
    insider: Annotated[Insider, allowed(Action.see_grades)], service: ServiceDep, assignment: AssignmentQuery = None
) -> Grades:
    """Points of every student, cell by cell with the reason; of one assignment or of all."""
    with service.database.read() as session:
        return _grades(session, insider, assignment)


@router.get(
    "/grades.csv",
    operation_id="getGradesCsv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "The grades as a table"}},
)
def get_grades_csv(
    insider: Annotated[Insider, allowed(Action.export_grades)],
    service: ServiceDep,
    form: CsvForm = CsvForm.plain,
    assignment: AssignmentQuery = None,
) -> Response:
    """The grades for a spreadsheet, or in the columns that Canvas or Moodle imports."""
    with service.database.read() as session:
        found = _grades(session, insider, assignment)
        name = gradebook.file_name(session.get_one(class_tables.Classroom, insider.classroom).name)
    return _download(gradebook.to_csv(found, form), "text/csv", f"{name}-grades.csv")


@router.get(
    "/solutions.zip",
    operation_id="getSolutionsZip",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}, "description": "Sources, one folder a student"}},
)
def get_solutions_zip(
    insider: Annotated[Insider, allowed(Action.export_grades)],
    service: ServiceDep,
    assignment: AssignmentQuery = None,
) -> Response:
    """What each student sent to each puzzle: the first that passed, else the last."""
    with service.database.read() as session:
        files = list(_files(session, insider, _chosen(session, insider, assignment)))
        name = gradebook.file_name(session.get_one(class_tables.Classroom, insider.classroom).name)
    return _download(gradebook.to_zip(files), "application/zip", f"{name}-solutions.zip")


@router.get("/audit", operation_id="getAudit")
def get_audit(
    insider: Annotated[Insider, allowed(Action.see_audit)],
    service: ServiceDep,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Audit:
    """Who changed what in the class, the newest first."""
    with service.database.read() as session:
        rows, more = audit.page(session, insider.classroom, page)
    entries = [AuditEntry(id=row.id, at=row.at, by=row.by, action=row.action, what=row.what) for row in rows]
    return Audit(entries=entries, more=more)


def _chosen(session: Session, insider: Insider, assignment: str | None) -> list[Assigned]:
    if assignment is not None:
        return [assigned(session, insider, assignment)]
    return assignments.of_class(session, insider.classroom)


def _students(session: Session, insider: Insider) -> list[class_tables.Member]:
    everybody = members.everybody(session, insider.classroom)
    return [each.row for each in everybody if each.row.role == ClassRole.student.value]


def _grades(session: Session, insider: Insider, assignment: str | None) -> Grades:
    chosen = _chosen(session, insider, assignment)
    zone = ZoneInfo(session.get_one(class_tables.Classroom, insider.classroom).time_zone)
    return grades(
        chosen,
        _students(session, insider),
        {each.row.id: grading.runs(session, each, insider.classroom) for each in chosen},
        datetime.now(UTC),
        zone,
        shows_contacts=insider.may(Action.see_contacts),
    )


def _files(session: Session, insider: Insider, chosen: list[Assigned]) -> Iterator[gradebook.Sent]:
    students = _students(session, insider)
    for each in chosen:
        for item in each.items:
            runs = grading.deciding(grading.sent(session, each, insider.classroom, item.puzzle))
            texts = grading.texts(session, [run.source for run in runs.values()])
            for place, student in enumerate(students, start=1):
                if student.id in runs and (source := texts.get(runs[student.id].source)):
                    yield gradebook.Sent(each.row.title, place, student.name, item.puzzle, source)


def _download(data: bytes, kind: str, name: str) -> Response:
    plain = name.encode("ascii", "ignore").decode()
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    headers = {"Content-Disposition": disposition, "Cache-Control": "private, no-store", "Vary": "Cookie"}
    return Response(data, media_type=kind, headers=headers)
