"""A class's board as it travels: states as cells, columns with what fails most, students in the same trouble."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from playground_backend import failure_words
from playground_backend.board_feed import News
from playground_backend.classboard_messages import (
    BoardMember,
    Cell,
    CellChange,
    ClassBoard,
    PuzzleColumn,
    Trouble,
)
from playground_backend.store.classboard import State
from playground_backend.store.members import Seated
from playground_puzzles.models import Outcome

STUCK_RUNS: Final = 7
STUCK_MINUTES: Final = 10
_MOST_TROUBLES: Final = 100


@dataclass(frozen=True)
class Column:
    puzzle: str
    title: str


def cell(state: State) -> Cell:
    return Cell(
        outcome=state.outcome,
        attempts=state.attempts,
        solved_at=state.solved_at,
        last_at=state.last_at,
        last_outcome=state.last_outcome,
        last_error=state.last_error,
    )


def cell_news(classroom: str, member: str, puzzle: str, state: State) -> News:
    change = CellChange(member=member, puzzle=puzzle, cell=cell(state))
    return News(classroom, "cell", change.model_dump_json())


def board(
    classroom: str,
    assignment: str | None,
    columns: Sequence[Column],
    students: Sequence[Seated],
    states: Mapping[str, Mapping[str, State]],
    here: Mapping[str, datetime],
    event_id: str,
) -> ClassBoard:
    """Return a snapshot. states: by member and puzzle. here: when each identity's page was last open."""
    shown = {column.puzzle for column in columns}
    rows = {
        each.row.id: {puzzle: state for puzzle, state in states.get(each.row.id, {}).items() if puzzle in shown}
        for each in students
    }
    troubles = _troubles(rows)
    told = [_column(column, rows, troubles) for column in columns]
    stuck = sorted((each for each in told if each.tried > each.solved), key=lambda each: each.solved - each.tried)
    return ClassBoard(
        classroom=classroom,
        assignment=assignment,
        puzzles=told,
        members=[_member(each, rows[each.row.id], here) for each in students],
        hardest=[each.puzzle for each in stuck],
        troubles=troubles[:_MOST_TROUBLES],
        event_id=event_id,
        now=datetime.now(UTC),
        stuck_runs=STUCK_RUNS,
        stuck_minutes=STUCK_MINUTES,
    )


def _member(seated: Seated, states: Mapping[str, State], here: Mapping[str, datetime]) -> BoardMember:
    return BoardMember(
        id=seated.row.id,
        name=seated.row.name,
        has_joined=bool(seated.owners),
        here_at=max((here[owner] for owner in seated.owners if owner in here), default=None),
        last_at=max((state.last_at for state in states.values()), default=None),
        solved=sum(state.solved_at is not None for state in states.values()),
        cells={puzzle: cell(state) for puzzle, state in states.items()},
    )


def _column(column: Column, rows: Mapping[str, Mapping[str, State]], troubles: Sequence[Trouble]) -> PuzzleColumn:
    found = [states[column.puzzle] for states in rows.values() if column.puzzle in states]
    worst = next((each for each in troubles if each.puzzle == column.puzzle), None)
    return PuzzleColumn(
        puzzle=column.puzzle,
        title=column.title,
        solved=sum(state.solved_at is not None for state in found),
        tried=len(found),
        commonest=None if worst is None else worst.diagnosis,
        commonest_count=0 if worst is None else len(worst.members),
    )


def _troubles(rows: Mapping[str, Mapping[str, State]]) -> list[Trouble]:
    """Return groups of students whose last run failed alike, the largest first."""
    groups: dict[tuple[str, Outcome, str], list[tuple[str, str]]] = {}
    for member, states in rows.items():
        for puzzle, state in states.items():
            if state.solved_at is None and state.last_error is not None:
                key = (puzzle, state.last_outcome, failure_words.likeness(state.last_error))
                groups.setdefault(key, []).append((member, state.last_error))
    troubles = [
        # Numbers aside they say the same: of the forms that there are, the most frequent.
        Trouble(
            puzzle=puzzle,
            outcome=outcome,
            diagnosis=Counter(words for _, words in found).most_common(1)[0][0],
            members=[member for member, _ in found],
        )
        for (puzzle, outcome, _), found in groups.items()
    ]
    return sorted(troubles, key=lambda each: (-len(each.members), each.puzzle, each.diagnosis))
