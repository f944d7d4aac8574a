import time

import pytest

from playground_puzzles.catalogue import load
from playground_puzzles.models import Job
from playground_puzzles.source_text import normalise
from playground_workers.judge import Judge
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.policy import INTERPRETER


@pytest.fixture(scope="session")
def judge():
    with Box(INTERPRETER) as box:
        yield Judge(load(), box)


@pytest.fixture(scope="session")
def judge_source(judge):
    """Judge a source as the service would: puzzle, source, then fields of the job."""

    def run(puzzle, source, **fields):
        slug = judge.catalogue.get(puzzle).slug
        job = Job(id="test", puzzle=slug, source=normalise(source), enqueued_at=time.time(), **fields)
        return judge.judge(job)

    return run


@pytest.fixture(scope="session")
def judged(judge):
    """Judge a source with its traces kept: the verdict, and each kept trace as packed, by the case's name."""

    def run(puzzle, source, **fields):
        traces = {}
        slug = judge.catalogue.get(puzzle).slug
        job = Job(id="test", puzzle=slug, source=normalise(source), enqueued_at=time.time(), **fields)
        return judge.judge(job, keep_trace=traces.__setitem__), traces

    return run
