"""The resources: query building, writing, and the routes of the namespace."""
import hashlib
import json
import math
import re
import threading
import time
from collections import Counter
from datetime import datetime, time as clock, timedelta
from urllib.parse import urlencode

from cachetools import TTLCache
from flask import Blueprint, current_app, g, redirect, request
from sqlalchemy import String, and_, cast, func, literal, or_, select, text, update
from sqlalchemy.orm import selectinload

import schemas as S
from core import (BASE, MAX_ID, NS, SITE_TZ, USERS, ApiError, Category, Event, Organizer, Tag, Venue, bug,
                  event_categories, event_tags, event_venues, fold, from_utc, now_utc, slugify, to_utc,
                  unique_slug, variant)

api = Blueprint("api", __name__, url_prefix="/" + NS)
write_lock = threading.RLock()
cache_lock = threading.Lock()
list_cache = TTLCache(maxsize=512, ttl=20)
item_cache = TTLCache(maxsize=512, ttl=60)      # used by one bug only
generation = 0
ghosts = Counter()                              # used by two bugs only: denormalised counters gone stale


def invalidate():
    global generation
    with cache_lock:
        generation += 1
        list_cache.clear()


# ---------------------------------------------------------------- access
def need(ok):
    if ok:
        return
    if g.user is None:
        raise ApiError(401, "not_logged_in", "Authentication is required.", headers={"WWW-Authenticate": 'Basic realm="events", charset="UTF-8"'})
    raise ApiError(403, "forbidden", "You are not allowed to do that.")


def may_read(obj):
    if not USERS or not hasattr(obj, "status") or obj.status == "publish":
        return True
    u = g.user
    return bool(u) and (u["role"] == "editor" or obj.author == u["id"] or obj.status == "private")


def may_write(obj):
    u = g.user
    return not USERS or bool(u) and (u["role"] == "editor" or u["role"] == "author" and getattr(obj, "author", None) == u["id"])


def readable(model):
    """The same as may_read, as an SQL condition."""
    u = g.user
    if not USERS or (u and u["role"] == "editor"):
        return True
    if not u:
        return model.status == "publish"
    return or_(model.status.in_(["publish", "private"]), model.author == u["id"])


# ---------------------------------------------------------------- reading requests
def shaped(multi, list_fields):
    """A MultiDict as a plain dict: name[]=, name[0]= and repeated names become lists."""
    out = {}
    for key, values in multi.lists():
        m = re.fullmatch(r"(\w+)\[\d*\]", key)
        name = m[1] if m else key
        if name in list_fields:
            out.setdefault(name, []).extend(values)
        elif not m:
            out[name] = values[-1]
    return out


def load_query(schema):
    lists = [n for n, f in schema.fields.items() if isinstance(f, (S.IdList, S.StatusList))]
    raw = {k: v for k, v in shaped(request.args, lists).items() if v not in ("", [""])}
    return schema.load(raw)


def load_body(schema, partial=False):
    kind = request.mimetype
    if kind == "application/json" or kind.endswith("+json"):
        try:
            raw = json.loads(request.get_data() or b"{}", parse_constant=lambda c: float("nan"))
        except (ValueError, RecursionError):
            raise ApiError(400, "invalid_json", "The body is not valid JSON.")
        if not isinstance(raw, dict):
            raise ApiError(400, "invalid_json", "The body must be a JSON object.")
    elif kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raw = shaped(request.form, [n for n, f in schema.fields.items() if isinstance(f, S.IdList)])
    elif not request.get_data(cache=True):
        raw = {}
    else:
        raise ApiError(415, "unsupported_media_type", "Send JSON or a form.")
    data = schema.load(raw, partial=partial)
    if data.get("ml_language"):
        g.lang = data.pop("ml_language")
    return data, raw


def parse_id(value):
    number = int(value[:25])
    if number > MAX_ID and not bug("tag-id-overflow"):
        raise ApiError(404, "not_found", "No such record.")
    return number


def fetch(model, id=None, slug=None):
    if slug is not None:
        cond = model.slug.ilike(slug) if bug("vn-slug-like") and model is Venue else model.slug == slug.strip().lower()
        obj = g.db.scalars(select(model).where(cond).order_by(model.id).limit(1)).first()
    else:
        obj = g.db.get(model, parse_id(id))
    leak = bug("u-draft-by-slug") and slug is not None
    if obj is None or not (leak or may_read(obj)):
        raise ApiError(404, "not_found", "No such record.")
    if getattr(obj, "status", "") == "trash":
        raise ApiError(410, "trashed", "The record is in the trash.")
    return obj


# ---------------------------------------------------------------- query building
def column(model, field):
    """The text of a field in the language asked for."""
    col, lang = getattr(model, field), g.lang
    if lang:
        col = func.coalesce(func.json_extract(model.i18n, f"$.{lang}.{field}"), col)
    return col


def contains(cols, needle):
    if bug("ev-search-wildcard") and "/events" in request.path:
        return [func.fold(c, type_=String).like(f"%{fold(needle)}%") for c in cols]
    return [func.fold(c, type_=String).contains(fold(needle), autoescape=True) for c in cols]


def any_of(rel, model, ids):
    nums = [i for i in ids if isinstance(i, int)]
    slugs = [i.lower() for i in ids if isinstance(i, str)]
    return rel.any(or_(model.id.in_(nums), model.slug.in_(slugs)))


def event_filters(q):
    conds, strict = [], q["strict_dates"]
    if "include" in q:
        conds.append(Event.id.in_(q["include"]))
    explicit = [k for k in ("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after") if k in q]
    if "include" not in q and not explicit:
        today = datetime.combine(from_utc(now_utc(), SITE_TZ).date(), clock())
        conds += [Event.end_utc >= to_utc(today, SITE_TZ), Event.start_utc < to_utc(today + timedelta(days=731), SITE_TZ)]
    if "include" not in q or bug("ev-include-dates"):
        for name in explicit:
            moment, col = q[name], Event.start_utc if name.startswith("start") else Event.end_utc
            exact, (first, after) = moment.utc(), moment.day()
            by_moment = strict and not (bug("ev-strict-ends-before") and name == "ends_before")
            if name in ("start_date", "starts_after", "ends_after"):
                if by_moment:
                    conds.append(col >= exact if name == "start_date" else col > exact)
                else:
                    conds.append(col >= first)
            else:
                if by_moment:
                    conds.append(col <= exact if name == "end_date" else col < exact)
                elif bug("ev-ends-before-midnight") and name == "ends_before" and moment.date_only:
                    conds.append(col < first)
                else:
                    conds.append(col < after)
    for name, model in (("categories", Category), ("tags", Tag), ("venue", Venue), ("organizer", Organizer)):
        if name in q and q[name] is not None:
            rel, ids = getattr(Event, name), q[name]
            if name != "categories" or not bug("ev-categories-duplicates"):
                conds.append(any_of(rel, model, ids))
    for name in ("featured", "ticketed"):
        if name in q and (q[name] or not (bug("ev-featured-false") and name == "featured")):
            conds.append(getattr(Event, name) == q[name])
    if "post_parent" in q:
        conds.append(Event.post_parent == q["post_parent"])
    located = and_(Venue.geo_lat.is_not(None), Venue.geo_lng.is_not(None))
    if "geoloc" in q:
        conds.append(Event.venue.any(located) if q["geoloc"] else ~Event.venue.any(located))
    if "geoloc_lat" in q:
        lat, lng, dlat = q["geoloc_lat"], q["geoloc_lng"], 25 / 111.2
        dlng = dlat / max(math.cos(math.radians(lat)), 0.01)
        conds.append(Event.venue.any(and_(Venue.geo_lat.between(lat - dlat, lat + dlat), Venue.geo_lng.between(lng - dlng, lng + dlng))))
    if variant("sticky-first"):
        conds.append(Event.hide_from_listings == False)  # noqa: E712
    return conds


def place_filters(model, q):
    conds = []
    published = Event.status == "publish"
    upcoming = and_(published, Event.end_utc >= now_utc())
    if "event" in q:
        if bug("vn-event-first") and model is Venue:
            first = select(func.min(event_venues.c.other_id)).where(event_venues.c.event_id == q["event"]).scalar_subquery()
            conds.append(model.id == first)
        else:
            conds.append(model.events.any(and_(Event.id == q["event"], Event.status != "trash", readable(Event))))
    if "has_events" in q:
        has = model.events.any(published)
        if bug("or-counter") and model is Organizer:
            has = or_(has, model.id.in_([i for (kind, i), n in ghosts.items() if kind == "organizers" and n > 0]))
        conds.append(has if q["has_events"] else ~has)
    if q["only_with_upcoming"] and not (bug("vn-upcoming-elif") and model is Venue and "has_events" in q):
        conds.append(model.events.any(upcoming))
    return conds


def term_filters(model, q):
    conds = []
    used = model.events.any(Event.status == "publish")
    if bug("cat-count-stale") and model is Category:
        used = or_(used, model.id.in_([i for (kind, i), n in ghosts.items() if kind == "categories" and n > 0]))
    if q["hide_empty"]:
        conds.append(used)
    if q.get("include") is not None:
        conds.append(model.id.in_(q["include"]))
    if q.get("exclude") is not None and not (bug("tag-exclude-late") and model is Tag):
        conds.append(model.id.not_in(q["exclude"]))
    if "parent" in q:
        conds.append(model.parent == q["parent"])
    for name in ("post", "event"):
        if name in q and not (bug("tag-event-alias") and model is Tag and name == "event" and "search" in q):
            conds.append(model.events.any(and_(Event.id == q[name], Event.status != "trash", readable(Event))))
    if "slug" in q:
        conds.append(model.slug.contains(q["slug"]) if bug("cat-slug-contains") and model is Category else model.slug == q["slug"].lower())
    return conds


def term_order(model, q):
    down = q["order"].lower().startswith("desc")
    by = {"term_id": "id", "include": "id"}.get(q["orderby"], q["orderby"])
    if by == "count":
        table = event_categories if model is Category else event_tags
        key = select(func.count()).select_from(table).join(Event, Event.id == table.c.event_id).where(
            table.c.other_id == model.id, Event.status == "publish").correlate(model).scalar_subquery()
    elif by in ("name", "description"):
        key = func.fold(column(model, by))
    elif bug("cat-orderby-id-text") and by == "id" and model is Category:
        key = cast(model.id, String)
    else:
        key = getattr(model, by)
    if bug("cat-order-page") and model is Category:
        down = False
    return (key.desc(), model.id.desc()) if down else (key, model.id)


class Resource:
    def __init__(self, model, plural, load, query, out):
        self.model, self.plural = model, plural
        self.create, self.change, self.list_query, self.shape = load(), load(partial=True), query(), out()

    # ---- reading
    def dump(self, obj):
        data = self.shape.dump(obj)
        if self.model is Event and obj.password and not self.unlocked(obj):
            data["description"] = data["excerpt"] = ""
        return data

    def unlocked(self, obj):
        given = request.args.get("password") or getattr(g, "password", None)
        return given == obj.password or (USERS and may_write(obj))

    def conditions(self, q):
        m = self.model
        conds = {Event: lambda: event_filters(q), Venue: lambda: place_filters(m, q), Organizer: lambda: place_filters(m, q)}.get(
            m, lambda: term_filters(m, q))()
        if hasattr(m, "status"):
            conds.append(m.status.in_(q.get("status", ["publish"])))
            conds.append(readable(m))
        if q.get("search"):
            conds.append(self.matches(q["search"]))
        return [c for c in conds if c is not True]

    def matches(self, needle):
        m = self.model
        cols = [column(m, t) for t in m.TEXTS if t != "excerpt"]
        if m is Event:
            title, desc = contains(cols, needle)
            return or_(title, and_(desc, Event.password.is_(None)))
        if m is Venue:
            cols += [m.address, m.city, m.country, m.province, m.state, m.stateprovince, m.zip, m.phone, m.website]
            if not bug("vn-search-custom"):
                values = func.json_each(m.custom_fields).table_valued("value")
                extra = select(literal(1)).select_from(values).where(contains([values.c.value], needle)[0]).exists()
                return or_(*contains(cols, needle), extra)
        if m is Organizer:
            cols += [m.email, m.phone, m.website]
        return or_(*contains(cols, needle))

    def listing(self):
        q = load_query(self.list_query)
        if q.get("ml_language"):
            g.lang = q["ml_language"]
        user = None if bug("u-cache-user") else (g.user or {}).get("id")
        lang = None if bug("ev-cache-lang") and self.model is Event else g.lang
        args = sorted((k, v) for k, v in request.args.items(multi=True) if k != "ml_language")
        key = (generation, self.plural, user, lang, request.script_root, tuple(args))
        with cache_lock:
            hit = list_cache.get(key)
        if hit is None:
            hit = self.build(q)
            with cache_lock:
                list_cache[key] = hit
        payload, headers = hit
        return payload, 200, headers

    def build(self, q):
        m, db = self.model, g.db
        page, per_page = q["page"], q["per_page"]
        conds = self.conditions(q)
        if m is Event and bug("ev-search-precedence") and q.get("search"):
            conds, hit = conds[:-1], contains([column(m, "description")], q["search"])[0]
            conds = [or_(and_(*conds, contains([column(m, "title")], q["search"])[0]), hit)]
        stmt = select(m).where(*conds)
        if m is Event and bug("ev-categories-duplicates") and q.get("categories"):
            ids = q["categories"]
            stmt = stmt.join(Event.categories).where(or_(Category.id.in_([i for i in ids if isinstance(i, int)]), Category.slug.in_([str(i) for i in ids])))
        total = db.scalar(select(func.count()).select_from(stmt.subquery()))
        pages = math.ceil(total / per_page)
        if bug("vn-pages-rounded") and m is Venue:
            pages = round(total / per_page)
        if page > max(pages, 1) and not variant("soft-errors"):
            raise ApiError(404, "page_not_found", "The requested page does not exist.")
        order = self.order(q, page)
        offset = (page - 1) * per_page
        stmt = stmt.order_by(*order).limit(per_page).offset(min(offset, MAX_ID))
        if m is Event:
            stmt = stmt.options(*(selectinload(getattr(Event, r)) for r in ("venue", "organizer", "categories", "tags")))
        rows = list(db.scalars(stmt))
        if bug("cat-order-page") and m is Category and q["order"].lower().startswith("desc"):
            rows.reverse()
        if bug("tag-exclude-late") and m is Tag and q.get("exclude"):
            rows = [r for r in rows if r.id not in q["exclude"]]
        return self.envelope([self.dump(r) for r in rows], page, pages, total)

    def order(self, q, page):
        m = self.model
        if m is Event:
            tie = Event.id.desc() if bug("ev-unstable-ties") and page % 2 == 0 else Event.id
            return ([Event.sticky.desc()] if variant("sticky-first") else []) + [Event.start_utc, tie]
        if m in (Venue, Organizer):
            return [func.fold(getattr(m, m.NAME)), m.id]
        return term_order(m, q)

    def envelope(self, rows, page, pages, total):
        def page_url(n):
            args = [(k, v) for k, v in request.args.items(multi=True) if k != "page"]
            return S.url(f"{NS}/{self.plural}?" + urlencode(args + [("page", n)]))
        headers, links = {"X-Total": str(total), "X-TotalPages": str(pages)}, {}
        if page < pages:
            links["next"] = page_url(page + 1)
        if page > 1:
            links["prev"] = page_url(min(page - 1, max(pages, 1)))
        if links:
            headers["Link"] = ", ".join(f'<{u}>; rel="{r}"' for r, u in links.items())
        if variant("bare-list"):
            return rows, headers
        payload = {self.plural: rows, "rest_url": S.url(f"{NS}/{self.plural}"), "total": total, "total_pages": pages}
        for rel, name in (("next", "next_rest_url"), ("prev", "previous_rest_url")):
            if rel in links:
                payload[name] = links[rel]
        return payload, headers

    def etag(self, obj):
        if bug("vn-etag-second") and self.model is Venue:
            return f"{obj.id}-{S.stamp(obj.modified_utc)}"
        return hashlib.sha1(current_app.json.dumps(self.dump(obj)).encode()).hexdigest()

    def item(self, id=None, slug=None):
        if bug("or-item-cache") and self.model is Organizer and id:
            key = (id, g.lang, (g.user or {}).get("id"), request.script_root)
            if key in item_cache:
                return current_app.json.response(item_cache[key])
        obj = fetch(self.model, id, slug)
        if self.model is Event:
            given = request.args.get("password")
            if obj.password and given and given != obj.password and id:
                raise ApiError(403, "wrong_password", "The password is not right.")
        if variant("slug-redirect") and slug is not None:
            query = "?" + request.query_string.decode() if request.query_string else ""
            return redirect(S.rest_url(obj) + query, 302)
        data = self.dump(obj)
        result = current_app.json.response(data)
        result.set_etag(self.etag(obj))
        if bug("or-item-cache") and self.model is Organizer and id:
            item_cache[key] = data
        return result

    # ---- writing
    def guard(self, obj, password=None):
        """Rights, event password and If-Match, before a record is changed or deleted."""
        if not (bug("u-author-delete") and request.method == "DELETE" and g.user and g.user["role"] == "author"):
            need(may_write(obj))
        if self.model is Event and obj.password:
            g.password = password
            if not self.unlocked(obj) or "by-slug" in request.path and not USERS:
                raise ApiError(403, "wrong_password", "The event is protected by a password.")
        if request.headers.get("If-Match") and not (bug("or-if-match-put") and self.model is Organizer and request.method == "PUT"):
            match = request.if_match
            if not match.star_tag and not match.contains(self.etag(obj)):
                raise ApiError(412, "precondition_failed", "The record has changed.")
        if request.headers.get("If-None-Match") and request.if_none_match.star_tag:
            raise ApiError(412, "precondition_failed", "The record exists.")

    def post(self):
        need(not USERS or g.user and (g.user["role"] == "editor" or g.user["role"] == "author" and hasattr(self.model, "status")))
        data, raw = load_body(self.create)
        obj = self.model(lang=g.lang or "en", i18n={})
        if hasattr(self.model, "status"):
            obj.author = g.user["id"] if g.user else 1
            self.check_author(data)
        wanted = slugify(data.get("slug") or "") or slugify(data[self.model.NAME])
        if bug("or-slug-race") and self.model is Organizer:
            write_lock.release()
            try:
                obj.slug = unique_slug(g.db, self.model, wanted)
                time.sleep(0.03)
            finally:
                write_lock.acquire()
        else:
            obj.slug = unique_slug(g.db, self.model, wanted)
        if bug("vn-id-reuse") and self.model is Venue:
            obj.id = (g.db.scalar(select(func.max(Venue.id))) or 0) + 1
        with g.db.no_autoflush:
            self.apply(obj, data, True)
        g.db.add(obj)
        g.db.commit()
        g.db.refresh(obj)
        where = S.rest_url(obj)
        if bug("or-location") and self.model is Organizer:
            where = S.url(f"{self.plural}/{obj.id}")
        return self.dump(obj), 201, {"Location": where}

    def check_author(self, data):
        if USERS and data.get("author") and g.user["role"] != "editor" and data["author"] != g.user["id"]:
            raise ApiError(403, "forbidden", "You may not write in another author's name.")

    def put(self, id=None, slug=None):
        obj = fetch(self.model, id, slug)
        data, raw = load_body(self.change, True)
        if bug("ev-slug-put-defaults") and self.model is Event and slug is not None:
            for name in ("featured", "sticky", "hide_from_listings"):
                data.setdefault(name, False)
        if bug("or-body-id") and self.model is Organizer and id and str(raw.get("id", "")).isdigit():
            obj = fetch(self.model, str(raw["id"]))
        if bug("u-author-takeover") and g.user and g.user["role"] == "author" and data.get("author"):
            obj.author = data["author"]
        self.guard(obj, data.pop("password", None))
        if hasattr(obj, "status"):
            self.check_author(data)
        if self.model in (Event, Category, Tag) and data.get("slug"):
            wanted = slugify(data["slug"]) or obj.slug
            obj.slug = wanted if bug("ev-slug-collision") and self.model is Event else unique_slug(g.db, self.model, wanted, obj.id)
        elif bug("tag-slug-regenerated") and self.model is Tag and data:
            obj.slug = unique_slug(g.db, Tag, slugify(obj.name), obj.id)
        with g.db.no_autoflush:
            self.apply(obj, data, False)
        if hasattr(obj, "status"):
            obj.modified_utc = now_utc()
        g.db.commit()
        g.db.refresh(obj)
        return self.dump(obj), 200

    def set_text(self, obj, field, value, creating):
        lang = g.lang
        if self.model is Tag and bug("tag-angle") and field == "description" and value:
            value = re.sub(r"<[^>]*>?", "", value)
        if self.model is Tag and bug("tag-emoji") and value:
            value = "".join(c for c in value if ord(c) < 0x10000)
        if creating or lang is None or lang == obj.lang:
            setattr(obj, field, value)
        else:
            i18n = json.loads(json.dumps(obj.i18n or {}))
            i18n.setdefault(lang, {})[field] = value
            obj.i18n = i18n

    def apply(self, obj, data, creating):
        m = self.model
        for field in m.TEXTS:
            if field in data:
                self.set_text(obj, field, data[field], creating)
        if m is Event and bug("ev-escape-again") and not creating and obj.description and "description" not in data:
            obj.description = S.html.escape(obj.description, quote=False)
        if m in (Category, Tag):
            if m is Category and "parent" in data:
                self.set_parent(obj, data["parent"] or 0)
            return
        if data.get("date_utc"):
            obj.date_utc = data["date_utc"].utc("UTC" if not (bug("or-date-utc") and m is Organizer) else SITE_TZ)
        if data.get("date"):
            obj.date_utc = data["date"].utc(SITE_TZ)
        for name in ("author", "status"):
            if data.get(name):
                setattr(obj, name, data[name])
        if "image" in data:
            obj.image = data["image"]
        plain = {Event: ("cost", "website", "show_map", "show_map_link", "hide_from_listings", "sticky", "featured"),
                 Venue: ("address", "city", "country", "province", "state", "zip", "phone", "stateprovince", "website", "show_map", "show_map_link"),
                 Organizer: ("phone", "website", "email")}[m]
        for name in plain:
            if name not in data:
                continue
            value = data[name]
            if value is None and name.startswith("show_map"):
                value = True
            if bug("ev-false-ignored") and m is Event and not creating and request.method == "PATCH" and value is False:
                continue
            if bug("vn-zip-number") and m is Venue and not creating and name == "zip" and value and value.isdigit():
                value = str(int(value))
            setattr(obj, name, value)
        if m is Venue and creating:
            obj.custom_fields = {}
        if m is Event:
            self.apply_event(obj, data, creating)

    def apply_event(self, obj, data, creating):
        zone_before = obj.timezone
        obj.timezone = data.get("timezone") or obj.timezone or SITE_TZ
        for name in ("start_date", "end_date"):
            if name in data:
                moment = data[name]
                local = moment.local(obj.timezone)
                if moment.date_only and name == "end_date" and data.get("all_day", obj.all_day):
                    local = local.replace(hour=23, minute=59, second=59)
                setattr(obj, name, local)
        if "all_day" in data:
            obj.all_day = data["all_day"]
        if obj.all_day:
            if bug("ev-allday-collapse") and not creating and "all_day" in data:
                obj.end_date = obj.start_date
            obj.start_date = obj.start_date.replace(hour=0, minute=0, second=0)
            obj.end_date = obj.end_date.replace(hour=23, minute=59, second=59)
        if not (bug("ev-tz-stale-utc") and not creating and obj.timezone != zone_before and "start_date" not in data):
            obj.start_utc, obj.end_utc = to_utc(obj.start_date, obj.timezone), to_utc(obj.end_date, obj.timezone)
        if bug("ev-dst-today") and not creating and "start_date" in data:
            shift = from_utc(now_utc(), obj.timezone) - now_utc()
            obj.start_utc = obj.start_date - timedelta(hours=round(shift.total_seconds() / 3600))
        if obj.end_utc < obj.start_utc:
            raise ApiError(400, "invalid_dates", "The event ends before it starts.", {"end_date": ["Before start_date."]})
        for name, model in (("categories", Category), ("tags", Tag), ("venue", Venue), ("organizer", Organizer)):
            if name not in data:
                continue
            ids = data[name] or []
            found = list(g.db.scalars(select(model).where(model.id.in_(ids)))) if ids else []
            found = [f for f in found if may_read(f) and getattr(f, "status", "") != "trash"]
            if len(found) != len(ids):
                raise ApiError(400, "invalid_param", f"{name}: no such ID.", {name: ["No such ID."]})
            if bug("ev-tags-append") and name == "tags" and not creating and request.method == "PUT":
                found = list(dict.fromkeys([*obj.tags, *found]))
            if name == "categories" and bug("cat-count-stale") and not creating:
                ghosts.update(("categories", c.id) for c in obj.categories if c not in found)
            setattr(obj, name, found)

    def set_parent(self, obj, parent):
        seen, up = {obj.id} if obj.id else set(), parent
        while up:
            if up in seen:
                raise ApiError(400, "invalid_param", "parent: a category cannot lie below itself.", {"parent": ["Cycle."]})
            seen.add(up)
            above = g.db.get(Category, up)
            if above is None:
                raise ApiError(400, "invalid_param", "parent: no such category.", {"parent": ["No such ID."]})
            if bug("cat-cycle"):
                break
            up = above.parent
        obj.parent = parent

    def remove(self, id=None, slug=None):
        obj = fetch(self.model, id, slug)
        body = {}
        if request.get_data() and self.model is Event:
            body = load_body(self.change, True)[0]
        self.guard(obj, body.get("password"))
        data = self.dump(obj)
        m, db = self.model, g.db
        if m is Event and bug("or-counter") and slug is not None:
            ghosts.update(("organizers", o.id) for o in obj.organizer)
        if m is Tag and bug("tag-delete-used-500") and g.counts(Tag).get(obj.id):
            db.execute(text("INSERT INTO event_tags VALUES (-1, -1)"))
        if m is Organizer and bug("or-delete-cascade"):
            for e in list(obj.events):
                if len(e.organizer) == 1:
                    db.delete(e)
        if m is Category and not bug("cat-delete-children"):
            db.execute(update(Category).where(Category.parent == obj.id).values(parent=obj.parent))
        if variant("trash") and hasattr(obj, "status"):
            obj.status = "trash"
        else:
            db.delete(obj)
        db.commit()
        if variant("delete-204"):
            return "", 204
        return data, 200


RESOURCES = [Resource(Event, "events", S.EventIn, S.EventQuery, S.EventOut),
             Resource(Venue, "venues", S.VenueIn, S.PlaceQuery, S.VenueOut),
             Resource(Organizer, "organizers", S.OrganizerIn, S.PlaceQuery, S.OrganizerOut),
             Resource(Category, "categories", S.CategoryIn, S.CategoryQuery, S.CategoryOut),
             Resource(Tag, "tags", S.TagIn, S.TagQuery, S.TagOut)]


def locked(write):
    """Run a writing view under the write lock; throw cached lists away when it has committed."""
    def view(**kw):
        with write_lock:
            g.db.rollback()
            response = write(**kw)
        if "id" in kw:
            item_cache.clear()
        if not (bug("ev-cache-delete-slug") and request.method == "DELETE" and "/events/by-slug/" in request.path):
            invalidate()
        return response
    return view


def register(res):
    name = res.plural
    api.add_url_rule(f"/{name}", f"{name}-list", res.listing, methods=["GET"])
    api.add_url_rule(f"/{name}", f"{name}-create", locked(res.post), methods=["POST"])
    addresses = [("id", f"/{name}/<digits:id>")]
    if hasattr(res.model, "status"):
        addresses.append(("slug", f"/{name}/by-slug/<slug>"))
    for kind, path in addresses:
        api.add_url_rule(path, f"{name}-{kind}", res.item, methods=["GET"])
        api.add_url_rule(path, f"{name}-{kind}-update", locked(res.put), methods=["POST", "PUT", "PATCH"])
        api.add_url_rule(path, f"{name}-{kind}-delete", locked(res.remove), methods=["DELETE"])


for _res in RESOURCES:
    register(_res)


@api.get("")
def index():
    routes = {}
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            routes.setdefault(path, {"methods": set()})["methods"] |= rule.methods - {"HEAD", "OPTIONS"}
    payload = {"namespace": NS, "routes": {p: {"methods": sorted(r["methods"])} for p, r in routes.items()},
               "_links": {"self": [{"href": S.url(NS)}], "up": [{"href": S.url("")}]}}
    if bug("idx-up-context") and request.args.get("context", "view") != "view":
        del payload["_links"]
    return payload


@api.get("/doc")
def doc():
    paths = {}
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule[len(NS) + 1:] or "/")
            name = rule.rule[len(NS) + 2:].split("/")[0]
            res = next((r for r in RESOURCES if r.plural == name), None)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                params = [{"name": a, "in": "path", "required": True, "type": "integer" if a == "id" else "string"} for a in rule.arguments]
                if res:
                    schema = res.list_query if method == "GET" and not rule.arguments else res.create if method in ("POST", "PUT", "PATCH") else None
                    where = "query" if method == "GET" else "formData"
                    params += [{"name": n, "in": where, "required": f.required and not rule.arguments} for n, f in (schema.fields.items() if schema else ())]
                paths.setdefault(path, {})[method.lower()] = {"parameters": params, "responses": {"200": {"description": "OK"}}}
    return current_app.json.response({"swagger": "2.0", "info": {"title": "Calendar Events REST Interface", "version": "1.0.0"},
                                          "host": BASE.split("//")[1], "basePath": f"{request.script_root}/{NS}", "paths": paths})
