"""A learning platform over real HTTP, built on the package lti1p3platform: launches, deep linking, roster, gradebook.

What the package leaves open is stricter here than in it: a tool's assertion must be for the token's address and new,
lists come in pages with a Link header, and a score must be newer than the one before it.
"""

import html
import json
import re
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx2
import jwt as pyjwt
import uvicorn
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from lti1p3platform.exceptions import LtiException
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.membership import Context
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration
from lti1p3platform.request import Request as PlatformRequest
from lti1p3platform.score import UpdateScoreStatus
from lti1p3platform.service_connector import AssignmentsGradesService, NamesRoleProvisioningService

from tests.server import free_port

ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership"
TEACHER = [f"{ROLE}#Instructor"]
ASSISTANT = [f"{ROLE}#Instructor", f"{ROLE}/Instructor#TeachingAssistant"]
STUDENT = [f"{ROLE}#Learner"]
CLIENT_ID, DEPLOYMENT = "playground-client", "1:d3b0"
CUSTOM = "https://purl.imsglobal.org/spec/lti/claim/custom"
LIS = "https://purl.imsglobal.org/spec/lti/claim/lis"


class Platform:
    """people: by id, with roles, name, email, number. links: what may be opened, by its hint.

    change: alters a message before it is signed; sign: signs it in another way. items, scores: the gradebook.
    """

    def __init__(self, tool: str, host: str = "127.0.0.1") -> None:
        self.tool, self.port = tool, free_port()
        self.url = f"http://{host}:{self.port}"
        self.client_id, self.deployment = CLIENT_ID, DEPLOYMENT
        self.people: dict[str, dict[str, Any]] = {}
        self.links: dict[str, dict[str, Any]] = {}
        self.items: dict[str, dict[str, Any]] = {}
        self.scores: list[tuple[str, dict[str, Any]]] = []
        self.answers: list[list[dict[str, Any]]] = []
        self.change: Callable[[dict[str, Any]], None] = lambda message: None
        self.sign: Callable[[dict[str, Any]], str] | None = None
        self.refuses: int | None = None
        self.page_size = 100
        self.jwks_reads = self.tokens_given = 0
        self._used: set[str] = set()
        self.new_key()
        self.start()

    # ---- the platform itself ----

    def new_key(self) -> None:
        """Turn to another key; the one before is published no more."""
        key = rsa.generate_private_key(65537, 2048)
        self.private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
        self.public = (
            key.public_key()
            .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
            .decode()
        )

    def start(self) -> None:
        config = uvicorn.Config(_app(self), host="127.0.0.1", port=self.port, log_config=None, server_header=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        until = time.monotonic() + 20
        while not self._server.started:
            assert time.monotonic() < until, "the platform did not start"
            time.sleep(0.02)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(15)

    def add(self, id: str, roles: list[str], name: str | None = None, **told: Any) -> str:
        self.people[id] = {"roles": roles, "name": name, **told}
        return id

    def link(self, hint: str, context: str = "course-7", title: str = "GPU Programming", **told: Any) -> str:
        """Add what may be opened in a course. told: custom, lineitem, choice (deep linking), number of the link."""
        self.links[hint] = {"context": context, "title": title, **told}
        return hint

    def registration(self) -> dict[str, Any]:
        """What an administrator of the tool enters."""
        return {
            "name": "Campus",
            "issuer": self.url,
            "client_id": self.client_id,
            "deployments": [self.deployment],
            "auth_url": f"{self.url}/auth",
            "token_url": f"{self.url}/token",
            "jwks_url": f"{self.url}/jwks",
        }

    def begins(self, person: str, hint: str) -> str:
        """The address that the platform opens the tool at."""
        login = _Login(None, _Config(self))
        login._lti_message_hint = hint
        return login.prepare_preflight_url(person)

    def configured(self) -> Registration:
        kept = _Registration(self)
        kept.set_iss(self.url).set_client_id(self.client_id).set_deployment_id(self.deployment)
        kept.set_launch_url(f"{self.tool}/api/lti/launch").set_deeplink_launch_url(f"{self.tool}/api/lti/launch")
        kept.set_oidc_login_url(f"{self.tool}/api/lti/login").set_tool_key_set_url(f"{self.tool}/api/lti/jwks")
        kept.set_platform_public_key(self.public).set_platform_private_key(self.private)
        return kept

    # ---- a browser, as far as launches go ----

    def message(self, browser: httpx2.Client, person: str, hint: str) -> tuple[str, dict[str, str]]:
        """Begin a launch; return where the platform's page sends its form, and what is in it."""
        return self.pass_auth(browser.get(self.begins(person, hint)).headers["location"])

    def pass_auth(self, url: str) -> tuple[str, dict[str, str]]:
        with httpx2.Client(timeout=15) as there:
            page = there.get(url).text
        action = html.unescape(re.search(r'action="([^"]+)"', page)[1])
        fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)}
        return action, fields

    def post(self, action: str, fields: dict[str, str]) -> httpx2.Response:
        """Send a form as a page of the platform's does: another site's, so with no cookie of the tool's."""
        headers = {"Origin": self.url, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
        with httpx2.Client(timeout=15) as other:
            return other.post(action, data=fields, headers=headers)

    def launch(self, browser: httpx2.Client, person: str, hint: str) -> httpx2.Response:
        """Launch from end to end; return the last answer that the browser has."""
        answer = self.post(*self.message(browser, person, hint))
        return browser.get(answer.headers["location"]) if answer.is_redirect else answer


class _Registration(Registration):
    def __init__(self, platform: Platform) -> None:
        self._platform = platform

    def platform_encode_and_sign(self, payload: dict[str, Any], expiration: int | None = None) -> str:
        now = int(time.time())
        payload.update(iat=now, exp=now + (expiration or 300))
        self._platform.change(payload)
        if self._platform.sign is not None:
            return self._platform.sign(payload)
        return super().platform_encode_and_sign(payload)


class _Config(LTI1P3PlatformConfAbstract):
    def init_platform_config(self, **kwargs: Any) -> None:
        pass

    def __init__(self, platform: Platform) -> None:
        super().__init__()
        self._registration = platform.configured()

    def get_registration_by_params(self, **kwargs: Any) -> Registration:
        return self._registration


class _Login(OIDCLoginAbstract):
    def set_lti_message_hint(self, **kwargs: Any) -> None:
        self._lti_message_hint = kwargs["hint"]

    def get_redirect(self, url: str) -> RedirectResponse:
        return RedirectResponse(url)


class _Launch(LTIAdvantageMessageLaunchAbstract):
    def get_preflight_response(self) -> dict[str, Any]:
        return dict(self._request.query_params)

    def render_launch_form(self, launch_data: dict[str, Any], **kwargs: Any) -> HTMLResponse:
        fields = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(launch_data[name])}">'
            for name in ("id_token", "state")
        )
        return HTMLResponse(
            f'<!doctype html><form method="post" action="{html.escape(launch_data["launch_url"])}">{fields}</form>'
            "<script>document.forms[0].submit()</script>"
        )


class _Asked(PlatformRequest):
    """A request with its body, as the package wants it."""

    def __init__(self, request: Request, body: bytes) -> None:
        self._body = body
        super().__init__(request)

    def build_metadata(self, request: Request) -> dict[str, Any]:
        query = {name: int(value) if value.isdigit() else value for name, value in request.query_params.items()}
        return {
            "method": request.method,
            "form_data": {},
            "get_data": query,
            "headers": request.headers,
            "content_type": request.headers.get("content-type"),
            "path": request.url.path,
            "json": json.loads(self._body) if self._body else None,
        }


class _Gradebook(AssignmentsGradesService):
    platform: Platform

    def find_lineitems(self, page: int = 1, limit: int | None = None, **which: Any) -> dict[str, Any]:
        found = list(self.platform.items.values())
        if "resource_id" in which:
            found = [each for each in found if each.get("resourceId") == which["resource_id"]]
        return {"content": found, "has_next": False}

    def create_lineitem(self, creation_data: dict[str, Any]) -> dict[str, Any]:
        # A query behind the path, as some platforms have.
        number = len(self.platform.items) + 1
        made = {**creation_data, "id": f"{self.platform.url}/lineitems/{number}?type_id=7"}
        self.platform.items[str(number)] = made
        return made

    def update_score(self, line_item_id: str, score: dict[str, Any]) -> UpdateScoreStatus:
        assert line_item_id in self.platform.items
        earlier = [
            kept["timestamp"]
            for item, kept in self.platform.scores
            if (item, kept["userId"]) == (line_item_id, score["userId"])
        ]
        if earlier and max(earlier) >= score["timestamp"]:
            return UpdateScoreStatus.OLD_TIMESTAMP
        self.platform.scores.append((line_item_id, score))
        return UpdateScoreStatus.SUCCESS

    def find_lineitem(self, line_item_id: str) -> Any: ...
    def update_lineitem(self, update_data: Any) -> Any: ...
    def delete_lineitem(self, line_item_id: str) -> None: ...
    def get_results(self, line_item_id: str, *_: Any, **__: Any) -> Any: ...


class _People(NamesRoleProvisioningService):
    platform: Platform

    def get_member_data_page(self, page: int = 1, limit: int | None = None, **_: Any) -> dict[str, Any]:
        size = self.platform.page_size
        everybody = [
            {
                "user_id": id,
                "roles": told["roles"],
                "status": told.get("status", "Active"),
                **{
                    name: told[kept]
                    for name, kept in (("name", "name"), ("email", "email"), ("lis_person_sourcedid", "number"))
                    if told.get(kept)
                },
            }
            for id, told in self.platform.people.items()
        ]
        return {"content": everybody[(page - 1) * size : page * size], "has_next": page * size < len(everybody)}

    def get_context_by_id(self) -> Context:
        return Context("course-7", "GPU", "GPU Programming")


def _app(platform: Platform) -> FastAPI:
    app = FastAPI()

    @app.get("/auth")
    def auth(request: Request) -> Any:
        asked = request.query_params
        assert asked["scope"] == "openid"
        assert asked["response_type"] == "id_token"
        assert asked["response_mode"] == "form_post"
        assert asked["prompt"] == "none"
        assert asked["redirect_uri"] == f"{platform.tool}/api/lti/launch"
        return _message(platform, request, asked["login_hint"], platform.links[asked["lti_message_hint"]])

    @app.get("/jwks")
    def jwks() -> Any:
        platform.jwks_reads += 1
        return _Config(platform).get_jwks()

    @app.post("/token")
    async def token(request: Request) -> Any:
        sent = dict(parse_qsl((await request.body()).decode()))
        return await _in_thread(_token, platform, sent)

    @app.get("/people")
    async def people(request: Request) -> Any:
        return await _in_thread(_people, platform, request)

    @app.api_route("/lineitems", methods=["GET", "POST"])
    async def lineitems(request: Request) -> Any:
        body = await request.body()
        return await _in_thread(_lineitems, platform, request, body)

    @app.post("/lineitems/{number}/scores")
    async def scores(number: str, request: Request) -> Any:
        body = await request.body()
        return await _in_thread(_scores, platform, number, request, body)

    @app.post("/chosen")
    async def chosen(request: Request) -> Any:
        sent = dict(parse_qsl((await request.body()).decode()))
        items = await _in_thread(_Config(platform).validate_deeplinking_resp, sent)
        platform.answers.append(items)
        return HTMLResponse("<!doctype html><title>Campus</title><h1>The course has it</h1>")

    @app.get("/course")
    def course(url: str) -> Any:
        """A page of the platform with the tool in a frame."""
        return HTMLResponse(
            '<!doctype html><html lang="en"><title>Campus</title><h1>GPU Programming</h1>'
            f'<iframe title="Tool" src="{html.escape(url)}" width="360" height="420"></iframe>'
        )

    return app


async def _in_thread(work: Callable[..., Any], *given: Any) -> Any:
    import anyio

    return await anyio.to_thread.run_sync(lambda: work(*given))


def _message(platform: Platform, request: Request, person: str, link: dict[str, Any]) -> Any:
    told = platform.people[person]
    launch = _Launch(request, _Config(platform))
    launch.set_user_data(person, told["roles"], told.get("name"), told.get("email"))
    launch.set_launch_context_claim(link["context"], context_title=link["title"])
    launch.set_ags(f"{platform.url}/lineitems", lineitem_url=link.get("lineitem"))
    launch.set_nrps(f"{platform.url}/people")
    if link.get("choice"):
        launch.set_dl(f"{platform.url}/chosen", accept_types={"ltiResourceLink"}, extra_data="opaque-17")
    else:
        launch.set_resource_link_claim(link.get("number", "link-1"))
    if link.get("custom"):
        launch.set_custom_parameters_claim(link["custom"])
    if told.get("number"):
        launch.set_extra_claims({LIS: {"person_sourcedid": told["number"]}})
    return launch.lti_launch()


def _token(platform: Platform, sent: dict[str, str]) -> Any:
    config = _Config(platform)
    given = config.get_access_token(sent)
    told = pyjwt.decode(sent["client_assertion"], options={"verify_signature": False})
    assert told["aud"] == f"{platform.url}/token"
    assert told["iss"] == told["sub"] == platform.client_id
    assert told["jti"] not in platform._used
    platform._used.add(told["jti"])
    platform.tokens_given += 1
    return given


def _people(platform: Platform, request: Request) -> Any:
    service = _People(_Asked(request, b""), _Config(platform), f"{platform.url}/people")
    service.platform = platform
    answer = _answered(platform, service.handle_get_members)
    page = int(request.query_params.get("page", 1))
    if answer.status_code == 200 and page * platform.page_size < len(platform.people):
        answer.headers["Link"] = f'<{platform.url}/people?{urlencode({"page": page + 1})}>; rel="next"'
    return answer


def _lineitems(platform: Platform, request: Request, body: bytes) -> Any:
    service = _Gradebook(_Asked(request, body), _Config(platform), f"{platform.url}/lineitems")
    service.platform = platform
    handle = service.handle_create_lineitem if request.method == "POST" else service.handle_get_lineitems
    return _answered(platform, handle, lambda result: result.get("content", result))


def _scores(platform: Platform, number: str, request: Request, body: bytes) -> Any:
    if number not in platform.items:
        return JSONResponse({"error": "no such line item"}, 404)
    assert request.query_params["type_id"] == "7"
    service = _Gradebook(_Asked(request, body), _Config(platform), f"{platform.url}/lineitems")
    service.platform = platform
    return _answered(platform, lambda: service.handle_update_score(number))


def _answered(
    platform: Platform, handle: Callable[[], Any], shape: Callable[[Any], Any] = lambda result: result
) -> JSONResponse:
    if platform.refuses is not None:
        return JSONResponse({"error": "refused"}, platform.refuses)
    try:
        answer = handle()
    except (pyjwt.PyJWTError, LtiException):
        return JSONResponse({"error": "token"}, 401)
    return JSONResponse(None if answer.result is None else shape(answer.result), answer.code)
