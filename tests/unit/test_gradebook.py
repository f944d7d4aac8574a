"""Grades as files: what a spreadsheet would run is text, and names are such as every system takes."""

import csv
import io
import zipfile
from datetime import UTC, datetime

import pytest

from playground_backend.grade_messages import CsvForm, Grade, GradedAssignment, GradeRow, Grades, GradeState
from playground_backend.gradebook import Sent, file_name, to_csv, to_zip
from playground_puzzles.models import Device

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def table(name: str, number: str | None = None, title: str = "Week 1") -> Grades:
    cell = Grade(
        assignment="a",
        puzzle="constant-add",
        points=1.5,
        most=2,
        state=GradeState.late,
        attempts=3,
        solved_at=NOW,
        due_at=NOW,
        is_helped=False,
        is_copied=False,
        explanation="",
    )
    graded = GradedAssignment(
        id="a", title=title, puzzles=["constant-add"], most=2, late="shown", device=Device.interpreter, policy=""
    )
    row = GradeRow(member="m", name=name, email="a@x.example", number=number, points=1.5, cells=[cell])
    return Grades(assignments=[graded], most=2, rows=[row], now=NOW)


def rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＋"])
@pytest.mark.parametrize("form", CsvForm)
def test_no_cell_begins_like_a_formula(form: CsvForm, start: str):
    hostile = f'{start}HYPERLINK("http://x.example","a;b,c")'
    data = to_csv(table(hostile, hostile, hostile), form)
    cells = [cell for row in rows(data) for cell in row]
    assert f"'{hostile}" in cells
    assert not any(cell.startswith(tuple("=+-@\t\r＝＋－＠")) for cell in cells)


def test_each_form_has_the_columns_that_its_reader_wants():
    grades = table("Jörg Müller", "0123")
    plain = to_csv(grades, CsvForm.plain)
    assert plain.startswith(b"\xef\xbb\xbf")
    assert rows(plain) == [
        ["Name", "E-mail", "Number", "Week 1: constant-add", "Week 1: constant-add, note", "Points", "Of"],
        ["Jörg Müller", "a@x.example", "0123", "1.5", "late", "1.5", "2"],
    ]
    assert rows(to_csv(grades, CsvForm.canvas)) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 1"],
        ["    Points Possible", "", "", "", "", "2"],
        ["Jörg Müller", "", "0123", "a@x.example", "", "1.5"],
    ]
    assert rows(to_csv(grades, CsvForm.moodle)) == [
        ["Full name", "ID number", "Email address", "Week 1"],
        ["Jörg Müller", "0123", "a@x.example", "1.5"],
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Jörg Müller", "Jörg_Müller"),
        ("../../etc/passwd", "etc_passwd"),
        ("C:\\temp\\x", "C_temp_x"),
        ("con", "_con"),
        ("LPT1", "_LPT1"),
        ("...", "unnamed"),
        ("a" * 200, "a" * 60),
        ("a\u202eb", "a_b"),
        ("王小明", "王小明"),
        ("-rf *", "rf"),
    ],
)
def test_a_name_becomes_one_of_a_file(text: str, name: str):
    assert file_name(text) == name


def test_namesakes_and_titles_that_are_twice_there_lose_nothing():
    sent = [
        Sent("Week 1", 1, "Ada", "constant-add", "one"),
        Sent("Week 1", 2, "ADA", "constant-add", "two"),
        Sent("week 1", 1, "Ada", "constant-add", "three"),
    ]
    with zipfile.ZipFile(io.BytesIO(to_zip(sent))) as archive:
        names = archive.namelist()
        assert [archive.read(name).decode() for name in names] == ["one", "two", "three"]
    assert len({name.casefold() for name in names}) == 3
    assert to_zip(sent) == to_zip(sent)
