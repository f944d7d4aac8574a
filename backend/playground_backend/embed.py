"""A link as a part of somebody's course page: plain HTML, without script or cookie of its own."""

from html import escape
from typing import Final, Literal

from playground_backend.preview import Card
from playground_backend.share_messages import SharedSolution
from playground_puzzles.models import SANDBOX, Verdict

Theme = Literal["light", "dark", "system"]

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "frame-ancestors *",
        "base-uri 'none'",
        "form-action 'none'",
    )
)

_LIGHT: Final = (
    "--ground:#fdfdfc;--ink:#191b1e;--ink-2:#474b51;--ink-3:#5d6168;--line:#dbdbd5;--pass:#12653a;--fault:#a82a0c"
)
_DARK: Final = (
    "--ground:#1a1c1f;--ink:#f0f0ec;--ink-2:#c0c2c6;--ink-3:#9a9da3;--line:#3a3d42;--pass:#6fcf97;--fault:#ff9a7a"
)
_STYLE: Final = """
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:13px/20px "IBM Plex Sans",system-ui,sans-serif}
body{margin:0;display:flex;flex-direction:column;min-height:100vh}
header,footer{display:flex;flex-wrap:wrap;gap:2px 12px;padding:10px 16px}
header{border-bottom:1px solid var(--line)}
footer{border-top:1px solid var(--line);color:var(--ink-2)}
h1{font-size:15px;line-height:24px;font-weight:600;margin:0;flex:1 1 auto}
.pass{color:var(--pass);font-weight:600}
.fault{color:var(--fault);font-weight:600}
main{flex:1 1 auto;min-width:0;overflow:auto}
p{margin:16px;max-width:68ch}
pre{margin:0;padding:8px 0;font:13px/20px "IBM Plex Mono",ui-monospace,monospace;tab-size:4;counter-reset:line}
pre span{display:block;min-height:20px;padding-right:16px}
pre span::before{counter-increment:line;content:counter(line);display:inline-block;width:44px;padding-right:12px;
text-align:right;color:var(--ink-3)}
pre .at{box-shadow:inset 4px 0 0 var(--fault);font-weight:600}
a{color:inherit}
main:focus-visible,a:focus-visible{outline:2px solid var(--ink);outline-offset:-2px}
"""


def page(seen: SharedSolution, shown: Card, theme: Theme) -> str:
    """Return the page of a link as its visitor may see it."""
    if seen.source is None:
        body = f"<p>{escape(shown.detail)}</p>"
    else:
        at = line_of(seen.verdict)
        lines = seen.source.rstrip().split("\n")
        spans = (f"<span{' class=at' if n == at else ''}>{escape(line)}</span>" for n, line in enumerate(lines, 1))
        said = "" if shown.is_good else f"<p>{escape(shown.detail)}</p>"
        body = f'{said}<pre aria-label="Source">{"".join(spans)}</pre>'
    cases = f", {sum(shown.passed)} of {len(shown.passed)} cases" if seen.puzzle != SANDBOX and shown.passed else ""
    tone = "pass" if shown.is_good else "fault"
    by = f"by {escape(seen.by)}, " if seen.by else ""
    return _document(
        shown.title,
        theme,
        f'<header><h1>{escape(shown.title)}</h1><span><b class="{tone}">{escape(shown.word)}</b>{cases}</span></header>'
        f'<main tabindex="0" aria-label="{escape(shown.title)}">{body}</main>'
        f"<footer><span>{by}{seen.created_at:%-d %B %Y}</span>"
        f'<a href="/s/{seen.id}" target="_blank" rel="noopener">Open in Triton Playground</a></footer>',
    )


def none(title: str, message: str, theme: Theme) -> str:
    """Return the page where there is nothing to show."""
    return _document(title, theme, f"<header><h1>{escape(title)}</h1></header><main><p>{escape(message)}</p></main>")


def line_of(verdict: Verdict) -> int | None:
    """Return the line that a failing verdict points at."""
    if verdict.error is not None:
        return verdict.error.line
    failing = next((case for case in verdict.cases if case.outcome is verdict.outcome), None)
    if failing is None:
        return None
    if failing.invalid_accesses:
        return failing.invalid_accesses[0].line
    return failing.mismatch.first[0].line if failing.mismatch and failing.mismatch.first else None


def _document(title: str, theme: Theme, body: str) -> str:
    dark = f":root{{{_DARK};color-scheme:dark}}"
    schemes = {
        "light": "",
        "dark": dark,
        "system": f"@media(prefers-color-scheme:dark){{{dark}}}",
    }
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{escape(title)} · Triton Playground</title>"
        f"<style>:root{{{_LIGHT};color-scheme:light}}{schemes[theme]}{_STYLE}</style><body>{body}"
    )
