"""Batches: a whole file, judged for each puzzle whose kernel it defines."""

import re
from typing import Final

from fastapi import APIRouter

from playground_backend.deps import AuthorDep, ServiceDep, VisitorDep
from playground_backend.errors import NoKernels, UnknownBatch
from playground_backend.messages import AcceptedBatch, Batch, NewBatch, PuzzleName
from playground_backend.service import Service
from playground_backend.store import records
from playground_backend.store.records import Wanted
from playground_puzzles.models import Puzzle
from playground_puzzles.source_text import normalise

router = APIRouter(prefix="/api/batches", tags=["batches"])

# Names are found as text: a student's source is parsed in the sandbox alone.
_KERNEL: Final = re.compile(r"^def[ \t]+(\w+)[ \t]*\(", re.MULTILINE)


@router.post("", operation_id="createBatch", status_code=202)
def create_batch(new: NewBatch, author: AuthorDep, service: ServiceDep) -> AcceptedBatch:
    """Judge every kernel of a file, or those of the named puzzles."""
    source = normalise(new.source)
    puzzles = _named(service, new.puzzles) if new.puzzles else _defined(service, source)
    batch = records.new_id()
    entries = service.accept(author, source, [Wanted(puzzle.slug) for puzzle in puzzles], batch)
    return AcceptedBatch(id=batch, submissions=entries)


@router.get("/{id}", operation_id="getBatch")
def get_batch(id: str, visitor: VisitorDep, service: ServiceDep) -> Batch:
    """Its submissions, in the order of the puzzles."""
    with service.database.read() as session:
        rows = records.find_batch(session, id, visitor)
    if rows is None:
        raise UnknownBatch("You have no batch of this id.")
    order = {puzzle.slug: place for place, puzzle in enumerate(service.catalogue.puzzles)}
    rows.sort(key=lambda row: (order.get(row.puzzle, len(order)), row.puzzle))
    return Batch(id=id, submissions=[service.view(row) for row in rows])


def _named(service: Service, names: list[PuzzleName]) -> list[Puzzle]:
    wanted = {service.catalogue.get(name).slug for name in names}
    return [puzzle for puzzle in service.catalogue.puzzles if puzzle.slug in wanted]


def _defined(service: Service, source: str) -> list[Puzzle]:
    defined = set(_KERNEL.findall(source))
    found = [puzzle for puzzle in service.catalogue.puzzles if puzzle.kernel in defined]
    if not found:
        kernels = ", ".join(sorted({puzzle.kernel for puzzle in service.catalogue.puzzles}))
        raise NoKernels(f"The file defines no kernel of a puzzle. A kernel is a function named one of: {kernels}.")
    return found
