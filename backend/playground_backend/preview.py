"""What a link looks like where it is posted: words and a picture. They are for strangers, so they hold no source."""

import io
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

from playground_backend.share_messages import SharedSolution
from playground_backend.store.shares import ShareKind
from playground_puzzles.models import SANDBOX, Outcome, Verdict

WIDTH: Final = 1200
HEIGHT: Final = 630

_LONGEST: Final = 200
_MARGIN: Final = 80
# The light theme's: ground, surface, line, ink, second ink, and what stands beside a pass and a fault.
_GROUND, _SURFACE, _LINE, _EDGE = "#f3f3f0", "#fdfdfc", "#dbdbd5", "#85868a"
_INK, _INK_2 = "#191b1e", "#474b51"
_PASS, _FAULT = "#1f8650", "#c8390f"
_CELLS: Final = 16


@dataclass(frozen=True)
class Card:
    """title and detail: what the link is. verdict: the word and what it comes to. passed: of each case."""

    title: str
    detail: str
    word: str
    is_good: bool
    passed: tuple[bool, ...]


def card(seen: SharedSolution) -> Card:
    """Return what may be told of a link to anybody. seen: as a stranger sees it."""
    verdict = seen.verdict
    word = verdict.outcome.value.replace("_", " ").capitalize()
    titles = {
        ShareKind.solution: f"A solution to {seen.title}",
        ShareKind.failure: f"{word} in {seen.title}",
        ShareKind.run: f"A run of {seen.launch.kernel}" if seen.launch else "A free run",
    }
    where = f"Judged by the {seen.device.value}, Triton {verdict.triton_version}." if verdict.triton_version else ""
    said = _said(seen.kind, verdict)
    return Card(
        title=titles[seen.kind],
        detail=_short(" ".join(part for part in (said, where) if part)),
        word=word,
        is_good=verdict.outcome in (Outcome.passed, Outcome.ran),
        passed=tuple(case.outcome is Outcome.passed for case in verdict.cases) if verdict.puzzle != SANDBOX else (),
    )


def head(shown: Card, *, page: str, picture: str) -> str:
    """Return the part of a page's head that tells crawlers of it. page, picture: their addresses."""
    told = {
        "og:type": "article",
        "og:site_name": "Triton Playground",
        "og:title": shown.title,
        "og:description": shown.detail,
        "og:url": page,
        "og:image": picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{shown.title}: {shown.word}",
    }
    lines = [f"<title>{escape(shown.title)} · Triton Playground</title>"]
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items()]
    lines += [
        f'<meta name="description" content="{escape(shown.detail)}">',
        '<meta name="twitter:card" content="summary_large_image">',
        # Whoever has the link may see it; a search engine was not given it.
        '<meta name="robots" content="noindex">',
    ]
    return "\n    ".join(lines)


@lru_cache(maxsize=128)
def picture(shown: Card, fonts: Path | None) -> bytes:
    """Draw the card as a PNG of WIDTH by HEIGHT. fonts: the folder of the front end's; None for Pillow's own."""
    from PIL import Image, ImageDraw  # where no link is ever posted, it is never loaded

    image = Image.new("RGB", (WIDTH, HEIGHT), _GROUND)
    draw = ImageDraw.Draw(image)
    bold, plain = _Fonts(fonts, "600"), _Fonts(fonts, "400")
    tone = _PASS if shown.is_good else _FAULT
    draw.rectangle((0, 0, 15, HEIGHT), fill=tone)

    _mark(draw, _MARGIN, 72)
    draw.text((_MARGIN + 60, 72), "Triton Playground", font=bold.of(32), fill=_INK)

    y = 190
    for line in _wrapped(draw, shown.title, bold.of(72), WIDTH - 2 * _MARGIN, 2):
        draw.text((_MARGIN, y), line, font=bold.of(72), fill=_INK)
        y += 88

    _shape(draw, _MARGIN, 420, is_good=shown.is_good, tone=tone)
    draw.text((_MARGIN + 76, 424), shown.word, font=bold.of(40), fill=_INK)
    if shown.passed:
        good = f"{sum(shown.passed)} of {len(shown.passed)} cases"
        right = WIDTH - _MARGIN - draw.textlength(good, font=plain.of(32))
        draw.text((right, 430), good, font=plain.of(32), fill=_INK_2)
        _cells(draw, shown.passed[:_CELLS], 516)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


class _Fonts:
    """One weight in any size."""

    def __init__(self, folder: Path | None, weight: str) -> None:
        found = sorted(folder.glob(f"ibm-plex-sans-latin-{weight}-normal-*.woff2")) if folder else []
        self._path = found[0] if found else None
        self._sizes: dict[int, Any] = {}

    def of(self, size: int) -> Any:
        from PIL import ImageFont

        if size not in self._sizes:
            self._sizes[size] = self._load(ImageFont, size)
        return self._sizes[size]

    def _load(self, kinds: Any, size: int) -> Any:
        if self._path is not None:
            try:
                return kinds.truetype(str(self._path), size)
            except OSError:  # a FreeType that was built without this compression
                self._path = None
        return kinds.load_default(size)


def _said(kind: ShareKind, verdict: Verdict) -> str:
    if kind is ShareKind.solution:
        return "Its code stays veiled until you have solved the puzzle, or say that you want to see it."
    if verdict.error is not None:
        return verdict.error.message
    failing = next((case for case in verdict.cases if case.outcome is verdict.outcome), None)
    if failing is not None and failing.reason:
        return failing.reason
    return f"In the case “{failing.title}”." if failing is not None and kind is ShareKind.failure else ""


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else folded[: _LONGEST - 1].rstrip() + "…"


def _wrapped(draw: Any, text: str, font: Any, width: int, most: int) -> list[str]:
    """Cut a text into lines that fit, and what is left over away."""
    lines = [""]
    words = text.split()
    for at, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if draw.textlength(longer, font=font) <= width:
            lines[-1] = longer
        elif len(lines) < most and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[at:]]).strip()
            break
    last = lines[-1]
    if draw.textlength(last, font=font) > width:
        while last and draw.textlength(f"{last}…", font=font) > width:
            last = last[:-1]
        lines[-1] = f"{last.rstrip()}…"
    return lines


def _mark(draw: Any, x: int, y: int) -> None:
    for dx, dy, fill in ((0, 0, _EDGE), (22, 0, _EDGE), (0, 22, _EDGE), (22, 22, _INK)):
        draw.rounded_rectangle((x + dx, y + dy, x + dx + 17, y + dy + 17), radius=3, fill=fill)


def _shape(draw: Any, x: int, y: int, *, is_good: bool, tone: str) -> None:
    """Outcomes are told by shape first: a disc with a tick, a square with a cross."""
    size = 56
    if is_good:
        draw.ellipse((x, y, x + size, y + size), fill=tone)
        draw.line(((x + 15, y + 29), (x + 25, y + 39), (x + 42, y + 18)), fill=_SURFACE, width=6, joint="curve")
    else:
        draw.rounded_rectangle((x, y, x + size, y + size), radius=8, fill=tone)
        draw.line(((x + 17, y + 17), (x + 39, y + 39)), fill=_SURFACE, width=6)
        draw.line(((x + 39, y + 17), (x + 17, y + 39)), fill=_SURFACE, width=6)


def _cells(draw: Any, passed: tuple[bool, ...], y: int) -> None:
    """One cell a case: filled where it passed, crossed where it did not."""
    gap, width = 10, WIDTH - 2 * _MARGIN
    side = min(120, (width - gap * (len(passed) - 1)) // len(passed))
    for at, good in enumerate(passed):
        x = _MARGIN + at * (side + gap)
        box = (x, y, x + side, y + 32)
        if good:
            draw.rounded_rectangle(box, radius=4, fill=_PASS)
        else:
            draw.rounded_rectangle(box, radius=4, fill=_SURFACE, outline=_FAULT, width=4)
            draw.line(((x + 8, y + 24), (x + side - 8, y + 8)), fill=_FAULT, width=4)
