"""Passwords, kept as argon2id hashes."""

import threading
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from precis_i18n import get_profile

from playground_backend.errors import Invalid

SHORTEST: Final = 10
LONGEST: Final = 200
# OWASP's first choice: 46 MiB, one pass, one thread, about 30 ms. More threads would gain nothing on a small server.
_HASHER: Final = PasswordHasher(time_cost=1, memory_cost=47104, parallelism=1)
# So many at a time: a crowd at the door must not take the machine's memory.
_GATE: Final = threading.BoundedSemaphore(2)
# Checked where there is no such account, so that the time taken does not tell.
_NOBODYS: Final = "$argon2id$v=19$m=47104,t=1,p=1$B6HLfxOYeNpICjfdLfq88A$f8QMH7MfcDfJi5F+T1b88i9XoGw50lmE0gWpcGs773Q"


def hashed(password: str) -> str:
    """Return the hash to keep. Raises Invalid where the password is too short or holds what cannot be typed again."""
    plain = _plain(password)
    if plain is None:
        raise Invalid("A password cannot have control characters or ones that are not text.", "password")
    if not SHORTEST <= len(plain) <= LONGEST:
        raise Invalid(f"A password has {SHORTEST} to {LONGEST} characters; longer is better.", "password")
    with _GATE:
        return _HASHER.hash(plain)


def matches(kept: str | None, password: str) -> bool:
    """Tell whether the password is the one kept; it takes as long where none is kept."""
    plain = _plain(password)
    with _GATE:
        try:
            right = _HASHER.verify(kept or _NOBODYS, (plain or "")[:LONGEST])
        except (VerificationError, InvalidHashError):
            return False
    return right and kept is not None and plain is not None and len(plain) <= LONGEST


def _plain(password: str) -> str | None:
    """Return the password in its one form, RFC 8265's, so that it is the same from every keyboard."""
    if not password or len(password) > 4 * LONGEST:
        return None
    try:
        return get_profile("OpaqueString").enforce(password)
    except UnicodeEncodeError:
        return None
