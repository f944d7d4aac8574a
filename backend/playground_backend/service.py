"""The parts of a running service, held together, and what accepts work into it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import structlog
from redis.exceptions import RedisError

from playground_backend.board import RowIds
from playground_backend.board_feed import BoardFeed
from playground_backend.errors import Busy, Invalid, QueueFull
from playground_backend.events import EventHub
from playground_backend.fair_use import FairUse
from playground_backend.identity import Identities
from playground_backend.lti.tool import Lti
from playground_backend.messages import BatchEntry
from playground_backend.presence import Presence
from playground_backend.providers import Provider
from playground_backend.queue import JobQueue
from playground_backend.settings import Settings
from playground_backend.share_ids import ShareIds
from playground_backend.shelf import Shelf
from playground_backend.store import places, records, tables
from playground_backend.store.board import Censuses
from playground_backend.store.database import Database
from playground_backend.store.places import Place
from playground_backend.store.records import Wanted
from playground_backend.tries import Tries
from playground_backend.verdicts import CANCELLED, own_verdict
from playground_puzzles.catalogue import Catalogue
from playground_puzzles.models import Case, Device, Job, Outcome, Puzzle, Status, Submission, Verdict

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Service:
    settings: Settings
    catalogue: Catalogue
    shelf: Shelf
    database: Database
    queue: JobQueue
    identities: Identities
    rows: RowIds
    censuses: Censuses
    links: ShareIds
    hub: EventHub
    fair_use: FairUse
    tries: Tries
    providers: Mapping[str, Provider]
    boards: BoardFeed
    presence: Presence
    lti: Lti

    def end_streams(self) -> None:
        """Let everybody who follows something go."""
        self.hub.close()
        self.boards.close()

    def accept(self, owner: str, source: str, wanted: Sequence[Wanted], batch: str | None = None) -> list[BatchEntry]:
        """Store submissions of one normalised source, then queue them.

        Raises Busy, QueueFull, and RedisError or SQLAlchemy's errors; nothing is stored then. Once they are stored they
        are accepted: should Redis go away in this very moment, the sweeper queues them.
        """
        ahead = {device: self._room(device) for device in {each.device for each in wanted}}
        with self.database.write() as session:
            self._admit(places.held(session, owner))
            rows = records.add(session, owner, source, wanted, batch)
            jobs = [records.job_of(session, row) for row in rows]
        return [self._enqueue(job, ahead[job.device] + place) for place, job in enumerate(jobs)]

    def view(self, row: tables.Submission) -> Submission:
        """Return a stored submission as its owner sees it now."""
        status, position = Status(row.status), None
        device = Device(row.device)
        if status != Status.done:
            try:
                status, position = self.queue.whereabouts(row.id, device)
            except RedisError:
                status = Status.queued  # it will be: the database has it
        verdict = None if row.verdict is None else Verdict.model_validate(row.verdict)
        return Submission(
            id=row.id, puzzle=row.puzzle, device=device, status=status, position=position, verdict=verdict
        )

    def cancel(self, row: tables.Submission) -> None:
        """Stop a submission: one that waits is closed here, a running one by its worker. Raises RedisError."""
        if row.status == Status.done.value:
            return
        # First the wish, then the queue: a worker that takes the job in between finds the wish.
        self.queue.cancel(row.id)
        if not self.queue.remove(row.id, Device(row.device)):
            return
        verdict = own_verdict(Outcome.cancelled, row.puzzle, row.device, CANCELLED, row.seed)
        with self.database.write() as session:
            written = records.finish(session, row.id, verdict)
        if written:
            self.queue.publish_verdict(row.id, verdict)

    def _admit(self, held: list[Place]) -> None:
        """Raise Busy where the owner holds all places. Those whose end was asked for are as good as free."""
        limit = self.settings.open_limit
        if len(held) < limit:
            return
        going = self.queue.cancelled_among([each for place in held for each in place.submissions])
        staying = [place.id for place in held if not going.issuperset(place.submissions)]
        if len(staying) >= limit:
            what = "One of your runs is" if limit == 1 else f"{limit} of your runs are"
            raise Busy(
                f"{what} waiting or running already. Nothing was stored; cancel one, or wait for its verdict.",
                staying,
                self.settings.open_retry_after_s,
            )

    def _room(self, device: Device) -> int:
        if device is Device.gpu and not any(beat.get("device") == "gpu" for beat in self.queue.workers().values()):
            raise Invalid("This server has no GPU worker.", "device")
        waiting = self.queue.waiting(device)
        if waiting >= self.settings.queue_limit:
            raise QueueFull(
                f"{waiting:,} submissions wait already. Nothing was stored; try again in a moment.",
                headers={"Retry-After": str(self.settings.queue_retry_after_s)},
            )
        return waiting

    def _enqueue(self, job: Job, ahead: int) -> BatchEntry:
        position = None
        try:
            position = self.queue.enqueue(job, ahead)
        except RedisError as error:
            log.warning("stored, and to be queued later", submission=job.id, error=type(error).__name__)
        else:
            log.info("queued", submission=job.id, puzzle=job.puzzle)
        return BatchEntry(id=job.id, puzzle=job.puzzle, status=Status.queued, position=position)


def case_of(puzzle: Puzzle, name: str) -> Case:
    """Return the puzzle's case of that name. Raises Invalid, which names those that there are."""
    for case in puzzle.cases:
        if case.name == name:
            return case
    names = ", ".join(case.name for case in puzzle.cases)
    raise Invalid(f"`{puzzle.slug}` has no case of that name; it has: {names}.", "case")
