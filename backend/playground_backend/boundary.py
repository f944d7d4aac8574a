"""What holds for every request, whatever serves it: headers, limits on bodies, writes from our own pages alone."""

import re
import traceback
from typing import Final

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground_backend.errors import BadBody, BodyTooLarge, CrossSite, Refusal, WrongContentType
from playground_backend.responses import internal_error_response, refusal_response

log = structlog.get_logger(__name__)

# Inline styles are let in since Monaco makes its own; scripts never are.
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "worker-src 'self'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# A body that is somewhat too large is read to its end and dropped, since a browser whose connection is closed while it
# still sends never sees the answer. One that is this many times too large is cut off.
_DISCARDED: Final = 8
# The one body that is no JSON: a file as it comes from a spreadsheet, in whatever encoding.
_ROSTER: Final = re.compile(r"/api/classrooms/[^/]+/roster")
# Where learning platforms send browsers, by forms of theirs. Nothing is done there on the word of the browser: what
# counts is a message that the platform has signed.
_PLATFORMS: Final = frozenset({"/api/lti/login", "/api/lti/launch"})
_FORM: Final = "application/x-www-form-urlencoded"
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}
# What a browser says of a request by one of our pages, or by the visitor's own hand.
_OWN: Final = {"same-origin", "none"}


class Boundary:
    """ASGI middleware, the outermost. limit_bytes: the largest body that is read. public_url: where our pages are."""

    def __init__(self, app: ASGIApp, limit_bytes: int, public_url: str | None = None) -> None:
        self._app = app
        self._limit = limit_bytes
        self._origin = _origin(public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answering = False

        async def guarded(message: Message) -> None:
            nonlocal answering
            if message["type"] == "http.response.start":
                answering = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            if scope["method"] not in _SAFE:
                receive = await self._admit(scope, receive)
            await self._app(_read(scope), receive, guarded)
        except Refusal as refusal:
            await refusal_response(refusal)(scope, receive, guarded)
        except Exception as error:
            # Where, not what: an exception's message may quote the student's source.
            frames = traceback.extract_tb(error.__traceback__)[-6:]
            where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
            log.error("request failed", method=scope["method"], error=type(error).__name__, where=where)
            if not answering:
                await internal_error_response()(scope, receive, guarded)

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """Read the whole body within the limit; return a `receive` that gives it. Raises Refusal."""
        headers = Headers(scope=scope)
        from_platform = scope["path"] in _PLATFORMS
        if not from_platform and not self._is_own(headers):
            raise CrossSite("Another site's page asked for this. Open the playground itself and try there.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise BadBody("Content-Length is not a number.")
        if int(length[:20]) > self._limit * _DISCARDED:
            raise self._too_large(close=True)
        body = bytearray()
        size = 0
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            part = message.get("body", b"")
            more = message.get("more_body", False)
            size += len(part)
            if size <= self._limit:
                body += part
            elif size > self._limit * _DISCARDED:
                raise self._too_large(close=True)
        if size > self._limit:
            raise self._too_large()
        if body:
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind == "text/csv" and _ROSTER.fullmatch(scope["path"]):
                pass  # no form of another site can send this kind either
            elif from_platform and kind == _FORM:
                pass
            elif kind != "application/json":
                raise WrongContentType("Send the body as JSON, with Content-Type: application/json.")
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return replay

    def _is_own(self, headers: Headers) -> bool:
        """Tell whether one of our own pages sent this, or no page at all: a script tells no origin."""
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            return site in _OWN
        # Over plain HTTP a browser tells the origin alone.
        if origin is None or origin == self._origin:
            return True
        return origin.partition("://")[2] == headers.get("host")

    def _too_large(self, *, close: bool = False) -> BodyTooLarge:
        headers = {"Connection": "close"} if close else None
        return BodyTooLarge(f"The body is over the limit of {self._limit:,} bytes.", headers=headers)


def _read(scope: Scope) -> Scope:
    """Let HEAD be answered wherever GET is; the server leaves the body out. Not for event streams: they do not end."""
    path = scope["path"]
    if scope["method"] != "HEAD" or not path.startswith(("/api/", "/healthz", "/readyz")) or path.endswith("/events"):
        return scope
    return {**scope, "method": "GET"}


def _origin(url: str | None) -> str | None:
    """Return what a browser names as the origin of a page under the URL."""
    if url is None:
        return None
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}".lower()
