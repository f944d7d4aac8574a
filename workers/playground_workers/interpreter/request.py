"""What a worker sends to a runner: a JSON header behind its length, then the arrays of all tensors of all cases.

The worker writes it, so the runner trusts it; nothing that comes back is trusted.
"""

import json
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt


def pack(header: dict[str, Any], arrays: Iterable[npt.NDArray[Any]]) -> bytes:
    """One request. arrays: of every tensor of every case, in order, in the dtypes that the header names."""
    text = json.dumps(header).encode()
    return b"".join([struct.pack("<I", len(text)), text, *(np.ascontiguousarray(array).tobytes() for array in arrays)])


def unpack(request: bytes) -> tuple[dict[str, Any], int]:
    """The header, and where the arrays begin."""
    (length,) = struct.unpack_from("<I", request)
    header: dict[str, Any] = json.loads(request[4 : 4 + length])
    return header, 4 + length
