"""Display names: which are taken, and which look alike.

The form is RFC 8266's (package precis-i18n): NFKC, one space between words, no controls, no bidirectional overrides, no
zero-width characters. What looks alike is Unicode's table of confusable characters, UTS 39 (package
confusable-homoglyphs).
"""

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from confusable_homoglyphs.confusables import confusables_data
from precis_i18n import get_profile

from playground_backend.errors import Invalid

SHORTEST: Final = 2
LONGEST: Final = 32
LONGEST_KEY: Final = 120
# Who is called so would be taken for this server's host, or for nobody.
_RESERVED: Final = (
    "admin",
    "administrator",
    "anonymous",
    "deleted",
    "host",
    "moderator",
    "nameless",
    "nobody",
    "official",
    "owner",
    "playground",
    "root",
    "staff",
    "support",
    "system",
    "teacher",
    "the playground",
    "triton",
    "triton playground",
    "you",
)


@dataclass(frozen=True)
class Name:
    """shown: as others see it. key: equal for names that look alike."""

    shown: str
    key: str


def name(text: str) -> Name:
    """Return a display name in its one form. Raises Invalid, which says what is wrong with it."""
    if not text.strip():
        raise Invalid("A name cannot be empty.", "name")
    try:
        shown = get_profile("NicknameCasePreserved").enforce(text)
    except UnicodeEncodeError:
        raise Invalid(
            "A name cannot have control characters, invisible characters or ones that turn the direction of text.",
            "name",
        ) from None
    if not SHORTEST <= len(shown) <= LONGEST:
        raise Invalid(f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(shown)}.", "name")
    if not any(unicodedata.category(each)[0] in "LN" for each in shown):
        raise Invalid("A name needs at least one letter or digit.", "name")
    if _most_marks(shown) > 2:
        raise Invalid("A name can have at most two marks above or below one letter.", "name")
    made = key(shown)
    if made in _reserved():
        raise Invalid("This name is kept for the host of this server. Choose another.", "name")
    if len(made) > LONGEST_KEY:
        raise Invalid("This name is too long. Choose a shorter one.", "name")
    return Name(shown, made)


def key(text: str) -> str:
    """Return the skeleton of a text: equal for all that look alike, whatever the case and the spaces."""
    skeleton = "".join(_prototype(each) for each in unicodedata.normalize("NFKC", text))
    skeleton = "".join(_prototype(each) for each in skeleton.casefold())
    # A capital i looks like a small L, and case does not count: so the small i goes with both.
    plain = skeleton.casefold().replace("i", "l").replace("ı", "l")
    return unicodedata.normalize("NFKC", "".join(each for each in plain if not each.isspace()))


def _most_marks(text: str) -> int:
    most = run = 0
    for each in unicodedata.normalize("NFD", text):
        run = run + 1 if unicodedata.category(each) == "Mn" else 0
        most = max(most, run)
    return most


@cache
def _reserved() -> frozenset[str]:
    return frozenset(key(each) for each in _RESERVED)


def _prototype(character: str) -> str:
    """Return what a character is drawn like.

    The table lists each pair both ways: a look-alike has its prototype alone beside it, a prototype all its
    look-alikes. A pair that has only each other goes to the earlier one.
    """
    seen = {character}
    while len(found := confusables_data.get(character, ())) == 1:
        other = "".join(each for each in found[0]["c"] if unicodedata.category(each) != "Cf")
        mutual = len(confusables_data.get(other, ())) == 1
        if other in seen or (mutual and character < other):
            break
        seen.add(other)
        character = other
        if len(other) != 1:
            break
    return character
