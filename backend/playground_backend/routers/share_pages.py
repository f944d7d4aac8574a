"""The pages of a share link: for people, for crawlers that draw a preview of it, and for a frame on a course page."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from playground_backend import embed, preview, sharing, static
from playground_backend.deps import ServiceDep, VisitorDep
from playground_backend.embed import Theme
from playground_backend.errors import ClosedByClass, ShareDeleted, UnknownShare
from playground_backend.service import Service

_ANYWHERE: Final = {"Cross-Origin-Resource-Policy": "cross-origin"}

router = APIRouter(include_in_schema=False)


@router.api_route("/s/{id}", methods=["GET", "HEAD"])
def share_page(id: str, service: ServiceDep) -> Response:
    """The front end's page, with what a preview needs. It is the same for everybody: what one may see is fetched."""
    folder = service.settings.static_dir
    try:
        shown = _card(service, id)
    except (UnknownShare, ShareDeleted) as error:
        return static.index_page(folder, status=error.status)
    base = f"{service.settings.public_url or ''}/s/{id}"
    return static.index_page(folder, head=preview.head(shown, page=base, picture=f"{base}/preview.png"))


@router.api_route("/s/{id}/preview.png", methods=["GET", "HEAD"])
def share_picture(id: str, service: ServiceDep) -> Response:
    """The picture of a preview; the same for everybody, since it holds no source."""
    fonts = service.settings.static_dir / "assets"
    drawn = preview.picture(_card(service, id), fonts if fonts.is_dir() else None)
    # Not for long: the link may be deleted.
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "public, max-age=600", **_ANYWHERE})


@router.api_route("/embed/{id}", methods=["GET", "HEAD"])
def embed_page(
    id: str, visitor: VisitorDep, service: ServiceDep, theme: Annotated[Theme, Query()] = "system"
) -> Response:
    """A frame for course pages: the only page that others may frame. There a visitor's cookie seldom comes along."""
    headers = {"Content-Security-Policy": embed.POLICY, "Cache-Control": "private, no-store", "Vary": "Cookie"}
    headers |= _ANYWHERE
    try:
        with service.database.read() as session:
            found = sharing.find(session, id)
            seen = sharing.view(session, service, found, visitor)
    except (UnknownShare, ShareDeleted, ClosedByClass) as error:
        return HTMLResponse(embed.none("Nothing to show", error.message, theme), error.status, headers)
    sharing.note_view(service, seen, visitor)
    return HTMLResponse(embed.page(seen, preview.card(seen), theme), headers=headers)


def _card(service: Service, id: str) -> preview.Card:
    with service.database.read() as session:
        return preview.card(sharing.view(session, service, sharing.find(session, id), None))
