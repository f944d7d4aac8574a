"""Signing in by an account elsewhere: any OpenID Connect provider, or GitHub's OAuth 2.

Nothing but the account's id there is asked for and kept: no name, no address. Redirects go to the public URL.
"""

import hashlib
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import requests
import structlog
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from playground_backend.errors import ProviderFailed
from playground_backend.identity import SIGN_IN_PATH, new_token
from playground_backend.settings import Settings

log = structlog.get_logger(__name__)

_ANSWER_S: Final = 10.0
_KEPT_S: Final = 3600.0
# Signatures by a key pair alone: `none` would be no signature, and HMAC's key is known to us too.
_ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_CLOCK_S: Final = 60
# So many requests wait for providers at a time: one that hangs must not take every thread that serves.
_WAITING: Final = threading.BoundedSemaphore(16)


@dataclass(frozen=True)
class Begun:
    """A sign-in under way. url: where the browser goes. state: what its cookie must bring back."""

    url: str
    state: dict[str, str]


class Provider(Protocol):
    """id: in addresses. key: in the database; another one for another issuer. name: on the button."""

    id: str
    key: str
    name: str

    def begin(self) -> Begun:
        """Raises ProviderFailed where the provider does not answer."""

    def finish(self, state: Mapping[str, str], code: str, issuer: str | None) -> str:
        """Return the account's id there. state: as `begin` gave it. Raises ProviderFailed."""


def providers_of(settings: Settings) -> dict[str, Provider]:
    """Return the providers that the settings name, by id."""
    found: list[Provider] = []
    if settings.oidc_issuer:
        found.append(OpenIdConnect(settings))
    if settings.github_client_id:
        found.append(GitHub(settings))
    return {each.id: each for each in found}


class OpenIdConnect:
    """The code flow with PKCE, and an id token whose signature, issuer, audience, times and nonce are checked."""

    id = "oidc"

    def __init__(self, settings: Settings) -> None:
        assert settings.oidc_issuer is not None
        self.name = settings.oidc_name
        self.key = f"oidc-{hashlib.sha256(settings.oidc_issuer.encode()).hexdigest()[:24]}"
        self._issuer = settings.oidc_issuer
        self._client_id = settings.oidc_client_id or ""
        secret = settings.oidc_client_secret
        self._secret = None if secret is None else secret.get_secret_value()
        self._redirect_uri = _redirect_uri(settings, self.id)
        self._lock = threading.Lock()
        self._metadata: tuple[float, dict[str, Any]] | None = None

    def begin(self) -> Begun:
        try:
            state = {"state": new_token(), "nonce": new_token(), "verifier": new_token()}
            with self._session() as session:
                url, _ = session.create_authorization_url(
                    self._discovered()["authorization_endpoint"],
                    state=state["state"],
                    nonce=state["nonce"],
                    code_verifier=state["verifier"],
                )
            return Begun(url, state)
        except _FAILURES as error:
            raise _failed(self.name, error) from None

    def finish(self, state: Mapping[str, str], code: str, issuer: str | None) -> str:
        try:
            metadata = self._discovered()
            promised = metadata.get("authorization_response_iss_parameter_supported") is True
            if issuer != self._issuer and (issuer is not None or promised):
                raise ValueError("another issuer answered")
            with _asking(), self._session() as session:
                token = session.fetch_token(
                    metadata["token_endpoint"], code=code, code_verifier=state["verifier"], timeout=_ANSWER_S
                )
                keys = session.get(metadata["jwks_uri"], withhold_token=True, timeout=_ANSWER_S)
            keys.raise_for_status()
            return self._subject(token["id_token"], KeySet.import_key_set(keys.json()), state["nonce"], token)
        except _FAILURES as error:
            raise _failed(self.name, error) from None

    def _subject(self, id_token: str, keys: KeySet, nonce: str, token: Mapping[str, Any]) -> str:
        read = jwt.decode(id_token, keys, algorithms=_ALGORITHMS)
        claims = CodeIDToken(
            read.claims,
            read.header,
            options={"iss": {"value": self._issuer}, "aud": {"value": self._client_id}, "sub": {"essential": True}},
            params={"nonce": nonce, "client_id": self._client_id, "access_token": token.get("access_token")},
        )
        claims.validate(leeway=_CLOCK_S)
        return _id(claims["sub"])

    def _session(self) -> OAuth2Session:
        return OAuth2Session(
            self._client_id,
            self._secret,
            token_endpoint_auth_method=self._authentication(),
            scope="openid",
            redirect_uri=self._redirect_uri,
            code_challenge_method="S256",
        )

    def _authentication(self) -> str:
        if self._secret is None:
            return "none"
        # Basic is what holds where a provider does not say.
        taken = self._discovered().get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        return "client_secret_basic" if "client_secret_basic" in taken else "client_secret_post"

    def _discovered(self) -> dict[str, Any]:
        with self._lock:
            if self._metadata is not None and self._metadata[0] > time.monotonic():
                return self._metadata[1]
        with _asking():
            answer = requests.get(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration", timeout=_ANSWER_S)
        answer.raise_for_status()
        found = answer.json()
        if not isinstance(found, dict) or found.get("issuer") != self._issuer:
            raise ValueError("the provider says that it is another issuer")
        with self._lock:
            self._metadata = (time.monotonic() + _KEPT_S, found)
        return found


class GitHub:
    """OAuth 2 with PKCE and no scope: of what that lets us read, the account's number is taken."""

    id = "github"
    name = "GitHub"

    def __init__(self, settings: Settings) -> None:
        usual = settings.github_url == "https://github.com"
        self.key = "github" if usual else f"github-{hashlib.sha256(settings.github_url.encode()).hexdigest()[:24]}"
        self._client_id = settings.github_client_id or ""
        assert settings.github_client_secret is not None
        self._secret = settings.github_client_secret.get_secret_value()
        self._url = settings.github_url.rstrip("/")
        self._api_url = settings.github_api_url.rstrip("/")
        self._redirect_uri = _redirect_uri(settings, self.id)

    def begin(self) -> Begun:
        state = {"state": new_token(), "verifier": new_token()}
        with self._session() as session:
            url, _ = session.create_authorization_url(
                f"{self._url}/login/oauth/authorize", state=state["state"], code_verifier=state["verifier"]
            )
        return Begun(url, state)

    def finish(self, state: Mapping[str, str], code: str, issuer: str | None) -> str:
        try:
            with _asking(), self._session() as session:
                session.fetch_token(
                    f"{self._url}/login/oauth/access_token",
                    code=code,
                    code_verifier=state["verifier"],
                    headers={"Accept": "application/json"},
                    timeout=_ANSWER_S,
                )
                answer = session.get(
                    f"{self._api_url}/user", headers={"Accept": "application/vnd.github+json"}, timeout=_ANSWER_S
                )
            answer.raise_for_status()
            return _id(answer.json()["id"])
        except _FAILURES as error:
            raise _failed(self.name, error) from None

    def _session(self) -> OAuth2Session:
        return OAuth2Session(
            self._client_id,
            self._secret,
            token_endpoint_auth_method="client_secret_post",
            redirect_uri=self._redirect_uri,
            code_challenge_method="S256",
        )


_FAILURES: Final = (requests.RequestException, AuthlibBaseError, JoseError, ValueError, KeyError, TypeError)


@contextmanager
def _asking() -> Iterator[None]:
    """Raises ValueError where too many wait already."""
    if not _WAITING.acquire(blocking=False):
        raise ValueError("too many wait for a provider")
    try:
        yield
    finally:
        _WAITING.release()


def _failed(name: str, error: Exception) -> ProviderFailed:
    # Its kind alone: what providers say may hold codes and tokens.
    log.warning("sign-in by a provider failed", provider=name, error=type(error).__name__)
    return ProviderFailed(f"{name} could not sign you in just now. Nothing has changed; try again in a moment.")


def _redirect_uri(settings: Settings, id: str) -> str:
    return f"{settings.public_url}{SIGN_IN_PATH}/with/{id}/callback"


def _id(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not 1 <= len(str(value)) <= 255:
        raise ValueError("no usable account id")
    return str(value)
