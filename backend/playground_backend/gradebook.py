"""Grades as files: CSV as spreadsheets and two learning platforms take it, and a zip of what students sent. Pure."""

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from playground_backend.grade_messages import CsvForm, Grade, Grades, GradeState
from playground_backend.grades import number

# What a spreadsheet would take for a formula, in its wide forms too.
_FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
# A zip has no earlier time, and what is in it shall not depend on when it was made.
_TIME: Final = (1980, 1, 1, 0, 0, 0)
_LONGEST: Final = 60
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Sent:
    """One file of the zip. number: the student's place, which tells namesakes apart."""

    assignment: str
    number: int
    student: str
    puzzle: str
    source: str


def to_csv(grades: Grades, form: CsvForm) -> bytes:
    """Return the table: one column an item in the plain form, one an assignment in the others'.

    The plain form has a byte-order mark, without which Excel takes UTF-8 for something else.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    rows = {CsvForm.plain: _plain, CsvForm.canvas: _canvas, CsvForm.moodle: _moodle}[form](grades)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig" if form is CsvForm.plain else "utf-8")


def to_zip(files: Iterable[Sent]) -> bytes:
    """Return a zip of `assignment/student/puzzle.py`, with names that every system takes."""
    data = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in files:
            folder = f"{file_name(each.assignment)}/{file_name(each.student)}-{each.number:03}"
            path = f"{folder}/{file_name(each.puzzle)}.py"
            # Two assignments may have one title.
            place = 2
            while path.casefold() in taken:
                path = f"{folder}/{file_name(each.puzzle)}-{place}.py"
                place += 1
            taken.add(path.casefold())
            archive.writestr(zipfile.ZipInfo(path, _TIME), each.source, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def file_name(text: str) -> str:
    """Return a name for a file or folder: letters, digits, hyphens and underscores of any script, never empty."""
    plain = unicodedata.normalize("NFKC", text)
    kept = "".join(each if each.isalnum() or each == "-" or _is_mark(each) else "_" for each in plain)
    name = re.sub(r"_+", "_", kept).strip("_-")[:_LONGEST].strip("_-") or "unnamed"
    return f"_{name}" if _DEVICES.fullmatch(name) else name


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc")


def _plain(grades: Grades) -> Iterable[Sequence[str]]:
    items = [(each, puzzle) for each in grades.assignments for puzzle in each.puzzles]
    head = ["Name", "E-mail", "Number"]
    for each, puzzle in items:
        head += [f"{each.title}: {puzzle}", f"{each.title}: {puzzle}, note"]
    yield [*head, "Points", "Of"]
    for row in grades.rows:
        cells = [row.name, row.email or "", row.number or ""]
        for cell in row.cells:
            note = {GradeState.late: "late", GradeState.closed: "too late", GradeState.open: "open"}.get(cell.state, "")
            cells += [number(cell.points), note]
        yield [*cells, number(row.points), number(grades.most)]


def _canvas(grades: Grades) -> Iterable[Sequence[str]]:
    """As Canvas imports a gradebook: it finds students by SIS ids, since its own ids are not known here."""
    blank = ["", "", "", ""]
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *(each.title for each in grades.assignments)]
    yield ["    Points Possible", *blank, *(number(each.most) for each in grades.assignments)]
    for row in grades.rows:
        yield [row.name, "", row.number or "", row.email or "", "", *_sums(grades, row.cells)]


def _moodle(grades: Grades) -> Iterable[Sequence[str]]:
    """As Moodle imports grades from CSV, students found by e-mail address or ID number."""
    yield ["Full name", "ID number", "Email address", *(each.title for each in grades.assignments)]
    for row in grades.rows:
        yield [row.name, row.number or "", row.email or "", *_sums(grades, row.cells)]


def _sums(grades: Grades, cells: Iterable[Grade]) -> list[str]:
    points = {each.id: 0.0 for each in grades.assignments}
    for cell in cells:
        points[cell.assignment] += cell.points
    return [number(points[each.id]) for each in grades.assignments]


def _safe(cell: str) -> str:
    """Keep a spreadsheet from taking a cell for a formula: an apostrophe says that it is text."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
