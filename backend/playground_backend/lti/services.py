"""A platform's services, asked with tokens that our key earns: its roster, its gradebook."""

import json
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

from requests.utils import parse_header_links

from playground_backend.identity import new_token
from playground_backend.lti import claims
from playground_backend.lti.fetching import Answer, Fetcher, PlatformFailed
from playground_backend.lti.keys import ToolKey
from playground_backend.lti.launch import person
from playground_backend.rights import ClassRole
from playground_backend.store.lti_tables import LtiPlatform

_MOST_PAGES: Final = 100
_MOST_PEOPLE: Final = 5000
_ASSERTION_S: Final = 300
_EARLY_S: Final = 60.0
_LINE_ITEM: Final = "application/vnd.ims.lis.v2.lineitem+json"
_LINE_ITEMS: Final = "application/vnd.ims.lis.v2.lineitemcontainer+json"
_SCORE: Final = "application/vnd.ims.lis.v1.score+json"
_MEMBERS: Final = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
_BEARER: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


@dataclass(frozen=True)
class Person:
    """Somebody of a course's roster. role: null for none that is known here."""

    subject: str
    role: ClassRole | None
    name: str | None
    email: str | None
    number: str | None


@dataclass(frozen=True)
class Score:
    """sent_at: later than that of the score before, or the platform drops it."""

    subject: str
    points: float
    most: float
    is_done: bool
    sent_at: datetime


class Services:
    """Every call raises PlatformFailed. Tokens are kept until a minute before they end."""

    def __init__(self, fetcher: Fetcher, key: ToolKey) -> None:
        self._fetcher = fetcher
        self._key = key
        self._lock = threading.Lock()
        self._tokens: dict[tuple[str, str, str], tuple[float, str]] = {}

    def people(self, platform: LtiPlatform, url: str) -> list[Person]:
        """Return who is active in a course, page after page."""
        found: dict[str, Person] = {}
        next_url: str | None = url
        for _ in range(_MOST_PAGES):
            if next_url is None:
                return list(found.values())
            answer = self._ask(platform, [claims.MEMBERSHIPS], "GET", next_url, accept=_MEMBERS)
            told = answer.json()
            if not isinstance(told, dict) or not isinstance(told.get("members"), list):
                raise PlatformFailed("The platform's list of people cannot be read.")
            for each in filter(None, map(_person, told["members"])):
                found[each.subject] = each
            next_url = _next(answer, next_url)
            if len(found) > _MOST_PEOPLE:
                break
        raise PlatformFailed(f"The platform's list of people is longer than {_MOST_PEOPLE:,}.")

    def column(
        self, platform: LtiPlatform, scopes: Iterable[str], url: str, assignment: str, title: str, most: float
    ) -> str:
        """Return the address of the gradebook's column for an assignment, found or made. url: of the line items."""
        may = set(scopes)
        next_url: str | None = _with_query(url, {"resource_id": assignment})
        if may & {claims.LINE_ITEM, claims.LINE_ITEM_READ}:
            scope = claims.LINE_ITEM if claims.LINE_ITEM in may else claims.LINE_ITEM_READ
            for _ in range(_MOST_PAGES):
                if next_url is None:
                    break
                answer = self._ask(platform, [scope], "GET", next_url, accept=_LINE_ITEMS)
                for each in _items(answer.json()):
                    # Asked for one alone, but not every platform looks at that.
                    if each.get("resourceId") == assignment and isinstance(each.get("id"), str):
                        return str(each["id"])
                next_url = _next(answer, next_url)
        if claims.LINE_ITEM not in may:
            raise PlatformFailed("The platform lets us make no column in its gradebook.", 403)
        made = {"scoreMaximum": most, "label": title, "resourceId": assignment, "tag": "playground"}
        answer = self._ask(platform, [claims.LINE_ITEM], "POST", url, accept=_LINE_ITEM, body=made, kind=_LINE_ITEM)
        told = answer.json()
        if not isinstance(told, dict) or not isinstance(told.get("id"), str):
            raise PlatformFailed("The platform made a column and does not say where.")
        return str(told["id"])

    def send(self, platform: LtiPlatform, column: str, score: Score) -> None:
        body = {
            "userId": score.subject,
            "scoreGiven": score.points,
            "scoreMaximum": score.most,
            "activityProgress": "Completed" if score.is_done else "InProgress",
            "gradingProgress": "FullyGraded",
            "timestamp": score.sent_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        self._ask(platform, [claims.SCORE], "POST", _below(column, "scores"), body=body, kind=_SCORE)

    def _ask(
        self,
        platform: LtiPlatform,
        scopes: Iterable[str],
        method: str,
        url: str,
        *,
        accept: str | None = None,
        body: Mapping[str, Any] | None = None,
        kind: str | None = None,
    ) -> Answer:
        scope = " ".join(sorted(scopes))
        headers = {"Authorization": f"Bearer {self._token(platform, scope)}"}
        if accept is not None:
            headers["Accept"] = accept
        if kind is not None:
            headers["Content-Type"] = kind
        data = None if body is None else json.dumps(body).encode()
        try:
            return self._fetcher.ask(method, url, data=data, headers=headers)
        except PlatformFailed as failed:
            if failed.status == 401:  # revoked before its time: the next try earns another
                with self._lock:
                    self._tokens.pop((platform.id, platform.token_url, scope), None)
            raise

    def _token(self, platform: LtiPlatform, scope: str) -> str:
        key = (platform.id, platform.token_url, scope)
        with self._lock:
            kept = self._tokens.get(key)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        now = int(time.time())
        assertion = self._key.sign(
            {
                "iss": platform.client_id,
                "sub": platform.client_id,
                "aud": platform.token_url,
                "iat": now,
                "exp": now + _ASSERTION_S,
                "jti": new_token(),
            }
        )
        answer = self._fetcher.ask(
            "POST",
            platform.token_url,
            data={
                "grant_type": "client_credentials",
                "client_assertion_type": _BEARER,
                "client_assertion": assertion,
                "scope": scope,
            },
            headers={"Accept": "application/json"},
        ).json()
        token = answer.get("access_token") if isinstance(answer, dict) else None
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise PlatformFailed("The platform gave no token.")
        life = answer.get("expires_in")
        life_s = float(life) if isinstance(life, int | float) else 300.0
        with self._lock:
            self._tokens[key] = (time.monotonic() + life_s - _EARLY_S, token)
        return token


def _person(told: Any) -> Person | None:
    if not isinstance(told, dict) or told.get("status", "Active") != "Active":
        return None
    subject, roles = told.get("user_id"), told.get("roles")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255:
        return None
    role = claims.role_of(each for each in roles if isinstance(each, str)) if isinstance(roles, list) else None
    known = person(told, told.get("lis_person_sourcedid"))
    return Person(subject, role, known["name"], known["email"], known["number"])


def _items(told: Any) -> list[dict[str, Any]]:
    """A list is what the standard says; some wrap it."""
    if isinstance(told, dict):
        told = told.get("content", told.get("lineItems"))
    return [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []


def _next(answer: Answer, url: str) -> str | None:
    for each in parse_header_links(answer.headers.get("Link", "")):
        if each.get("rel") == "next":
            return urljoin(url, each["url"])
    return None


def _below(url: str, name: str) -> str:
    """Platforms keep a query behind an item's path."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{name}"))


def _with_query(url: str, added: Mapping[str, str]) -> str:
    parts = urlsplit(url)
    query = "&".join(filter(None, (parts.query, urlencode(added))))
    return urlunsplit(parts._replace(query=query))
