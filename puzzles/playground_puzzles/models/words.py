"""What every model is made from: the strict frozen base, numbers that JSON can carry, and the closed sets of words."""

import math
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, PlainSerializer


class Model(BaseModel):
    """Frozen, and strict about unknown fields, so that a typing mistake in a file is told rather than ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")


def _number_or_word(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


Number = Annotated[float, PlainSerializer(_number_or_word, when_used="json")]
"""A float that JSON can carry: NaN and the infinities travel as the strings "nan", "inf" and "-inf"."""


class Outcome(StrEnum):
    """The verdict words. `internal_error` is ours, never the student's, and never counted."""

    passed = "passed"
    wrong_answer = "wrong_answer"
    invalid_access = "invalid_access"
    compile_error = "compile_error"
    rejected = "rejected"
    runtime_error = "runtime_error"
    time_limit = "time_limit"
    memory_limit = "memory_limit"
    output_limit = "output_limit"
    crashed = "crashed"
    cancelled = "cancelled"
    internal_error = "internal_error"
    ran = "ran"


class Device(StrEnum):
    interpreter = "interpreter"
    gpu = "gpu"


class Status(StrEnum):
    queued = "queued"
    running = "running"
    done = "done"


class Role(StrEnum):
    """What a kernel does with a tensor. Inputs must come back unchanged."""

    input = "input"
    output = "output"


class Kind(StrEnum):
    puzzle = "puzzle"
    demo = "demo"


DType = Literal["float32", "float16", "int32", "int8", "uint8", "int64"]
