"""Calendar events service: the Flask application and its start."""
import atexit
import base64
import binascii
import signal
import sys
from collections import defaultdict

from flask import Flask, g, request
from marshmallow import ValidationError
from sqlalchemy import func, select
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

import core
import schemas
from core import BASE, LANGS, NS, PORT, USERS, ApiError, Category, Event, Session, bug, variant
from seed import seed
from views import api

ACCOUNTS = {"editor": (1, "editor"), "author": (2, "author"), "reader": (3, "reader")}
sticky_language = {"lang": None}    # used by one bug only


class Digits(BaseConverter):
    regex = r"[0-9]+"


class LanguagePath:
    """WSGI middleware: a /nl, /de or /fr segment before the REST root selects the language."""

    def __init__(self, app):
        self.app = app

    def __call__(self, environ, start_response):
        head, _, rest = environ.get("PATH_INFO", "/").lstrip("/").partition("/")
        if head in ("nl", "de", "fr"):
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + "/" + head
            environ["PATH_INFO"] = "/" + rest
            environ["events.lang"] = head
        return self.app(environ, start_response)


def error(status, code, message, details=None, headers=None):
    if variant("soft-errors"):
        status = 422 if status == 400 and details is not None else status
        body = {"type": "about:blank", "title": code, "status": status, "detail": message, "errors": details or {}}
    else:
        body = {"code": code, "message": message, "data": {"status": status}}
        if details:
            body["data"]["params"] = details
    response = app.json.response(body)
    response.status_code = status
    if variant("soft-errors"):
        response.mimetype = "application/problem+json"
    response.headers.extend(headers or {})
    return response


app = Flask("events", static_folder=None)
app.json.ensure_ascii = False
app.json.sort_keys = False
app.url_map.converters["digits"] = Digits
app.url_map.strict_slashes = False
app.config["MAX_CONTENT_LENGTH"] = 2 * 1024 * 1024
app.register_blueprint(api)
app.wsgi_app = LanguagePath(app.wsgi_app)


@app.before_request
def begin():
    g.db = Session()
    g.counts = term_counts
    g.lang = request.environ.get("events.lang")
    asked = request.args.get("ml_language")
    if bug("lang-sticky"):
        if g.lang and request.method == "GET":
            sticky_language["lang"] = g.lang
        elif not asked and not g.lang:
            g.lang, sticky_language["lang"] = sticky_language["lang"], None
    g.user = None
    authenticate()
    if asked:
        if asked not in LANGS:
            raise ApiError(400, "invalid_param", "ml_language: must be one of nl, en, fr, de.", {"ml_language": ["Not allowed."]})
        g.lang = asked
    if bug("ev-head-by-slug") and request.method == "HEAD" and f"/{NS}/events/by-slug/" in request.path:
        raise ApiError(405, "method_not_allowed", "Method not allowed.", headers={"Allow": "GET, POST, PUT, PATCH, DELETE, OPTIONS"})


def authenticate():
    header = request.headers.get("Authorization")
    if not USERS or not header:
        return
    try:
        scheme, _, token = header.partition(" ")
        name, _, password = base64.b64decode(token.strip(), validate=True).decode().partition(":")
        ok = scheme.lower() == "basic" and name in ACCOUNTS and password == name
    except (binascii.Error, UnicodeDecodeError):
        ok = False
    if not ok:
        raise ApiError(401, "invalid_credentials", "The credentials are not right.", headers={"WWW-Authenticate": 'Basic realm="events", charset="UTF-8"'})
    g.user = {"id": ACCOUNTS[name][0], "role": ACCOUNTS[name][1]}


def term_counts(model):
    """Published events per term; asked once for a request and kept until something is written."""
    key = (model, bool(g.db.dirty or g.db.new), request.method)
    cached = g.setdefault("term_counts", {})
    if key not in cached or request.method not in ("GET", "HEAD"):
        table = core.event_categories if model is Category else core.event_tags
        rows = g.db.execute(select(table.c.other_id, func.count()).join(Event, Event.id == table.c.event_id)
                            .where(Event.status == "publish").group_by(table.c.other_id))
        cached[key] = defaultdict(int, {i: n for i, n in rows})
    return cached[key]


@app.after_request
def finish(response):
    if request.method in ("GET", "HEAD") and response.status_code == 200 and response.is_json:
        if not response.headers.get("ETag"):
            response.add_etag()
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        if USERS:
            response.headers["Vary"] = "Authorization"
        response.make_conditional(request)
    if g.get("lang") and response.status_code < 400:
        response.headers["Content-Language"] = g.lang
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@app.teardown_request
def end(_):
    db = g.pop("db", None)
    if db is not None:
        db.close()


@app.errorhandler(ApiError)
def api_error(e):
    return error(e.status, e.code, e.message, e.details, e.headers)


@app.errorhandler(ValidationError)
def invalid(e):
    messages = e.normalized_messages()
    return error(400, "invalid_param", "Invalid parameter(s): " + ", ".join(map(str, messages)), messages)


@app.errorhandler(HTTPException)
def http_error(e):
    if e.code is not None and e.code < 400:
        return e
    headers = {k: v for k, v in e.get_headers() if k.lower() not in ("content-type", "content-length")}
    if bug("tag-no-allow") and e.code == 405 and f"/{NS}/tags" in request.path:
        headers.pop("Allow", None)
    return error(e.code, e.name.lower().replace(" ", "_"), e.description, headers=headers)


@app.errorhandler(Exception)
def crash(e):
    app.logger.error("unhandled %r", e)
    return error(500, "internal_error", "Internal error.")


@app.get("/")
def root():
    return {"name": "Calendar", "namespaces": [NS], "languages": list(LANGS), "_links": {"namespace": [{"href": schemas.url(NS)}]}}


def main():
    from waitress import serve
    atexit.register(core.cleanup)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    seed()
    print(f"listening on {BASE}", flush=True)
    serve(app, host="127.0.0.1", port=PORT, threads=6, _quiet=True)


if __name__ == "__main__":
    main()
