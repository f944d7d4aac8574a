"""The one place that turns what went wrong into HTTP: always {"error": {"code", "message", "detail"?}}."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from redis.exceptions import RedisError
from sqlalchemy.exc import DBAPIError, TimeoutError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from playground_backend.errors import Refusal, Unavailable
from playground_puzzles.errors import PlaygroundError, SourceError, UnknownPuzzle

log = structlog.get_logger(__name__)

_PLAIN: Final = {
    400: ("bad_body", "The body cannot be read. Send JSON in UTF-8."),
    404: ("not_found", "Nothing has this address."),
    405: ("method_not_allowed", "This address does not take that method."),
}
# Pydantic's error types in words that need no Python.
_WORDS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be text",
    "string_unicode": "holds half of a surrogate pair; delete it",
    "string_too_long": "is too long",
    "list_type": "must be a list",
    "too_short": "must not be empty",
    "too_long": "has too many entries",
    "model_type": "must be a JSON object",
    "model_attributes_type": "must be a JSON object",
    "dict_type": "must be a JSON object",
}


# What is sent may be wrong in more places, and have longer names, than anybody wants to read.
_MOST_FAULTS: Final = 20
_LONGEST_NAME: Final = 100


def error_response(
    status: int, code: str, message: str, detail: Any = None, headers: Mapping[str, str] | None = None
) -> Response:
    error: dict[str, Any] = {"code": code, "message": message}
    if detail is not None:
        error["detail"] = detail
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return JSONResponse({"error": error}, status_code=status, headers=kept)


def refusal_response(refusal: Refusal) -> Response:
    return error_response(refusal.status, refusal.code, refusal.message, refusal.detail, refusal.headers)


def internal_error_response() -> Response:
    return error_response(500, "internal_error", "Something broke on our side; it is in the log. Try again.")


def install(app: FastAPI) -> None:
    """Answer every error that routes, validation or routing itself raise, in the one shape."""
    app.add_exception_handler(Refusal, _refusal)
    app.add_exception_handler(PlaygroundError, _domain)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RedisError, _redis)
    app.add_exception_handler(DBAPIError, _database)
    app.add_exception_handler(TimeoutError, _database)


def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refusal_response(error)


def _domain(_: Request, error: Exception) -> Response:
    assert isinstance(error, PlaygroundError)
    if isinstance(error, UnknownPuzzle):
        status = 404
    elif isinstance(error, SourceError):
        status = 413 if error.code == "source_too_large" else 422
    else:
        log.error("domain error in a request", code=error.code)
        return internal_error_response()
    return error_response(status, error.code, error.message)


def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, RecursionError):
        return error_response(400, "bad_json", "The body's lists or objects stand too deep in one another.")
    code, message = _PLAIN.get(error.status_code, ("http_error", str(error.detail)))
    return error_response(error.status_code, code, message, headers=error.headers)


def _redis(_: Request, error: Exception) -> Response:
    log.warning("Redis does not answer", error=type(error).__name__)
    return refusal_response(Unavailable("redis"))


def _database(_: Request, error: Exception) -> Response:
    # The message of a database error holds the statement's parameters, sources among them: only its kind is told.
    log.warning("the database does not answer", error=type(error).__name__)
    return refusal_response(Unavailable("database"))


def _validation(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    faults = [_fault(fault) for fault in found[:_MOST_FAULTS]]
    if any(fault["type"] == "json_invalid" for fault in found):
        return error_response(400, "bad_json", "The body is not valid JSON.")
    message = "; ".join(
        f"`{fault['field']}` {fault['message']}" if fault["field"] else f"The body {fault['message']}"
        for fault in faults[:3]
    )
    return error_response(422, "invalid", f"{message}.", faults)


def _fault(fault: Mapping[str, Any]) -> dict[str, str]:
    """Where and what, without the value that was sent: it may be a source, or no text at all."""
    kind = str(fault["type"])
    words = _WORDS.get(kind)
    if words is None:
        expected = fault.get("ctx", {}).get("expected")
        words = f"must be {expected}" if expected else str(fault["msg"]).replace("Input should", "should")
    return {"field": _place(fault["loc"]), "message": words}


def _place(location: Sequence[Any]) -> str:
    # The first part tells body from path; what pydantic adds for the branch of a union is no field.
    branches = ("str", "int", "constrained-str")
    names = [str(part) for part in location[1:] if part not in branches]
    place = ".".join(names).encode("ascii", "backslashreplace").decode()
    return place if len(place) <= _LONGEST_NAME else f"{place[:_LONGEST_NAME]}..."
