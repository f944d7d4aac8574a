"""Is it alive, and is it ready: which part is down."""

from collections.abc import Callable

from fastapi import APIRouter, Response
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from playground_backend.deps import ServiceDep
from playground_backend.messages import Health, Part, Readiness
from playground_backend.static import is_built

router = APIRouter(tags=["health"])


@router.get("/healthz", operation_id="getHealth")
async def get_health() -> Health:
    """The process answers."""
    return Health()


@router.get("/readyz", operation_id="getReadiness", responses={503: {"model": Readiness}})
def get_readiness(service: ServiceDep, response: Response) -> Readiness:
    """Every part is there; else 503, and the parts say which is not."""
    redis = _answers(service.queue.ping, "Redis")
    beats = list(service.queue.workers().values()) if redis.ok else []
    parts = {
        "redis": redis,
        "database": _answers(service.database.ping, "The database"),
        "workers": _workers(beats),
        "front_end": Part(ok=True, detail="built")
        if is_built(service.settings.static_dir)
        else Part(ok=False, detail="not built: run `make setup`"),
    }
    ready = all(part.ok for part in parts.values())
    response.status_code = 200 if ready else 503
    response.headers["Cache-Control"] = "no-store"
    return Readiness(ok=ready, parts=parts, workers=beats)


def _answers(ask: Callable[[], None], name: str) -> Part:
    try:
        ask()
    except (RedisError, SQLAlchemyError, OSError) as error:
        return Part(ok=False, detail=f"{name} does not answer ({type(error).__name__}).")
    return Part(ok=True, detail="answers")


def _workers(beats: list[dict[str, object]]) -> Part:
    well = [beat for beat in beats if not beat.get("problem")]
    if well:
        return Part(ok=True, detail=f"{len(well)} of {len(beats)} well")
    if beats:
        return Part(ok=False, detail=f"none is well: {beats[0].get('problem')}")
    return Part(ok=False, detail="none is connected")
