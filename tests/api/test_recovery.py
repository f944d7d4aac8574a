"""Nothing accepted is lost, and no verdict is written twice."""

import threading
from typing import Any

from playground_backend.valkey import EmbeddedValkey
from playground_puzzles import wire
from playground_puzzles.models import Outcome

from .conftest import Hand, a_verdict, post, until


def test_an_emptied_redis_gets_its_queue_back(start: Any):
    live = start()
    visitor = live.browser()
    ids = [post(visitor) for _ in range(3)]
    live.redis.flushall()
    until(lambda: live.redis.llen("rq:queue:interpreter") == 3)
    assert [id.decode() for id in live.redis.lrange("rq:queue:interpreter", 0, -1)] == ids
    worker = Hand(live)
    for submission in ids:
        worker.finish(submission)
    assert [live.row(id).attempts for id in ids] == [2, 2, 2]


def test_a_submission_lost_twice_is_closed_as_our_error(start: Any):
    live = start()
    visitor = live.browser()
    submission = post(visitor)
    worker = Hand(live)
    worker.take(submission, lease_s=1)  # and dies: the lease runs out
    until(lambda: live.redis.lpos("rq:queue:interpreter", submission) == 0)
    worker.take(submission, lease_s=1)
    until(lambda: live.row(submission).status == "done")
    verdict = visitor.get(f"/api/submissions/{submission}").json()["verdict"]
    assert verdict["outcome"] == "internal_error"
    assert "run it again" in verdict["error"]["message"]
    assert visitor.get("/api/me").json()["puzzles"] == []


def test_a_lost_submission_that_was_cancelled_is_closed_as_cancelled(start: Any):
    live = start()
    visitor = live.browser()
    submission = post(visitor)
    Hand(live).take(submission, lease_s=1)
    visitor.delete(f"/api/submissions/{submission}")
    until(lambda: live.row(submission).outcome == "cancelled")


def test_what_waits_or_runs_is_left_alone(start: Any):
    live = start()
    visitor = live.browser()
    waiting, running = post(visitor), post(visitor)
    Hand(live).take(running)
    done = threading.Event()
    threading.Timer(4, done.set).start()  # several sweeps, and older than the sweeper's grace
    done.wait()
    assert live.row(waiting).attempts == live.row(running).attempts == 1
    assert live.redis.llen("rq:queue:interpreter") == 1


def test_a_requeued_job_is_whole_again(start: Any):
    live = start()
    case = live.browser().get("/api/puzzles/1").json()["cases"][0]["name"]
    submission = post(live.browser(), case=case, seed=3)
    worker = Hand(live)
    before = worker.stored(submission)
    live.redis.flushall()
    until(lambda: live.redis.lpos("rq:queue:interpreter", submission) == 0)
    after = worker.stored(submission)
    assert {**before, "enqueued_at": 0} == {**after, "enqueued_at": 0}
    assert live.redis.ttl(f"rq:job:{submission}") == -1


def test_what_was_lost_while_nobody_served_is_queued_at_the_start(start: Any):
    first = start()
    submission = post(first.browser())
    first.stop()
    second = start()
    second.redis.flushall()
    until(lambda: second.redis.lpos("rq:queue:interpreter", submission) == 0)


def test_a_verdict_delivered_twice_is_written_once(start: Any):
    live = start()
    submission = post(live.browser())
    worker = Hand(live)
    worker.finish(submission, Outcome.wrong_answer)
    finished = live.row(submission).finished_at
    worker.deliver(submission, a_verdict().model_dump_json())
    until(lambda: live.redis.xlen(wire.VERDICTS_STREAM) == 0)
    assert live.row(submission).outcome == "wrong_answer"
    assert live.row(submission).finished_at == finished


def test_verdicts_given_while_nobody_served_are_taken_at_the_start(start: Any):
    """Also those that a killed process had read and not yet written."""
    first = start()
    visitor = first.browser()
    read, unread = post(visitor), post(visitor)
    first.stop()
    second_hand = Hand(first)
    second_hand.deliver(read, a_verdict().model_dump_json())
    first.redis.xreadgroup(wire.VERDICTS_GROUP, "killed", {wire.VERDICTS_STREAM: ">"})
    second_hand.deliver(unread, a_verdict().model_dump_json())
    second = start()
    until(lambda: second.row(read).status == second.row(unread).status == "done")
    assert second.redis.xlen(wire.VERDICTS_STREAM) == 0
    assert second.redis.xpending(wire.VERDICTS_STREAM, wire.VERDICTS_GROUP)["pending"] == 0


def test_a_lost_consumer_group_is_made_again(start: Any):
    live = start()
    submission = post(live.browser())
    worker = Hand(live)
    live.redis.delete(wire.VERDICTS_STREAM)
    worker.finish(submission)


def test_entries_that_are_no_verdicts_do_not_block_those_behind(start: Any):
    live = start()
    visitor = live.browser()
    broken, good = post(visitor), post(visitor)
    worker = Hand(live)
    live.redis.xadd(wire.VERDICTS_STREAM, {"nonsense": "1"})
    worker.deliver("unknown", a_verdict().model_dump_json())
    worker.deliver(broken, '{"outcome": "\\ud800"}')
    worker.deliver(good, a_verdict().model_dump_json())
    until(lambda: live.row(good).outcome == "passed")
    assert live.row(broken).outcome == "internal_error"


def test_a_database_that_is_locked_for_a_while_loses_no_verdict(start: Any):
    live = start()
    submission = post(live.browser())
    worker = Hand(live)
    worker.take(submission)
    with live.service.database.write():
        worker.judge(submission)
        assert live.row(submission).status == "queued"
    until(lambda: live.row(submission).status == "done")


def test_a_restarted_redis_is_followed_again(start: Any, own_valkey: EmbeddedValkey):
    live = start()
    visitor = live.browser()
    submission = post(visitor)
    assert own_valkey.child is not None
    own_valkey.child.stop(5)
    own_valkey.child.start()
    worker = Hand(live)
    until(lambda: visitor.get("/readyz").json()["parts"]["redis"]["ok"])
    worker.finish(submission)  # the queue was kept in its file
    assert live.row(submission).attempts == 1
