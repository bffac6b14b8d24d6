"""Routing, request context, conditional requests."""
import hashlib
import json
import re
import sys
import traceback
import unicodedata
from urllib.parse import unquote_to_bytes

import docs
from auth import authenticate
from errors import ApiError, invalid
from events import Events
from flags import bug
from httpd import Response
from listing import ListCache
from params import Query, parse_body
from posts import Organizers, Venues
from store import POSTS, Store
from terms import Categories, Tags
from views import Views

NS_PARTS = ["vendor", "events", "v1"]
PREFIXES = ("nl", "de", "fr")
LANGUAGES = ("nl", "en", "fr", "de")
ITEM_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
LIST_METHODS = ("GET", "HEAD", "POST", "OPTIONS")
READ_METHODS = ("GET", "HEAD", "OPTIONS")
KNOWN = set(ITEM_METHODS) | {"TRACE", "CONNECT"}


def error_response(exc):
    body = json.dumps(exc.payload(), ensure_ascii=False).encode("utf-8")
    return Response(exc.status, body, {"Content-Type": "application/json; charset=UTF-8", **exc.headers})


def decode_segment(raw, kind=None):
    data = unquote_to_bytes(raw)
    if bug("ve-slug-latin1") and kind == "venues":
        return data.decode("latin-1")
    try:
        return unicodedata.normalize("NFC", data.decode("utf-8"))
    except UnicodeDecodeError:
        raise ApiError(400, "rest_invalid_encoding", "The path must be percent-encoded UTF-8.")


class Context:
    """Everything a handler needs to know about one request."""

    def __init__(self, request, user, prefix, kind=None):
        self.request = request
        self.user = user
        self.query = Query(request.query)
        self.body = parse_body(request, kind) if request.method in ("POST", "PUT", "PATCH") else {}
        self.by_slug = False
        host = request.headers.get("Host") or "127.0.0.1"
        self.base = f"http://{host}" + (f"/{prefix}" if prefix else "")
        self.root = self.base + "/"
        given = self.query.str("ml_language")
        if given is None:
            given = self.body.get("ml_language") or None
        if given is not None and given not in LANGUAGES:
            raise invalid({"ml_language": "must be one of " + ", ".join(LANGUAGES)})
        self.explicit_lang = given or prefix
        self.lang = given or prefix or "en"

    @staticmethod
    def etag(payload):
        if bug("ev-etag-terms") and isinstance(payload, dict) and "start_date" in payload:
            payload = {k: v for k, v in payload.items() if k not in ("categories", "tags", "modified",
                                                                     "modified_utc")}
        digest = hashlib.sha1(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        return f'"{digest[:20]}"'

    def json(self, status, payload, headers=None, rec=None):
        headers = {"Content-Type": "application/json; charset=UTF-8", **(headers or {})}
        method = self.request.method
        if method in ("GET", "HEAD") or rec is not None:
            headers["ETag"] = self.etag(payload)
            headers["Cache-Control"] = "no-cache"
            headers["Vary"] = "Authorization"
        if method in ("GET", "HEAD") and self._matches("If-None-Match", headers["ETag"], weak=True):
            headers.pop("Content-Type")
            return Response(304, b"", headers)
        return Response(status, json.dumps(payload, ensure_ascii=False).encode("utf-8"), headers)

    def _matches(self, header, etag, weak):
        value = self.request.headers.get(header)
        if value is None:
            return False
        if value.strip() == "*":
            return True
        tags = re.findall(r'(W/)?("[^"]*")', value)
        return any(tag == etag and (weak or not w) for w, tag in tags)

    def check_if_match(self, current):
        """412 unless the conditions, if any, hold for the current representation."""
        if self.request.headers.get("If-None-Match") and self._matches(
                "If-None-Match", self.etag(current()), weak=True):
            raise ApiError(412, "rest_precondition_failed", "The record exists.")
        if self.request.headers.get("If-Match") is None:
            return
        if not self._matches("If-Match", self.etag(current()), weak=False):
            raise ApiError(412, "rest_precondition_failed", "The record has changed in the meantime.")


class Application:
    def __init__(self):
        self.store = Store()
        views = Views(self.store)
        cache = ListCache(self.store)
        self.resources = {"events": Events(self.store, views, cache),
                          "venues": Venues(self.store, views, cache),
                          "organizers": Organizers(self.store, views, cache),
                          "categories": Categories(self.store, views),
                          "tags": Tags(self.store, views)}

    def __call__(self, request):
        try:
            return self.dispatch(request)
        except ApiError as exc:
            return error_response(exc)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return error_response(ApiError(500, "rest_internal_error", "Internal error."))

    def dispatch(self, request):
        segments = [s for s in request.path.split("/")[1:]]
        if segments and segments[-1] == "":
            segments.pop()
        prefix = segments.pop(0) if segments and segments[0] in PREFIXES else None
        handler, methods, kind = self.route(segments)
        if request.method not in KNOWN:
            raise ApiError(501, "rest_not_implemented", "Unknown method.")
        allow = {"Allow": ", ".join(methods)}
        if request.method not in methods:
            raise ApiError(405, "rest_no_method", "The method is not allowed here.", headers=allow)
        if request.method == "OPTIONS":
            return Response(204, b"", allow)
        user = authenticate(request.headers)
        return handler(Context(request, user, prefix, kind))

    def route(self, segments):
        """(handler, allowed methods, kind)"""
        if not segments:
            return docs.root, READ_METHODS, None
        if segments[:3] != NS_PARTS:
            raise self.no_route()
        rest = segments[3:]
        if not rest:
            return docs.index, READ_METHODS, None
        if rest == ["doc"]:
            return docs.document, READ_METHODS, None
        kind = rest[0]
        resource = self.resources.get(kind)
        if resource is None:
            raise self.no_route()
        if len(rest) == 1:
            return self.collection(resource), LIST_METHODS, kind
        if len(rest) == 2 and re.fullmatch(r"\d{1,15}", rest[1], re.ASCII):
            return self.item(resource, {"id": int(rest[1])}), ITEM_METHODS, kind
        if len(rest) == 3 and rest[1] == "by-slug" and kind in POSTS and rest[2]:
            return self.item(resource, {"slug": decode_segment(rest[2], kind)}), ITEM_METHODS, kind
        raise self.no_route()

    @staticmethod
    def no_route():
        return ApiError(404, "rest_no_route", "No route matches the address.")

    @staticmethod
    def collection(resource):
        def handle(ctx):
            return resource.create(ctx) if ctx.request.method == "POST" else resource.list(ctx)
        return handle

    @staticmethod
    def item(resource, address):
        def handle(ctx):
            ctx.by_slug = "slug" in address
            if ctx.request.method in ("GET", "HEAD"):
                return resource.read(ctx, **address)
            if ctx.request.method == "DELETE":
                return resource.delete(ctx, **address)
            return resource.update(ctx, **address)
        return handle
