"""Solutions of an assignment that look more alike than the class's others: a hint to look, never a verdict."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter

from playground_backend import likeness
from playground_backend.deps import ServiceDep
from playground_backend.grade_messages import Similar, SimilarPair, SimilarPuzzle, SimilarSide
from playground_backend.insiders import Insider, allowed
from playground_backend.rights import Action
from playground_backend.routers.assignments import AssignmentPath, assigned
from playground_backend.store import grading, members
from playground_backend.store.grading import Sent
from playground_puzzles.models import Kind, Outcome

router = APIRouter(prefix="/api/classrooms/{id}/assignments/{aid}/similar", tags=["grades"])


@router.get("", operation_id="getSimilar")
def get_similar(
    aid: AssignmentPath, insider: Annotated[Insider, allowed(Action.see_likeness)], service: ServiceDep
) -> Similar:
    """Pairs to look at, for each puzzle, measured against the reference and against the rest of the class."""
    with service.database.read() as session:
        found = assigned(session, insider, aid)
        names = {each.row.id: each.row.name for each in members.everybody(session, insider.classroom)}
        runs: dict[str, dict[str, Sent]] = {}
        texts: dict[str, str] = {}
        for item in found.items:
            decided = grading.deciding(grading.sent(session, found, insider.classroom, item.puzzle))
            passed = {who: run for who, run in decided.items() if run.outcome is Outcome.passed}
            runs[item.puzzle] = passed
            texts |= grading.texts(session, [run.source for run in passed.values()])
    told = []
    for item in found.items:
        puzzle = service.shelf.in_class(item.puzzle, insider.classroom)
        if puzzle.kind is Kind.demo:
            continue
        sources = {who: texts[run.source] for who, run in runs[item.puzzle].items() if run.source in texts}
        finding = likeness.compare(sources, service.shelf.solution(puzzle.slug).source, puzzle.kernel)
        told.append(_view(puzzle.slug, finding, runs[item.puzzle], sources, names))
    return Similar(puzzles=told)


def _view(
    puzzle: str,
    finding: likeness.Finding,
    runs: Mapping[str, Sent],
    sources: Mapping[str, str],
    names: Mapping[str, str],
) -> SimilarPuzzle:
    def side(who: str) -> SimilarSide:
        run = runs[who]
        return SimilarSide(
            member=who,
            name=names[who],
            submission=run.submission,
            created_at=run.created_at,
            source=sources[who],
        )

    pairs = [
        SimilarPair(
            a=side(each.one),
            b=side(each.other),
            likeness=each.likeness,
            why=_why(each, finding.usual or 0.0),
        )
        for each in finding.pairs
    ]
    return SimilarPuzzle(
        puzzle=puzzle, solutions=finding.compared, usual=finding.usual, reason=finding.reason, pairs=pairs
    )


def _why(pair: likeness.Pair, usual: float) -> str:
    return (
        f"{pair.likeness:.0%} of what sets these two apart from the reference and the class is the same in both; "
        f"two of this class usually share {usual:.0%}. {pair.shared} parts. Look at both: it proves nothing."
    )
