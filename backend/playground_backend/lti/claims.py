"""The names of LTI 1.3 Advantage, as 1EdTech wrote them, and what its roles are here."""

from collections.abc import Iterable
from typing import Final

from playground_backend.rights import ClassRole

_LTI: Final = "https://purl.imsglobal.org/spec/lti/claim/"
VERSION: Final = f"{_LTI}version"
MESSAGE_TYPE: Final = f"{_LTI}message_type"
DEPLOYMENT: Final = f"{_LTI}deployment_id"
ROLES: Final = f"{_LTI}roles"
CONTEXT: Final = f"{_LTI}context"
RESOURCE_LINK: Final = f"{_LTI}resource_link"
CUSTOM: Final = f"{_LTI}custom"
LIS: Final = f"{_LTI}lis"
TARGET: Final = f"{_LTI}target_link_uri"
ENDPOINT: Final = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
NAMES_AND_ROLES: Final = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
_DEEP_LINKING: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/"
SETTINGS: Final = f"{_DEEP_LINKING}deep_linking_settings"
CONTENT_ITEMS: Final = f"{_DEEP_LINKING}content_items"
DATA: Final = f"{_DEEP_LINKING}data"

LINE_ITEM: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem"
LINE_ITEM_READ: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly"
SCORE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
MEMBERSHIPS: Final = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"

RESOURCE: Final = "LtiResourceLinkRequest"
CHOICE: Final = "LtiDeepLinkingRequest"
ANSWER: Final = "LtiDeepLinkingResponse"

_MEMBERSHIP: Final = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_ASSISTANT: Final = {f"{_MEMBERSHIP}/Instructor#TeachingAssistant", "TeachingAssistant"}
_TEACHER: Final = {f"{_MEMBERSHIP}#Instructor", "Instructor"}
_STUDENT: Final = {f"{_MEMBERSHIP}#Learner", "Learner"}


def role_of(roles: Iterable[str]) -> ClassRole | None:
    """Return what somebody with these roles is in a class; None for who has none there.

    Roles in the course alone count, not those in the institution: its administrator teaches nobody. A teaching
    assistant is told as an instructor too, since that is a kind of them, and gets the fewer rights.
    """
    told = set(roles)
    if told & _ASSISTANT:
        return ClassRole.assistant
    if told & _TEACHER:
        return ClassRole.teacher
    return ClassRole.student if told & _STUDENT else None
