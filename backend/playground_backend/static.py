"""The built front end: its pages, its files as they were compressed at build, and nothing else."""

import mimetypes
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from playground_backend.responses import error_response

_PAGES: Final = frozenset(
    {
        "/",
        "/classes",
        "/glossary",
        "/import",
        "/join",
        "/leaderboard",
        "/lti/choose",
        "/lti/link",
        "/me",
        "/me/account",
        "/move",
        "/privacy",
        "/sandbox",
        "/sign-in/admin",
    }
)
# Whether there is such a class, puzzle or code, the page asks for itself.
_CLASS_PAGE: Final = re.compile(
    r"/classes/(?:puzzles/[0-9a-f]{1,32}|[\w-]{1,40}(?:/(?:students|assignments|grades|settings|board))?)", re.ASCII
)
_JOIN_PAGE: Final = re.compile(r"/join/[0-9A-Za-z -]{1,40}")
_PUZZLE_PAGE: Final = re.compile(r"/puzzles/([^/]+)(?:/solutions)?")
_PARTS: Final = frozenset({b"range", b"if-range"})
_TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(r'<meta name="description"[^>]*>\s*')
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
# Where a system's own table lacks or differs.
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class Site:
    """ASGI application for whatever is no API route. is_puzzle: tells whether a slug has a page."""

    def __init__(self, folder: Path, is_puzzle: Callable[[str], bool]) -> None:
        self._folder = folder
        self._is_puzzle = is_puzzle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a WebSocket handshake: there is none here
            await send({"type": "websocket.close", "code": 1000})
            return
        asked = {**scope, "headers": [each for each in scope["headers"] if each[0] not in _PARTS]}
        await self.answer(Request(asked))(asked, receive, send)

    def answer(self, request: Request) -> Response:
        path = request.url.path
        reading = request.method in ("GET", "HEAD")
        if path == "/api" or path.startswith("/api/"):
            return error_response(404, "not_found", "Nothing has this address.")
        if self._is_page(path):
            if not reading:
                message = "This address does not take that method."
                return error_response(405, "method_not_allowed", message, headers={"Allow": "GET, HEAD"})
            if not is_built(self._folder):
                return _not_built()
            return self._file(request, self._folder / "index.html", "no-cache")
        if reading and (found := self._find(path)):
            hashed = path.startswith("/assets/")
            return self._file(request, found, "public, max-age=31536000, immutable" if hashed else "no-cache")
        if reading and "text/html" in request.headers.get("accept", "") and not path.startswith("/assets/"):
            return _page(404, "There is no such page", '<a href="/" style="color:inherit">To the puzzles</a>')
        return error_response(404, "not_found", "Nothing has this address.")

    def _is_page(self, path: str) -> bool:
        if path in _PAGES or _CLASS_PAGE.fullmatch(path) or _JOIN_PAGE.fullmatch(path):
            return True
        match = _PUZZLE_PAGE.fullmatch(path)
        return match is not None and self._is_puzzle(match[1])

    def _find(self, path: str) -> Path | None:
        """Return the file of a path inside the folder. Compressed siblings and hidden files have no address."""
        parts = path.removeprefix("/").split("/")
        if any(part in ("", "..") or part.startswith(".") or "\0" in part or "\\" in part for part in parts):
            return None
        found = self._folder.joinpath(*parts)
        try:
            known = found.suffix not in (".br", ".gz") and found.is_file()
            inside = known and found.resolve().is_relative_to(self._folder.resolve())
        except (OSError, ValueError):
            return None  # a name that the file system does not take
        return found if inside else None

    def _file(self, request: Request, path: Path, cache: str) -> Response:
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        # Whole files alone: they are small, and a part of a compressed one helps nobody.
        headers = {"Cache-Control": cache, "Vary": "Accept-Encoding", "Accept-Ranges": "none"}
        for name, suffix in _ENCODINGS:
            sibling = path.with_name(path.name + suffix)
            if name in _accepted(request.headers) and sibling.is_file():
                path = sibling
                headers["Content-Encoding"] = name
                break
        seen = path.stat()
        etag = f'"{seen.st_mtime_ns:x}-{seen.st_size:x}{path.suffix}"'
        headers["ETag"] = etag
        told = request.headers.get("if-none-match", "")
        if told == "*" or etag in (each.strip().removeprefix("W/") for each in told.split(",")):
            return Response(status_code=304, headers=headers)
        return FileResponse(path, headers=headers, media_type=kind, stat_result=seen)


def is_built(folder: Path) -> bool:
    """Tell whether the front end's build stands in the folder."""
    return (folder / "index.html").is_file()


def index_page(folder: Path, *, status: int = 200, head: str | None = None) -> Response:
    """Return the front end's page, for an address that says more of itself. head: HTML in place of its title."""
    if not is_built(folder):
        return _not_built()
    html = (folder / "index.html").read_text(encoding="utf-8")
    if head is not None:
        html = _TITLE.sub(lambda _: head, _DESCRIPTION.sub("", html, count=1), count=1)
    return HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-cache"})


def _not_built() -> Response:
    return _page(503, "The front end is not built", "Run <code>make setup</code>, then reload this page.")


def _accepted(headers: Headers) -> set[str]:
    """Return the content codings that the client takes."""
    taken = set()
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, rest = part.partition(";")
        if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", rest):
            taken.add(name.strip())
    return taken


def _page(status: int, title: str, body: str) -> Response:
    """A page that needs no front end. body: HTML."""
    html = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title>"
        '<body style="font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem">'
        f"<main><h1>{escape(title)}</h1><p>{body}</p></main>"
    )
    return HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-store"})
