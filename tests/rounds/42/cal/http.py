"""HTTP matters: authentication, errors, entity tags, HEAD."""
import base64
import binascii
import hashlib
import logging

from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponse, JsonResponse
from rest_framework import authentication, exceptions, negotiation
from rest_framework.response import Response

from .core import WITH_USERS, bug

log = logging.getLogger("calendar")


class Account:
    is_authenticated = True

    def __init__(self, pk, name):
        self.pk, self.name = pk, name


ACCOUNTS = {name: Account(pk, name) for pk, name in ((1, "editor"), (2, "author"), (3, "reader"))}


class BasicAuth(authentication.BaseAuthentication):
    def authenticate(self, request):
        header = request.META.get("HTTP_AUTHORIZATION", "")
        if not WITH_USERS or not header:
            return None
        scheme, _, value = header.partition(" ")
        try:
            if scheme.lower() != "basic":
                raise ValueError
            name, _, password = base64.b64decode(value.strip(), validate=True).decode().partition(":")
        except (ValueError, binascii.Error):
            raise exceptions.AuthenticationFailed("Malformed Authorization header.")
        if name not in ACCOUNTS or password != name:
            raise exceptions.AuthenticationFailed("Unknown user or wrong password.")
        return ACCOUNTS[name], None

    def authenticate_header(self, request):
        return 'Basic realm="calendar", charset="UTF-8"'


class AlwaysJson(negotiation.BaseContentNegotiation):
    def select_parser(self, request, parsers):
        return negotiation.DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(self, request, renderers, format_suffix=None):
        return renderers[0], renderers[0].media_type


class Gone(exceptions.APIException):
    status_code, default_code, default_detail = 410, "gone", "Already in the trash."


class PreconditionFailed(exceptions.APIException):
    status_code, default_code, default_detail = 412, "precondition_failed", "The record has changed."


def error_body(code, message, status_code, params=None):
    data = {"status": status_code}
    if params:
        data["params"] = params
    return {"code": code, "message": message, "data": data}


def error_response(exc, context):
    if isinstance(exc, RecursionError):
        exc = exceptions.ParseError("Body nested too deeply.")
    if isinstance(exc, SuspiciousOperation):
        exc = exceptions.ParseError("Bad request.")
    if not isinstance(exc, exceptions.APIException):
        log.error("unhandled", exc_info=exc)
        return Response(error_body("internal_error", "Internal server error.", 500), status=500)
    headers = {}
    if getattr(exc, "auth_header", None) and not bug("no-challenge"):
        headers["WWW-Authenticate"] = exc.auth_header
    if isinstance(exc, exceptions.ValidationError):
        params = exc.detail if isinstance(exc.detail, dict) else {"body": exc.detail}
        body = error_body("invalid_param", "Invalid parameter(s): " + ", ".join(params),
                          exc.status_code, params)
    else:
        codes = exc.get_codes()
        body = error_body(codes if isinstance(codes, str) else "error", str(exc.detail),
                          exc.status_code)
    return Response(body, status=exc.status_code, headers=headers)


def not_found(request, exception=None):
    return JsonResponse(error_body("no_route", "No such address.", 404), status=404)


def bad_request(request, exception=None):
    return JsonResponse(error_body("bad_request", "Bad request.", 400), status=400)


def server_error(request):
    return JsonResponse(error_body("internal_error", "Internal server error.", 500), status=500)


def make_etag(content):
    return '"%s"' % hashlib.sha1(content).hexdigest()


def tag_in(etag, header, weak=True):
    """Whether an If-Match or If-None-Match header names the tag (or is *)."""
    tags = [tag.strip() for tag in header.split(",")]
    return "*" in tags or etag in tags or (weak and "W/" + etag in tags)


class EntityTags:
    """ETag on every successful read, and 304 where the client has it already."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if request.method not in ("GET", "HEAD") or response.status_code != 200:
            return response
        etag = getattr(response, "own_etag", None) or make_etag(response.content)
        response["ETag"] = etag
        wanted = request.META.get("HTTP_IF_NONE_MATCH")
        if wanted and tag_in(etag, wanted):
            kept = {k: response[k] for k in ("ETag", "Vary", "Content-Language") if k in response}
            response = HttpResponse(status=304)
            del response["Content-Type"]
            for key, value in kept.items():
                response[key] = value
        return response


class ContentLength:
    """The length of the body in every answer (for HEAD too; see serve.quiet_head)."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if response.status_code not in (204, 304):
            response["Content-Length"] = str(len(response.content))
        return response
