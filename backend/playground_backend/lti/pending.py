"""What is under way between a platform, a browser and us: kept in Redis, each good once and for minutes."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import redis

from playground_backend.identity import digest, new_token

_LOGIN_S: Final = 600
_TICKET_S: Final = 120
_CHOICE_S: Final = 3600
_FRAME_S: Final = 3600
_PREFIX: Final = "playground:lti"


@dataclass(frozen=True)
class Login:
    """A launch that was begun. browser: the digest of its cookie. frame: what waits for it in a platform's page.

    asked: what the platform began it with, so that it can be begun anew.
    """

    platform: str
    nonce: str
    browser: str
    asked: dict[str, str]
    frame: str | None = None


@dataclass(frozen=True)
class Arrival:
    """A launch whose message is good, until the browser that began it comes for it. launch: as `Launch.as_dict`."""

    platform: str
    browser: str
    launch: dict[str, Any]
    asked: dict[str, str]
    frame: str | None = None


@dataclass(frozen=True)
class Choice:
    """What staff is to choose: the class of a course, or what a course links to. owner: who alone may.

    course: the id of ours, null while it is no class's.
    """

    owner: str
    platform: str
    launch: dict[str, Any]
    course: str | None = None
    frame: str | None = None


@dataclass(frozen=True)
class Frame:
    """A page of ours inside a platform's. answer: what it is to send there, once it was chosen in another tab."""

    platform: str
    asked: dict[str, str]
    is_opened: bool = False
    answer: dict[str, str] = field(default_factory=dict)


class Pending:
    """Tokens are 256 random bits; Redis knows their SHA-256 alone. Raises RedisError where Redis is gone."""

    def __init__(self, connection: redis.Redis) -> None:
        self._redis = connection

    def begin(self, login: Login) -> str:
        """Return the state that the platform brings back."""
        return self._keep("login", asdict(login), _LOGIN_S)

    def take_login(self, state: str) -> Login | None:
        found = self._take("login", state)
        return None if found is None else Login(**found)

    def arrive(self, arrival: Arrival) -> str:
        return self._keep("arrival", asdict(arrival), _TICKET_S)

    def arrival(self, ticket: str) -> Arrival | None:
        found = self._look("arrival", ticket)
        return None if found is None else Arrival(**found)

    def take_arrival(self, ticket: str, browser: str) -> Arrival | None:
        """Return it to the browser that began it alone; another one does not spend it."""
        found = self._look("arrival", ticket)
        if found is None or found["browser"] != browser:
            return None
        taken = self._take("arrival", ticket)
        return None if taken is None else Arrival(**taken)

    def offer(self, choice: Choice) -> str:
        return self._keep("choice", asdict(choice), _CHOICE_S)

    def choice(self, token: str) -> Choice | None:
        found = self._look("choice", token)
        return None if found is None else Choice(**found)

    def take_choice(self, token: str) -> Choice | None:
        found = self._take("choice", token)
        return None if found is None else Choice(**found)

    def answer(self, platform: str, url: str, message: str) -> str:
        """Keep what a browser is to post to a platform."""
        return self._keep("answer", {"platform": platform, "url": url, "jwt": message}, _TICKET_S)

    def take_answer(self, ticket: str) -> dict[str, str] | None:
        found: dict[str, str] | None = self._take("answer", ticket)
        return found

    def open_frame(self, frame: Frame) -> str:
        return self._keep("frame", asdict(frame), _FRAME_S)

    def frame(self, key: str) -> Frame | None:
        found = self._look("frame", key)
        return None if found is None else Frame(**found)

    def change_frame(self, key: str, frame: Frame) -> None:
        self._redis.set(_key("frame", key), json.dumps(asdict(frame)), ex=_FRAME_S)

    def _keep(self, kind: str, told: dict[str, Any], life_s: int) -> str:
        token = new_token()
        self._redis.set(_key(kind, token), json.dumps(told), ex=life_s)
        return token

    def _look(self, kind: str, token: str) -> Any:
        found = self._redis.get(_key(kind, token))
        return None if found is None else json.loads(found)

    def _take(self, kind: str, token: str) -> Any:
        # In one step: of two at once one has it.
        found = self._redis.getdel(_key(kind, token))
        return None if found is None else json.loads(found)


def _key(kind: str, token: str) -> str:
    return f"{_PREFIX}:{kind}:{digest(token)}"
