"""The tensors of a judged case packed for the browser, which fetches them apart and only when looked at.

Layout: uint32 length of the header, the header as JSON, zeros up to a multiple of 8, then the arrays, little-endian.
The header is {"tensors": [{"name", "kind", "dtype", "shape", "offset"}]}, offsets in bytes from the arrays' start. The
kind is "input", "actual", "expected" (always float64), or what is known of each element of an output:
"standing", uint8: 0, or the sum of 1 (it differs, as the verdict counts) and 2 (it was never written);
"program" and "line": who stored it last, x + gx * (y + gy * z) of the program's id and the line, -1 where nobody did.
"""

import json
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt


def narrow(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Integers as int16 where all of them fit, else as int32: half the bytes for nearly every case."""
    fits = not values.size or (values.min() >= -(1 << 15) and values.max() < 1 << 15)
    return values.astype(np.int16 if fits else np.int32)


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
