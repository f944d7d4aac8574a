"""Limits: places of one visitor, and what one address may do."""

import threading
from typing import Any

import httpx2
import pytest
import redis

from playground_backend.address import networks, visitor_address
from playground_backend.valkey import EmbeddedValkey
from tests.api.conftest import SOURCE, Hand, error_of, post

FILE = SOURCE + "\n@triton.jit\ndef sum_kernel(x_ptr, z_ptr, N0, T, B0, B1):\n    pass\n"


def send(browser: httpx2.Client) -> httpx2.Response:
    return browser.post("/api/submissions", json={"puzzle": "constant-add", "source": SOURCE})


def test_two_may_wait_and_a_third_is_told_when_to_come_back(start: Any, database_url: str):
    live = start(database_url=database_url, open_limit=2)
    browser, hand = live.browser(), Hand(live)
    first, second = post(browser), post(browser)
    refused = send(browser)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) == live.settings.open_retry_after_s
    error = error_of(refused)
    assert (error["code"], error["detail"]) == ("busy", {"open": [first, second]})
    assert live.redis.llen("rq:queue:interpreter") == 2
    post(live.browser())  # another visitor's places are their own
    hand.finish(first)
    post(browser)
    assert send(browser).status_code == 429
    assert live.row(second).status == "queued"  # what was accepted waits on


def test_a_batch_is_one_place_until_its_last_verdict(start: Any, database_url: str):
    live = start(database_url=database_url, open_limit=2)
    browser, hand = live.browser(), Hand(live)
    batch = browser.post("/api/batches", json={"source": FILE}).json()
    ids = [each["id"] for each in batch["submissions"]]
    assert len(ids) == 2
    post(browser)
    refused = error_of(browser.post("/api/batches", json={"source": FILE}))
    assert refused["detail"]["open"][0] == batch["id"]
    for each in ids[1:]:
        hand.finish(each)
    assert send(browser).status_code == 429
    hand.finish(ids[0])
    assert send(browser).status_code == 202


def test_what_is_being_cancelled_holds_no_place(start: Any):
    live = start(open_limit=1)
    browser, hand = live.browser(), Hand(live)
    running = post(browser)
    hand.take(running)
    assert send(browser).status_code == 429
    browser.delete(f"/api/submissions/{running}")
    assert live.row(running).status == "queued"  # its worker has not told yet
    assert send(browser).status_code == 202


def test_of_many_at_once_no_more_than_the_limit_are_taken(start: Any, database_url: str):
    live = start(database_url=database_url, open_limit=2)
    browser = live.browser()
    Hand(live).finish(post(browser))  # so that all have one cookie
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    found: list[int] = []

    def one() -> None:
        with httpx2.Client(base_url=live.url, headers={"Cookie": cookie}, timeout=20) as client:
            found.append(send(client).status_code)

    threads = [threading.Thread(target=one) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [202] * 2 + [429] * 10


def test_an_address_may_make_so_many_identities_and_old_ones_go_on(start: Any):
    live = start(address_identities_per_hour=3)
    known = live.browser()
    post(known)
    assert [send(live.browser()).status_code for _ in range(3)] == [202, 202, 429]
    refused = send(live.browser())
    assert error_of(refused)["code"] == "too_many"
    assert 1 <= int(refused.headers["retry-after"]) <= 3600
    assert "playground" not in refused.cookies
    assert send(known).status_code == 202
    assert live.browser().get("/api/puzzles").status_code == 200  # reading is free


def test_writes_of_an_address_are_counted_together(start: Any):
    live = start(address_writes_per_minute=4)
    browsers = [live.browser() for _ in range(3)]
    found = [send(browser).status_code for browser in browsers] + [send(browsers[0]).status_code]
    assert found == [202] * 4
    refused = send(browsers[1])
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 60


def test_a_write_that_makes_nobody_is_counted_too(start: Any):
    live = start(address_writes_per_minute=3)
    browser = live.browser()
    for _ in range(3):
        assert browser.post("/api/solutions", json={"submission": "0" * 16}).status_code == 404
    for method, path, body in (
        ("POST", "/api/solutions", {"submission": "0" * 16}),
        ("PATCH", "/api/solutions/aaaaaaaaaaa", {"listed": True}),
        ("DELETE", "/api/solutions/aaaaaaaaaaa", None),
        ("POST", "/api/sign-in/password", {"name": "Mira", "password": "a wrong password"}),
        ("POST", "/api/sign-in/move", {"code": "BCDF-2345"}),
        ("POST", "/api/sign-in/admin", {"token": "x"}),
        ("POST", "/api/sign-in/with/oidc", {}),
    ):
        answer = browser.request(method, path, json=body)
        assert (answer.status_code, error_of(answer)["code"]) == (429, "too_many"), path
    assert browser.get("/api/solutions").status_code == 200


def test_zero_is_no_limit(start: Any):
    live = start(address_writes_per_minute=0, address_identities_per_hour=0)
    assert {send(live.browser()).status_code for _ in range(5)} == {202}


def test_only_a_named_proxy_may_say_whom_it_speaks_for(start: Any):
    live = start(address_identities_per_hour=1)
    assert send(live.browser(**{"X-Forwarded-For": "192.0.2.1"})).status_code == 202
    assert send(live.browser(**{"X-Forwarded-For": "192.0.2.2"})).status_code == 429


def test_behind_a_named_proxy_each_visitor_is_counted_alone(start: Any):
    live = start(address_identities_per_hour=1, trusted_proxies="127.0.0.1")
    for address in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:1::1"):
        assert send(live.browser(**{"X-Forwarded-For": address})).status_code == 202
    for told in ("192.0.2.1", "198.51.100.7, 192.0.2.1", "2001:db8::abcd", "nonsense, 192.0.2.2"):
        assert send(live.browser(**{"X-Forwarded-For": told})).status_code == 429


def test_no_address_stands_in_redis_or_the_log(start: Any, own_valkey: EmbeddedValkey, capfd: Any):
    live = start(trusted_proxies="127.0.0.1", address_identities_per_hour=1)
    for _ in range(2):
        send(live.browser(**{"X-Forwarded-For": "192.0.2.77"}))
    with redis.Redis.from_url(own_valkey.url) as client:
        keys = list(client.scan_iter())
        assert any(key.startswith(b"playground:limits") for key in keys)
        salts = [key for key in keys if key.startswith(b"playground:salt:")]
        assert len(salts) == 1
        assert 0 < client.ttl(salts[0]) <= 25 * 3600
        text = b"".join(keys) + b"".join(client.dump(key) or b"" for key in keys)
        for key in keys:
            if key.startswith(b"playground:limits"):
                assert 0 < client.ttl(key) <= 2 * 3600 + 1
    assert b"192.0.2.77" not in text
    told = capfd.readouterr()
    assert "192.0.2.77" not in told.out + told.err


@pytest.mark.parametrize(
    ("peer", "told", "found"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["192.0.2.1"], "203.0.113.5"),
        ("10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["192.0.2.1, 10.0.0.2"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
        ("10.0.0.1", ["6.6.6.6", "192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", ["192.0.2.1:4711"], "192.0.2.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::/64"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["<script>"], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        ("::1", ["192.0.2.1"], "::/64"),
        (None, ["192.0.2.1"], "local"),
    ],
)
def test_the_visitors_address(peer: str | None, told: list[str], found: str):
    headers = [(b"x-forwarded-for", each.encode()) for each in told]
    scope = {"type": "http", "client": (peer, 1) if peer else None, "headers": headers}
    assert visitor_address(scope, networks("10.0.0.0/8")) == found
