"""Real providers to sign in by: oidc-provider in Node, and a small one that speaks GitHub's OAuth 2."""

import base64
import contextlib
import hashlib
import html
import json
import os
import re
import secrets
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import httpx2

from tests.server import free_port

OIDC = Path(__file__).parent / "oidc"


@contextlib.contextmanager
def oidc_provider(redirect_uri: str, port: int) -> Iterator[str]:
    """Run it; give its issuer."""
    environment = {**os.environ, "PORT": str(port), "REDIRECT_URI": redirect_uri, "NODE_NO_WARNINGS": "1"}
    process = subprocess.Popen(
        ["node", "provider.mjs"], cwd=OIDC, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    issuer = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{issuer}/jwks", timeout=5):
                break
            if process.poll() is not None or time.monotonic() > until:
                assert process.stdout is not None
                process.kill()
                raise RuntimeError(f"oidc-provider did not start; run `make setup-dev`:\n{process.stdout.read()!r}")
            time.sleep(0.1)
        yield issuer
    finally:
        process.kill()
        process.communicate()


def pass_oidc(url: str, person: str) -> str:
    """Sign in at the provider as a person does, and agree; return the address that it sends the browser back to."""
    with httpx2.Client(timeout=15) as browser:
        answer = browser.get(url)
        for _ in range(12):
            if answer.is_redirect:
                url = urljoin(str(answer.request.url), answer.headers["location"])
                if "/api/sign-in/" in url:
                    return url
                answer = browser.get(url)
                continue
            action = html.unescape(re.search(r'action="([^"]+)"', answer.text)[1])
            fields = dict(re.findall(r'name="(prompt)" value="([^"]+)"', answer.text))
            answer = browser.post(
                urljoin(str(answer.request.url), action), data={**fields, "login": person, "password": "any"}
            )
    raise AssertionError(f"no way back: {answer.status_code} {answer.text[:500]}")


class GitHubLike:
    """GitHub's three addresses, as its documentation describes them. Whoever comes is `person`, by number.

    Codes are good once and with their verifier; tokens are good for /user.
    """

    client_id, client_secret = "Iv1.test", "a secret of the tests"

    def __init__(self) -> None:
        self.person = 583231
        self.codes: dict[str, tuple[str, str, int]] = {}
        self.tokens: dict[str, int] = {}
        self.scopes: list[str] = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/login/oauth/authorize":
                    provider.authorize(self, {name: value[0] for name, value in parse_qs(parts.query).items()})
                elif parts.path == "/user":
                    token = self.headers.get("Authorization", "").partition(" ")[2]
                    number = provider.tokens.get(token)
                    body = {"message": "Bad credentials"} if number is None else {"id": number, "login": "octo"}
                    provider.answer(self, 401 if number is None else 200, body)
                else:
                    provider.answer(self, 404, {})

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
                fields = {name: value[0] for name, value in parse_qs(sent).items()}
                provider.exchange(self, fields)

        self.server = ThreadingHTTPServer(("127.0.0.1", free_port()), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self) -> "GitHubLike":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def authorize(self, handler: BaseHTTPRequestHandler, asked: dict[str, str]) -> None:
        assert asked["client_id"] == self.client_id
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        self.scopes.append(asked.get("scope", ""))
        code = secrets.token_hex(10)
        self.codes[code] = (asked["redirect_uri"], asked["code_challenge"], self.person)
        handler.send_response(302)
        handler.send_header("Location", f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}")
        handler.end_headers()

    def exchange(self, handler: BaseHTTPRequestHandler, sent: dict[str, str]) -> None:
        kept = self.codes.pop(sent.get("code", ""), None)
        hashed = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(hashed).rstrip(b"=").decode()
        if (sent["client_id"], sent["client_secret"]) != (self.client_id, self.client_secret):
            self.answer(handler, 200, {"error": "incorrect_client_credentials"})
        elif kept is None or kept[:2] != (sent["redirect_uri"], challenge):
            self.answer(handler, 200, {"error": "bad_verification_code"})
        else:
            token = f"gho_{secrets.token_hex(18)}"
            self.tokens[token] = kept[2]
            self.answer(handler, 200, {"access_token": token, "scope": "", "token_type": "bearer"})

    @staticmethod
    def answer(handler: BaseHTTPRequestHandler, status: int, body: dict[str, object]) -> None:
        sent = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json; charset=utf-8")
        handler.send_header("Content-Length", str(len(sent)))
        handler.end_headers()
        handler.wfile.write(sent)
