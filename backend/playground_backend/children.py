"""Processes that serve starts: each in a session of its own, so that Ctrl+C reaches serve alone, and on a leash."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final

import structlog

log = structlog.get_logger(__name__)

_LEASH: Final = Path(__file__).with_name("leash.py")
_FIRST_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 30.0
# One that has lived this long did start well; its next death is a new story.
_WELL_S: Final = 60.0


class Child:
    """name: for messages; output: a file that its output is added to; environment: all of it, ours where not given.

    Start it from the main thread: the leash is tied to the thread that starts it.
    """

    def __init__(
        self,
        name: str,
        program: Sequence[str],
        *,
        folder: Path | None = None,
        output: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._program = list(program)
        self._folder = folder
        self._output = output
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._pause_s = _FIRST_PAUSE_S

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self._started_at = time.monotonic()
        with self._output.open("ab") if self._output else nullcontext() as output:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_LEASH), str(os.getpid()), *self._program],
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                start_new_session=True,
            )

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def revive(self) -> None:
        """Start it again where it has died, after a pause that grows; call this every second or so."""
        if self.alive() or self._process is None:
            return
        now = time.monotonic()
        if self._process.returncode is not None and now < self._started_at + self._pause_s:
            return
        lived_s = now - self._started_at
        self._pause_s = _FIRST_PAUSE_S if lived_s > _WELL_S else min(self._pause_s * 2, _LONGEST_PAUSE_S)
        log.error("a process died and is started again", process=self.name, status=self._process.returncode)
        self._end_group(signal.SIGKILL)
        self.start()

    def ask_to_stop(self) -> None:
        if self._process is not None and self.alive():
            self._process.terminate()

    def stop(self, timeout_s: float, hurry: Callable[[], bool] = lambda: False) -> None:
        """Ask it to stop and wait, at most for timeout_s and until `hurry` says so; then end its whole group."""
        if self._process is None:
            return
        self.ask_to_stop()
        until = time.monotonic() + timeout_s
        while self.alive() and time.monotonic() < until and not hurry():
            time.sleep(0.02)
        if self.alive():
            log.warning("a process did not stop in time and is ended", process=self.name)
        self._end_group(signal.SIGKILL)
        self._process.wait()
        self._process = None

    def _end_group(self, signum: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signum)
