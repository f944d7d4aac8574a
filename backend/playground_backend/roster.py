"""Reading a roster: a CSV file as spreadsheets, learning platforms and people write it. Pure: nothing is stored here.

It may be UTF-8 or UTF-16 with a byte-order mark, plain UTF-8, or cp1252; with commas, semicolons or tabs. The first row
may name its columns, in English or German, in any order; else columns are told by what stands in them.
"""

import codecs
import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic_core import PydanticCustomError

from playground_backend.plain_text import one_line

MOST_ROWS: Final = 2000
_LONGEST_NAME: Final = 80
_LONGEST_EMAIL: Final = 200
_LONGEST_NUMBER: Final = 40
_MOST_ERRORS: Final = 50
_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_EMAIL: Final = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]+")
_NUMBER: Final = re.compile(r"[A-Za-z]{0,4}[-/ ]?\d[\w./ -]*")
# Headings, without spaces, hyphens, dots and underscores, in small letters.
_HEADINGS: Final = {
    "name": "name",
    "fullname": "name",
    "student": "name",
    "studentname": "name",
    "displayname": "name",
    "vollständigername": "name",
    "firstname": "first",
    "givenname": "first",
    "forename": "first",
    "vorname": "first",
    "lastname": "last",
    "surname": "last",
    "familyname": "last",
    "nachname": "last",
    "familienname": "last",
    "email": "email",
    "emailaddress": "email",
    "mail": "email",
    "emailadresse": "email",
    "sisloginid": "email",
    "number": "number",
    "studentnumber": "number",
    "studentno": "number",
    "studentid": "number",
    "idnumber": "number",
    "idnummer": "number",
    "id": "number",
    "sisuserid": "number",
    "matriculationnumber": "number",
    "matrikelnummer": "number",
    "matrikelnr": "number",
    "matnr": "number",
}


@dataclass(frozen=True)
class Row:
    """line: where it begins in the file, from 1."""

    line: int
    name: str
    email: str | None = None
    number: str | None = None


@dataclass(frozen=True)
class Fault:
    line: int
    message: str


@dataclass(frozen=True)
class Reading:
    """With any fault the rows are not to be used."""

    rows: list[Row]
    faults: list[Fault]


class _Bad(Exception):
    """A row that cannot be taken, in words."""


def read(data: bytes) -> Reading:
    """Read a roster. Each bad row is told by its line."""
    text = decoded(data)
    if "\0" in text:
        return Reading([], [Fault(1, "This is no text. Save the sheet as CSV, then send that.")])
    lines, first = _without_separator_line(text)
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=_delimiter(lines), strict=True)
    rows: list[Row] = []
    faults: list[Fault] = []
    columns: list[str | None] | None = None
    begun, line = False, first
    try:
        for cells in reader:
            here, line = line, first + reader.line_num
            cells = [each.strip() for each in cells]
            if not any(cells):
                continue
            if not begun:
                begun = True
                columns = _headings(cells)
                if columns is not None:
                    continue
            try:
                rows.append(_row(here, cells, columns))
            except _Bad as bad:
                faults.append(Fault(here, str(bad)))
    except csv.Error:
        faults.append(Fault(line, "A quotation mark is not closed, or something stands behind one."))
    faults += _doubles(rows)
    if not rows and not faults:
        faults.append(Fault(1, "There is no student in this. One row each: a name, an e-mail address, a number."))
    if len(rows) > MOST_ROWS:
        faults.append(Fault(rows[MOST_ROWS].line, f"A roster has at most {MOST_ROWS:,} students."))
    return Reading(rows, sorted(faults, key=lambda each: each.line)[:_MOST_ERRORS])


def decoded(data: bytes) -> str:
    """Return the text. cp1252 is what Excel writes in western Europe; a byte that even it lacks is a replacement."""
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :].decode("utf-8", "replace")
    if data.startswith(_MARKS):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _without_separator_line(text: str) -> tuple[str, int]:
    """Return the text without the line `sep=;` that Excel knows, and the number of its first line."""
    match = re.match(r"sep=(.)\r?\n", text, re.IGNORECASE)
    return (text[match.end() :], 2) if match else (text, 1)


def _delimiter(text: str) -> str:
    """Return what most separates the cells of the first row that has any text, quoted parts aside."""
    line = next((each for each in text.splitlines() if each.strip(" ;,\t")), "")
    bare = re.sub(r'"[^"]*"', "", line)
    return max(";\t,", key=bare.count)


def _headings(cells: Sequence[str]) -> list[str | None] | None:
    """Return what each column holds; None where the first row is a student's."""
    found = [_HEADINGS.get(re.sub(r"[\s._-]", "", each).casefold()) for each in cells]
    return found if any(each in ("name", "first", "last") for each in found) else None


def _row(line: int, cells: Sequence[str], columns: Sequence[str | None] | None) -> Row:
    """Raises _Bad."""
    parts: dict[str, str] = {}
    if columns is not None:
        if any(cells[len(columns) :]):
            raise _Bad(f"There are {len(cells)} cells here, and {len(columns)} columns have a name.")
        for kind, cell in zip(columns, cells, strict=False):
            if kind is not None and cell and kind not in parts:
                parts[kind] = cell
    else:
        named = []
        for cell in filter(None, cells):
            if "@" in cell and "email" not in parts:
                parts["email"] = cell
            elif _NUMBER.fullmatch(cell) and "number" not in parts:
                parts["number"] = cell
            else:
                named.append(cell)
        parts["name"] = " ".join(named)
    name = parts.get("name") or " ".join(filter(None, (parts.get("first"), parts.get("last"))))
    if not name:
        raise _Bad("The name is missing.")
    email, number = parts.get("email"), parts.get("number")
    # A list from Canvas gives a login name there, which need not be an address.
    if email is not None and not _EMAIL.fullmatch(email):
        raise _Bad(f"“{_short(email)}” is no e-mail address.")
    if email is not None and len(email) > _LONGEST_EMAIL:
        raise _Bad("The e-mail address is too long.")
    return Row(line, _plain(name, "name", _LONGEST_NAME), email, number and _plain(number, "number", _LONGEST_NUMBER))


def _plain(text: str, what: str, longest: int) -> str:
    try:
        plain = one_line(text)
    except PydanticCustomError as error:
        raise _Bad(f"The {what} {error.message()}.") from None
    if "\ufffd" in plain:
        raise _Bad(f"The {what} “{_short(plain)}” has a character that cannot be read. Save the file as UTF-8.")
    if len(plain) > longest:
        raise _Bad(f"The {what} “{_short(plain)}” has more than {longest} characters.")
    return plain


def _doubles(rows: Sequence[Row]) -> list[Fault]:
    faults = []
    seen: dict[tuple[str, str], int] = {}
    for row in rows:
        told = [("student number", row.number), ("e-mail address", row.email)]
        if row.number is None and row.email is None:
            told = [("name, with nothing to tell them apart", row.name)]
        for what, value in told:
            if value is None:
                continue
            earlier = seen.setdefault((what, value.casefold()), row.line)
            if earlier != row.line:
                faults.append(Fault(row.line, f"“{_short(value)}”: line {earlier} has the same {what}."))
    return faults


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
