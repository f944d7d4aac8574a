"""Following a submission live."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from playground_puzzles import wire
from playground_puzzles.models import Outcome, Output

from .conftest import Hand, Live, post, until


@dataclass
class Follower:
    """An event stream read on a thread of its own, as a browser reads it."""

    client: httpx2.Client
    submission: str
    last_id: str | None = None
    events: list[tuple[str | None, str, dict[str, Any]]] = field(default_factory=list)
    comments: int = 0
    headers: Any = None
    ended: bool = False

    def start(self) -> "Follower":
        self.thread = threading.Thread(target=self._read)
        self.thread.start()
        return self

    def _read(self) -> None:
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        with self.client.stream("GET", f"/api/submissions/{self.submission}/events", headers=headers) as answer:
            assert answer.status_code == 200
            self.headers = answer.headers
            id, name, data = None, "", ""
            for line in answer.iter_lines():
                key, _, value = line.partition(": ")
                if line.startswith(":"):
                    self.comments += 1
                elif key == "id":
                    id = value
                elif key == "event":
                    name = value
                elif key == "data":
                    data += value
                elif not line and name:
                    self.events.append((id, name, json.loads(data)))
                    id, name, data = None, "", ""
        self.ended = True

    def names(self) -> list[str]:
        return [name for _, name, _ in self.events]

    def join(self) -> None:
        self.thread.join(15)
        assert self.ended


@pytest.fixture
def follow(live: Live) -> Iterator[Any]:
    threads: list[Follower] = []

    def begin(client: httpx2.Client, submission: str, last_id: str | None = None) -> Follower:
        threads.append(Follower(client, submission, last_id).start())
        return threads[-1]

    yield begin
    for each in threads:
        each.thread.join(15)


def output(text: str) -> str:
    return Output(case="first", program=[0], text=text).model_dump_json()


def test_events_come_live_and_end_with_the_verdict(browser: httpx2.Client, hand: Hand, follow: Any):
    submission = post(browser)
    seen = follow(browser, submission)
    until(lambda: "queued" in seen.names())
    assert not seen.ended
    hand.take(submission)
    hand.event(submission, output("hello\nworld"))
    until(lambda: "output" in seen.names(), 2)
    hand.judge(submission)
    seen.join()
    assert [name for name in seen.names() if name != "queued"] == ["started", "output", "verdict"]
    by_name = {name: data for _, name, data in seen.events}
    assert all(data["type"] == name for _, name, data in seen.events)
    assert by_name["output"]["text"] == "hello\nworld"
    assert by_name["verdict"]["verdict"]["outcome"] == "passed"
    assert all(id for id, name, _ in seen.events if name != "queued")


def test_the_stream_passes_proxies_unbuffered_and_uncached(browser: httpx2.Client, hand: Hand, follow: Any):
    submission = post(browser)
    hand.finish(submission)
    seen = follow(browser, submission)
    seen.join()
    assert seen.headers["content-type"].startswith("text/event-stream")
    assert seen.headers["cache-control"] == "no-store"
    assert seen.headers["x-accel-buffering"] == "no"


def test_a_stream_resumes_after_the_last_event_seen(browser: httpx2.Client, hand: Hand, follow: Any):
    submission = post(browser)
    hand.take(submission)
    last = hand.event(submission, output("one"))
    hand.event(submission, output("two"))
    hand.judge(submission)
    seen = follow(browser, submission, last)
    seen.join()
    assert seen.names() == ["output", "verdict"]
    assert seen.events[0][2]["text"] == "two"


@pytest.mark.parametrize("last", ["nonsense", "1-", "9" * 30 + "-1", "1-1-1", "-5", "("])
def test_a_strange_last_event_id_starts_from_the_beginning(browser: httpx2.Client, hand: Hand, follow: Any, last: str):
    submission = post(browser)
    hand.take(submission)
    hand.judge(submission)
    seen = follow(browser, submission, last)
    seen.join()
    assert seen.names()[0] == "queued"
    assert seen.names()[-1] == "verdict"


def test_whoever_has_seen_the_verdict_is_told_not_to_come_again(live: Live, browser: httpx2.Client, hand: Hand):
    submission = post(browser)
    hand.finish(submission)
    last = live.redis.xrevrange(wire.events_key(submission), count=1)[0][0].decode()
    answer = browser.get(f"/api/submissions/{submission}/events", headers={"Last-Event-ID": last})
    assert answer.status_code == 204


def test_a_verdict_comes_from_the_database_when_its_events_are_gone(
    live: Live, browser: httpx2.Client, hand: Hand, follow: Any
):
    submission = post(browser)
    hand.finish(submission, Outcome.time_limit)
    live.redis.delete(wire.events_key(submission))
    seen = follow(browser, submission)
    seen.join()
    assert seen.names() == ["verdict"]
    assert seen.events[0][2]["verdict"]["outcome"] == "time_limit"


def test_a_verdict_whose_event_was_lost_still_ends_an_open_stream(
    live: Live, browser: httpx2.Client, hand: Hand, follow: Any
):
    submission = post(browser)
    seen = follow(browser, submission)
    until(lambda: seen.events)
    hand.take(submission)
    hand.deliver(submission, '{"outcome":"passed","puzzle":"constant-add","triton_version":"3.9.0","seed":1}')
    seen.join()
    assert seen.names()[-1] == "verdict"


def test_the_position_is_told_anew_when_it_changes(start: Any):
    live = start()
    visitor = live.browser()
    first, second = post(visitor), post(visitor)
    seen = Follower(visitor, second).start()
    until(lambda: [data.get("position") for _, _, data in seen.events][-1:] == [2])
    visitor.delete(f"/api/submissions/{first}")
    until(lambda: seen.events[-1][2]["position"] == 1)
    assert seen.events[-1][0] is None  # no id: a resume must not skip what came meanwhile
    visitor.delete(f"/api/submissions/{second}")
    seen.join()


def test_an_idle_stream_has_a_heartbeat(start: Any):
    live = start(heartbeat_s=0.1)
    visitor = live.browser()
    submission = post(visitor)
    seen = Follower(visitor, submission).start()
    until(lambda: seen.comments >= 3)
    visitor.delete(f"/api/submissions/{submission}")
    seen.join()


def test_many_streams_share_one_subscription(start: Any):
    live = start()
    visitor = live.browser()
    ids = [post(visitor) for _ in range(10)]
    streams = [Follower(live.browser(Cookie=f"playground={visitor.cookies['playground']}"), id).start() for id in ids]
    until(lambda: all(seen.events for seen in streams))
    assert live.redis.pubsub_numsub(wire.EVENTS_CHANNEL)[0][1] == 1
    worker = Hand(live)
    for submission in ids:
        worker.take(submission)
        worker.judge(submission)
    for seen in streams:
        seen.join()
        assert seen.names()[-1] == "verdict"


def test_an_event_that_is_none_is_left_out(browser: httpx2.Client, hand: Hand, follow: Any):
    submission = post(browser)
    hand.take(submission)
    hand.event(submission, "not json")
    hand.event(submission, '["list"]')
    hand.judge(submission)
    seen = follow(browser, submission)
    seen.join()
    assert seen.names() == ["queued", "started", "verdict"]


def test_streams_survive_a_restart_of_redis(start: Any, own_valkey: Any):
    live = start()
    visitor = live.browser()
    submission = post(visitor)
    seen = Follower(visitor, submission).start()
    until(lambda: seen.events)
    own_valkey.child.stop(5)
    time.sleep(0.3)
    own_valkey.child.start()
    until(lambda: _answers(live))
    until(lambda: live.redis.pubsub_numsub(wire.EVENTS_CHANNEL)[0][1] == 1)
    worker = Hand(live)
    worker.take(submission)
    worker.judge(submission)
    seen.join()
    assert seen.names()[-1] == "verdict"
    until(lambda: live.row(submission).status == "done")


def _answers(live: Live) -> bool:
    try:
        return bool(live.redis.ping())
    except Exception:
        return False
