"""Launches from learning platforms: begun there, believed by their signature, ended in the browser that began them.

A platform sends browsers here by links and forms. The browser gets a cookie when it begins; the platform's message
comes back by a form of another site, which carries no cookie; so the message is kept under a ticket, and the browser
is sent to fetch it, which carries the cookie again. No step needs a cookie inside another site's page.
"""

from typing import Annotated, Final
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Cookie, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from playground_backend.deps import COUNTED, ServiceDep, WhoDep
from playground_backend.errors import NotFound, Refusal
from playground_backend.identity import digest, new_token
from playground_backend.lti import arriving, pages
from playground_backend.lti.fetching import PlatformFailed
from playground_backend.lti.launch import BadLaunch, from_dict, read
from playground_backend.lti.pending import Arrival, Frame, Login
from playground_backend.lti.tool import LTI_PATH
from playground_backend.lti_messages import FrameAnswer, FrameState, TokenUse
from playground_backend.service import Service
from playground_backend.store import lti
from playground_backend.store.lti_tables import LtiPlatform

router = APIRouter(prefix=LTI_PATH, tags=["lti"])

COOKIE: Final = "playground-lti"
_COOKIE_S: Final = 3600
_LONGEST: Final = 8000
_HINTS: Final = ("login_hint", "lti_message_hint")
_FRAMES: Final = {"iframe", "frame", "embed", "object"}
Token = Annotated[str, Query(max_length=100)]
BrowserCookie = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]


@router.get("/jwks", operation_id="getToolKeys", response_class=JSONResponse)
def get_tool_keys(service: ServiceDep) -> JSONResponse:
    """The public keys that our messages to platforms are signed by."""
    return JSONResponse(service.lti.key.public(), headers={"Cache-Control": "public, max-age=300"})


@router.get("/login", include_in_schema=False, dependencies=[COUNTED])
def begin_launch(request: Request, service: ServiceDep, browser: BrowserCookie = None) -> Response:
    """Where a platform begins. Inside a page of its own the browser is asked for a tab first."""
    asked = {name: value for name, value in request.query_params.items() if len(value) <= _LONGEST}
    return _begin(service, asked, request.headers.get("sec-fetch-dest", ""), browser)


@router.post("/login", include_in_schema=False, dependencies=[COUNTED])
async def begin_launch_by_form(request: Request, service: ServiceDep, browser: BrowserCookie = None) -> Response:
    asked = await _form(request)
    return await run_in_threadpool(_begin, service, asked, request.headers.get("sec-fetch-dest", ""), browser)


@router.post("/launch", include_in_schema=False, dependencies=[COUNTED])
async def launch(request: Request, service: ServiceDep) -> Response:
    """Where a platform's message comes, by a form of its page."""
    return await run_in_threadpool(_launch, service, await _form(request))


@router.get("/enter", include_in_schema=False)
def enter(who: WhoDep, service: ServiceDep, ticket: Token = "", browser: BrowserCookie = None) -> Response:
    """Where the browser that began a launch ends it."""
    bound = digest(browser or "")
    arrival = service.lti.pending.take_arrival(ticket, bound)
    if arrival is None:
        return _strayed(service, ticket)
    answer = RedirectResponse("/", status_code=303)
    try:
        platform = _platform(service, arrival.platform)
        found = from_dict(arrival.launch)
        with service.database.read() as session:
            arriving.check(session, platform, found)
        owner = arriving.sign_in_by(service, answer, who, platform, found)
        path = arriving.go_on(service, arrival, platform, found, owner)
    except (BadLaunch, Refusal) as error:
        return pages.refused(error.message)
    if arrival.frame is not None and (frame := service.lti.pending.frame(arrival.frame)) is not None:
        opened = Frame(frame.platform, frame.asked, is_opened=True)
        service.lti.pending.change_frame(arrival.frame, opened)
    answer.headers["Location"] = f"{service.settings.public_url or ''}{path}"
    return answer


@router.get("/answer", include_in_schema=False)
def answer(service: ServiceDep, ticket: Token = "") -> Response:
    """Sends what was chosen back to the platform, by the browser."""
    found = service.lti.pending.take_answer(ticket)
    if found is None:
        return pages.refused("Your choice was sent already, or waited too long.")
    try:
        platform = _platform(service, found["platform"])
    except BadLaunch as error:
        return pages.refused(error.message)
    return pages.post(platform, found["url"], found["jwt"])


@router.post("/frames/look", operation_id="lookAtFrame")
def look_at_frame(use: TokenUse, service: ServiceDep) -> FrameState:
    """Asked by our page inside a platform's, which knows nothing but its own key: what it waits for."""
    frame = service.lti.pending.frame(use.token)
    if frame is None:
        raise NotFound("Nothing waits under this key.")
    given = FrameAnswer(**frame.answer) if frame.answer else None
    return FrameState(is_opened=frame.is_opened, answer=given)


def _begin(service: Service, asked: dict[str, str], destination: str, browser: str | None) -> Response:
    frame_key = asked.get("frame")
    frame = None if frame_key is None else service.lti.pending.frame(frame_key)
    try:
        if service.lti.url is None:
            raise BadLaunch("This server does not know its own address: it was started without --public-url.")
        if frame_key is not None:
            if frame is None:
                raise BadLaunch("This has waited too long.")
            platform, hints = _platform(service, frame.platform), frame.asked
        else:
            platform, hints = _registered(service, asked), {each: asked[each] for each in _HINTS if each in asked}
            if "login_hint" not in hints:
                raise BadLaunch("The platform does not say whom it sends.")
    except BadLaunch as error:
        return pages.refused(error.message, 400)
    if destination in _FRAMES:
        return pages.in_frame(platform, service.lti.pending.open_frame(Frame(platform.id, hints)))
    key = browser if browser and len(browser) <= 100 else new_token()
    nonce = new_token()
    begun = Login(platform.id, nonce, digest(key), hints, frame_key)
    told = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": f"{service.lti.url}/launch",
        "state": service.lti.pending.begin(begun),
        "nonce": nonce,
        **hints,
    }
    joint = "&" if "?" in platform.auth_url else "?"
    answer = RedirectResponse(f"{platform.auth_url}{joint}{urlencode(told)}", status_code=303)
    answer.set_cookie(
        COOKIE,
        key,
        max_age=_COOKIE_S,
        path=LTI_PATH,
        httponly=True,
        samesite="lax",
        secure=service.settings.secure_cookies,
    )
    return answer


def _launch(service: Service, sent: dict[str, str]) -> Response:
    begun = service.lti.pending.take_login(sent.get("state", ""))
    if begun is None:
        return pages.refused("This launch was not begun here, or it was used already, or it waited too long.")
    try:
        if "error" in sent or "id_token" not in sent:
            raise BadLaunch("The platform did not let you in. Sign in there, then try again.")
        platform = _platform(service, begun.platform)
        found = read(sent["id_token"], platform, begun.nonce, service.lti.keys)
    except BadLaunch as error:
        return pages.refused(error.message)
    except PlatformFailed as failed:
        return pages.refused(f"{failed.message} Its keys are needed to believe it.", 502)
    arrival = Arrival(platform.id, begun.browser, found.as_dict(), begun.asked, begun.frame)
    ticket = service.lti.pending.arrive(arrival)
    return RedirectResponse(f"{service.lti.url}/enter?{urlencode({'ticket': ticket})}", status_code=303)


def _strayed(service: Service, ticket: str) -> HTMLResponse:
    """For a ticket that this browser did not begin: in a page that gave us no way to see so, its cookie was kept back.

    Nothing is done with what the ticket stands for. A tab begins anew, as whoever the platform finds there.
    """
    arrival = service.lti.pending.arrival(ticket)
    if arrival is None:
        return pages.refused("This launch was used already, or it waited too long.")
    try:
        platform = _platform(service, arrival.platform)
    except BadLaunch as error:
        return pages.refused(error.message)
    return pages.in_frame(platform, service.lti.pending.open_frame(Frame(platform.id, arrival.asked)))


def _registered(service: Service, asked: dict[str, str]) -> LtiPlatform:
    """Raises BadLaunch."""
    with service.database.read() as session:
        found = lti.by_issuer(session, asked.get("iss", ""), asked.get("client_id"))
    if found is None:
        raise BadLaunch("This learning platform is not registered here. The administrator of this server can do that.")
    return found


def _platform(service: Service, id: str) -> LtiPlatform:
    """Raises BadLaunch."""
    with service.database.read() as session:
        found = lti.platform(session, id)
    if found is None:
        raise BadLaunch("This learning platform is registered here no more.")
    return found


async def _form(request: Request) -> dict[str, str]:
    """Return the first value of each field."""
    try:
        told = parse_qsl((await request.body()).decode(), max_num_fields=100)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    for name, value in told:
        found.setdefault(name, value)
    return found
