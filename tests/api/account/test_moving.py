"""An account in another browser, two that become one, taking everything along, and leaving."""

import json
import re
import threading
import time
from datetime import UTC, datetime

from sqlalchemy import select

from playground_backend.store import merging, records
from playground_backend.store.records import Wanted
from playground_backend.store.tables import Base, Identity, Share, ShareView, Source, Submission
from playground_puzzles.models import Outcome
from tests.api.account.conftest import PASSWORD, named, rows, solved
from tests.api.conftest import SOURCE, Hand, Live, error_of, post

# ---- another browser ----


def test_another_browser_is_signed_in_by_a_code_once_and_brings_what_it_solved(site: Live, worker: Hand):
    first, second = site.browser(), site.browser()
    worker.finish(post(first))
    worker.finish(post(second, puzzle="outer-vector-add"), puzzle="outer-vector-add")
    second.post("/api/puzzles/constant-add/hints", json={"opened": 2})
    second.post("/api/puzzles/constant-add/give-up")  # which the first had solved before
    move = first.post("/api/me/move").json()
    assert re.fullmatch(r"[2-9B-DF-HJKMNP-TV-Z]{4}-[2-9B-DF-HJKMNP-TV-Z]{4}", move["code"])
    assert re.fullmatch(r"/move#[\w-]{43}", move["path"])
    typed = f" {move['code'].lower().replace('-', ' ')}"
    assert second.post("/api/sign-in/move", json={"code": typed}).status_code == 200
    for browser in (first, second):
        assert sorted(solved(browser)) == ["constant-add", "outer-vector-add"]
    progress = {each["puzzle"]: each for each in first.get("/api/me").json()["puzzles"]}
    assert progress["constant-add"]["hints"] == 2
    assert progress["constant-add"]["gave_up"] is False
    assert len(rows(site, Identity)) == 1
    third = site.browser()
    for spent in (move["code"], move["path"].partition("#")[2]):
        answer = third.post("/api/sign-in/move", json={"code": spent})
        assert answer.status_code == 403
        assert error_of(answer)["code"] == "wrong_sign_in"


def test_what_either_had_seen_marks_what_the_other_solved(site: Live, worker: Hand):
    """Else one would look in one browser and solve in another."""
    source = SOURCE.replace("pass", "their_way = 1")
    sharer, looker, solver = site.browser(), site.browser(), site.browser()
    shared = post(sharer, source=source)
    worker.finish(shared)
    link = sharer.post("/api/solutions", json={"submission": shared}).json()["id"]
    post(solver, puzzle="long-sum")
    looker.post(f"/api/solutions/{link}/reveal")
    worker.finish(post(solver, source=source))
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"]) == (False, True)
    code = solver.post("/api/me/move").json()["code"]
    assert looker.post("/api/sign-in/move", json={"code": code}).status_code == 200
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"]) == (True, False)
    # And the other way: what turns out to be one's own is no copy.
    code = sharer.post("/api/me/move").json()["code"]
    sharer.patch("/api/me", json={"name": "Mira"})
    assert solver.post("/api/sign-in/move", json={"code": code}).status_code == 200
    standing = {each["puzzle"]: each for each in solver.get("/api/me").json()["puzzles"]}["constant-add"]
    assert (standing["copied"], standing["ranked"], standing["attempts"]) == (False, True, 2)


def test_what_is_sent_while_two_become_one_is_not_lost(site: Live):
    first, second = site.browser(), site.browser()
    into, other = site.row(post(first)).owner, site.row(post(second)).owner
    with site.service.database.write() as session:
        [sent] = records.add(session, other, SOURCE, [Wanted("long-sum")])
        submission = sent.id
        merging_now = threading.Thread(target=merge, args=(site, other, into))
        merging_now.start()
        time.sleep(0.5)  # it looks and waits
    merging_now.join()
    assert site.row(submission).owner == into


def merge(live: Live, other: str, into: str) -> None:
    with live.service.database.write() as session:
        merging.merge(session, other, into)


def test_what_a_browser_solved_is_left_where_it_asks_so(site: Live, worker: Hand):
    first, second = named(site, "Mira"), site.browser()
    worker.finish(post(second))
    link = first.post("/api/me/move").json()["path"].partition("#")[2]
    assert second.post("/api/sign-in/move", json={"code": link, "merge": False}).json()["name"] == "Mira"
    assert solved(second) == []
    assert len(rows(site, Identity)) == 2


def test_a_code_expires_and_a_new_one_ends_the_one_before(site: Live):
    first, second = named(site, "Mira"), site.browser()
    old = first.post("/api/me/move").json()["code"]
    new = first.post("/api/me/move").json()["code"]
    assert second.post("/api/sign-in/move", json={"code": old}).status_code == 403
    with site.service.database.write() as session:
        ticket = Base.metadata.tables["tickets"]
        session.execute(ticket.update().values(expires_at=datetime.now(UTC)))
    assert second.post("/api/sign-in/move", json={"code": new}).status_code == 403


def test_codes_are_not_guessed_for_long(site: Live):
    browser = site.browser()
    statuses = [browser.post("/api/sign-in/move", json={"code": f"BCDF-{n:04}"}).status_code for n in range(70)]
    assert set(statuses) == {403, 429}
    answer = browser.post("/api/sign-in/move", json={"code": "x"})
    assert error_of(answer)["code"] in ("too_many_tries", "too_many")
    assert 1 <= int(answer.headers["retry-after"]) <= 600


def test_who_shares_an_anonymous_identity_does_not_come_into_an_account_by_it(site: Live):
    """Else a code given away would be a trap: whoever takes it and then signs in would let its maker in."""
    trapper, victim = site.browser(), site.browser()
    post(trapper)
    trap = trapper.post("/api/me/tokens", json={"label": "trap"}).json()["token"]
    named(site, "Mira", PASSWORD)
    victim.post("/api/sign-in/move", json={"code": trapper.post("/api/me/move").json()["code"]})
    sign_in = victim.post("/api/sign-in/password", json={"name": "Mira", "password": PASSWORD})
    assert sign_in.json()["name"] == "Mira"
    assert trapper.get("/api/me").json()["account"] is None
    assert site.browser(Authorization=f"Bearer {trap}").get("/api/me").status_code == 401


# ---- taking along, leaving ----


def test_all_that_is_stored_can_be_taken_along(site: Live, worker: Hand):
    mira = named(site, "Mira", PASSWORD)
    worker.finish(post(mira))
    mira.post("/api/me/tokens", json={"label": "autograder"})
    mira.post("/api/puzzles/long-sum/hints", json={"opened": 1})
    named(site, "Ole")
    answer = mira.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="triton-playground.json"'
    told = answer.json()
    assert told["account"]["name"] == "Mira"
    assert [each["outcome"] for each in told["submissions"]] == [None, "passed"]
    assert told["submissions"][1]["verdict"]["outcome"] == "passed"
    assert list(told["sources"].values()) == [SOURCE]
    assert told["progress"][0]["puzzle"] == "long-sum"
    assert told["tokens"][0]["label"] == "autograder"
    assert set(told["browsers"][0]) == {"created_at", "seen_at", "expires_at", "admin_until"}
    assert "Ole" not in answer.text
    assert "argon2" not in answer.text
    owner = next(each.id for each in rows(site, Identity) if each.name == "Mira")
    assert owner not in answer.text
    assert json.loads(site.browser().get("/api/me/export").text)["submissions"] == []


def test_deleting_oneself_leaves_nothing_but_closed_links(site: Live, worker: Hand):
    mira, ole = named(site, "Mira", PASSWORD), named(site, "Ole")
    worker.finish(post(mira, source=SOURCE + "# hers\n"))
    waiting = post(mira)
    mira.post("/api/me/tokens", json={"label": "autograder"})
    mira.post("/api/me/move")
    mira.post("/api/puzzles/long-sum/hints", json={"opened": 1})
    people = {each.name: each.id for each in rows(site, Identity)}
    with site.service.database.write() as session:
        made = session.scalars(select(Submission).where(Submission.outcome == "passed")).one()
        fields = {"kind": "solution", "puzzle": made.puzzle, "device": made.device, "source": made.source}
        share = Share(
            id="abcdefghijk", owner=people["Mira"], verdict=made.verdict, created_at=made.created_at, **fields
        )
        session.add(share)
        session.flush()
        session.add(ShareView(viewer=people["Ole"], share="abcdefghijk", seen_at=made.created_at))
    assert mira.delete("/api/me").status_code == 204
    assert "playground" not in mira.cookies
    assert site.redis.lpos("rq:queue:interpreter", waiting) is None
    assert mira.get("/api/me").json()["account"] is None
    [share] = rows(site, Share)
    assert (share.id, share.owner, share.source, share.verdict) == ("abcdefghijk", None, None, None)
    assert share.deleted_at is not None
    # Of the sources, what Ole sent too is still there.
    assert [each.text for each in rows(site, Source)] == [SOURCE]
    for table in Base.metadata.sorted_tables:
        with site.service.database.read() as session:
            found = [tuple(row) for row in session.execute(select(table))]
        assert not [row for row in found if people["Mira"] in row], table.name
    assert ole.get("/api/me").json()["account"]["name"] == "Ole"


def test_a_verdict_that_comes_after_its_owner_left_goes_nowhere(site: Live, worker: Hand):
    mira = named(site, "Mira")
    submission = post(mira, source=SOURCE + "# hers\n")
    worker.take(submission)
    assert mira.delete("/api/me").status_code == 204
    worker.judge(submission, Outcome.passed)
    ole = named(site, "Ole")
    worker.finish(post(ole))
    assert solved(ole) == ["constant-add"]
    assert submission not in {each.id for each in rows(site, Submission)}
