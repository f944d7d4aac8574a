"""Runs cases through `program.run`, as a runner does, and takes its frames apart."""

import numpy as np

from playground_workers.interpreter import program, protocol, request


def frames(case, cases=1):
    """The frames of one request with the case as many times as asked, the END frame as None."""
    found = []
    tensors = [
        {"name": name, "dtype": array.dtype.name, "shape": list(array.shape), "output": index == len(case.tensors) - 1}
        for index, (name, array) in enumerate(case.tensors)
    ]
    one = {
        "grid": case.grid,
        "numbers": case.numbers,
        "tensors": tensors,
        "shuffle_seed": case.shuffle_seed,
        "print": True,
    }
    header = {"source": case.source, "kernel": case.kernel, "rules": True, "optional": [], "cases": [one] * cases}
    arrays = [np.ascontiguousarray(array) for _, array in case.tensors] * cases
    program.run(request.pack(header, arrays), lambda kind, payload: found.append(protocol.unpack(kind, payload)))
    return found


def only_case(case):
    """The frame of a case that went through."""
    found = frames(case)
    troubles = [frame for frame in found if isinstance(frame, protocol.TroubleFrame)]
    assert troubles == []
    (result,) = [frame for frame in found if isinstance(frame, protocol.CaseResult)]
    return result


def trouble(case):
    """What stopped a request."""
    (found,) = [frame for frame in frames(case) if isinstance(frame, protocol.TroubleFrame)]
    return found


def printed(case):
    """(program, text) of what was printed; a program's frames that follow each other are one."""
    found = []
    for frame in frames(case):
        if isinstance(frame, protocol.Output):
            before = found.pop()[1] if found and found[-1][0] == frame.program else ""
            found.append((frame.program, before + frame.text))
    return found
