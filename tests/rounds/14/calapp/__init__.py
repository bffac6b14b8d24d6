import base64
import hashlib
import json
import re
import unicodedata
from datetime import datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo
from flask import Blueprint, Flask, Response, g, redirect, request
from werkzeug.exceptions import HTTPException
from .config import LANGS, NS, SITE_ZONE, USERS, bug, opt
from .models import Category, Event, KINDS, NAME, ONE, RELATIONS, Tag, db, init_db
from .queries import run, visible
from .schemas import FIELDS, Invalid, REQUIRED, TEXTS, camel, dump, load, present

ACCOUNTS = {"editor": (1, "editor"), "author": (2, "author"), "reader": (3, "reader")}
api = Blueprint("api", __name__)
SLUG_INDEX = {}     # (kind, slug) -> id; saves a query on the hot addresses
TAG_CACHE = {}
STICKY = {"lang": None}


class Problem(Exception):
    def __init__(self, status, code, message, headers=None, **more):
        self.status, self.code, self.message, self.headers, self.more = status, code, message, headers or {}, more


def root():
    seg = request.environ.get("ml.segment")
    return request.host_url + (seg + "/" if seg else "")


def answer(data, status=200, headers=None):
    if status == 204:
        return Response(status=204, headers=headers or {})
    body = json.dumps(data, ensure_ascii=False).encode()
    if bug("http-length-in-characters"):
        body = body[:len(body.decode())]
    mime = "application/problem+json" if opt.problem and status >= 400 else opt.mime
    r = Response(body, status, headers or {}, content_type=mime + ("" if status % 3 else "; charset=utf-8"))
    r.headers["Content-Type"] = mime + "; charset=utf-8"
    return r


def failure(status, code, message, headers=None, **more):
    if opt.problem:
        return answer({"type": "about:blank", "title": code, "status": status, "detail": message, **more}, status, headers)
    return answer({"code": code, "message": message, "data": {"status": status, **more}}, status, headers)


@api.before_request
def who():
    g.user = None
    if USERS:
        h = request.headers.get("Authorization")
        if h:
            try:
                name, _, pw = base64.b64decode(h.split(" ", 1)[1]).decode().partition(":")
            except Exception:
                name = pw = ""
            if not h.lower().startswith("basic ") or name not in ACCOUNTS or pw != name:
                raise Problem(401, "bad_credentials", "Wrong user or password.", {"WWW-Authenticate": 'Basic realm="calendar"'})
            g.user = {"id": ACCOUNTS[name][0], "role": ACCOUNTS[name][1]}


@api.before_request
def language():
    lang = request.args.get("ml_language")
    if lang is None and request.method in ("POST", "PUT", "PATCH"):
        lang = body().get("ml_language")
    if lang is not None and lang not in LANGS:
        raise Problem(opt.invalid, "invalid_param", "ml_language must be one of nl, en, fr, de.")
    if bug("lang-venue-fr") and lang == "fr" and request.method == "POST" and request.path.endswith("/venues"):
        raise Problem(opt.invalid, "invalid_param", "ml_language must be one of nl, en, de.")
    g.lang = lang or request.environ.get("ml.segment")
    if bug("lang-leaks"):
        STICKY["lang"] = g.lang = g.lang or STICKY["lang"]
    if opt.language == "ignore":
        g.lang = None


@api.before_request
def may_write():
    guarded = ("POST", "PUT", "PATCH") if bug("usr-reader-deletes") else ("POST", "PUT", "PATCH", "DELETE")
    if USERS and request.method in guarded:
        if not g.user:
            raise Problem(401, "unauthorized", "Log in first.", {"WWW-Authenticate": 'Basic realm="calendar"'})
        if g.user["role"] == "reader":
            raise Problem(403, "forbidden", "You may only read.")


def own(rec):
    if USERS and request.method in ("POST", "PUT", "PATCH", "DELETE"):
        if bug("usr-reader-deletes") and request.method == "DELETE" and (not g.user or g.user["role"] == "reader"):
            return
        if bug("usr-author-by-slug") and "/by-slug/" in request.path:
            return
        if g.user["role"] != "editor" and rec.author != g.user["id"]:
            raise Problem(403, "forbidden", "This record belongs to somebody else.")


def can_see(r):
    if not USERS or not hasattr(r, "status") or r.status == "publish":
        return getattr(r, "status", "") != "trash"
    return r.status != "trash" and bool(g.user) and (g.user["role"] == "editor" or r.author == g.user["id"])


def body():
    if "body" in g:
        return g.body
    data = {}
    for k, vs in request.args.lists():
        data[k[:-2] if k.endswith("[]") else k] = vs if k.endswith("[]") else vs[-1]
    ctype = request.mimetype
    raw = request.get_data(cache=True)
    if ctype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        for k, vs in request.form.lists():
            m = re.fullmatch(r"(\w+)\[\d*\]", k)
            if m:
                data[m.group(1)] = (data.get(m.group(1)) or []) + vs
            else:
                data[k] = vs[-1]
    elif raw.strip():
        try:
            js = json.loads(raw.decode("utf-8"), parse_constant=int)
            json.dumps(js, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError):
            raise Problem(400, "invalid_json", "The body is not JSON.")
        if not isinstance(js, dict):
            raise Problem(400, "invalid_json", "The body must be an object.")
        data = {**data, **js} if data else js
    g.body = data
    return data


# ---- records -------------------------------------------------------------------------------------------------------

def slugify(s, kind):
    s = unicodedata.normalize("NFKC" if opt.slug == "unicode" else "NFKD", s)
    if opt.slug != "unicode":
        s = s.encode("ascii", "ignore").decode()
    s = re.sub(r"[^\w]+|_", "-", s.lower()).strip("-")[:180]
    return s or ONE[kind]


def free_slug(kind, s, rec):
    model, base, n = KINDS[kind], slugify(s, kind), 2
    if opt.slug == "id" and "slug" not in body():
        return "%s-%d" % (base, rec.id)
    s = base
    while db.query(model.id).filter(model.slug == s, model.id != rec.id).first():
        s = "%s-%d" % (base, n)
        n += 1
    return s


def gone(kind, message=None):
    return Problem(404, "not_found", message or "No such %s." % ONE[kind])


def find(kind, id=None, slug=None):
    model = KINDS[kind]
    if slug is not None:
        if bug("ev-slug-index-stale") and kind == "events":
            id = SLUG_INDEX.get((kind, slug))
            rec = db.get(model, id) if id else db.query(model).filter(model.slug == slug).first()
            if rec:
                SLUG_INDEX[kind, slug] = rec.id
        elif bug("ven-slug-prefix") and kind == "venues":
            rec = db.query(model).filter(model.slug.like(slug + "%")).order_by(model.id.desc()).first()
        else:
            rec = db.query(model).filter(model.slug == slug).order_by(model.id).first()
    else:
        rec = db.get(model, id) if id < 2 ** 62 else None
    if rec is None:
        raise gone(kind)
    if getattr(rec, "status", "") == "trash":
        raise Problem(opt.gone, "gone" if opt.gone == 410 else "not_found", "It was thrown away.")
    if not can_see(rec) and not (bug("usr-draft-by-slug") and slug is not None):
        raise gone(kind)
    return rec


def recount(kinds):
    db.flush()
    for name in kinds:
        model = RELATIONS[name]
        for t in db.query(model):
            t.count = sum(1 for e in t.events if e.status != "trash")


def related_records(name, ids):
    out = []
    kind = {"venue": "venues", "organizer": "organizers"}.get(name, name)
    for i in ids:
        if isinstance(i, dict):
            if "id" in i:
                i = int(i["id"])
            else:
                rec = KINDS[kind](author=g.user["id"] if g.user else 1, language="en", translations={}, version=0)
                if "status" in FIELDS[kind]:
                    rec.date = now()
                apply(kind, rec, load(kind, i, None), "POST", True)
                out.append(rec)
                continue
        rec = db.get(RELATIONS[name], i)
        if rec is None or getattr(rec, "status", "") == "trash" or not can_see(rec):
            if opt.unknown_relation == "drop":
                continue
            raise Invalid({name: "no such record: %s" % i})
        if rec not in out:
            out.append(rec)
    return out


def now():
    return datetime.now(ZoneInfo(SITE_ZONE)).replace(tzinfo=None, microsecond=0)


def linked(name, values, carried=[]):
    """Relations of a new event; nothing given means none."""
    if name not in values and name == "tags":
        return [r for r in (db.get(Tag, i) for i in carried) if r]
    found = related_records(name, values.get(name, []))
    if name == "tags":
        carried.extend(r.id for r in found if r.id not in carried)
    return found


def apply(kind, rec, values, verb, new):
    given = set(values)
    if new:
        db.add(rec)
        if kind == "events":
            values.setdefault("timezone", SITE_ZONE)
            values.setdefault("all_day", bool(bug("ev-all-day-guess") and values["start_date"].hour == values["end_date"].hour == 0 and
                                              values["start_date"].minute == values["end_date"].minute == 0))
    if kind == "events":
        if "timezone" in values and not values["timezone"]:
            values["timezone"] = SITE_ZONE
        if "all_day" in values:
            values["all_day"] = bool(values["all_day"])
    name = NAME[kind]
    base = not g.lang or new or g.lang == rec.language or opt.language != "overlay"
    if bug("cat-parent-reset") and kind == "categories" and not new and "name" in given:
        values.setdefault("parent", 0)
    if bug("ev-excerpt-follows") and kind == "events" and not new and "description" in given and "excerpt" not in given:
        values["excerpt"] = (values["description"] or "")[:55]
    if bug("usr-editor-takes-over") and USERS and not new and kind == "events":
        rec.author = g.user["id"]
    relations = {}
    for n, t in FIELDS[kind].items():
        if n not in values or n in ("slug", "date_utc"):
            continue
        v = values[n]
        if t == "ids":
            if new and bug("ev-tags-shared-default"):
                continue
            if bug("ev-empty-relations") and not v and not new:
                continue
            relations[n] = related_records(n, v)
        elif n == "hide_from_listings" and bug("ev-hide-dropped") and not new:
            continue
        elif n == "author":
            if v is not None:
                if USERS and g.user["role"] != "editor" and v != g.user["id"]:
                    raise Problem(403, "forbidden", "You may not write for others.")
                rec.author = v
        elif n in TEXTS[kind] and not base:
            tr = rec.translations if bug("lang-second-lost") else json.loads(json.dumps(rec.translations or {}))
            if not tr:
                tr = {}
            tr.setdefault(g.lang, {})[n] = v
            rec.translations = tr
        else:
            setattr(rec, n, v if v is not None or n != "parent" else 0)
    if bug("ev-tags-shared-default") and new and kind == "events":
        for n in RELATIONS:
            relations[n] = linked(n, values)
    if values.get("date_utc") and not values.get("date"):
        try:
            rec.date = values["date_utc"].replace(tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo(SITE_ZONE)).replace(tzinfo=None)
        except OverflowError:
            raise Invalid({"date_utc": "out of range"})
    for n, rs in relations.items():
        setattr(rec, n, rs)
    db.flush()
    if values.get("slug"):
        rec.slug = free_slug(kind, values["slug"], rec)
    elif new or not rec.slug or opt.slug_follows and name in given and base:
        rec.slug = free_slug(kind, getattr(rec, name), rec)
    if not (bug("http-etag-relations") and not (given - set(RELATIONS))):
        rec.version = (rec.version or 0) + 1
    if kind == "events":
        recount(["categories", "tags"])


def wrap(kind, d):
    if opt.item == "data":
        return {"data": d}
    return {ONE[kind]: d} if opt.item == "keyed" else d


def shape(kind, rec):
    locked = kind == "events" and rec.password and password() != rec.password
    return wrap(kind, dump(kind, rec, g.lang, root(), locked, can_see))


def password():
    return request.args.get("password") or (body().get("password") if request.method != "GET" and request.method != "HEAD" else None)


def conditional(resp, rec=None):
    if opt.cache_control:
        resp.headers["Cache-Control"] = opt.cache_control
    if opt.etag and resp.status_code == 200:
        if bug("http-etag-relations") and rec is not None:
            resp.set_etag("%s-%s-%s" % (rec.id, rec.version, g.lang or ""))
        else:
            resp.set_etag(hashlib.sha1(resp.get_data()).hexdigest())
        resp.make_conditional(request)
    return resp


def term_conflict(kind, values, rec=None):
    if opt.duplicate_terms == "conflict" and kind in ("categories", "tags") and "name" in values:
        q = db.query(KINDS[kind]).filter(KINDS[kind].name == values["name"])
        if kind == "categories":
            q = q.filter(KINDS[kind].parent == (values.get("parent", rec.parent if rec else 0) or 0))
        other = q.first()
        if other and other is not rec:
            raise Problem(409, "term_exists", "This name is taken.", term_id=other.id)


def listing(kind):
    rows, total, page, per = run(kind)
    pages = -(-total // per)
    if opt.beyond == "error" and page > max(pages, 1):
        raise Problem(404 if opt.invalid == 400 else 400, "invalid_page", "There is no such page.")
    seen = [dump(kind, r, g.lang, root(), kind == "events" and bool(r.password), can_see) for r in rows]

    def link(p):
        a = request.args.to_dict(flat=False)
        a["page"] = [p]
        return "%s%s/%s?%s" % (root(), NS, kind, urlencode(a, doseq=True))
    nxt, prev = link(page + 1) if page < pages else None, link(page - 1) if page > 1 else None
    heads = {"X-Total": str(total), "X-Total-Pages": str(pages)} if opt.head_total else {}
    links = [f'<{u}>; rel="{r}"' for u, r in ((nxt, "next"), (prev, "prev")) if u]
    if links:
        heads["Link"] = ", ".join(links)
    if opt.envelope == "bare":
        data = seen
    elif opt.envelope == "data":
        data = {"data": seen, "meta": {"total": total, "pages": pages, "page": page, "per_page": per}}
    elif opt.envelope == "hal":
        l = {"self": {"href": link(page)}}
        if nxt:
            l["next"] = {"href": nxt}
        if prev:
            l["prev"] = {"href": prev}
        data = {"_embedded": {kind: seen}, "_links": l, "total": total, "pages": pages}
    else:
        data = {kind: seen, "rest_url": link(page), "total": total, "total_pages": pages}
        if nxt:
            data["next_rest_url"] = nxt
        if prev:
            data["previous_rest_url"] = prev
    return conditional(answer(data, 200, heads))


def create(kind):
    values = load(kind, body(), None)
    term_conflict(kind, values)
    if opt.duplicate_terms == "suffix":
        pass
    rec = KINDS[kind](author=g.user["id"] if g.user else 1, language=g.lang or "en", translations={}, version=0)
    if "status" in FIELDS[kind]:
        rec.date, rec.status = now(), opt.status
    apply(kind, rec, values, "POST", True)
    db.commit()
    TAG_CACHE.clear()
    at = "%s%s/%s/%d" % (root(), NS, kind, rec.id)
    return answer(shape(kind, rec), opt.created, {"Location": at} if opt.location else {})


def check_password(kind, rec):
    if kind == "events" and rec.password and password() != rec.password:
        raise Problem(403, "wrong_password", "The event is protected.")


def update(kind, rec):
    own(rec)
    check_password(kind, rec)
    data = body()
    seen = None
    if bug("val-refused-but-kept"):
        def seen(n, t, v):
            if t == "str" and n != "slug":
                setattr(rec, n, v)
                g.dirty = True
    if bug("org-post-item-creates") and kind == "organizers" and request.method == "POST" and data.get("organizer"):
        return create(kind)
    if opt.put == "replace" and request.method == "PUT":
        keep = ("status", "author", "date", "date_utc", "slug", "start_date", "end_date", "timezone")
        blank = {n: ([] if t == "ids" else None) for n, t in FIELDS[kind].items() if n not in REQUIRED[kind] + keep}
        if "all_day" in blank:
            blank["all_day"] = False
        data = {**blank, **data}
    values = load(kind, data, request.method, rec, seen)
    term_conflict(kind, values, rec)
    if kind == "events" and data.get("password") and not rec.password and "/by-slug/" not in request.path:
        rec.password = str(data["password"])
    apply(kind, rec, values, request.method, False)
    db.commit()
    if not (bug("tag-put-cached") and request.method == "PUT"):
        TAG_CACHE.clear()
    if opt.updated == "empty":
        return answer(None, 204)
    return answer(shape(kind, rec))


def delete(kind, rec):
    own(rec)
    check_password(kind, rec)
    if opt.in_use == "refuse" and kind != "events" and rec.events:
        raise Problem(409, "in_use", "Events still refer to it.")
    shown = shape(kind, rec)
    if opt.delete == "trash" and hasattr(rec, "status"):
        rec.status = "trash"
        if kind == "events":
            recount(["categories", "tags"])
    else:
        if kind == "categories":
            for child in db.query(Category).filter(Category.parent == rec.id):
                child.parent = rec.parent
        if bug("ev-delete-takes-venue") and kind == "events":
            for v in list(rec.venue):
                if len(v.events) == 1:
                    db.delete(v)
        db.delete(rec)
        db.flush()
        if kind == "events" and not bug("cat-count-after-delete"):
            recount(["categories", "tags"])
    if bug("ev-by-slug-delete-uncommitted") and "/by-slug/" in request.path:
        db.rollback()
    db.commit()
    TAG_CACHE.clear()
    if opt.delete == "empty":
        return answer(None, 204)
    if opt.delete == "note":
        return answer({"deleted": True, "previous": shown})
    return answer(shown)


def item(kind, id=None, slug=None):
    caching = kind == "tags" and request.method in ("GET", "HEAD") and not USERS and bug("tag-put-cached")
    if caching and (id, g.lang) in TAG_CACHE:
        return answer(TAG_CACHE[id, g.lang])
    try:
        rec = find(kind, id, slug)
    except Problem as p:
        if bug("org-slug-missing-200") and kind == "organizers" and slug is not None and p.status == 404 and request.method == "GET":
            return answer(None)
        raise
    if request.method in ("GET", "HEAD"):
        if kind == "events" and rec.password and password() and password() != rec.password:
            raise Problem(403, "wrong_password", "Wrong password.")
        if opt.redirect_slug and slug is not None:
            return redirect("%s%s/%s/%d%s" % (root(), NS, kind, rec.id, "?" + request.query_string.decode() if request.query_string else ""), 302)
        if caching:
            TAG_CACHE[id, g.lang] = shape(kind, rec)
        return conditional(answer(shape(kind, rec)), rec)
    return delete(kind, rec) if request.method == "DELETE" else update(kind, rec)


def routes(kind):
    base = "/%s/%s" % (NS, kind)
    api.add_url_rule(base, kind + "_list", lambda: create(kind) if request.method == "POST" else listing(kind), methods=["GET", "POST"])
    api.add_url_rule(base + "/<int:id>", kind + "_item", lambda id: item(kind, id), methods=["GET", "POST", "PUT", "PATCH", "DELETE"])
    if kind in ("events", "venues", "organizers"):
        api.add_url_rule(base + "/by-slug/<slug>", kind + "_slug", lambda slug: item(kind, slug=slug),
                         methods=["GET", "POST", "PUT", "PATCH", "DELETE"])


for _k in KINDS:
    routes(_k)


@api.get("/" + NS)
def index():
    r = root()
    links = {"up": [{"href": r}]}
    paths = {"/" + NS: ["GET"], "/" + NS + "/doc": ["GET"]}
    for k in KINDS:
        paths["/%s/%s" % (NS, k)] = ["GET", "POST"]
        paths["/%s/%s/{id}" % (NS, k)] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return conditional(answer({"namespace": NS, "routes": {p: {"namespace": NS, "methods": m} for p, m in paths.items()}, "_links": links}))


@api.get("/" + NS + "/doc")
def doc():
    types = {"str": "string", "ids": "array", "int": "integer", "bool": "boolean", "dt": "string"}
    paths = {}
    for k in KINDS:
        props = {n: {"type": types.get(t, "string")} for n, t in FIELDS[k].items()}
        paths["/" + k] = {"get": {"summary": "List " + k}, "post": {"summary": "Create", "required": list(REQUIRED[k]), "properties": props}}
        paths["/%s/{id}" % k] = {m: {"summary": m + " one of " + k} for m in ("get", "post", "put", "patch", "delete")}
    return conditional(answer({"swagger": "2.0", "info": {"title": "Calendar", "version": "1"}, "basePath": "/" + NS, "paths": paths}))


@api.get("/")
def rest_root():
    return answer({"name": "Calendar", "namespaces": [NS], "_links": {"self": [{"href": root()}]}})


class Segment:
    """Takes a language segment off the path."""

    def __init__(self, app):
        self.app = app

    def __call__(self, env, start):
        m = re.match(r"/(nl|de|fr)(/.*|)$", env.get("PATH_INFO", ""), re.S)
        if m and not (bug("lang-segment-slug") and m.group(1) == "de" and "/by-slug/" in m.group(2)):
            env["ml.segment"] = m.group(1)
            env["PATH_INFO"] = m.group(2) or "/"
        return self.app(env, start)


def create_app():
    init_db()
    app = Flask(__name__)
    app.url_map.strict_slashes = False
    app.register_blueprint(api)

    @app.errorhandler(Invalid)
    def invalid(e):
        if bug("val-refused-but-kept") and g.pop("dirty", False):
            db.commit()
        else:
            db.rollback()
        return failure(e.status or opt.invalid, "invalid_param", "Invalid parameter(s): " + ", ".join(e.errors), params=e.errors)

    @app.errorhandler(Problem)
    def problem(e):
        db.rollback()
        return failure(e.status, e.code, e.message, e.headers, **e.more)

    @app.errorhandler(HTTPException)
    def http(e):
        db.rollback()
        heads = {k: v for k, v in e.get_headers() if k.lower() == "allow"}
        if getattr(e, "valid_methods", None):
            heads["Allow"] = ", ".join(sorted(set(e.valid_methods)))
        return failure(e.code, (e.name or "error").lower().replace(" ", "_"), e.description or "", heads)

    @app.errorhandler(Exception)
    def crash(e):
        db.rollback()
        import sys, traceback
        traceback.print_exc(file=sys.stderr)
        return failure(500, "internal_error", "Something broke.")

    @app.before_request
    def no_head():
        if bug("http-head-slug") and request.method == "HEAD" and "/by-slug/" in request.path:
            return failure(405, "method_not_allowed", "", {"Allow": "GET, POST, PUT, PATCH, DELETE"})

    @app.teardown_request
    def done(_):
        db.rollback()
        db.remove()

    app.wsgi_app = Segment(app.wsgi_app)
    return app
