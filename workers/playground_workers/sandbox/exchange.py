"""One run with one runner: sends the request, passes frames on as they come, stops what goes over a limit."""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from playground_workers.sandbox.ending import Stop
from playground_workers.sandbox.errors import OutputLimit
from playground_workers.sandbox.frames import FrameReader
from playground_workers.sandbox.policy import Limits
from playground_workers.sandbox.runner import READ_BYTES

LOOK_S = 0.05  # how often cancelled is asked
STRAY_BYTES = 4096


@dataclass
class Descriptors:
    """The worker's ends of a runner: its pipes, and its pidfd."""

    request: int
    results: int
    stray: int
    pidfd: int

    def close(self) -> None:
        for name, descriptor in vars(self).items():
            if descriptor >= 0:
                os.close(descriptor)
                setattr(self, name, -1)

    def has_ended(self) -> bool:
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        return bool(poll.poll(0))


class Exchange:
    """stop: why we ended the run, None where it ended by itself. stray: the start of its stray text."""

    def __init__(self, ends: Descriptors, limits: Limits, on_frame: Callable[[int, bytes], None]) -> None:
        self.reader = FrameReader(limits.frame_bytes)
        self.stop: Stop | None = None
        self.stray = b""
        self._ends = ends
        self._on_frame = on_frame
        self._room = limits.output_bytes
        self._frames = limits.frames

    def run(self, request: bytes, wall_s: float, cancelled: Callable[[], bool]) -> None:
        """Returns when the runner has ended. What on_frame and cancelled raise comes through, the runner killed."""
        try:
            self.stop = self._pump(memoryview(request), time.monotonic() + wall_s, cancelled)
        except OutputLimit:
            self.stop = "output_limit"
        except ValueError:  # a malformed frame, or one that on_frame refuses
            self.stop = "protocol"
        finally:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._ends.pidfd, signal.SIGKILL)

    def _pump(self, outgoing: memoryview, deadline: float, cancelled: Callable[[], bool]) -> Stop | None:
        ends = self._ends
        for end in (ends.request, ends.results, ends.stray):
            os.set_blocking(end, False)
        poll = select.poll()
        poll.register(ends.request, select.POLLOUT)
        for end in (ends.results, ends.stray, ends.pidfd):
            poll.register(end, select.POLLIN)
        look = time.monotonic() + LOOK_S
        while True:
            now = time.monotonic()
            if now >= deadline:
                return "wall_limit"
            if now >= look:
                if cancelled():
                    return "cancelled"
                look = now + LOOK_S
            ready = {end for end, _ in poll.poll(max(0.0, min(deadline, look) - now) * 1000 + 1)}
            if ends.pidfd in ready:
                # Its ends of the pipes are closed, so this comes to an end.
                while self._read_results():
                    pass
                while self._read_stray():
                    pass
                return None
            if ends.request in ready:
                outgoing = self._write_request(outgoing)
                if not outgoing:
                    poll.unregister(ends.request)
                    os.close(ends.request)
                    ends.request = -1
            if ends.results in ready and not self._read_results():
                poll.unregister(ends.results)
            if ends.stray in ready and not self._read_stray():
                poll.unregister(ends.stray)

    def _write_request(self, outgoing: memoryview) -> memoryview:
        """What is left to write; nothing where the runner reads no more."""
        try:
            return outgoing[os.write(self._ends.request, outgoing) :]
        except BlockingIOError:
            return outgoing
        except BrokenPipeError:
            return outgoing[:0]

    def _read_results(self) -> bool:
        data = self._read(self._ends.results)
        for kind, payload in self.reader.feed(data):
            self._frames -= 1
            if self._frames < 0:
                raise OutputLimit("more frames than a run may send")
            self._on_frame(kind, payload)
        return bool(data)

    def _read_stray(self) -> bool:
        data = self._read(self._ends.stray)
        self.stray += data[: STRAY_BYTES - len(self.stray)]
        return bool(data)

    def _read(self, end: int) -> bytes:
        """Empty at the end of the pipe. Raises OutputLimit where a run has written more than it may."""
        try:
            data = os.read(end, READ_BYTES)
        except BlockingIOError:
            return b""
        self._room -= len(data)
        if self._room < 0:
            raise OutputLimit("more output than a run may write")
        return data
