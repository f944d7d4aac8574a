"""The application: its parts made, its routes put together, its tasks started and stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fastapi import FastAPI

from playground_backend import compilations, responses
from playground_backend.board import RowIds
from playground_backend.board_feed import BoardFeed
from playground_backend.boundary import Boundary
from playground_backend.collector import Collector
from playground_backend.events import EventHub
from playground_backend.fair_use import FairUse
from playground_backend.identity import Identities, host_secret
from playground_backend.janitor import Janitor
from playground_backend.lti.passback import Passback
from playground_backend.lti.tool import Lti
from playground_backend.messages import ErrorReply
from playground_backend.presence import Presence
from playground_backend.providers import providers_of
from playground_backend.queue import JobQueue
from playground_backend.redis_clients import connect, connect_async
from playground_backend.rejudger import Rejudger
from playground_backend.routers import (
    account,
    assignments,
    batches,
    classboard,
    classrooms,
    grades,
    health,
    help,
    joining,
    leaderboard,
    lti_choices,
    lti_classes,
    lti_launches,
    lti_platforms,
    me,
    members,
    moderation,
    own_puzzles,
    privacy,
    progress,
    puzzles,
    rejudges,
    runs,
    share_pages,
    sign_in,
    similar,
    solutions,
    submissions,
    teachers,
)
from playground_backend.service import Service
from playground_backend.settings import Settings
from playground_backend.share_ids import ShareIds
from playground_backend.shelf import Shelf
from playground_backend.static import Site
from playground_backend.store import standings
from playground_backend.store.board import Censuses
from playground_backend.store.database import Database
from playground_backend.sweeper import Sweeper
from playground_backend.tries import Tries
from playground_puzzles import own
from playground_puzzles.catalogue import Catalogue, extra_paths, load
from playground_puzzles.errors import UnknownPuzzle


def create_app(settings: Settings) -> FastAPI:
    """Return the application. settings.redis_url must be set. The database is migrated when it starts."""
    if settings.redis_url is None:
        raise ValueError("create_app needs a Redis URL: serve brings the embedded one")
    catalogue = load(extra_paths())

    def is_puzzle(slug: str) -> bool:
        if own.id_of(slug) is not None:
            return True  # whose it is, and whether it is there at all, the page finds out
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
        await asyncio.to_thread(_prepare, database, catalogue)
        secret = host_secret(settings.data_dir)
        hub = EventHub(looped, waiting, database)
        queue = JobQueue(threaded)
        presence = Presence(threaded)
        boards = BoardFeed(threaded, looped, waiting, database, presence)
        identities = Identities(secret, life_days=settings.cookie_life_days, secure=settings.secure_cookies)
        lti = Lti.of(settings, threaded)
        app.state.service = Service(
            settings=settings,
            catalogue=catalogue,
            shelf=Shelf(catalogue, database),
            database=database,
            queue=queue,
            rows=RowIds(secret),
            censuses=Censuses(),
            identities=identities,
            links=ShareIds(secret),
            hub=hub,
            fair_use=FairUse(looped, settings),
            tries=Tries(threaded, identities),
            providers=providers_of(settings),
            boards=boards,
            presence=presence,
            lti=lti,
        )
        sweeper = Sweeper(database, queue, interval_s=settings.sweep_interval_s, confirm_s=settings.sweep_confirm_s)
        janitor = Janitor(database, settings)
        jobs = (
            Collector(waiting, database, boards, queue, partial(compilations.check, queue, catalogue)).run(),
            sweeper.run(),
            janitor.run(),
            hub.listen(),
            hub.look(),
            boards.listen(),
            boards.look(),
            Rejudger(database, queue).run(),
            Passback(database, threaded, lti.services, first_pause_s=settings.lti_retry_s).run(),
        )
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            yield
        finally:
            app.state.service.end_streams()
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
    routers = (
        privacy,
        puzzles,
        help,
        submissions,
        runs,
        batches,
        me,
        account,
        sign_in,
        progress,
        leaderboard,
        moderation,
        solutions,
        share_pages,
        teachers,
        classrooms,
        joining,
        members,
        assignments,
        classboard,
        grades,
        rejudges,
        similar,
        own_puzzles,
        lti_platforms,
        lti_launches,
        lti_choices,
        lti_classes,
        health,
    )
    for router in (each.router for each in routers):
        app.include_router(router)
    app.router.default = Site(settings.static_dir, is_puzzle)
    responses.install(app)
    app.add_middleware(Boundary, limit_bytes=settings.body_limit_bytes, public_url=settings.public_url)
    return app


def _prepare(database: Database, catalogue: Catalogue) -> None:
    database.migrate()
    with database.write() as session:
        standings.publish(session, catalogue)


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
