"""Cookies: a random session token, signed; and the state of a sign-in that is under way. No sign-up, no address."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any, Final

from itsdangerous import BadData, BadSignature, Signer, URLSafeTimedSerializer
from starlette.responses import Response

COOKIE: Final = "playground"
SECRET_FILE: Final = "secret"
SIGN_IN_COOKIE: Final = "playground-sign-in"
SIGN_IN_PATH: Final = "/api/sign-in"
_SIGN_IN_S: Final = 600


class Identities:
    """Makes and reads cookies. secret: of the host; a cookie signed with another is nobody's."""

    def __init__(self, secret: bytes, *, life_days: int, secure: bool) -> None:
        self._sessions = Signer(secret, salt="playground.session", digest_method=hashlib.sha256)
        # Cookies of the first release held the identity itself.
        self._identities = Signer(secret, salt="playground.identity", digest_method=hashlib.sha256)
        self._sign_ins = URLSafeTimedSerializer(
            secret, salt="playground.sign-in", signer_kwargs={"digest_method": hashlib.sha256}
        )
        self._key = hmac.digest(secret, b"playground.seal", "sha256")
        self._life_s = life_days * 24 * 3600
        self._secure = secure

    def token(self, cookie: str | None) -> str | None:
        """Return the session token in the cookie, or None where there is none or it was not signed here."""
        return _unsigned(self._sessions, cookie)

    def first_release(self, cookie: str | None) -> str | None:
        """Return the identity in a cookie of the first release; None as `token` does."""
        return _unsigned(self._identities, cookie)

    def give(self, response: Response, token: str) -> None:
        """Set the cookie, for another full life from now."""
        response.set_cookie(
            COOKIE,
            self._sessions.sign(token).decode("ascii"),
            max_age=self._life_s,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def take_away(self, response: Response) -> None:
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=self._secure)

    def begin_sign_in(self, response: Response, state: dict[str, Any]) -> None:
        """Bind a sign-in with a provider to this browser, for ten minutes."""
        response.set_cookie(
            SIGN_IN_COOKIE,
            str(self._sign_ins.dumps(state)),
            max_age=_SIGN_IN_S,
            path=SIGN_IN_PATH,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def sign_in_state(self, cookie: str | None) -> dict[str, Any] | None:
        """Return what `begin_sign_in` was given; None where it was not here, or too long ago."""
        try:
            found = self._sign_ins.loads((cookie or "").encode("utf-8", "replace"), max_age=_SIGN_IN_S)
        except BadData:
            return None
        return found if isinstance(found, dict) else None

    def end_sign_in(self, response: Response) -> None:
        response.delete_cookie(SIGN_IN_COOKIE, path=SIGN_IN_PATH, httponly=True, samesite="lax", secure=self._secure)

    def seal(self, purpose: str, text: str) -> str:
        """Return what stands for a secret text where it must not stand itself: 64 hexadecimal digits."""
        told = f"{purpose}\0{text}".encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, told, "sha256").hex()


def new_identity() -> str:
    return secrets.token_hex(16)


def new_token() -> str:
    """Return 256 random bits, in characters that stand for themselves in a URL."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the SHA-256 of a random token, by which the database knows it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def host_secret(data_dir: Path) -> bytes:
    """Return the secret kept in the data folder, made at the first call; readable by its owner alone."""
    path = data_dir / SECRET_FILE
    data_dir.mkdir(parents=True, exist_ok=True)
    # Written beside and linked into place: a killed start leaves no half secret, and of two starts one wins.
    draft = data_dir / f".secret.{os.getpid()}.{secrets.token_hex(4)}"
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_hex(32))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_bytes()


def _unsigned(signer: Signer, cookie: str | None) -> str | None:
    if not cookie:
        return None
    try:
        return signer.unsign(cookie.encode("utf-8", "replace")).decode("ascii", "replace")
    except BadSignature:
        return None
