"""What can go wrong in the service.

BackendError
  Refusal                a request that is answered with an error; status and code are its own
    NotFound             404 nothing has this address
    UnknownSubmission    404 no such submission, or it is somebody else's
    UnknownBatch         404 no such batch, or it is somebody else's
    ArraysGone           404 a case's tensors are not kept, or no longer
    UnknownRow           404 no row of a board has this id
    NoSolution           404 a demo has nothing to solve
    BadToken             401 a bearer token that is not, or no longer, good
    WrongSignIn          403 a name, password, code or link that is not, or no longer, right
    NeedsBrowser         403 what a bearer token may not do, and its owner's browser may
    NameTaken            409 a display name that somebody has, or one that looks like it
    TooManyTries         429 too many guesses; comes with Retry-After
    ProviderFailed       502 the provider that one signs in by did not do its part
    NotAdmin             403 what the host's administrator alone may do
    UnknownShare         404 there is no such share link
    Veiled               403 a solution that is asked for before solving and before giving up
    NotYours             403 a link that another may see and only its owner change
    NotJudged            409 a run that has no verdict to share
    ShareDeleted         410 a share link that its owner deleted
    UnknownClassroom     404 no such class, or it is none of the visitor's
    UnknownMember        404 nobody in the class has this id
    UnknownAssignment    404 the class has no such assignment
    UnknownOwnPuzzle     404 no such puzzle of a teacher's own, or it is somebody else's
    UnknownCode          404 a join code that leads nowhere
    NotAllowed           403 what one's role in a class does not let one do
    NotTeacher           403 what only who may make classes may do
    JoiningClosed        403 a class that takes nobody in just now
    ClosedByClass        403 help that an assignment of one's class closes for a while
    NeedsPersonalCode    409 a class with a roster, joined by its common code
    AlreadyIn            409 a place for somebody who has one in the class
    LastTeacher          409 a class that would be left without a teacher
    ClassArchived        409 a change to a class that is put away
    BeingChecked         409 a check that is asked for while another runs
    ChangedMeanwhile     409 a draft that was saved elsewhere since it was loaded
    NotChecked           409 a version that is to be published and did not come out well
    StillInUse           409 a class that is to be deleted and is not put away
    BadRoster            422 a roster with rows that cannot be taken; says which
    CrossSite            403 a write that another site's page asked for
    BadBody              400 a body that is not what its headers say
    BodyTooLarge         413 a body over the limit
    WrongContentType     415 a body that is not JSON
    Invalid              422 a field whose value cannot be taken; says which
    NoKernels            422 a file without any kernel of the puzzles
    Busy                 429 as many of one's own submissions run or wait as may; comes with Retry-After
    TooMany              429 more than an address may do in a while; comes with Retry-After
    QueueFull            503 too many submissions wait; comes with Retry-After
    Unavailable          503 Redis or the database does not answer; comes with Retry-After
  CopyError              a backup or restore that cannot be done; the message is for whoever asked for it
    BadCopy              a file that is no whole backup, or no database to make one of
    NotEmpty             a database that holds something, which a restore would lose
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


class UnknownRow(NotFound):
    code = "unknown_row"


class NoSolution(NotFound):
    code = "no_solution"


class BadToken(Refusal):
    code = "bad_token"
    status = 401


class WrongSignIn(Refusal):
    code = "wrong_sign_in"
    status = 403


class NeedsBrowser(Refusal):
    code = "needs_browser"
    status = 403


class NotAdmin(Refusal):
    code = "not_admin"
    status = 403


class NameTaken(Refusal):
    code = "name_taken"
    status = 409


class TooManyTries(Refusal):
    code = "too_many_tries"
    status = 429


class ProviderFailed(Refusal):
    code = "provider_failed"
    status = 502


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


class UnknownClassroom(NotFound):
    code = "unknown_classroom"


class UnknownMember(NotFound):
    code = "unknown_member"


class UnknownAssignment(NotFound):
    code = "unknown_assignment"


class UnknownOwnPuzzle(NotFound):
    code = "unknown_own_puzzle"


class UnknownCode(NotFound):
    code = "unknown_code"


class NotAllowed(Refusal):
    code = "not_allowed"
    status = 403


class NotTeacher(Refusal):
    code = "not_teacher"
    status = 403


class JoiningClosed(Refusal):
    code = "joining_closed"
    status = 403


class ClosedByClass(Refusal):
    code = "closed_by_class"
    status = 403


class NeedsPersonalCode(Refusal):
    code = "needs_personal_code"
    status = 409


class AlreadyIn(Refusal):
    code = "already_in"
    status = 409


class LastTeacher(Refusal):
    code = "last_teacher"
    status = 409


class ClassArchived(Refusal):
    code = "class_archived"
    status = 409


class BeingChecked(Refusal):
    code = "being_checked"
    status = 409


class ChangedMeanwhile(Refusal):
    code = "changed_meanwhile"
    status = 409


class NotChecked(Refusal):
    code = "not_checked"
    status = 409


class StillInUse(Refusal):
    code = "still_in_use"
    status = 409


class BadRoster(Refusal):
    code = "bad_roster"
    status = 422


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


class Busy(Refusal):
    """open: the submissions and batches that hold the places, the oldest first."""

    code = "busy"
    status = 429

    def __init__(self, message: str, open: list[str], retry_after_s: int) -> None:
        super().__init__(message, detail={"open": open}, headers={"Retry-After": str(retry_after_s)})


class TooMany(Refusal):
    code = "too_many"
    status = 429

    def __init__(self, message: str, retry_after_s: int) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after_s)})


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


class CopyError(BackendError):
    code = "cannot_copy"


class BadCopy(CopyError):
    code = "bad_copy"


class NotEmpty(CopyError):
    code = "not_empty"
