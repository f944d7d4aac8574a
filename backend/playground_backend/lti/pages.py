"""The few pages of launches, in plain HTML: they stand in frames and before sign-in, where the front end cannot."""

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import HTMLResponse

from playground_backend.store.lti_tables import LtiPlatform

_STYLE: Final = """
:root{--ground:#fdfdfc;--ink:#191b1e;--ink-2:#474b51;--line:#dbdbd5;--on:#fdfdfc;color-scheme:light}
@media(prefers-color-scheme:dark){:root{--ground:#1a1c1f;--ink:#f0f0ec;--ink-2:#c0c2c6;--line:#3a3d42;--on:#1a1c1f;
color-scheme:dark}}
*{box-sizing:border-box}
html{background:var(--ground);color:var(--ink);font:15px/24px "IBM Plex Sans",system-ui,sans-serif}
body{margin:0;padding:32px 16px;display:flex;justify-content:center}
main{width:100%;max-width:34rem;border:1px solid var(--line);padding:24px}
h1{font-size:20px;line-height:28px;margin:0 0 8px}
p{margin:0 0 16px;color:var(--ink-2);overflow-wrap:anywhere}
p:last-child{margin:0}
a,button{display:inline-block;min-height:40px;padding:7px 16px;font:inherit;font-weight:600;cursor:pointer;
text-decoration:none;color:var(--on);background:var(--ink);border:1px solid var(--ink)}
a:focus-visible,button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
"""
# Sends what was chosen in the other tab to the platform from this page, which is where it waits for it. Failed
# questions are asked again: the laptop may have slept.
_WAIT: Final = """
const main = document.querySelector("main"), said = document.querySelector("[role=status]");
const key = main.dataset.key;
let rounds = 0;
async function look() {
  let found = null;
  try {
    const answer = await fetch("/api/lti/frames/look", {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({token: key})
    });
    if (answer.status === 404) {
      said.textContent = "This has waited too long. Load the page of the course again.";
      return;
    }
    if (answer.ok) found = await answer.json();
  } catch {}
  if (found && found.answer) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = found.answer.url;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "JWT";
    field.value = found.answer.jwt;
    form.append(field);
    document.body.append(form);
    form.submit();
    return;
  }
  if (found && found.is_opened) said.textContent = "It is open in another tab.";
  setTimeout(look, ++rounds < 300 ? 2000 : 15000);
}
look();
"""
_POST: Final = "document.forms[0].submit();"


def origins(platform: LtiPlatform, *further: str) -> list[str]:
    """Return the origins that a platform's pages have."""
    urls = (platform.issuer, platform.auth_url, platform.site, *further)
    found = []
    for url in filter(None, urls):
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        # A policy is split at these.
        if parts.netloc and not set(origin) & set(" ;,'\"") and origin not in found:
            found.append(origin)
    return found


def in_frame(platform: LtiPlatform, key: str) -> HTMLResponse:
    """The one page that a platform may frame: browsers give no cookie to what stands in another site's page."""
    body = (
        f'<main data-key="{escape(key)}"><h1>Triton Playground</h1>'
        f"<p>{escape(platform.name)} shows this inside its own page, where browsers keep nobody signed in. "
        "It goes on in a tab of its own.</p>"
        f'<p><a href="/api/lti/login?frame={escape(key)}" target="_blank">Open in a new tab</a></p>'
        '<p role="status"></p></main>'
    )
    return _answer("Open in a new tab", body, _WAIT, frames=origins(platform), forms=origins(platform))


def post(platform: LtiPlatform, url: str, message: str) -> HTMLResponse:
    """Sends a message to a platform by the browser: at once, or by its button where no script runs."""
    body = (
        f"<main><h1>Back to {escape(platform.name)}</h1><p>Your choice goes to the course now.</p>"
        f'<form method="post" action="{escape(url)}"><input type="hidden" name="JWT" value="{escape(message)}">'
        "<button>Go back to the course</button></form></main>"
    )
    return _answer("Back to the course", body, _POST, forms=origins(platform, url))


def refused(message: str, status: int = 403) -> HTMLResponse:
    body = (
        f"<main><h1>This link cannot be opened</h1><p>{escape(message)}</p>"
        "<p>Nothing has changed. Open the link in your course again, or show this to your teacher.</p></main>"
    )
    return _answer("This link cannot be opened", body, status=status)


def _answer(
    title: str,
    body: str,
    script: str = "",
    *,
    frames: Iterable[str] = (),
    forms: Iterable[str] = (),
    status: int = 200,
) -> HTMLResponse:
    """frames: who may show it in theirs. forms: where its forms may go."""
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src 'sha256-{hashed}'" if script else "script-src 'none'",
            "style-src 'unsafe-inline'",
            "connect-src 'self'",
            "frame-ancestors " + (" ".join(frames) or "'none'"),
            "form-action " + (" ".join(forms) or "'none'"),
            "base-uri 'none'",
        )
    )
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{escape(title)} · Triton Playground</title><style>{_STYLE}</style><body>{body}"
        f"{f'<script>{script}</script>' if script else ''}"
    )
    return HTMLResponse(page, status, {"Content-Security-Policy": policy, "Cache-Control": "no-store"})
