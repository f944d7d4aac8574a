"""A worker: one parent that watches, N slots that judge, and beside them one that compiles.

The parent imports what the specs need (torch) once, shows that this machine judges rightly, then forks its slots.
Each slot is an rq SimpleWorker with a sandbox of its own; rq's own fork a job is not paid. The parent tells the
service that it lives, starts a slot anew that has died, and at SIGTERM or SIGINT lets running jobs finish.
"""

import ctypes
import json
import os
import signal
import socket
import sys
import time
from contextlib import closing
from importlib.metadata import version
from typing import Any, Final

import structlog
from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from playground_puzzles import wire
from playground_puzzles.catalogue import Catalogue, extra_paths, load
from playground_puzzles.models import Device
from playground_workers.compiler.compiler import Compiler
from playground_workers.compiler.job import CompileSlot
from playground_workers.compiler.job import open_slot as open_compile_slot
from playground_workers.compiler.policy import compile_policy
from playground_workers.errors import SelfTestError
from playground_workers.job import Slot, open_slot
from playground_workers.judge import Judge
from playground_workers.own.specs import SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import INTERPRETER
from playground_workers.sandbox.probe import TIERS, Tier
from playground_workers.self_test import self_test
from playground_workers.settings import Settings

log = structlog.get_logger()

PR_SET_PDEATHSIG: Final = 1
LOWEST: Final = 19
"""The nice value of a compile slot and of all that it starts."""

RESTART_PAUSE_S: Final = 1.0
"""Between the death of a slot and its successor, so that a slot that cannot start does not spin."""

STOP_S: Final = 18.0
"""How long a stopping worker waits for its running jobs; less than `serve` gives the worker itself."""


def connect(url: str) -> Redis:
    """A connection that waits for a Redis that is restarting, for about half a minute."""
    return Redis.from_url(
        url,
        health_check_interval=30,
        retry=Retry(ExponentialBackoff(cap=2.0, base=0.1), 20),
        retry_on_error=[ConnectionError, TimeoutError],
    )


class Worker:
    """The parent. problem: why this machine must not judge; its slots then answer `internal_error`, saying so."""

    def __init__(self, settings: Settings, device: Device) -> None:
        self.settings, self.device = settings, device
        self.limits = settings.run_limits
        self.policy = self.limits.fit(INTERPRETER)
        self.name = f"{socket.gethostname()}-{os.getpid()}"
        self.catalogue: Catalogue = load(extra_paths())
        self.tier: Tier = "none"
        self.problem: str | None = None
        self.slots: dict[int, int] = {}  # process id to slot number
        self.stopping = False

    def run(self) -> int:
        """Serve until told to stop; the exit status."""
        self._examine()
        _load_specs(self.catalogue)
        for number in reversed(range(self.settings.slots + self.settings.compile_slots)):  # first those that compile
            self._start_slot(number)
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, self._stop)
        redis = connect(self.settings.redis_url)
        log.info(
            "worker ready",
            worker=self.name,
            slots=self.settings.slots,
            sandbox=self.tier,
            triton=version("triton"),
            problem=self.problem,
        )
        while not self.stopping:
            self._beat(redis)
            self._mind_slots()
        return self._finish(redis)

    def _examine(self) -> None:
        """Try the sandbox and the interpreter before anybody's kernel is run."""
        try:
            with Box(self.policy) as box:
                self.tier = box.tier
                if box.open:
                    log.error("the sandbox does not hold", tier=self.tier, open=box.open)
                if TIERS.index(self.tier) < TIERS.index(self.settings.least_sandbox):
                    raise SandboxError(
                        f"The sandbox on the worker's machine is `{self.tier}`, and it is set to judge with "
                        f"`{self.settings.least_sandbox}` at least. `triton-playground doctor` says what is missing."
                    )
                self_test(box)
        except (SelfTestError, SandboxError) as error:
            self.problem = str(error)
            log.error("this machine cannot judge", problem=self.problem)

    def _beat(self, redis: Redis) -> None:
        try:
            redis.set(wire.worker_key(self.name), json.dumps(self._state()), ex=wire.WORKER_TTL_S)
        except RedisError as error:
            log.warning("no sign of life given: Redis does not answer", error=type(error).__name__)

    def _state(self) -> dict[str, Any]:
        """What the service is told of this worker, as `wire.worker_key` says."""
        return {
            "device": self.device.value,
            "triton_version": version("triton"),
            "sandbox": self.tier,
            "slots": sum(number < self.settings.slots for number in self.slots.values()),
            "problem": self.problem,
            "compiles": any(number >= self.settings.slots for number in self.slots.values()),
        }

    def _mind_slots(self) -> None:
        """Wait for a heartbeat's time; start a slot anew that ends meanwhile."""
        until = time.monotonic() + self.settings.heartbeat_s
        while not self.stopping and time.monotonic() < until:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid in self.slots:
                number = self.slots.pop(pid)
                if not self.stopping:
                    log.error(
                        "a slot ended; it is started anew",
                        slot=number,
                        status=os.waitstatus_to_exitcode(status),
                    )
                    time.sleep(RESTART_PAUSE_S)
                    self._start_slot(number)
            elif pid == 0:
                time.sleep(0.05)

    def _start_slot(self, number: int) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid:
            self.slots[pid] = number
            return
        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the parent, which tells its slots
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() == parent and number < self.settings.slots:
                self._serve_slot(number)
            elif os.getppid() == parent:
                self._serve_compile_slot(number)
            status = 0
        except BaseException:
            log.exception("slot failed", slot=number)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _serve_slot(self, number: int) -> None:
        # A name of its own for each process: rq refuses that of a killed one until its key expires.
        name = f"{self.name}-{number}-{os.getpid()}"
        redis = connect(self.settings.redis_url)
        with Box(self.policy) as box, closing(SpecBox()) as spec_box:
            judge = Judge(self.catalogue, box, self.problem, self.limits, spec_box)
            open_slot(Slot(name, redis, judge, self.device))
            self._work(redis, name, wire.queue_name(self.device.value))

    def _serve_compile_slot(self, number: int) -> None:
        """Compile what is asked for, with a 68th of what a judging slot gets where both want one processor."""
        os.nice(LOWEST)
        name = f"{self.name}-{number}-{os.getpid()}"
        redis = connect(self.settings.redis_url)
        box = Box(compile_policy())  # started by the first job: many workers never get one
        try:
            open_compile_slot(CompileSlot(redis, Compiler(self.catalogue, box), self.settings.least_sandbox))
            self._work(redis, name, wire.COMPILE_QUEUE)
        finally:
            box.close()

    def _work(self, redis: Redis, name: str, *queue_names: str) -> None:
        queues = [Queue(each, connection=redis, serializer=JSONSerializer) for each in queue_names]
        worker = SimpleWorker(queues, name=name, connection=redis, serializer=JSONSerializer)
        worker.log_job_description = False
        worker.work(logging_level="WARNING")

    def _stop(self, signum: int, frame: object) -> None:
        self.stopping = True

    def _finish(self, redis: Redis) -> int:
        """Let running jobs finish, then end. What did not finish in time loses its lease and is queued again."""
        for pid in self.slots:
            os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + STOP_S
        while self.slots and time.monotonic() < until:
            pid, _ = os.waitpid(-1, os.WNOHANG)
            if pid:
                self.slots.pop(pid, None)
            else:
                time.sleep(0.02)
        for pid in self.slots:
            os.kill(pid, signal.SIGKILL)
        try:
            redis.delete(wire.worker_key(self.name))
        except RedisError:
            log.info("Redis is gone already")
        log.info("worker stopped", worker=self.name)
        return 0


def _load_specs(catalogue: Catalogue) -> None:
    """Import torch and every spec before the fork, so that slots share them; one thread, or forks would hang."""
    import torch

    torch.set_num_threads(1)
    judge = Judge(catalogue, Box(INTERPRETER))
    for puzzle in catalogue.puzzles:
        judge.spec(puzzle)
