"""A worker with a GPU: one slot, its compiler, and the card, asked once what it is."""

import os
from contextlib import closing
from dataclasses import asdict
from typing import Any

import structlog

from playground_puzzles import wire
from playground_puzzles.models import Device
from playground_workers.errors import SelfTestError
from playground_workers.gpu.judge import Card, GpuJudge, builder_policy, look_at_card
from playground_workers.gpu.policy import gpu_policy
from playground_workers.gpu.self_test import self_test
from playground_workers.job import Slot, open_slot
from playground_workers.own.specs import SpecBox
from playground_workers.sandbox.box import Box
from playground_workers.sandbox.errors import SandboxError
from playground_workers.sandbox.policy import INTERPRETER
from playground_workers.sandbox.probe import TIERS
from playground_workers.settings import Settings
from playground_workers.worker import Worker, connect

log = structlog.get_logger()


class GpuWorker(Worker):
    """As `Worker`, for the queues `gpu` and `gpu:` with the card's name, such as `gpu:h200`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.model_copy(update={"slots": 1, "compile_slots": 0}), Device.gpu)
        self.card: Card | None = None

    def _examine(self) -> None:
        """Try the sandboxes and the card before anybody's kernel is run."""
        try:
            with Box(builder_policy()) as box:  # the card's own policy opens what the card needs
                self.tier = box.tier
            if TIERS.index(self.tier) < TIERS.index(self.settings.least_sandbox):
                raise SandboxError(
                    f"The sandbox on the worker's machine is `{self.tier}`, and it is set to judge with "
                    f"`{self.settings.least_sandbox}` at least. `triton-playground doctor` says what is missing."
                )
            with Box(gpu_policy()) as box, Box(builder_policy()) as builder:
                self.card = look_at_card(box)
                self_test(GpuJudge(self.catalogue, box, builder, self.card, limits=self.limits))
            log.info("card ready", card=self.card.name, driver=self.card.driver)
        except (SelfTestError, SandboxError) as error:
            self.problem = str(error)
            log.error("this machine cannot judge on a GPU", problem=self.problem)

    def _serve_slot(self, number: int) -> None:
        name = f"{self.name}-{number}-{os.getpid()}"
        redis = connect(self.settings.redis_url)
        if self.card is None:  # answer that it cannot, so that nobody waits
            nothing = Box(INTERPRETER)
            open_slot(Slot(name, redis, self._judge(nothing, nothing, SpecBox()), self.device))
            self._work(redis, name, wire.queue_name(self.device.value))
            return
        with Box(gpu_policy()) as box, Box(builder_policy()) as builder, closing(SpecBox()) as spec_box:
            open_slot(Slot(name, redis, self._judge(box, builder, spec_box), self.device))
            queue = wire.queue_name(self.device.value)
            self._work(redis, name, f"{queue}:{self.card.word}", queue)

    def _judge(self, box: Box, builder: Box, spec_box: SpecBox) -> GpuJudge:
        return GpuJudge(self.catalogue, box, builder, self.card, self.problem, self.limits, spec_box)

    def _state(self) -> dict[str, Any]:
        card = None if self.card is None else {**asdict(self.card), "word": self.card.word}
        return super()._state() | {"card": card}
