"""The frame reader: bytes from hostile hands, cut anywhere."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground_workers.sandbox.frames import FrameReader, MalformedFrame

BEGUN = struct.pack("<BI", 0, 0)
FRAMES = st.lists(st.tuples(st.integers(1, 255), st.binary(max_size=40)), max_size=8)


def pack(frames: list[tuple[int, bytes]]) -> bytes:
    return BEGUN + b"".join(struct.pack("<BI", kind, len(payload)) + payload for kind, payload in frames)


@settings(deadline=None)
@given(FRAMES, st.integers(1, 50))
def test_frames_come_out_as_they_went_in_however_they_are_cut(frames: list[tuple[int, bytes]], size: int) -> None:
    data, reader, seen = pack(frames), FrameReader(64), []
    for at in range(0, len(data), size):
        seen += list(reader.feed(data[at : at + size]))
    assert seen == frames
    assert reader.begun
    assert reader.between_frames


@settings(deadline=None)
@given(st.lists(st.binary(max_size=30), max_size=10))
def test_garbage_is_frames_or_malformed_and_nothing_else(pieces: list[bytes]) -> None:
    reader = FrameReader(64)
    try:
        for piece in pieces:
            for kind, payload in reader.feed(piece):
                assert 1 <= kind <= 255
                assert len(payload) <= 64
    except MalformedFrame:
        pass


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<BI", 1, 1) + b"x",
        BEGUN + BEGUN,
        struct.pack("<BI", 0, 1) + b"x",
        BEGUN + struct.pack("<BI", 1, 65),
        BEGUN + b"\xff" * 5,
    ],
    ids=["before it has begun", "begun twice", "begun with a payload", "over the limit", "endless"],
)
def test_malformed(data: bytes) -> None:
    with pytest.raises(MalformedFrame):
        list(FrameReader(64).feed(data))


def test_a_frame_cut_short_is_noticed() -> None:
    reader = FrameReader(64)
    assert list(reader.feed(pack([(7, b"whole")])[:-1])) == []
    assert not reader.between_frames
