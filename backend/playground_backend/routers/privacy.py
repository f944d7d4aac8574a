"""What this server keeps and for how long, for the page that says so."""

from fastapi import APIRouter

from playground_backend.deps import ServiceDep
from playground_backend.messages import Privacy
from playground_puzzles import wire

router = APIRouter(prefix="/api/privacy", tags=["privacy"])


@router.get("", operation_id="getPrivacy")
async def get_privacy(service: ServiceDep) -> Privacy:
    """The times that the host has set. 0 days: kept until the visitor deletes it."""
    kept = service.settings
    return Privacy(
        contact=kept.contact,
        cookie_days=kept.cookie_life_days,
        idle_days=kept.keep_idle_days,
        sources_days=kept.keep_sources_days,
        identities_days=kept.keep_identities_days,
        live_minutes=round(wire.EVENTS_TTL_S / 60),
        providers=sorted(each.name for each in service.providers.values()),
    )
