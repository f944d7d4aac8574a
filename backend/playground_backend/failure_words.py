"""A verdict's failure in a few words, such that the same mistake of two people mostly reads the same."""

import re
from typing import Final

from playground_puzzles.models import CaseVerdict, InvalidAccess, Outcome, Verdict

LONGEST: Final = 200
_COUNT: Final = re.compile(r"^[\d,]+ of [\d,]+ elements of \S+ (?:differs?|w(?:as|ere) never written)\.\s*")
_NUMBER: Final = re.compile(r"\d[\d,.]*")
_VERBS: Final = {"load": "Loads", "store": "Stores", "atomic": "Updates"}


def words(verdict: Verdict) -> str | None:
    """Return what went wrong, of the first case that is not passed; null where nothing did."""
    if verdict.outcome in (Outcome.passed, Outcome.ran):
        return None
    case = next((each for each in verdict.cases if each.outcome not in (Outcome.passed, Outcome.ran)), None)
    told = _of_case(case) if case is not None else None
    if told is None and verdict.error is not None:
        told = verdict.error.message
    return _short(told) if told else None


def likeness(told: str) -> str:
    """Return what is equal for words that differ in numbers alone."""
    return _NUMBER.sub("#", told).casefold()


def _of_case(case: CaseVerdict) -> str | None:
    if case.outcome is Outcome.invalid_access and case.invalid_accesses:
        return _of_access(case.invalid_accesses[0])
    if case.mismatch is not None and case.reason is not None:
        # How many differ is another number in each case and each run; what they have in common is said behind it.
        if rest := _COUNT.sub("", case.reason):
            return rest
        name = case.mismatch.tensor
        unwritten = case.mismatch.never_written == case.mismatch.count
        return f"Elements of {name} are never written." if unwritten else f"Elements of {name} differ."
    return case.reason


def _of_access(access: InvalidAccess) -> str:
    verb = _VERBS[access.op]
    if not access.tensor:
        return f"{verb} through an address that belongs to no tensor."
    side = "before the start" if access.first_index and access.first_index[0] < 0 else "past the end"
    return f"{verb} {side} of {access.tensor}."


def _short(told: str) -> str:
    line = " ".join(told.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
