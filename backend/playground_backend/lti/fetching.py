"""Asking a learning platform: its addresses were typed in or came with a launch, so what they may be is narrow.

Only https; no redirect is followed, no proxy of the environment used; an answer has a size and a time. What is reached
must be a public address, unless the host has said that platforms stand in its own network.
"""

import ipaddress
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

_CONNECT_S: Final = 5.0
_QUIET_S: Final = 10.0
_WHOLE_S: Final = 20.0
_LARGEST: Final = 2 * 1024 * 1024
_PIECE: Final = 64 * 1024
# So many wait for platforms at a time: one that hangs must not take every thread that serves.
_WAITING: Final = threading.BoundedSemaphore(8)
_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


class PlatformFailed(Exception):
    """A platform did not do its part. status: what it answered, null for no answer. message: for a teacher."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str]

    def json(self) -> Any:
        """Raises PlatformFailed."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise PlatformFailed("The platform's answer is no JSON.", self.status) from None


def is_usable(url: str, *, allows_private: bool) -> bool:
    """Tell whether an address may be asked or gone to at all. allows_private: of a platform in the own network."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return False
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        return False
    if parts.scheme != "https" and not (allows_private and parts.scheme == "http"):
        return False
    if allows_private:
        return True
    with suppress(ValueError):
        return _is_public(host)
    return host not in _LOCAL and not host.endswith((".localhost", ".local", ".internal"))


def _is_public(address: str) -> bool:
    """Raises ValueError for a name."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    return found.is_global and not found.is_multicast


class Fetcher:
    """Several threads may use it at once."""

    def __init__(self, *, allows_private: bool) -> None:
        self._allows_private = allows_private

    def ask(
        self,
        method: str,
        url: str,
        *,
        data: Mapping[str, str] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Return a good answer, 200 to 299. Raises PlatformFailed."""
        if not is_usable(url, allows_private=self._allows_private):
            raise PlatformFailed("The platform names an address that is not asked: it is not https, or not public.")
        if not _WAITING.acquire(timeout=_CONNECT_S):
            raise PlatformFailed("Too many wait for a platform just now.")
        try:
            return self._ask(method, url, data, headers)
        except (requests.RequestException, HTTPError, OSError) as error:
            raise PlatformFailed(_in_words(error)) from None
        finally:
            _WAITING.release()

    def _ask(
        self, method: str, url: str, data: Mapping[str, str] | bytes | None, headers: Mapping[str, str] | None
    ) -> Answer:
        with requests.Session() as session, _in_time() as connected:
            session.trust_env = False
            session.mount("http://", _Adapter(connected, self._allows_private))
            session.mount("https://", _Adapter(connected, self._allows_private))
            answer = session.request(
                method,
                url,
                data=data,
                headers=headers,
                stream=True,
                allow_redirects=False,
                timeout=(_CONNECT_S, _QUIET_S),
            )
            with answer:
                if not 200 <= answer.status_code < 300:
                    raise PlatformFailed(_refused(answer), answer.status_code)
                body = bytearray()
                while piece := answer.raw.read1(_PIECE, decode_content=True):
                    body += piece
                    if connected.is_over:
                        break
                    if len(body) > _LARGEST:
                        raise PlatformFailed("The platform's answer is too large.", answer.status_code)
                return Answer(answer.status_code, bytes(body), answer.headers)


class _Forbidden(OSError):
    """The name led to an address that is not asked."""


class _Connected:
    """What is connected for one question, to be cut off when its time is over.

    That ends who is slow with headers. An answer's body may be read from a socket that its connection has let go: its
    reader looks at `is_over` after each piece.
    """

    def __init__(self) -> None:
        self.connections: list[HTTPConnection] = []
        self.is_over = False

    def cut(self) -> None:
        self.is_over = True
        for each in self.connections:
            with suppress(OSError):
                if each.sock is not None:
                    each.sock.shutdown(2)


@contextmanager
def _in_time() -> Iterator[_Connected]:
    """Cut off who sends a byte now and then: each of them keeps a timeout from ending."""
    connected = _Connected()
    clock = threading.Timer(_WHOLE_S, connected.cut)
    clock.daemon = True
    clock.start()
    started = time.monotonic()
    try:
        yield connected
    finally:
        clock.cancel()
    if connected.is_over or time.monotonic() - started > _WHOLE_S:
        raise PlatformFailed("The platform took too long to answer.")


class _Adapter(HTTPAdapter):
    """Looks at whom a connection reached before anything is sent: what a name stands for may change at any moment."""

    def __init__(self, connected: _Connected, allows_private: bool) -> None:
        self._connected = connected
        self._allows_private = allows_private
        super().__init__(max_retries=0)

    def init_poolmanager(self, *given: Any, **named: Any) -> None:
        super().init_poolmanager(*given, **named)
        connected, allows_private = self._connected, self._allows_private

        def looked_at(connection: HTTPConnection, found: Any) -> Any:
            if not allows_private and not _is_public(found.getpeername()[0]):
                found.close()
                raise _Forbidden
            connected.connections.append(connection)
            return found

        class Plain(HTTPConnection):
            def _new_conn(self) -> Any:
                return looked_at(self, super()._new_conn())

        class Secure(HTTPSConnection):
            def _new_conn(self) -> Any:
                return looked_at(self, super()._new_conn())

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class SecurePool(HTTPSConnectionPool):
            ConnectionCls = Secure

        self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": SecurePool}


def _refused(answer: requests.Response) -> str:
    if 300 <= answer.status_code < 400:
        return f"The platform answered {answer.status_code}, a redirect, which is not followed."
    return f"The platform answered {answer.status_code}."


def _in_words(error: Exception) -> str:
    told = f"{type(error).__name__} {error}"
    if "_Forbidden" in told or isinstance(error, _Forbidden):
        return "The platform's name leads to an address that is not public."
    if isinstance(error, requests.exceptions.SSLError):
        return "The platform's certificate is not good."
    if isinstance(error, requests.exceptions.Timeout):
        return "The platform took too long to answer."
    return "The platform could not be reached."
