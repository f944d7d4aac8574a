"""Who a visitor is: a random id in one signed cookie, made at the first write. No sign-up, no address."""

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.responses import Response

COOKIE: Final = "playground"


class Identities:
    """Makes and reads identity cookies. secret: of the host; a cookie signed with another is no identity."""

    def __init__(self, secret: bytes, *, life_days: int, secure: bool) -> None:
        self._signer = Signer(secret, salt="playground.identity", digest_method=hashlib.sha256)
        self._life_s = life_days * 24 * 3600
        self._secure = secure

    def read(self, cookie: str | None) -> str | None:
        """Return the identity in the cookie, or None where there is none or it was not signed here."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie.encode("utf-8", "replace")).decode("ascii", "replace")
        except BadSignature:
            return None

    def give(self, response: Response, identity: str) -> None:
        """Set the cookie, for another full life from now."""
        response.set_cookie(
            COOKIE,
            self._signer.sign(identity).decode("ascii"),
            max_age=self._life_s,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def new_identity() -> str:
    return secrets.token_hex(16)


def host_secret(data_dir: Path) -> bytes:
    """Return the secret kept in the data folder, made at the first call; readable by its owner alone."""
    path = data_dir / "secret"
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
