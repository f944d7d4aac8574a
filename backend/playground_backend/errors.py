"""What can go wrong in the service.

BackendError
  Refusal                a request that is answered with an error; status and code are its own
    NotFound             404 nothing has this address
    UnknownSubmission    404 no such submission, or it is somebody else's
    UnknownBatch         404 no such batch, or it is somebody else's
    ArraysGone           404 a case's tensors are not kept, or no longer
    NoSolution           404 a demo has nothing to solve
    UnknownShare         404 there is no such share link
    Veiled               403 a solution that is asked for before solving and before giving up
    NotYours             403 a link that another may see and only its owner change
    NotJudged            409 a run that has no verdict to share
    ShareDeleted         410 a share link that its owner deleted
    CrossSite            403 a write that another site's page asked for
    BadBody              400 a body that is not what its headers say
    BodyTooLarge         413 a body over the limit
    WrongContentType     415 a body that is not JSON
    Invalid              422 a field whose value cannot be taken; says which
    NoKernels            422 a file without any kernel of the puzzles
    QueueFull            503 too many submissions wait; comes with Retry-After
    Unavailable          503 Redis or the database does not answer; comes with Retry-After
  ServeError             `serve` cannot start; the message is for whoever started it
"""

from collections.abc import Mapping
from typing import Any


class BackendError(Exception):
    """The root. code: stable, for programs; message: for people."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Refusal(BackendError):
    """detail: what a program may want to know beside the message, such as the field that is wrong."""

    status = 400

    def __init__(self, message: str, *, detail: Any = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.detail = detail
        self.headers = dict(headers or {})


class NotFound(Refusal):
    code = "not_found"
    status = 404


class UnknownSubmission(NotFound):
    code = "unknown_submission"


class UnknownBatch(NotFound):
    code = "unknown_batch"


class ArraysGone(NotFound):
    code = "arrays_gone"


class TraceGone(NotFound):
    code = "trace_gone"


class NoSolution(NotFound):
    code = "no_solution"


class Veiled(Refusal):
    code = "veiled"
    status = 403


class UnknownShare(NotFound):
    code = "unknown_share"


class NotYours(Refusal):
    code = "not_yours"
    status = 403


class NotJudged(Refusal):
    code = "not_judged"
    status = 409


class ShareDeleted(Refusal):
    code = "share_deleted"
    status = 410


class CrossSite(Refusal):
    code = "cross_site"
    status = 403


class BadBody(Refusal):
    code = "bad_body"


class BodyTooLarge(Refusal):
    code = "body_too_large"
    status = 413


class WrongContentType(Refusal):
    code = "wrong_content_type"
    status = 415


class Invalid(Refusal):
    """field: the place in the body, such as `case`."""

    code = "invalid"
    status = 422

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message, detail=[{"field": field, "message": message}])


class NoKernels(Refusal):
    code = "no_kernels"
    status = 422


class QueueFull(Refusal):
    code = "queue_full"
    status = 503


class Unavailable(Refusal):
    """part: `redis` or `database`."""

    code = "unavailable"
    status = 503

    def __init__(self, part: str, retry_after_s: int = 2) -> None:
        super().__init__(
            f"A part of this server, {part}, does not answer just now. Try again in a moment.",
            detail={"part": part},
            headers={"Retry-After": str(retry_after_s)},
        )


class ServeError(BackendError):
    code = "cannot_serve"
