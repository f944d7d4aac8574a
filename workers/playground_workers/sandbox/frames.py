"""Reads the result frames of a runner: bytes from hostile hands, cut anywhere."""

from collections.abc import Iterator

from playground_workers.sandbox.runner import BEGUN, FRAME


class MalformedFrame(ValueError):
    """What came is no frame that a runner may send."""


class FrameReader:
    """feed yields each frame that is whole; begun: the runner has read its request and starts the program."""

    def __init__(self, most_bytes: int) -> None:
        self.begun = False
        self._most_bytes = most_bytes
        self._data = bytearray()

    @property
    def between_frames(self) -> bool:
        return not self._data

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """(kind, payload), kind from 1 to 255. Raises MalformedFrame, after which nothing more may be fed."""
        self._data += data
        at = 0
        while len(self._data) - at >= FRAME.size:
            kind, length = FRAME.unpack_from(self._data, at)
            if length > self._most_bytes:
                raise MalformedFrame(f"a frame of {length} bytes")
            if (kind == BEGUN) == self.begun or (kind == BEGUN and length):
                raise MalformedFrame(f"a frame of kind {kind} out of turn")
            end = at + FRAME.size + length
            if len(self._data) < end:
                break
            payload = bytes(memoryview(self._data)[at + FRAME.size : end])
            at = end
            if kind == BEGUN:
                self.begun = True
            else:
                yield kind, payload
        del self._data[:at]
