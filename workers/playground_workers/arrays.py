"""The tensors of a judged case packed for the browser, which fetches them apart and only when looked at.

Layout: uint32 length of the header, the header as JSON, zeros up to a multiple of 8, then the arrays, little-endian.
The header is {"tensors": [{"name", "kind": "input" | "actual" | "expected", "dtype", "shape", "offset"}]}, offsets in
bytes from the start of the arrays. Expected values are sent as float64.
"""

import json
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt


def pack(tensors: Iterable[tuple[str, str, npt.NDArray[Any]]]) -> bytes:
    """tensors: name, kind, values."""
    entries, data, offset = [], [], 0
    for name, kind, values in tensors:
        raw = np.ascontiguousarray(values).tobytes()
        raw += bytes(-len(raw) % 8)
        entries.append(
            {
                "name": name,
                "kind": kind,
                "dtype": values.dtype.name,
                "shape": list(values.shape),
                "offset": offset,
            }
        )
        data.append(raw)
        offset += len(raw)
    header = json.dumps({"tensors": entries}).encode()
    header += b" " * (-(len(header) + 4) % 8)
    return b"".join([struct.pack("<I", len(header)), header, *data])
