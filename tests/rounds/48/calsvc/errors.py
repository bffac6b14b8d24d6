"""Errors in one shape, as exception handlers for Litestar."""
import logging

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from .config import variant

log = logging.getLogger("calsvc")
CODES = {400: "bad_request", 401: "not_authenticated", 403: "forbidden", 404: "not_found", 405: "method_not_allowed",
         410: "gone", 412: "precondition_failed", 413: "too_large", 415: "unsupported_media_type", 422: "invalid"}


class ApiError(HTTPException):
    def __init__(self, status: int, message: str, code: str = "", **kw):
        super().__init__(detail=message, status_code=status, **kw)
        self.code = code or CODES.get(status, "error")


def invalid(name: str, why: str) -> ApiError:
    """A parameter or field that does not meet its declaration."""
    return ApiError(422 if variant("problem-422") else 400, f"Invalid parameter: {name} ({why})", "invalid_param")


def error_body(status: int, message: str, code: str = "") -> tuple[bytes, str]:
    code = code or CODES.get(status, "error")
    if variant("problem-422"):
        body = {"type": f"urn:calendar:{code}", "title": code, "status": status, "detail": message}
        return msgspec.json.encode(body), "application/problem+json"
    return msgspec.json.encode({"code": code, "message": message, "data": {"status": status}}), "application/json"


def _reply(status: int, message: str, code: str = "", headers: dict | None = None) -> Response:
    body, media_type = error_body(status, message, code)
    headers = dict(headers or {})
    if status == 401:
        headers["WWW-Authenticate"] = 'Basic realm="calendar", charset="UTF-8"'
    return Response(body, status_code=status, media_type=media_type, headers=headers)


def on_http(_: Request, exc: HTTPException) -> Response:
    return _reply(exc.status_code, str(exc.detail), getattr(exc, "code", ""), exc.headers)


def on_validation(_: Request, exc: msgspec.ValidationError) -> Response:
    text = str(exc)
    name = text.rsplit("$.", 1)[-1].strip("`") if "$." in text else "body"
    error = invalid(name, text)
    return _reply(error.status_code, error.detail, error.code)


def on_any(_: Request, exc: Exception) -> Response:
    log.error("unhandled", exc_info=exc)
    return _reply(500, "Internal server error", "internal_error")


HANDLERS = {HTTPException: on_http, msgspec.ValidationError: on_validation, Exception: on_any}
