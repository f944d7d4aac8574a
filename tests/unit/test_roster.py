"""Rosters as spreadsheets, learning platforms and people write them."""

import codecs

import pytest

from playground_backend.roster import MOST_ROWS, Row, read

PLAIN = [Row(2, "Jörg Müller", "joerg@uni.example", "123"), Row(3, "Zoë Ó Brien", None, "124")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_encodings_delimiters_and_line_ends_are_told_apart(encoding: str, delimiter: str, ending: str):
    lines = [
        ["Name", "E-Mail", "Student number"],
        ["Jörg Müller", "joerg@uni.example", "123"],
        ["Zoë Ó Brien", "", "124"],
    ]
    text = ending.join(delimiter.join(cells) for cells in lines) + ending
    reading = read(text.encode(encoding))
    assert reading.faults == []
    assert reading.rows == PLAIN


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Ada Lovelace", [Row(1, "Ada Lovelace")]),
        ("Ada\nBo\n\n  \nCy", [Row(1, "Ada"), Row(2, "Bo"), Row(5, "Cy")]),
        ("Ada;ada@x.example", [Row(1, "Ada", "ada@x.example")]),
        ("4711;Ada;Lovelace;ada@x.example", [Row(1, "Ada Lovelace", "ada@x.example", "4711")]),
        ("Nachname;Vorname;Matrikelnummer\nLovelace;Ada;s4711", [Row(2, "Ada Lovelace", None, "s4711")]),
        ("First name,Last name,Email address\nAda,Lovelace,ada@x.example", [Row(2, "Ada Lovelace", "ada@x.example")]),
        ("Group,NAME,What\nB,Ada,x", [Row(2, "Ada")]),
        ('Name,Number\n"Lovelace, Ada",1', [Row(2, "Lovelace, Ada", None, "1")]),
        ('Name\n"Ada\nLovelace"\nBo', [Row(2, "Ada Lovelace"), Row(4, "Bo")]),
        ("sep=;\r\nName;Number\r\nAda;1", [Row(3, "Ada", None, "1")]),
        ("Name,Email\n Ada , ada@x.example ", [Row(2, "Ada", "ada@x.example")]),
        ("Name;Number;;\nAda;1;;", [Row(2, "Ada", None, "1")]),
        ("علی‌رضا", [Row(1, "علی‌رضا")]),
    ],
)
def test_what_people_write_is_read(text: str, rows: list[Row]):
    reading = read(text.encode())
    assert reading.faults == []
    assert reading.rows == rows


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no student"),
        ("Name,Number\n", 1, "no student"),
        ("Name,Email\nAda,ada@x.example\nBo,bo at x", 3, "“bo at x” is no e-mail address"),
        ("Name,Email\n,ada@x.example", 2, "name is missing"),
        ("ada@x.example", 1, "name is missing"),
        ("Name,Number\nAda,1\nBo,2\nCy,1", 4, "line 2 has the same student number"),
        ("Name,Email\nAda,a@x.example\nBo,A@X.example", 3, "line 2 has the same e-mail address"),
        ("Ada\nBo\nada", 3, "line 1 has the same name"),
        ("Name\nAda\nB\u202eo", 3, "control characters"),
        ("Name\n...", 2, "at least one letter"),
        (f"Name\n{'x' * 81}", 2, "more than 80"),
        ("Name,Number\nAda,1,2", 2, "3 cells here, and 2 columns"),
        ('Name\nAda\n"Bo', 3, "quotation mark is not closed"),
        ('Name\n"Ada"x\nBo', 2, "quotation mark"),
        ("PK\x03\x04\x00\x00", 1, "no text"),
    ],
)
def test_a_bad_row_is_named_by_its_line(text: str, line: int, words: str):
    [fault, *_] = read(text.encode()).faults
    assert fault.line == line
    assert words in fault.message
    assert fault.message.endswith(".")


def test_a_byte_that_no_encoding_has_is_told():
    [fault] = read(b"Name\nAda\nB\x81\xffo").faults
    assert fault.line == 3
    assert "UTF-8" in fault.message


def test_there_is_a_most():
    text = "\n".join(f"Student {number}" for number in range(MOST_ROWS + 1))
    [fault] = read(text.encode()).faults
    assert (fault.line, f"{MOST_ROWS:,}" in fault.message) == (MOST_ROWS + 1, True)


def test_a_mark_alone_is_an_empty_roster():
    assert len(read(codecs.BOM_UTF8).faults) == 1
    assert len(read(codecs.BOM_UTF16_LE).faults) == 1
