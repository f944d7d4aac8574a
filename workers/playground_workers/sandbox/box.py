"""The worker's side: a Box keeps one zygote with one idle runner, and gives each run a fresh runner."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Literal

from playground_workers.sandbox import probe, zygote
from playground_workers.sandbox.ending import Ending, count_out_of_memory, judge_end
from playground_workers.sandbox.errors import NamespacesRefused, SandboxError
from playground_workers.sandbox.exchange import Descriptors, Exchange
from playground_workers.sandbox.policy import Policy
from playground_workers.sandbox.runner import REQUEST

Mode = Literal["auto", "namespaces", "container"]

START_S = 60.0  # the first import from a cold disk takes several seconds
ANSWER_S = 10.0  # a fork, or the news of an end, takes milliseconds
TRIES = 3
BOOT = (
    "import sys; sys.path[:0] = sys.argv[2:]; "
    "from playground_workers.sandbox.zygote import main; main(int(sys.argv[1]))"
)


class Box:
    """One sandbox. Not for several threads at once.

    mode: namespaces; container, where those are refused (Landlock, seccomp and limits hold without them); auto
    tries one, then the other, and `mode` then says which it is. open: once the tier was asked for, what a runner was
    found able to do that it should not.
    """

    def __init__(self, policy: Policy, *, mode: Mode = "auto") -> None:
        self.policy = policy
        self.mode = mode
        self.open: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def __enter__(self) -> "Box":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Returns when runs can be taken. Raises SandboxError with a sentence for people."""
        if self._process is not None:
            return
        if self.mode == "auto":
            try:
                self._start("namespaces")
                self.mode = "namespaces"
                return
            except NamespacesRefused:
                self.mode = "container"
        self._start(self.mode)

    @cached_property
    def tier(self) -> probe.Tier:
        """What holds here, found by trying it from inside two runners, the second without the system call filter."""
        self.start()
        whole = replace(self.policy, program=probe.__name__)
        unfiltered = replace(whole, layers=tuple(layer for layer in whole.layers if layer != "seccomp"))
        answer = self._probe(whole)
        self.open = probe.name_open(answer)
        return probe.read_tier(answer, self._probe(unfiltered), may_start=self.policy.limits.processes > 0)

    def run(
        self,
        request: bytes,
        *,
        cpu_s: int,
        wall_s: float,
        on_frame: Callable[[int, bytes], None],
        cancelled: Callable[[], bool] = lambda: False,
        on_restart: Callable[[], None] = lambda: None,
    ) -> Ending:
        """Gives the request to a runner and returns when that has ended; on_frame sees (kind, payload) as they come.

        cpu_s, wall_s: above 0, cut to the policy's. on_frame may raise ValueError (protocol) or OutputLimit.
        Where the sandbox itself fails, the run is repeated once from its start, after on_restart. Raises
        SandboxError where that fails too.
        """
        limits = self.policy.limits
        if cpu_s < 1 or wall_s <= 0:
            raise SandboxError(f"A run needs time: cpu_s is {cpu_s}, wall_s is {wall_s}.")
        if len(request) > limits.request_bytes:
            raise SandboxError(f"A request of {len(request)} bytes; the most is {limits.request_bytes}.")
        cpu_s, wall_s = min(cpu_s, limits.cpu_s), min(wall_s, limits.wall_s)
        said = ""
        for again in (False, True):
            if again:
                on_restart()
            ends = self._take()
            exchange = Exchange(ends, limits, on_frame)
            memory_before = count_out_of_memory()
            began = time.monotonic()
            try:
                exchange.run(REQUEST.pack(cpu_s, len(request)) + request, wall_s, cancelled)
            finally:
                wall = time.monotonic() - began
                end = self._hear_end()
                ends.close()
            if exchange.stop or (end and exchange.reader.begun):
                status, cpu, rss = end or (-signal.SIGKILL, 0.0, 0)
                how = exchange.stop or judge_end(
                    status,
                    cpu_share=cpu / cpu_s,
                    out_of_memory=status < 0 and count_out_of_memory() != memory_before,
                    between_frames=exchange.reader.between_frames,
                )
                return Ending(how, -status if status < 0 else None, status, cpu, wall, rss, exchange.stray)
            said = exchange.stray.decode("utf-8", "replace")
        raise SandboxError(f"The sandbox failed twice in one run. {said}".strip())

    def close(self) -> None:
        """Ends the zygote and its runner. A later run starts another."""
        process, control = self._process, self._control
        self._process = self._control = None
        if control is not None:
            control.close()
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1)
            process.kill()
            process.wait()

    def _start(self, mode: Mode) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # -I takes neither PYTHONPATH nor the working directory; what this process imports from is handed over.
        paths = [*self.policy.path, *(path for path in sys.path if os.path.isabs(path))]
        command = [sys.executable, "-I", "-c", BOOT, str(theirs.fileno()), *paths]
        environment = dict(self.policy.environment)
        if "LD_LIBRARY_PATH" in os.environ:  # some Pythons find their own library only so
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        try:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd="/",
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl+C in a terminal is for the worker, who then ends this
            )
        except OSError as error:
            ours.close()
            raise SandboxError(
                f"The sandbox could not start Python ({sys.executable}): {error.strerror}. "
                "The user that runs the worker must be able to read and run it."
            ) from error
        finally:
            theirs.close()
        self._process, self._control = process, ours
        assert process.stderr is not None
        with process.stderr as words:
            ours.settimeout(START_S)
            try:
                ours.send(json.dumps({"policy": self.policy.to_json(), "mode": mode}).encode())
                answer = ours.recv(zygote.MESSAGE_BYTES)
            except TimeoutError:
                answer = zygote.FAILED + f"no answer within {START_S:.0f} s".encode()
            except ConnectionError:
                answer = b""
            if answer == zygote.READY:
                ours.settimeout(ANSWER_S)
                ours.send(zygote.NEXT)
                return
            process.kill()
            text = answer[1:] or words.read()[-1000:] or b"it ended without a word"
        self.close()
        sentence = text.decode("utf-8", "replace").strip()
        if answer.startswith(zygote.REFUSED):
            raise NamespacesRefused(sentence)
        raise SandboxError(f"The sandbox could not start: {sentence}")

    def _take(self) -> Descriptors:
        """A runner that is alive and has read nothing."""
        said = "it does not answer"
        for _ in range(TRIES):
            self.start()
            message, descriptors = self._hear()
            if message != zygote.RUNNER:
                said = message[1:].decode("utf-8", "replace") or said
                self.close()
                continue
            ends = Descriptors(*descriptors)
            if not ends.has_ended():
                return ends
            ends.close()
            self._hear_end()
        raise SandboxError(f"The sandbox gives no runner: {said}")

    def _hear_end(self) -> tuple[int, float, int] | None:
        """Status, CPU seconds and greatest size of the runner that has ended; asks for the next. None: no zygote."""
        message, _ = self._hear()
        if not message.startswith(zygote.ENDED):
            self.close()
            return None
        status, cpu_s, size = zygote.END.unpack(message[1:])
        with contextlib.suppress(OSError):  # a zygote that has gone is noticed at the next run
            if self._control is not None:
                self._control.send(zygote.NEXT)
        return os.waitstatus_to_exitcode(status), cpu_s, size

    def _hear(self) -> tuple[bytes, list[int]]:
        """The zygote's next message and its descriptors; empty where it is gone or silent."""
        if self._control is None:
            return b"", []
        try:
            heard = socket.recv_fds(self._control, zygote.MESSAGE_BYTES, 4, socket.MSG_CMSG_CLOEXEC)
        except (ConnectionError, TimeoutError):
            return b"", []
        return heard[0], heard[1]

    def _probe(self, policy: Policy) -> bytes:
        answer = bytearray()
        with Box(policy, mode=self.mode) as box:
            box.run(b"", cpu_s=1, wall_s=5.0, on_frame=lambda _, payload: answer.extend(payload))
        return bytes(answer)
