"""The application: its parts made, its routes put together, its tasks started and stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fastapi import FastAPI

from playground_backend import responses
from playground_backend.boundary import Boundary
from playground_backend.collector import Collector
from playground_backend.events import EventHub
from playground_backend.identity import Identities, host_secret
from playground_backend.messages import ErrorReply
from playground_backend.queue import JobQueue
from playground_backend.redis_clients import connect, connect_async
from playground_backend.routers import batches, health, help, me, puzzles, runs, share_pages, solutions, submissions
from playground_backend.service import Service
from playground_backend.settings import Settings
from playground_backend.share_ids import ShareIds
from playground_backend.static import Site
from playground_backend.store.database import Database
from playground_backend.sweeper import Sweeper
from playground_puzzles.catalogue import extra_paths, load
from playground_puzzles.errors import UnknownPuzzle


def create_app(settings: Settings) -> FastAPI:
    """Return the application. settings.redis_url must be set. The database is migrated when it starts."""
    if settings.redis_url is None:
        raise ValueError("create_app needs a Redis URL: serve brings the embedded one")
    catalogue = load(extra_paths())

    def is_puzzle(slug: str) -> bool:
        try:
            catalogue.get(slug)
        except UnknownPuzzle:
            return False
        return True

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        assert settings.redis_url is not None
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        database = Database(settings.database)
        threaded, looped = connect(settings.redis_url), connect_async(settings.redis_url)
        waiting = connect_async(settings.redis_url, blocking=True)
        await asyncio.to_thread(database.migrate)
        hub = EventHub(looped, waiting, database)
        queue = JobQueue(threaded)
        secret = host_secret(settings.data_dir)
        app.state.service = Service(
            settings=settings,
            catalogue=catalogue,
            database=database,
            queue=queue,
            identities=Identities(
                secret,
                life_days=settings.cookie_life_days,
                secure=settings.secure_cookies,
            ),
            links=ShareIds(secret),
            hub=hub,
        )
        sweeper = Sweeper(database, queue, interval_s=settings.sweep_interval_s, confirm_s=settings.sweep_confirm_s)
        jobs = (Collector(waiting, database).run(), sweeper.run(), hub.listen(), hub.look())
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            yield
        finally:
            hub.close()
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
            await looped.aclose(close_connection_pool=True)
            await waiting.aclose(close_connection_pool=True)
            threaded.close()
            database.close()

    app = _App(
        title="Triton Playground",
        summary="Puzzles for learning to write Triton kernels, judged.",
        version=_version(),
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        responses={"4XX": {"model": ErrorReply, "description": "Refused"}, 503: {"model": ErrorReply}},
    )
    routers = (puzzles, help, submissions, runs, batches, me, solutions, share_pages, health)
    for router in (each.router for each in routers):
        app.include_router(router)
    app.router.default = Site(settings.static_dir, is_puzzle)
    responses.install(app)
    app.add_middleware(Boundary, limit_bytes=settings.body_limit_bytes)
    return app


class _App(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """Errors are JSON also where the answer itself is not."""
        document = super().openapi()
        for operations in document["paths"].values():
            for operation in operations.values():
                for status in ("4XX", "503"):
                    shapes = operation["responses"][status]["content"]
                    operation["responses"][status]["content"] = {"application/json": next(iter(shapes.values()))}
        return document


def _version() -> str:
    try:
        return version("triton-playground")
    except PackageNotFoundError:  # run from a checkout that is not installed
        return "0"
