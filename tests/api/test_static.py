"""The front end's files, as a build leaves them, and the headers of everything."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from playground_backend.valkey import EmbeddedValkey

from .conftest import Live, error_of, settings_for


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, valkey: EmbeddedValkey) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("built")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Playground</title>")
    script = "console.log('main')"
    (folder / "assets" / "main-abc123.js").write_text(script)
    (folder / "assets" / "main-abc123.js.gz").write_bytes(gzip.compress(script.encode()))
    (folder / "assets" / "main-abc123.js.br").write_bytes(b"brotli, for all that the server knows")
    (folder / "assets" / "plex.woff2").write_bytes(b"wOF2")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / ".hidden").write_text("no")
    (folder.parent / "outside.txt").write_text("secret")
    (folder / "assets" / "link.txt").symlink_to(folder.parent / "outside.txt")
    live = Live(settings_for(tmp_path_factory.mktemp("site"), valkey, static_dir=folder, sweep_interval_s=3600))
    yield live
    live.stop()


@pytest.fixture
def visitor(site: Live) -> httpx2.Client:
    return site.browser(Accept="text/html", **{"Accept-Encoding": "identity"})


@pytest.mark.parametrize("path", ["/", "/import", "/puzzles/constant-add", "/puzzles/demo-1", "/?from=mail"])
def test_a_page_is_the_index_never_cached_blindly(visitor: httpx2.Client, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "Playground" in answer.text


@pytest.mark.parametrize("path", ["/nothing", "/puzzles", "/puzzles/nothing", "/puzzles/constant-add/x", "/assets"])
def test_other_addresses_are_a_404_page(visitor: httpx2.Client, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert "Playground</title>" not in answer.text


@pytest.mark.parametrize("path", ["/api/nothing", "/assets/main-old.js", "/assets/", "/api"])
def test_missing_files_and_routes_are_never_the_index(visitor: httpx2.Client, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "not_found"


@pytest.mark.parametrize(
    "path",
    [
        "/.hidden", "/../outside.txt", "/%2e%2e/outside.txt", "/assets/..%2f..%2foutside.txt", "/assets/link.txt",
        "/assets/main-abc123.js.gz", "/assets/main-abc123.js.br", "//etc/passwd", "/assets/%00", "/" + "a" * 4000,
    ],
)  # fmt: skip
def test_nothing_but_the_built_files_is_given(visitor: httpx2.Client, path: str):
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_hashed_files_are_kept_for_ever(visitor: httpx2.Client):
    answer = visitor.get("/assets/main-abc123.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "content-encoding" not in answer.headers
    assert answer.text == "console.log('main')"
    assert visitor.get("/assets/plex.woff2").headers["content-type"] == "font/woff2"
    assert visitor.get("/favicon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "given"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("deflate", None),
        ("GZIP;q=0.5", "gzip"),
    ],
)
def test_files_go_as_they_were_compressed_at_build(site: Live, accepted: str, given: str | None):
    headers = {"Accept-Encoding": accepted}
    with site.browser().stream("GET", "/assets/main-abc123.js", headers=headers) as answer:
        assert answer.headers.get("content-encoding") == given
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
        raw = b"".join(answer.iter_raw())
    if given == "gzip":
        assert gzip.decompress(raw) == b"console.log('main')"


def test_an_unchanged_file_is_not_sent_again(site: Live, visitor: httpx2.Client):
    tags = set()
    for accepted in ("identity", "gzip"):
        headers = {"Accept-Encoding": accepted}
        first = visitor.get("/assets/main-abc123.js", headers=headers)
        tags.add(first.headers["etag"])
        for told in (first.headers["etag"], f'"other", W/{first.headers["etag"]}', "*"):
            again = visitor.get("/assets/main-abc123.js", headers={**headers, "If-None-Match": told})
            assert again.status_code == 304
            assert not again.content
    assert len(tags) == 2
    assert visitor.get("/", headers={"If-None-Match": '"other"'}).status_code == 200


def test_head_tells_the_same_without_the_body(visitor: httpx2.Client):
    answer = visitor.head("/assets/main-abc123.js")
    assert answer.status_code == 200
    assert answer.headers["content-length"] == "19"
    assert not answer.content


def test_without_a_build_the_page_says_what_to_run(browser: httpx2.Client):
    answer = browser.get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


@pytest.mark.parametrize(
    "path", ["/", "/assets/main-abc123.js", "/nothing", "/api/puzzles", "/api/nothing", "/healthz"]
)
def test_every_answer_carries_the_security_headers(visitor: httpx2.Client, path: str):
    headers = visitor.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert not re.search(r"https?:|\*|unsafe-eval", headers["content-security-policy"])
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"]
    assert "server" not in headers


def test_ready_tells_which_part_is_down(site: Live, start: Any, own_valkey: EmbeddedValkey):
    live = start()
    visitor = live.browser()
    assert visitor.get("/healthz").json() == {"ok": True}
    answer = visitor.get("/readyz")
    assert answer.status_code == 503
    parts = answer.json()["parts"]
    assert {name: part["ok"] for name, part in parts.items()} == {
        "redis": True, "database": True, "workers": False, "front_end": False,
    }  # fmt: skip
    live.redis.set("playground:worker:a", '{"device": "interpreter", "problem": "numpy is broken"}')
    assert "numpy is broken" in visitor.get("/readyz").json()["parts"]["workers"]["detail"]
    live.redis.set("playground:worker:b", '{"device": "interpreter", "problem": null}')
    assert visitor.get("/readyz").json()["parts"]["workers"] == {"ok": True, "detail": "1 of 2 well"}
    own_valkey.stop()
    parts = visitor.get("/readyz").json()["parts"]
    assert not parts["redis"]["ok"]
    assert parts["database"]["ok"]
    site.redis.set("playground:worker:well", '{"problem": null}', ex=20)
    assert site.browser().get("/readyz").status_code == 200
