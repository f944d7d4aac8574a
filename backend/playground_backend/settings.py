"""All settings of the service in one frozen table, read as `setting_sources` says and from `serve`'s options.

Where more puzzles are read from is not here: PUZZLES_PATH belongs to `playground_puzzles.catalogue`.
"""

import os
from functools import cached_property
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from playground_backend.address import Network, networks
from playground_puzzles.setting_sources import SourcedSettings


def _default_data_dir() -> Path:
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".local" / "share"
    return base / "triton-playground"


def _workers() -> int:
    """One a core, but for one: the service and the database want a core themselves when many send at once."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class Settings(SourcedSettings):
    """Units are in the names. An unset URL means that the service brings its own."""

    host: str = Field(default="127.0.0.1", description="Address to listen on; 0.0.0.0 for every interface.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    public_url: str | None = Field(
        default=None,
        description="Address that visitors use, such as https://triton.example.org; https makes cookies Secure.",
    )
    contact: str | None = Field(
        default=None,
        max_length=200,
        description="Who runs this server and how to reach them, in words, for the privacy page.",
    )
    data_dir: Path = Field(
        default_factory=_default_data_dir,
        description="Folder of the database, the embedded Valkey's file and the cookie secret.",
    )
    redis_url: str | None = Field(default=None, description="Redis or Valkey to use instead of the embedded one.")
    database_url: str | None = Field(default=None, description="SQLAlchemy URL of a database to use instead of SQLite.")
    workers: int = Field(
        default_factory=_workers,
        ge=0,
        le=256,
        description="Interpreter worker slots that serve starts; 0: workers run elsewhere. Default: the cores but one.",
    )
    allow_weak_sandbox: bool = Field(
        default=False, description="Serve on a public address though the sandbox here is weaker than `container`."
    )
    open_limit: int = Field(
        default=2,
        ge=1,
        description="Submissions of one visitor that may run or wait at a time, a batch counting as one.",
    )
    open_retry_after_s: int = Field(default=3, ge=1, description="Retry-After of one submission too many, in seconds.")
    address_writes_per_minute: int = Field(
        default=1200, ge=0, description="Writes taken from one address in a minute, a class behind it; 0 for any."
    )
    address_identities_per_hour: int = Field(
        default=600, ge=0, description="Identities made for one address in an hour; 0 for any."
    )
    trusted_proxies: str = Field(
        default="",
        description="Addresses or networks of proxies whose X-Forwarded-For is believed, with commas between.",
    )
    queue_limit: int = Field(default=1000, ge=1, description="Submissions that may wait; further ones get 503.")
    queue_retry_after_s: int = Field(default=10, ge=1, description="Retry-After of a full queue, in seconds.")
    body_limit_bytes: int = Field(default=512 * 1024, ge=1024, description="Largest request body taken, in bytes.")
    cookie_life_days: int = Field(
        default=400, ge=1, le=400, description="How long a browser stays signed in after its last write, in days."
    )
    admin_life_hours: int = Field(
        default=12, ge=1, description="How long a browser stays the administrator's after its link was used, in hours."
    )
    admin_link_minutes: int = Field(
        default=15, ge=1, le=1440, description="How long the administrator's link is good, in minutes."
    )
    move_minutes: int = Field(
        default=10, ge=1, le=60, description="How long a link or code to another browser is good, in minutes."
    )
    oidc_issuer: str | None = Field(
        default=None, description="Issuer URL of an OpenID Connect provider that visitors may sign in by."
    )
    oidc_client_id: str | None = Field(default=None, description="Client id that the OpenID Connect provider knows.")
    oidc_client_secret: SecretStr | None = Field(
        default=None, description="Client secret that the OpenID Connect provider knows; none for a public client."
    )
    oidc_name: str = Field(
        default="OpenID Connect", max_length=40, description="What visitors read on the button, such as University."
    )
    github_client_id: str | None = Field(
        default=None, description="Client id of an OAuth app of GitHub's that visitors may sign in by."
    )
    github_client_secret: SecretStr | None = Field(default=None, description="Client secret of that OAuth app.")
    github_url: str = Field(
        default="https://github.com", description="GitHub's address; another for GitHub Enterprise Server."
    )
    github_api_url: str = Field(
        default="https://api.github.com", description="GitHub's API; https://HOST/api/v3 for GitHub Enterprise Server."
    )
    lti_key_file: Path | None = Field(
        default=None,
        description="File of the key set that signs for learning platforms; one in the data folder where none is told.",
    )
    lti_private_platforms: bool = Field(
        default=False,
        description="Learning platforms may stand at private addresses and speak plain HTTP, as in a school's network.",
    )
    lti_retry_s: float = Field(
        default=15,
        gt=0,
        description="Pause before a grade that a platform did not take is sent again, doubling, in seconds.",
    )
    keep_idle_days: int = Field(
        default=30,
        ge=0,
        description="Days after which visitors who never solved anything are deleted, unseen; 0 keeps them.",
    )
    keep_sources_days: int = Field(
        default=400,
        ge=0,
        description="Days for which sources and the details of verdicts are kept; 0 keeps them. Shared links stay.",
    )
    keep_identities_days: int = Field(
        default=0,
        ge=0,
        description="Days after which any visitor is deleted, unseen, with their links; 0 keeps them until they ask.",
    )
    heartbeat_s: float = Field(default=15, gt=0, description="Pause between heartbeats of an event stream, in seconds.")
    sweep_interval_s: float = Field(default=10, gt=0, description="Pause between searches for lost jobs, in seconds.")
    sweep_confirm_s: float = Field(
        default=2, ge=0, description="A submission is lost when two looks this many seconds apart both miss it."
    )
    drain_timeout_s: float = Field(default=20, gt=0, description="How long a stop waits for running jobs, in seconds.")
    static_dir: Path = Field(
        default=Path(__file__).parent / "static",
        description="Folder of the built front end; as installed, unless developing.",
    )
    log_level: str = Field(default="info", description="Least level that is logged: debug, info, warning or error.")

    @field_validator("data_dir", "static_dir", "lti_key_file")
    @classmethod
    def _absolute(cls, path: Path | None) -> Path | None:
        return None if path is None else path.expanduser().absolute()

    @field_validator("public_url")
    @classmethod
    def _no_trailing_slash(cls, url: str | None) -> str | None:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("start it with http:// or https://")
        return url.rstrip("/") if url else None

    @field_validator("oidc_issuer", "github_url", "github_api_url")
    @classmethod
    def _a_provider(cls, url: str | None) -> str | None:
        if not url:
            return None
        parts = urlsplit(url)
        # What is secret goes over this line; a provider on this machine is for trying it out.
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")):
            raise ValueError("start it with https://")
        return url

    @model_validator(mode="after")
    def _sign_in_is_whole(self) -> Self:
        if bool(self.oidc_issuer) != bool(self.oidc_client_id):
            raise ValueError(
                "sign-in by OpenID Connect needs both PLAYGROUND_OIDC_ISSUER and PLAYGROUND_OIDC_CLIENT_ID"
            )
        if bool(self.github_client_id) != bool(self.github_client_secret):
            raise ValueError("sign-in by GitHub needs PLAYGROUND_GITHUB_CLIENT_ID and PLAYGROUND_GITHUB_CLIENT_SECRET")
        if (self.oidc_issuer or self.github_client_id) and not self.public_url:
            raise ValueError("sign-in by a provider needs --public-url: the address that the provider sends people to")
        return self

    @field_validator("database_url")
    @classmethod
    def _a_url(cls, url: str | None) -> str | None:
        """`postgres://` and `postgresql://`, as hosts hand them out, mean the one driver that is tested."""
        if not url:
            return None
        scheme, _, rest = url.partition("://")
        if scheme in ("postgres", "postgresql"):
            url = f"postgresql+psycopg://{rest}"
        try:
            backend = make_url(url).get_backend_name()
        except ArgumentError:
            raise ValueError("not a URL such as postgresql://user@host/name") from None
        if backend not in ("sqlite", "postgresql"):
            raise ValueError("SQLite and PostgreSQL are what it runs on")
        return url

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, told: str) -> str:
        try:
            networks(told)
        except ValueError:
            raise ValueError("addresses or networks such as 127.0.0.1, 10.0.0.0/8") from None
        return told

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.lower() not in {"debug", "info", "warning", "error"}:
            raise ValueError("one of debug, info, warning, error")
        return level.lower()

    @cached_property
    def database(self) -> URL:
        if self.database_url:
            return make_url(self.database_url)
        return URL.create("sqlite", database=str(self.data_dir / "playground.sqlite3"))

    @cached_property
    def proxies(self) -> tuple[Network, ...]:
        return networks(self.trusted_proxies)

    @property
    def secure_cookies(self) -> bool:
        """Only where visitors come by https: on a plain-HTTP network a Secure cookie would never come back."""
        return (self.public_url or "").startswith("https://")
