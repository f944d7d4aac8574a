"""Reading a launch: a platform's message of who comes from where to what, and whether it is to be believed."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from joserfc.errors import JoseError
from pydantic_core import PydanticCustomError

from playground_backend.identity import digest
from playground_backend.lti import claims
from playground_backend.lti.keys import PlatformKeys
from playground_backend.plain_text import one_line
from playground_backend.rights import ClassRole
from playground_backend.store.lti_tables import LtiPlatform

# Clocks of two servers.
_CLOCK_S: Final = 60
_OLDEST_S: Final = 3600
_LONGEST_ID: Final = 255
_LONGEST_URL: Final = 1000
_LONGEST_NAME: Final = 80


class BadLaunch(Exception):
    """A launch that is refused. message: why, for whoever set the platform up."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Launch:
    """What a good message said, as far as it is used here.

    role: in the course; null for none that is known. link: the id of the link in the course; target: what it was
    made for here, `assignment` or `puzzle` with its id. return_url, data, takes_many: of deep linking, where a choice
    goes.
    """

    subject: str
    deployment: str
    role: ClassRole | None
    is_choice: bool
    context: str | None
    title: str
    name: str | None
    email: str | None
    number: str | None
    assignment: str | None = None
    puzzle: str | None = None
    lineitems: str | None = None
    lineitem: str | None = None
    memberships: str | None = None
    scopes: tuple[str, ...] = ()
    return_url: str | None = None
    data: str | None = None
    takes_many: bool = False

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def from_dict(told: Mapping[str, Any]) -> Launch:
    """Return what `Launch.as_dict` gave, out of JSON."""
    role = told["role"]
    return Launch(**{**told, "role": None if role is None else ClassRole(role), "scopes": tuple(told["scopes"])})


def read(token: str, platform: LtiPlatform, nonce: str, keys: PlatformKeys) -> Launch:
    """Return what an id token says. Raises BadLaunch, and PlatformFailed where its keys cannot be had."""
    try:
        told = keys.decode(token, platform.jwks_url).claims
    except (JoseError, ValueError, TypeError) as error:
        raise BadLaunch(f"The platform's signature does not hold ({type(error).__name__}).") from None
    _check(told, platform, nonce)
    context = _map(told.get(claims.CONTEXT))
    custom = _map(told.get(claims.CUSTOM))
    endpoint = _map(told.get(claims.ENDPOINT))
    settings = _map(told.get(claims.SETTINGS))
    kind = told.get(claims.MESSAGE_TYPE)
    if kind == claims.RESOURCE and not _id(_map(told.get(claims.RESOURCE_LINK)).get("id")):
        raise BadLaunch("The message names no resource link.")
    return_url = _url(settings.get("deep_link_return_url"))
    if kind == claims.CHOICE and return_url is None:
        raise BadLaunch("The platform does not say where a choice goes.")
    if kind == claims.CHOICE and "ltiResourceLink" not in _list(settings.get("accept_types")):
        raise BadLaunch("This place in the course takes no links to tools.")
    data = settings.get("data")
    return Launch(
        subject=told["sub"],
        deployment=told[claims.DEPLOYMENT],
        role=claims.role_of(each for each in _list(told.get(claims.ROLES)) if isinstance(each, str)),
        is_choice=kind == claims.CHOICE,
        context=_id(context.get("id")),
        title=line(context.get("title"), 100) or line(context.get("label"), 100) or "A course",
        **person(told, _map(told.get(claims.LIS)).get("person_sourcedid")),
        assignment=_id(custom.get("assignment")),
        puzzle=_id(custom.get("puzzle")),
        lineitems=_url(endpoint.get("lineitems")),
        lineitem=_url(endpoint.get("lineitem")),
        memberships=_url(_map(told.get(claims.NAMES_AND_ROLES)).get("context_memberships_url")),
        scopes=tuple(each for each in _list(endpoint.get("scope")) if isinstance(each, str))[:20],
        return_url=return_url,
        data=data if isinstance(data, str) else None,
        takes_many=settings.get("accept_multiple") is True,
    )


def person(told: Mapping[str, Any], number: Any) -> dict[str, str | None]:
    """Return name, email and number as far as a platform tells them; what cannot be shown is as good as untold."""
    email = line(told.get("email"), 200)
    parts = filter(None, (line(told.get("given_name"), 40), line(told.get("family_name"), 40)))
    return {
        "name": line(told.get("name"), _LONGEST_NAME) or line(" ".join(parts), _LONGEST_NAME),
        "email": email if email and "@" in email else None,
        "number": line(number, 40),
    }


def fallback_name(role: ClassRole, subject: str) -> str:
    """Return a name for who comes without one: the same one each time."""
    return f"{role.value.capitalize()} {digest(subject)[:6]}"


def line(value: Any, longest: int) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        return one_line(value)[:longest].strip()
    except PydanticCustomError:
        return None


def _check(told: Mapping[str, Any], platform: LtiPlatform, nonce: str) -> None:
    """Raises BadLaunch."""
    if told.get("iss") != platform.issuer:
        raise BadLaunch("The message is from another issuer than the one that the launch began with.")
    audience = told.get("aud")
    meant = [audience] if isinstance(audience, str) else _list(audience)
    if platform.client_id not in meant:
        raise BadLaunch("The message is for another client id.")
    if (len(meant) > 1 or "azp" in told) and told.get("azp") != platform.client_id:
        raise BadLaunch("The message is for several clients, and this one is not the one that it was made for.")
    now = time.time()
    expires, issued = _time(told.get("exp")), _time(told.get("iat"))
    if expires is None or issued is None:
        raise BadLaunch("The message has no times.")
    if expires < now - _CLOCK_S or issued < now - _OLDEST_S:
        raise BadLaunch("The message is too old. Open the link in your course again; else compare the two clocks.")
    if issued > now + _CLOCK_S:
        raise BadLaunch("The message is from the future: the two clocks differ.")
    if not isinstance(told.get("nonce"), str) or told["nonce"] != nonce:
        raise BadLaunch("The message does not belong to this launch.")
    if told.get(claims.VERSION) != "1.3.0":
        raise BadLaunch("The message is not of LTI 1.3.0.")
    if told.get(claims.MESSAGE_TYPE) not in (claims.RESOURCE, claims.CHOICE):
        raise BadLaunch("Messages of this kind are not taken here.")
    if _id(told.get(claims.DEPLOYMENT)) not in platform.deployments:
        shown = line(told.get(claims.DEPLOYMENT), 100) or "none"
        raise BadLaunch(f"The deployment id “{shown}” is not registered. The administrator of this server can add it.")
    if _id(told.get("sub")) is None:
        raise BadLaunch("The platform does not say who you are. Its administrator can allow that.")


def _time(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _id(value: Any) -> str | None:
    good = isinstance(value, str) and 0 < len(value) <= _LONGEST_ID and value.isprintable()
    return value if good else None


def _url(value: Any) -> str | None:
    return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_URL and value.isascii() else None


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
