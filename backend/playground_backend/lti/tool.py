"""The parts of the tool, held together."""

from dataclasses import dataclass
from typing import Final

import redis

from playground_backend.lti.fetching import Fetcher
from playground_backend.lti.keys import KEY_FILE, PlatformKeys, ToolKey
from playground_backend.lti.pending import Pending
from playground_backend.lti.services import Services
from playground_backend.settings import Settings

LTI_PATH: Final = "/api/lti"


@dataclass(frozen=True)
class Lti:
    """url: where platforms find us; null where the server does not know its own address, and then there is no LTI."""

    url: str | None
    allows_private: bool
    key: ToolKey
    keys: PlatformKeys
    pending: Pending
    services: Services

    @classmethod
    def of(cls, settings: Settings, connection: redis.Redis) -> "Lti":
        fetcher = Fetcher(allows_private=settings.lti_private_platforms)
        key = ToolKey(settings.lti_key_file or settings.data_dir / KEY_FILE)
        return cls(
            url=None if settings.public_url is None else f"{settings.public_url}{LTI_PATH}",
            allows_private=settings.lti_private_platforms,
            key=key,
            keys=PlatformKeys(fetcher),
            pending=Pending(connection),
            services=Services(fetcher, key),
        )
