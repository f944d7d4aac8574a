"""A real worker's slot in the test's own process: real sandboxes, real rq, and as long as there is something to do."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.catalogue import load
from playground_workers.job import Slot, open_slot
from playground_workers.judge import Judge
from playground_workers.own.specs import SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER
from tests.api.conftest import Live, until


class Workbench:
    """Judges and checks what a service has queued."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def work(self, live: Live) -> None:
        """Everything that is queued; the database has all of it when this returns."""
        open_slot(Slot("workbench", live.redis, self.judge))
        queue = Queue(wire.queue_name("interpreter"), connection=live.redis, serializer=JSONSerializer)
        worker = SimpleWorker([queue], connection=live.redis, serializer=JSONSerializer)
        worker.log_job_description = False
        worker.work(burst=True, logging_level="WARNING")
        until(lambda: not live.redis.xlen(wire.VERDICTS_STREAM))
        while queue.count:  # a check that made way is queued again
            worker.work(burst=True, logging_level="WARNING")
            until(lambda: not live.redis.xlen(wire.VERDICTS_STREAM))


@contextmanager
def open_workbench() -> Iterator[Workbench]:
    with Box(INTERPRETER) as box, closing(SpecBox()) as spec_box:
        yield Workbench(Judge(load(), box, spec_box=spec_box))
