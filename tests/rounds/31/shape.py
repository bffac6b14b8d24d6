"""What a client is shown."""
import hashlib
import html
import json
import re
from datetime import datetime

from starlette.responses import Response

import when
from access import unlocked
from conf import LANGS, NS, bug, opt
from store import MODELS, TARGET, TERMS, TEXTS, TITLE, counts_of, links_of

POST_FIELDS = ("author", "date", "date_utc", "status", "description")
FIELDS = {
    "events": POST_FIELDS + ("title", "excerpt", "start_date", "end_date", "utc_start_date", "utc_end_date", "timezone",
                             "all_day", "image", "website", "show_map", "show_map_link", "hide_from_listings", "sticky",
                             "featured"),
    "venues": POST_FIELDS + ("venue", "show_map", "show_map_link", "address", "city", "country", "province", "state", "zip",
                             "phone", "stateprovince", "website", "image"),
    "organizers": POST_FIELDS + ("organizer", "phone", "website", "email", "image"),
    "categories": ("name", "description", "parent"),
    "tags": ("name", "description"),
}
TIMES = ("date", "date_utc", "start_date", "end_date", "utc_start_date", "utc_end_date")


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def texts(kind, row, lang):
    shown = {name: getattr(row, name) for name in TEXTS[kind]}
    if lang and row.tr != "{}":
        shown.update(json.loads(row.tr).get(lang, {}))
    return shown


def plain(kind, row, lang, links, count):
    shown = {"id": row.id, "slug": row.slug}
    shown.update((name, getattr(row, name)) for name in FIELDS[kind])
    shown.update(texts(kind, row, lang))
    if opt("texts") == "map" and not lang:
        kept = json.loads(row.tr)
        for name in TEXTS[kind]:
            shown[name] = {row.language: getattr(row, name), **{la: kept[la][name] for la in LANGS if name in kept.get(la, {})}}
    if bug("venue-province-from-state") and kind == "venues":
        shown["province"] = row.state
    shown["language"] = row.language
    if kind == "events":
        shown["cost"] = json.loads(row.cost)
        shown.update(links)
        shown["protected"] = bool(row.password)
    if kind in TERMS:
        shown["count"] = count
    shown["link"] = f"{NS}/{kind}/{row.id}"
    return shown


def present(session, kind, rows, lang, user, password=None, opened=True):
    """The shown forms of some rows of one kind."""
    ids = [row.id for row in rows]
    links = links_of(session, ids) if kind == "events" else {}
    counts = counts_of(session, kind, ids) if kind in TERMS else {}
    found = []
    for row in rows:
        shown = plain(kind, row, lang, links.get(row.id), counts.get(row.id, 0))
        if kind == "events" and row.password and not opened and not unlocked(row, user, password):
            shown["description"] = shown["excerpt"] = ""
        found.append(vary(session, kind, shown, lang, user))
    return found


def _iso(text, tz):
    value = datetime.fromisoformat(text)
    try:
        return value.replace(tzinfo=when.zone(tz)).isoformat()
    except (OverflowError, ValueError):
        return value.isoformat()


def vary(session, kind, shown, lang, user):
    """The same record in a variant's form."""
    if opt("embed") and kind == "events":
        for relation, target in TARGET.items():
            model = MODELS[target]
            rows = [session.get(model, i) for i in shown[relation]]
            shown[relation] = [{"id": r.id, TITLE[target]: texts(target, r, lang)[TITLE[target]], "slug": r.slug} for r in rows]
            if opt("ids") == "string":
                for inner in shown[relation]:
                    inner["id"] = str(inner["id"])
    if opt("relations") == "urls" and kind == "events":
        for relation, target in TARGET.items():
            shown[relation] = [f"{NS}/{target}/{i}" for i in shown[relation]]
    if opt("cost") == "text" and kind == "events":
        cost = shown["cost"]
        shown["cost"] = "" if cost is None else cost if isinstance(cost, str) else json.dumps(cost, ensure_ascii=False)
    if opt("created") and kind in ("categories", "tags"):
        shown["taxonomy"] = kind
    form = opt("times")
    if form == "zulu":
        pairs = {"date": "date_utc", "date_utc": "date_utc", "start_date": "utc_start_date", "end_date": "utc_end_date"}
        shown.update({k: shown[v].replace(" ", "T") + "Z" for k, v in pairs.items() if k in shown})
        shown.pop("utc_start_date", None), shown.pop("utc_end_date", None)
    elif form:
        for name in TIMES:
            if name in shown:
                tz = "UTC" if "utc" in name else shown.get("timezone", when.SITE_TZ) if name != "date" else when.SITE_TZ
                stamp = _iso(shown[name], tz)
                if form == "iso":
                    shown[name] = stamp
                else:
                    d, t = shown[name].split(" ")
                    shown[name] = {"iso": stamp, "day": d, "time": t}
    form = opt("text")
    if form:
        for name in TEXTS[kind]:
            value = shown[name]
            if form == "object":
                shown[name] = {"raw": value, "rendered": html.escape(value or "", quote=False)}
            elif value is not None:
                shown[name] = html.escape(value, quote=False)
                if name in ("description", "excerpt") and value:
                    shown[name] = f"<p>{shown[name]}</p>\n"
    if opt("ids") == "string":
        shown["id"] = str(shown["id"])
        if "parent" in shown:
            shown["parent"] = str(shown["parent"])
    if opt("bool") == "int":
        shown = {k: int(v) if isinstance(v, bool) else v for k, v in shown.items()}
    if opt("bool") == "words":
        shown = {k: ("yes" if v else "no") if isinstance(v, bool) else v for k, v in shown.items()}
    if opt("null") == "empty":
        shown = {k: "" if v is None else v for k, v in shown.items()}
    if opt("permalink"):
        shown["permalink"] = f"https://calendar.example/{kind}/{shown['slug']}/"
    if opt("group"):
        shown = grouped(kind, shown)
    if opt("envelope") == "hal":
        links = {"self": {"href": shown.pop("link")}}
        if kind == "events":
            shown["_embedded"] = {r: [{"id": i, "_links": {"self": {"href": f"{NS}/{t}/{i}"}}} for i in shown.pop(r)]
                                  for r, t in TARGET.items()}
        shown["_links"] = links
    if opt("envelope") == "jsonapi":
        shown = resource(kind, shown)
    if opt("null") == "omit":
        shown = {k: v for k, v in shown.items() if v is not None}
    if opt("names") == "camel":
        shown = {re.sub(r"_([a-z])", lambda m: m[1].upper(), k): v for k, v in shown.items()}
    return shown


GROUPS = {"date": "published", "date_utc": "published", "status": "published", "author": "published",
          "start_date": "when", "end_date": "when", "utc_start_date": "when", "utc_end_date": "when", "timezone": "when",
          "all_day": "when", "show_map": "display", "show_map_link": "display", "hide_from_listings": "display",
          "sticky": "display", "featured": "display", "address": "place", "city": "place", "country": "place",
          "province": "place", "state": "place", "zip": "place", "stateprovince": "place", "phone": "contact",
          "email": "contact", "website": "contact", "venue": "related", "organizer": "related", "categories": "related",
          "tags": "related"}


def grouped(kind, shown):
    """The fields in groups; the name of a venue or organizer stays outside."""
    found = {}
    for name, value in shown.items():
        group = GROUPS.get(name)
        if group == "related" and kind != "events":
            group = None
        if group:
            found.setdefault(group, {})[name] = value
        else:
            found[name] = value
    return found


def resource(kind, shown):
    """A JSON:API resource object."""
    related = {}
    if kind == "events":
        related = {r: {"data": [{"type": t, "id": str(i)} for i in shown.pop(r)]} for r, t in TARGET.items()}
    found = {"type": kind, "id": str(shown.pop("id")), "links": {"self": shown.pop("link")}, "attributes": shown}
    return {**found, "relationships": related} if related else found


def listing(kind, shown, total, page, size, address, query=""):
    """(body, headers) of a list."""
    pages = -(-total // size)
    form = opt("envelope")
    headers = {"X-Total": str(total), "X-Total-Pages": str(pages)}
    if form == "bare":
        return shown, {"X-WP-Total": str(total), "X-WP-TotalPages": str(pages)}
    if form in ("link", "hal", "jsonapi"):
        def at(number):
            rest = "&".join(p for p in query.split("&") if p and p.split("=")[0] != "page")
            return f"{address}?{rest + '&' if rest else ''}page={number}"
        steps = {"self": at(page), "first": at(1)}
        if page > 1:
            steps["prev"] = at(page - 1)
        if page < pages:
            steps["next"] = at(page + 1)
        if form == "link":
            links = ", ".join(f'<{where}>; rel="{rel}"' for rel, where in steps.items() if rel != "self")
            return {"entries": shown, "more": page < pages}, {"Link": links}
        if form == "hal":
            return {"_embedded": {kind: shown}, "_links": {k: {"href": v} for k, v in steps.items()}, "totalItems": total}, {}
        return {"data": shown, "links": steps, "meta": {"total": total}}, {}
    if form == "counted":
        return {kind: {"list": shown, "count": total, "shown": len(shown)}}, {}
    if form == "language":
        return {"result": {"rows": shown, "total": str(total)}, "languages": list(LANGS)}, {}
    if form == "pair":
        return [{"page": page, "pages": pages, "per_page": size, "total": total}, shown], {}
    if form == "data":
        return {"data": shown, "meta": {"total": total, "pages": pages, "page": page, "perPage": size}}, {}
    if form == "items":
        more = {"next": f"{address}?page={page + 1}"} if page < pages else {}
        return {"items": shown, "paging": {"found": total, **more}}, {}
    if form == "results":
        return {"results": shown, "count": total}, headers
    if form == "keyed":
        return {"found": total, "of": kind, "records": {str(one["id"]): one for one in shown}}, {}
    return {kind: shown, "total": total, "total_pages": pages, "page": page, "per_page": size}, headers


def single(shown):
    return {"data": shown} if opt("envelope") in ("data", "jsonapi") else shown


def answer(value, status=200, headers=None, media=None):
    media = media or opt("media", "application/json")
    return Response(dump(value), status, headers, media)


def problem(refusal):
    form = opt("error")
    status, code, message = refusal.status, refusal.code, refusal.message
    media = "application/json"
    if form == "nested":
        value = {"error": {"type": code, "detail": message}}
    elif form == "problem":
        value, media = {"type": "about:blank", "title": message, "status": status}, "application/problem+json"
    elif form == "jsonapi":
        value, media = {"errors": [{"status": str(status), "code": code, "detail": message}]}, opt("media")
    elif form == "languages":
        value = {"problem": code, "messages": dict.fromkeys(LANGS, message)}
    elif form == "text":
        return Response(message + "\n", status, refusal.headers, "text/plain; charset=utf-8")
    elif form == "list":
        value = {"errors": [{"code": code, "title": message}]}
    else:
        value = {"code": code, "message": message, "data": {"status": status}}
    return answer(value, status, refusal.headers, media)


def tag_of(kind, shown):
    return '"' + hashlib.md5(dump(shown)).hexdigest()[:16] + '"'


def matches(header, etag):
    """Whether an If-None-Match or If-Match list names the tag (weak comparison)."""
    if header.strip() == "*":
        return True
    return etag in re.findall(r'"[^"]*"', header)
