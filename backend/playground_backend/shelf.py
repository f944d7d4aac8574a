"""Every puzzle that a visitor may open: those of this server's folders, and those of their classes' teachers.

Each method takes its own short look at the database, and only for a slug of a teacher's own.
"""

from dataclasses import dataclass

from playground_backend.store import own_puzzles, own_versions
from playground_backend.store.database import Database
from playground_puzzles import own
from playground_puzzles.catalogue import Catalogue
from playground_puzzles.errors import UnknownPuzzle
from playground_puzzles.models import SANDBOX, Puzzle, Solution


@dataclass(frozen=True)
class Shelf:
    catalogue: Catalogue
    database: Database

    def get(self, key: str | int, visitor: str | None) -> Puzzle:
        """Return the puzzle of a slug or number. Raises UnknownPuzzle, also for one that is not the visitor's to see.

        Of a teacher's own: its published version; to its author the newest that may be published, where none is yet.
        """
        slug = str(key)
        if own.id_of(slug) is not None:
            with self.database.read() as session:
                if own_puzzles.may_see(session, slug, visitor):
                    found = own_versions.puzzle(session, slug, own_versions.current(session, slug))
                    if found is not None:
                        return found
        return self.catalogue.get(key)

    def in_class(self, key: str | int, classroom: str) -> Puzzle:
        """Return a puzzle that a class may be given, or has been. Raises UnknownPuzzle."""
        id = own.id_of(key)
        if id is not None:
            with self.database.read() as session:
                known = {row.id for row in own_puzzles.of_class(session, classroom)}
                if id in known or own_puzzles.assigned(session, id, classroom):
                    found = own_versions.puzzle(session, str(key), own_versions.current(session, str(key)))
                    if found is not None:
                        return found
        return self.catalogue.get(key)

    def of_classes(self, visitor: str | None) -> list[Puzzle]:
        """Return the puzzles of teachers' own that a visitor's classes have given them."""
        if visitor is None:
            return []
        with self.database.read() as session:
            return own_puzzles.visible(session, visitor)

    def solution(self, slug: str) -> Solution:
        """Return the reference solution. Raises UnknownPuzzle. Whether it may be seen is for the caller to know."""
        if own.id_of(slug) is not None:
            with self.database.read() as session:
                files = own_versions.files(session, slug, own_versions.current(session, slug))
            if "solution.py" in files:
                return Solution(puzzle=slug, source=files["solution.py"], explanation=files.get("explanation.md"))
        return self.catalogue.solution(slug)

    def title(self, slug: str) -> str:
        """Return a puzzle's title; its slug where this server no longer has it."""
        if slug == SANDBOX:
            return "Sandbox"
        id = own.id_of(slug)
        if id is not None:
            with self.database.read() as session:
                found = own_versions.puzzle(session, slug, own_versions.current(session, slug))
            return slug if found is None else found.title
        try:
            return self.catalogue.get(slug).title
        except UnknownPuzzle:
            return slug
