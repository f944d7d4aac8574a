"""The key pair that our messages are signed with, and the keys of the platforms."""

import json
import os
import secrets
import threading
import time
from pathlib import Path
from typing import Any, Final

from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet, RSAKey

from playground_backend.lti.fetching import Fetcher, PlatformFailed

KEY_FILE: Final = "lti-key.json"
# What 1EdTech's Security Framework lets a message be signed by. `none` is no signature, and HMAC's key would be one
# that everybody can read: the platform's public key.
ALGORITHMS: Final = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512"]
_BITS: Final = 2048
_KEPT_S: Final = 3600.0
# A key that is not known may be a new one of the platform's, or anybody's invention: the platform is not asked at each.
_AGAIN_S: Final = 10.0


class ToolKey:
    """Signs. path: a JSON Web Key Set; the first key signs, all of them are published. Made where it is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._keys: KeySet | None = None

    def public(self) -> dict[str, Any]:
        """Return what platforms read."""
        return {"keys": [self._public(each) for each in self._loaded()]}

    def sign(self, claims: dict[str, Any]) -> str:
        key = self._loaded().keys[0]
        return jwt.encode({"alg": "RS256", "kid": key.kid, "typ": "JWT"}, claims, key, algorithms=["RS256"])

    def _public(self, key: Any) -> dict[str, Any]:
        told: dict[str, Any] = key.as_dict(private=False)
        return {**told, "alg": "RS256", "use": "sig"}

    def _loaded(self) -> KeySet:
        with self._lock:
            if self._keys is None:
                if not self._path.exists():
                    self._make()
                self._keys = KeySet.import_key_set(json.loads(self._path.read_text()))
            return self._keys

    def _make(self) -> None:
        """Written beside and linked into place: a killed start leaves no half key, and of two starts one wins."""
        made = KeySet([RSAKey.generate_key(_BITS, auto_kid=True)])
        draft = self._path.with_name(f".{self._path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(made.as_dict(private=True)))
        try:
            os.link(draft, self._path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            draft.replace(self._path)
        draft.unlink(missing_ok=True)


class PlatformKeys:
    """The keys of platforms, by the address they are read from. Kept for an hour; asked for again for a new one."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, KeySet]] = {}
        self._asked: dict[str, float] = {}

    def decode(self, token: str, url: str) -> jwt.Token:
        """Return a token whose signature holds. Raises JoseError, ValueError, and PlatformFailed."""
        keys = self._keys(url)
        try:
            return jwt.decode(token, keys, algorithms=ALGORITHMS)
        except (InvalidKeyIdError, BadSignatureError):
            if not self._may_ask_again(url):
                raise
        return jwt.decode(token, self._fetch(url), algorithms=ALGORITHMS)

    def _keys(self, url: str) -> KeySet:
        with self._lock:
            kept = self._kept.get(url)
        return kept[1] if kept is not None and kept[0] > time.monotonic() else self._fetch(url)

    def _fetch(self, url: str) -> KeySet:
        told = self._fetcher.ask("GET", url, headers={"Accept": "application/json"}).json()
        try:
            keys = KeySet.import_key_set(told)
        except (JoseError, ValueError, KeyError, TypeError, AttributeError):
            raise PlatformFailed("The platform's key set holds no keys that can be read.") from None
        with self._lock:
            self._kept[url] = (time.monotonic() + _KEPT_S, keys)
        return keys

    def _may_ask_again(self, url: str) -> bool:
        with self._lock:
            now = time.monotonic()
            if now - self._asked.get(url, -_AGAIN_S) < _AGAIN_S:
                return False
            self._asked[url] = now
            return True
