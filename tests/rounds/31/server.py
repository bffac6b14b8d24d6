"""The calendar over HTTP: addresses, languages, bodies, conditions; `python3 server.py` listens on $PORT."""
import asyncio
import gc
import json
import os
import re
import time
import traceback
from urllib.parse import parse_qsl

import uvicorn
from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

import lists
import schema
import shape
import store
import writes
from access import hidden, may_read, need_owner, need_writer, unlocked, who
from conf import LANGS, NS, PATH_LANGS, USERS, Refuse, bad, bug, opt
from store import MODELS, POSTS, Session

app = FastAPI(title="Calendar events", docs_url=None, redoc_url=None, openapi_url=None)
COLLECTION = ("GET", "HEAD", "POST", "OPTIONS")
ITEM = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
READ = ("GET", "HEAD", "OPTIONS")
EVERY = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
TAG_LISTS, SLUGS = {}, {}


def not_finite(_):
    raise ValueError("not JSON")


async def body_of(request):
    """The fields of a request body: JSON or a form."""
    raw = await request.body()
    if not raw.strip():
        return {}
    media = request.headers.get("content-type", "application/json").split(";")[0].strip().lower()
    try:
        if media == "application/x-www-form-urlencoded":
            found = {}
            for name, value in parse_qsl(raw.decode("utf-8"), keep_blank_values=True, errors="strict"):
                if name.endswith("[]"):
                    found.setdefault(name[:-2], []).append(value)
                else:
                    found[name] = value
            return found
        if media != "application/json" and not media.endswith("+json"):
            raise Refuse(415, "unsupported_media_type", "Send application/json.", {"Accept": "application/json"})
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=not_finite)
    except (ValueError, RecursionError):
        raise Refuse(400, "invalid_json", "The body is not well-formed.")
    if not isinstance(value, dict):
        raise Refuse(opt("bad", 400), "invalid_json", "The body must be an object.")
    return value


def language(request, q, kind="", body=None):
    name = q.one("ml_language")
    if name is None and body and body.get("ml_language") is not None:
        name = body["ml_language"]
    if name is None:
        return request.scope.get("language")
    if name not in LANGS:
        raise bad("ml_language", "must be one of " + ", ".join(LANGS))
    return name


def allowed(request, methods):
    if request.method not in methods:
        raise Refuse(405, "method_not_allowed", "This address does not take that method.", {"Allow": ", ".join(methods)})
    if request.method != "OPTIONS":
        return None
    if opt("options"):
        return shape.answer({"methods": list(methods)}, opt("options"), {"Allow": ", ".join(methods)})
    return Response(status_code=204, headers={"Allow": ", ".join(methods)})


def conditional(request, kind, shown, value, status=200, headers=None):
    """An answer to GET or HEAD with its tag, or 304."""
    etag = shape.tag_of(kind, shown)
    headers = {"ETag": etag, **(headers or {})}
    if USERS:
        headers["Vary"] = "Authorization"
    if opt("etag") is False:
        del headers["ETag"]
        return shape.answer(value, status, headers)
    if shape.matches(request.headers.get("if-none-match", ""), etag):
        return Response(status_code=304, headers=headers)
    return shape.answer(value, status, headers)


def precondition(request, kind, shown):
    """412 when an If-Match or If-None-Match of a write does not hold."""
    wanted, unwanted = request.headers.get("if-match"), request.headers.get("if-none-match")
    etag = shape.tag_of(kind, shown)
    if wanted is not None:
        strong = re.sub(r'W/"[^"]*"', "", wanted)
        if bug("tag-if-match-weak") and kind == "tags":
            strong = wanted
        if bug("organizer-if-match-star") and kind == "organizers":
            strong = strong.replace("*", "")
        if not shape.matches(strong, etag):
            raise Refuse(412, "precondition_failed", "The record has changed.")
    if unwanted is not None and shape.matches(unwanted, etag):
        raise Refuse(412, "precondition_failed", "The record exists.")


def guarded(handler):
    async def run(request, *rest):
        try:
            answer = await handler(request, *rest)
        except Refuse as refusal:
            answer = shape.problem(refusal)
        except Exception:
            traceback.print_exc()
            answer = shape.problem(Refuse(500, "internal_error", "Something went wrong."))
        if opt("content_language") and answer.status_code == 200:
            answer.headers["Content-Language"] = request.query_params.get("ml_language") or request.scope.get("language") or "en"
        return answer
    return run


@guarded
async def collection(request, kind):
    done = allowed(request, COLLECTION)
    if done:
        return done
    user = who(request)
    if request.method == "POST":
        need_writer(user)
        body = await body_of(request)
        lang = language(request, lists.Query(request.query_params, {"ml_language"}), kind, body)
        sent = schema.check(kind, body, True)
        sent.pop("password", None)
        with Session() as session:
            row = writes.create(session, kind, sent, lang, user)
            shown = shape.present(session, kind, [row], lang, user)[0]
        forget(kind)
        where = f"{prefix(request)}{NS}/{kind}/{row.id}"
        if opt("create_body") == "none":
            return Response(status_code=201, headers={"Location": where})
        value = {"id": shown["id"], "slug": row.slug} if opt("create_body") == "id" else shape.single(shown)
        return shape.answer(value, opt("create_status", 201), {"Location": where})
    q = lists.Query(request.query_params, lists.PARAMS[kind])
    lang = language(request, q, kind)
    cached = (request.url.query, lang, user.name)
    if bug("tag-list-cache-event") and kind == "tags" and cached in TAG_LISTS:
        value, headers = TAG_LISTS[cached]
        return conditional(request, kind, value, value, 200, headers)
    with Session() as session:
        rows, total, page, size = lists.page_of(session, kind, q, user, lang)
        shown = shape.present(session, kind, rows, lang, user, opened=False)
    if opt("past_end") == 204 and page > 1 and not shown:
        return Response(status_code=204)
    value, headers = shape.listing(kind, shown, total, page, size, f"{prefix(request)}{NS}/{kind}", request.url.query)
    if kind == "tags" and bug("tag-list-cache-event"):
        TAG_LISTS[cached] = value, headers
    return conditional(request, kind, value, value, 200, headers)


def forget(kind):
    if kind == "tags":
        TAG_LISTS.clear()


def prefix(request):
    name = request.scope.get("path_language")
    return f"/{name}" if name else ""


def missing():
    return Refuse(404, "not_found", "No such record.")


def find(session, kind, ident, by_slug, method):
    model = MODELS[kind]
    if by_slug:
        row = store.by_slug(session, kind, ident)
        if row is None and opt("old_slugs"):
            row = store.by_slug(session, kind, writes.slugify(ident, kind))
        if bug("event-slug-cache-stale") and kind == "events":
            row = store.by_id(session, kind, SLUGS.get(ident, 0)) or row
            if row is not None:
                SLUGS[ident] = row.id
    else:
        if not re.fullmatch("[0-9]+", ident):
            raise missing()
        if len(ident) > 18:
            ident = ident.lstrip("0")
            if len(ident) > 18:
                raise missing()
        row = store.by_id(session, kind, int(ident or 0))
    if row is None:
        raise missing()
    if kind in POSTS and row.trashed and opt("delete") != "trash":
        raise missing()
    return row


GONE = set()


async def item_of(request, kind, ident, by_slug):
    done = allowed(request, ITEM)
    if done:
        return done
    method, user = request.method, who(request)
    writing = method not in ("GET", "HEAD")
    if writing:
        need_writer(user)
    body = await body_of(request) if writing else {}
    known = {"ml_language", "password", "id", "slug"}
    q = lists.Query(request.query_params, known)
    lang = language(request, q, kind, body)
    password = q.one("password") or (body.get("password") if isinstance(body.get("password"), str) else None)
    with Session() as session:
        try:
            row = find(session, kind, ident, by_slug, method)
        except Refuse:
            if (kind, ident) in GONE:
                if method == "DELETE" and opt("delete_again"):
                    return Response(status_code=opt("delete_again"))
                if opt("gone"):
                    raise Refuse(opt("gone"), "gone", "This record was deleted.")
            raise
        if not may_read(row, user):
            raise hidden(user)
        if opt("redirect") and by_slug:
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{prefix(request)}{NS}/{kind}/{row.id}{query}", 307 if writing else 302)
        if not writing:
            return read(request, session, kind, row, lang, user, password, by_slug)
        if bug("organizer-lost-update") and kind == "organizers" and method != "DELETE":
            kept = {name: getattr(row, name) for name in schema.BODIES[kind].__fields__ if name not in ("date", "date_utc")}
            await asyncio.sleep(0.1)
            session.refresh(row)
            body = {**kept, **body}
        return write(request, session, kind, row, body, lang, user, password, by_slug)


def read(request, session, kind, row, lang, user, password, by_slug):
    if not unlocked(row, user, password) and not (bug("password-slug-open") and by_slug):
        raise Refuse(opt("locked", 403), "password_required", "This event needs its password.")
    shown = shape.present(session, kind, [row], lang, user)[0]
    return conditional(request, kind, shown, shape.single(shown))


def write(request, session, kind, row, body, lang, user, password, by_slug):
    method = request.method
    sent = None
    if method != "DELETE":
        sent = schema.check(kind, body, False)
    if not (bug("author-deletes-any-tag") and kind == "tags" and method == "DELETE"):
        need_owner(row, user)
    if opt("guard") and not unlocked(row, user, password):
        raise Refuse(403, "password_required", "This event needs its password.")
    if method != "DELETE" and kind in POSTS and row.trashed:
        raise Refuse(410, "trashed", "This record is in the trash.")
    before = shape.present(session, kind, [row], lang, user)[0]
    precondition(request, kind, before)
    if method == "DELETE":
        ident, slug = row.id, row.slug
        writes.remove(session, kind, row)
        GONE.update({(kind, str(ident)), (kind, slug)})
        forget(kind)
        form = opt("delete")
        if form in DELETED:
            status, value = DELETED[form]
            return shape.answer(value(kind, ident), status)
        if form == "empty":
            return Response(status_code=204)
        if form == "trash" and kind in POSTS and row.trashed:
            before = dict(before, status="trash", slug=row.slug)
        value = {"deleted": True, "previous": before} if form == "flag" else shape.single(before)
        return shape.answer(value)
    writes.change(session, kind, row, sent, lang, user, method, by_slug)
    forget(kind)
    shown = shape.present(session, kind, [row], lang, user)[0]
    if opt("update") == "empty":
        return Response(status_code=204)
    if opt("update") == "minimal":
        return shape.answer({"updated": row.id})
    if bug("event-patch-etag-old") and kind == "events" and method == "PATCH":
        return shape.answer(shape.single(shown), 200, {"ETag": shape.tag_of(kind, before)})
    return shape.answer(shape.single(shown), opt("update_status", 200), {"ETag": shape.tag_of(kind, shown)})


DELETED = {
    "meta": (200, lambda kind, ident: {"meta": {"deleted": f"{kind}/{ident}"}}),
    "links": (200, lambda kind, ident: {"_links": {"collection": {"href": f"{NS}/{kind}"}}}),
    "accepted": (202, lambda kind, ident: {"state": "deleted"}),
    "now": (200, lambda kind, ident: {"id": ident, "deleted_at": int(time.time())}),
    "true": (200, lambda kind, ident: True),
}


@guarded
async def item(request, kind, ident):
    return await item_of(request, kind, ident, False)


@guarded
async def by_slug(request, kind, ident):
    return await item_of(request, kind, ident, True)


ROUTES = {f"{NS}": ["GET"], f"{NS}/doc": ["GET"]}
for _kind in MODELS:
    ROUTES[f"{NS}/{_kind}"] = ["GET", "POST"]
    ROUTES[f"{NS}/{_kind}/{{id}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    if _kind in POSTS:
        ROUTES[f"{NS}/{_kind}/by-slug/{{slug}}"] = ["GET", "POST", "PUT", "PATCH", "DELETE"]


@guarded
async def index(request):
    done = allowed(request, READ)
    if done:
        return done
    who(request)
    q = lists.Query(request.query_params, {"ml_language", "namespace", "context"})
    language(request, q)
    if (q.one("namespace") or NS.strip("/")).strip("/") != NS.strip("/"):
        raise Refuse(404, "no_such_namespace", "There is no such namespace.")
    if (q.one("context") or "view") not in ("view", "embed", "edit", "help"):
        raise bad("context", "must be view, embed or edit")
    root = str(request.base_url).rstrip("/") + prefix(request) + "/"
    value = {"namespace": NS.strip("/"), "routes": {path: {"methods": m} for path, m in ROUTES.items()},
             "_links": {"up": [{"href": root}], "self": [{"href": root.rstrip("/") + NS}]}}
    if bug("index-up-namespace"):
        value["_links"]["up"][0]["href"] = root.rstrip("/") + NS
    return conditional(request, "index", value, value)


@guarded
async def doc(request):
    done = allowed(request, ("GET", "OPTIONS") if bug("doc-head-405") else READ)
    if done:
        return done
    who(request)
    language(request, lists.Query(request.query_params, {"ml_language"}))
    common = {"name": "ml_language", "in": "query", "type": "string", "required": False, "enum": list(LANGS)}
    paths = {path[len(NS):] or "/": {m.lower(): {
        "parameters": [common] + [{"name": n, "in": "path", "required": True, "type": "string"} for n in re.findall(r"{(\w+)}", path)],
        "responses": {"default": {"description": "see the interface"}}} for m in methods} for path, methods in ROUTES.items()}
    value = {"swagger": "2.0", "info": {"title": "Calendar events", "version": "1"}, "basePath": NS, "paths": paths}
    return conditional(request, "doc", value, value)


@guarded
async def root(request):
    done = allowed(request, READ)
    if done:
        return done
    return shape.answer({"name": "Calendar", "namespaces": [NS.strip("/")]})


@app.api_route("/", methods=EVERY)
async def at_root(request: Request):
    return await root(request)


@app.api_route(NS, methods=EVERY)
async def at_index(request: Request):
    return await index(request)


@app.api_route(NS + "/doc", methods=EVERY)
async def at_doc(request: Request):
    return await doc(request)


@app.api_route(NS + "/{kind}", methods=EVERY)
async def at_collection(request: Request):
    kind = request.path_params["kind"]
    if kind not in MODELS:
        raise HTTPException(404)
    return await collection(request, kind)


@app.api_route(NS + "/{kind}/by-slug/{slug}", methods=EVERY)
async def at_slug(request: Request):
    kind, slug = request.path_params["kind"], request.path_params["slug"]
    if kind not in POSTS:
        raise HTTPException(404)
    return await by_slug(request, kind, slug)


@app.api_route(NS + "/{kind}/{ident}", methods=EVERY)
async def at_item(request: Request):
    kind, ident = request.path_params["kind"], request.path_params["ident"]
    if kind not in MODELS or not re.fullmatch("[0-9]+", ident):
        raise HTTPException(404)
    return await item(request, kind, ident)


@app.exception_handler(HTTPException)
async def not_routed(request, error):
    codes = {404: "no_route", 405: "method_not_allowed"}
    return shape.problem(Refuse(error.status_code, codes.get(error.status_code, "error"), str(error.detail), error.headers))


class Languages:
    """Takes a language segment off the path, and a last slash."""

    def __init__(self, inner):
        self.inner = inner

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            path = scope["path"]
            first = path[1:].split("/", 1)
            known = ("nl", "en", "fr") if bug("path-de-missing") else PATH_LANGS
            if first[0] in known and (len(first) == 1 or first[1] == "" or ("/" + first[1]).startswith(NS)):
                scope["language"] = scope["path_language"] = first[0]
                path = "/" + (first[1] if len(first) > 1 else "")
            if len(path) > 1 and path.endswith("/") and not path.endswith("//"):
                path = path[:-1]
            scope["path"] = path
        await self.inner(scope, receive, send)


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("listening", flush=True)


if __name__ == "__main__":
    gc.collect()
    gc.freeze()
    gc.set_threshold(50000, 20, 20)
    Server(uvicorn.Config(Languages(app), host="127.0.0.1", port=int(os.environ["PORT"]), log_level="critical",
                          access_log=False, lifespan="off", proxy_headers=False, timeout_keep_alive=75)).run()
