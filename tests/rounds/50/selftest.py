#!/usr/bin/env python3
"""Self-test: starts the server with each switch and shows by requests that the honest server is right, that every bug
shows with its switch only, and that every variant differs and still works. Writes bugs.json and variants.json
(statements, grounds and the curl lines it has itself sent). Usage: selftest.py [id ...]"""
import base64
import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import date
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
Y = date.today().year + 1
BUGS, VARIANTS = [], []


def bug(id, statement, ground, users=False):
    def add(check):
        BUGS.append({"id": id, "statement": statement, "ground": ground, "users": users, "check": check})
        return check
    return add


def variant(id, statement, why):
    def add(check):
        VARIANTS.append({"id": id, "statement": statement, "why": why, "check": check})
        return check
    return add


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.text = status, headers, body.decode("utf-8", "replace")
        try:
            self.json = json.loads(self.text)
        except ValueError:
            self.json = None

    def __getitem__(self, key):
        return (self.json or {}).get(key)


class Client:
    def __init__(self, port):
        self.port, self.lines = port, []

    def send(self, method, path, data=None, headers=None, user=None, note=True):
        if path.startswith("http"):
            url = "/" + path.split("/", 3)[3]
        else:
            url = path if path.startswith(("/vendor/", "/nl/")) or path == "/" else NS + path
        headers, curl = dict(headers or {}), ["curl", "-si"]
        curl += ["-I"] if method == "HEAD" else ["-X", method] if method != "GET" else []
        for k, v in headers.items():
            curl += ["-H", f"{k}: {v}"]
        if user:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
            curl += ["-u", f"{user}:{user}"]
        body = None
        if data is not None:
            body = json.dumps(data, ensure_ascii=False).encode()
            headers.setdefault("Content-Type", "application/json")
            curl += ["-H", "Content-Type: application/json", "-d", body.decode()]
        if note:
            self.lines.append(" ".join(shlex.quote(c) for c in curl) + f' "$BASE{url}"')
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            conn.request(method, quote(url, safe="/?&=%+,:[]"), body, headers)
            r = conn.getresponse()
            return Answer(r.status, r.headers, r.read())
        finally:
            conn.close()

    def get(self, path, **kw):
        args = kw.pop("q", None)
        return self.send("GET", path + ("?" + urlencode(args) if args else ""), **kw)

    def post(self, path, data, **kw):
        return self.send("POST", path, data, **kw)

    def put(self, path, data, **kw):
        return self.send("PUT", path, data, **kw)

    def patch(self, path, data, **kw):
        return self.send("PATCH", path, data, **kw)

    def delete(self, path, **kw):
        return self.send("DELETE", path, **kw)

    def event(self, title="Self test", start=f"{Y}-03-05 10:00:00", end=f"{Y}-03-05 12:00:00", user=None, **kw):
        r = self.post("/events", {"title": title, "start_date": start, "end_date": end, **kw}, user=user)
        assert r.status == 201, r.text
        return r.json

    def make(self, kind, name, **kw):
        r = self.post("/" + kind, {{"venues": "venue", "organizers": "organizer"}.get(kind, "name"): name, **kw})
        assert r.status == 201, r.text
        return r.json

    def ids(self, kind, **args):
        r = self.get(f"/{kind}", q=args)
        return [x["id"] for x in r[kind]] if r.status == 200 else r.status


# Each check returns (what was seen, what is right); they differ only with the bug switched on.
# ------------------------------------------------------------------------------------------------ events
@bug("ev-search-precedence", "With `search`, an event whose description contains the string is returned whatever the other filters say (unparenthesised OR), drafts included.",
     "Filters of GET /events: featured/venue/status filter the result; several filters must all hold.")
def _(c):
    c.event("Quiet title", description="xylophone inside", featured=False, status="draft")
    return c.ids("events", search="xylophone", start_date=f"{Y}-01-01 00:00:00"), []


@bug("ev-search-wildcard", "In the event search `%` and `_` act as SQL wildcards.", "search: events whose title or description contains the string.")
def _(c):
    c.event("Wild card A", description="cost 10xoff")
    b = c.event("Wild card B", description="cost 10_off")
    return c.ids("events", search="10_off", start_date=f"{Y}-01-01 00:00:00"), [b["id"]]


@bug("ev-categories-duplicates", "An event that is in two of the categories given is listed (and counted) twice.",
     "categories: events assigned to one of the given categories; a list of events holds each once.")
def _(c):
    a, b = c.make("categories", "Dup one")["id"], c.make("categories", "Dup two")["id"]
    e = c.event(categories=[a, b])
    return c.ids("events", categories=f"{a},{b}"), [e["id"]]


@bug("ev-strict-ends-before", "strict_dates=true is not heeded by ends_before: the whole day is still included.", "strict_dates: when true, the date filters start at the exact times given.")
def _(c):
    v = c.make("venues", "Strict hall")["id"]
    c.event(venue=[v])
    return c.ids("events", venue=v, strict_dates="true", ends_before=f"{Y}-03-05 11:00:00"), []


@bug("ev-ends-before-midnight", "ends_before given as a bare date leaves out the events that end on that day.", "strict_dates: by default, whole days are included (ends_before is a `date`).")
def _(c):
    v = c.make("venues", "Day hall")["id"]
    e = c.event(venue=[v])
    return c.ids("events", venue=v, ends_before=f"{Y}-03-05"), [e["id"]]


@bug("ev-include-dates", "include does not switch off date filters that are given with it.", "include: date filters are ignored when used.")
def _(c):
    e = c.event()
    return c.ids("events", include=e["id"], starts_after=f"{Y + 1}-01-01"), [e["id"]]


@bug("ev-featured-false", "featured=false does not filter: featured events are listed too.", "featured: filter by featured status.")
def _(c):
    return [e["id"] for e in c.get("/events", q={"featured": "false", "per_page": 50})["events"] if e["featured"]], []


@bug("ev-unstable-ties", "Events that start at the same time are ordered differently from page to page, so that paging repeats some and misses others.",
     "page/per_page: the pages of one archive; walking through them gives each event once.")
def _(c):
    seen = [i for p in range(1, 4) for i in c.ids("events", per_page=4, page=p)]
    return len(set(seen)), 12


@bug("ev-cache-lang", "The cached event list does not know the language: the same list asked in another language comes in the language of the first request.",
     "ml_language on every operation selects a language.")
def _(c):
    e = c.event("Bell tower")
    c.patch(f"/events/{e['id']}", {"title": "Klokkentoren", "ml_language": "nl"})
    c.get("/events", q={"include": e["id"]})
    return c.get("/events", q={"include": e["id"], "ml_language": "nl"})["events"][0]["title"], "Klokkentoren"


@bug("ev-cache-delete-slug", "An event deleted by slug stays in a list that was asked before (by ID it goes).", "DELETE /events/by-slug/{slug}; plain sense: a deleted event is not listed.")
def _(c):
    e = c.event("Gone soon")
    c.get("/events", q={"search": "Gone soon"})
    c.delete(f"/events/by-slug/{e['slug']}")
    return c.ids("events", search="Gone soon"), []


@bug("ev-slug-nonlatin", "An event whose title is wholly in a non-Latin script gets an empty slug and cannot be addressed by slug.", "Events, venues and organizers are addressable by numeric ID and by slug.")
def _(c):
    e = c.event("日本の祭り")
    return c.get("/events/by-slug/" + quote(e["slug"]))["id"], e["id"]


@bug("ev-slug-collision", "An update may give an event the slug of another event, which then answers for both.", "Events are addressable by slug: a slug addresses one event.")
def _(c):
    a, b = c.event("Slug owner"), c.event("Slug taker")
    r = c.patch(f"/events/{b['id']}", {"slug": a["slug"]})
    return "the same slug" if r.status == 200 and r["slug"] == a["slug"] else "two slugs (or 4xx)", "two slugs (or 4xx)"


@bug("ev-slug-put-defaults", "An update by slug resets featured, sticky and hide_from_listings to false when they are not sent (by ID it does not).",
     "On item updates every event field is optional; PATCH of one field leaves the others (RFC 5789).")
def _(c):
    e = c.event("Starred", featured=True, sticky=True)
    return c.patch(f"/events/by-slug/{e['slug']}", {"title": "Starred again"})["featured"], True


@bug("ev-false-ignored", "PATCH cannot switch a flag of an event off: false is ignored (PUT and POST do it).", "Events: featured, sticky, show_map … are booleans a client may send when updating.")
def _(c):
    e = c.event("Flagged", featured=True)
    c.patch(f"/events/{e['id']}", {"featured": False})
    return c.get(f"/events/{e['id']}")["featured"], False


@bug("ev-tz-stale-utc", "Changing only the timezone of an event leaves its instant (utc_start_date and the date filters) as it was.", "timezone: event time zone; start_date is local to it, so the UTC time must follow.")
def _(c):
    e = c.event("Moves zone", timezone="Europe/Amsterdam")
    c.patch(f"/events/{e['id']}", {"timezone": "America/New_York"})
    return c.get(f"/events/{e['id']}")["utc_start_date"], f"{Y}-03-05 15:00:00"


@bug("ev-dst-today", "When start_date is updated, its UTC time is computed with today's offset instead of the offset on that date (an hour off across a DST change).",
     "timezone: event time zone; the UTC instant of a local time follows the zone's rules on that date.")
def _(c):
    e = c.event("Two seasons", end=f"{Y}-12-30 10:00:00")
    seen = [c.patch(f"/events/{e['id']}", {"start_date": f"{Y}-{d} 12:00:00"})["utc_start_date"][-8:] for d in ("07-01", "12-01")]
    return seen, ["10:00:00", "11:00:00"]


@bug("ev-allday-collapse", "Turning an event of several days into an all-day event by an update cuts it to its first day.", "all_day: whether the event lasts all day; end_date was not sent, so the last day stays.")
def _(c):
    e = c.event("Long camp", end=f"{Y}-03-08 12:00:00")
    return c.patch(f"/events/{e['id']}", {"all_day": True})["end_date"][:10], f"{Y}-03-08"


@bug("ev-escape-again", "Every update of an event that does not send the description HTML-escapes the stored description once more.",
     "On item updates every field is optional; a field not sent stays as it is.")
def _(c):
    e = c.event("Escapes", description="salt & pepper")
    before = c.get(f"/events/{e['id']}")["description"]
    for n in range(2):
        c.patch(f"/events/{e['id']}", {"excerpt": f"x{n}"})
    return c.get(f"/events/{e['id']}")["description"], before


@bug("ev-date-rollover", "A day that does not exist (30 February) is accepted and rolled over to the next month.", "start_date/end_date: dates; plain sense: an impossible date is an error, not another date.")
def _(c):
    r = c.post("/events", {"title": "No such day", "start_date": f"{Y}-02-30 10:00:00", "end_date": f"{Y}-03-04 10:00:00"})
    return r.status, 400


@bug("ev-cost-zero", "A cost sent as the number 0 is lost (null), while \"0\" is kept.", "cost: untyped, event cost; 0 is a value.")
def _(c):
    e = c.event("Free", cost=0)
    return c.get(f"/events/{e['id']}")["cost"], "0"


@bug("ev-tags-append", "PUT by ID or slug adds the tags sent to those there instead of replacing them (POST and PATCH replace).", "tags: array of tag IDs of the event; PUT states the new value of the field.")
def _(c):
    e = c.event("Tagged", tags=[41, 42])
    c.put(f"/events/{e['id']}", {"tags": [43]})
    return [t["id"] for t in c.get(f"/events/{e['id']}")["tags"]], [43]


@bug("ev-head-by-slug", "HEAD on /events/by-slug/{slug} answers 405.", "RFC 9110 9.1: all general-purpose servers MUST support GET and HEAD; HEAD is GET without the body.")
def _(c):
    e = c.event("Heading")
    c.get(f"/events/by-slug/{e['slug']}")
    return c.send("HEAD", f"/events/by-slug/{e['slug']}").status, 200


# ------------------------------------------------------------------------------------------------ venues
@bug("vn-slug-like", "The venue slug is matched with ILIKE: `%` or `_` in the slug finds another venue.", "/venues/by-slug/{slug} addresses the venue with that slug; there is none, so 404.")
def _(c):
    return c.get("/venues/by-slug/para%25").status, 404


@bug("vn-lang-missing-500", "GET of a venue by slug in a language it has no translation for answers 500.", "ml_language is accepted by every operation; a valid request is not a server error (RFC 9110 15.6).")
def _(c):
    return c.get("/venues/by-slug/paradiso?ml_language=fr").status, 200


@bug("vn-search-custom", "The venue search does not look into the custom fields.", "GET /venues search: title, description or custom fields.")
def _(c):
    return c.ids("venues", search="garage-4"), [305]


@bug("vn-event-first", "GET /venues?event= gives only the first venue of an event that has several.", "event: venues related to the event.")
def _(c):
    e = c.event("Two halls", venue=[302, 304])
    return c.ids("venues", event=e["id"]), [304, 302]


@bug("vn-upcoming-elif", "only_with_upcoming is ignored for venues when has_events is given as well.", "only_with_upcoming: venues with upcoming events; several filters must all hold.")
def _(c):
    v = c.make("venues", "Past hall")["id"]
    c.event("Long ago", "2020-01-01 10:00:00", "2020-01-01 12:00:00", venue=[v])
    return c.ids("venues", search="Past hall", has_events="true", only_with_upcoming="true"), []


@bug("vn-pages-rounded", "The number of venue pages is rounded to the nearest instead of up: a last page less than half full is refused and not counted.", "page/per_page: every venue is on some page.")
def _(c):
    ids = c.ids("venues", per_page=100)
    size = next(n for n in range(4, 12) if 0 < len(ids) % n < n / 2)
    return c.ids("venues", per_page=size, page=len(ids) // size + 1), ids[len(ids) // size * size:]


@bug("vn-etag-second", "The ETag of a venue is made from its modification time in whole seconds: after a change within the same second If-None-Match still gets 304.",
     "RFC 9110 8.8.1: a strong validator changes whenever the representation changes.")
def _(c):
    stale = False
    v = c.make("venues", "Tagged hall")["id"]
    for n in range(4):
        c.patch(f"/venues/{v}", {"city": f"A{n}"})
        tag = c.get(f"/venues/{v}").headers["ETag"]
        c.patch(f"/venues/{v}", {"city": f"B{n}"})
        stale = stale or c.get(f"/venues/{v}", headers={"If-None-Match": tag}).status == 304
    return "304 after a change" if stale else "200 with the new state", "200 with the new state"


@bug("vn-id-reuse", "The ID of the newest venue is used again after its deletion, and the events of the old venue belong to the new one.", "venue: venue IDs of the event; a new venue that nothing was linked to has no events.")
def _(c):
    v = c.make("venues", "Doomed hall")["id"]
    c.event("Left behind", venue=[v])
    c.delete(f"/venues/{v}")
    new = c.make("venues", "Fresh hall")["id"]
    return c.ids("events", venue=new), []


@bug("vn-zip-number", "On an update a postal code of digits is turned into a number: leading zeros are lost.", "zip: string.")
def _(c):
    v = c.make("venues", "Zip hall", zip="01067")["id"]
    return c.patch(f"/venues/{v}", {"zip": "01067"})["zip"], "01067"


# ------------------------------------------------------------------------------------------------ organizers
@bug("or-counter", "After its only event is deleted by slug, an organizer still counts as having events (has_events).", "has_events: organizers with associated events.")
def _(c):
    o = c.make("organizers", "Lonely org")["id"]
    e = c.event("Only one", organizer=[o])
    c.delete(f"/events/by-slug/{e['slug']}")
    return c.ids("organizers", search="Lonely org", has_events="true"), []


@bug("or-item-cache", "An organizer updated by slug is still given in its old state by ID, if it had been read by ID before.", "Organizers are addressable by ID and by slug: both are the same record.")
def _(c):
    o = c.make("organizers", "Cached org")
    c.get(f"/organizers/{o['id']}")
    c.patch(f"/organizers/by-slug/{o['slug']}", {"phone": "+31 1"})
    return c.get(f"/organizers/{o['id']}")["phone"], "+31 1"


@bug("or-slug-race", "Organizers of the same name created at the same time get the same slug.", "Organizers are addressable by slug: a slug addresses one organizer.")
def _(c):
    slugs = []

    def one():
        slugs.append(c.post("/organizers", {"organizer": "Racer"})["slug"])
    threads = [threading.Thread(target=one) for _ in range(5)]
    [t.start() for t in threads], [t.join() for t in threads]
    return f"{len(set(slugs))} different slugs of 5 (sent at once)", "5 different slugs of 5 (sent at once)"


@bug("or-location", "The Location of a created organizer leaves out the namespace and leads to a 404.", "RFC 9110 15.3.2: the primary resource created is identified by the Location field.")
def _(c):
    r = c.post("/organizers", {"organizer": "Located"})
    return c.get(r.headers["Location"]).status, 200


@bug("or-body-id", "A field `id` in the body of an organizer update by ID wins over the ID in the path: another organizer is changed.", "POST, PUT, PATCH /organizers/{id}: the path names the record.")
def _(c):
    a, b = c.make("organizers", "Org A")["id"], c.make("organizers", "Org B")["id"]
    c.patch(f"/organizers/{a}", {"id": b, "phone": "+31 2"})
    return c.get(f"/organizers/{a}")["phone"], "+31 2"


@bug("or-if-match-put", "PUT of an organizer does not heed If-Match: it writes although the ETag is out of date (PATCH answers 412).", "RFC 9110 13.1.1: if the condition is false the origin server MUST NOT perform the method.")
def _(c):
    o = c.make("organizers", "Matched")["id"]
    old = c.get(f"/organizers/{o}").headers["ETag"]
    c.put(f"/organizers/{o}", {"phone": "1"})
    return c.put(f"/organizers/{o}", {"phone": "2"}, headers={"If-Match": old}).status, 412


@bug("or-delete-cascade", "Deleting an organizer deletes the events that have no other organizer.", "An event references organizers by ID arrays; plain sense: deleting the one does not delete the other.")
def _(c):
    o = c.make("organizers", "Leaving org")["id"]
    e = c.event("Stays here", organizer=[o])
    c.delete(f"/organizers/{o}")
    return c.get(f"/events/{e['id']}").status, 200


@bug("or-date-utc", "date_utc of an organizer is taken as local time: it reads back an hour or two earlier.", "date_utc: publication date in UTC.")
def _(c):
    o = c.make("organizers", "Dated org", date_utc=f"{Y}-01-10 12:00:00")["id"]
    return c.get(f"/organizers/{o}")["date_utc"], f"{Y}-01-10 12:00:00"


# ------------------------------------------------------------------------------------------------ categories
@bug("cat-count-stale", "A category taken off its only event by an update still counts as assigned and is listed.", "hide_empty (default 1): hide terms not assigned to any post.")
def _(c):
    k = c.make("categories", "Dropped cat")["id"]
    e = c.event("Has cat", categories=[k])
    c.patch(f"/events/{e['id']}", {"categories": [92]})
    return c.ids("categories", search="Dropped cat"), []


@bug("cat-cycle", "A category can be put below its own grandchild or child (only its own ID is refused): the tree gets a cycle.", "parent: parent category ID; a category tree has no cycles.")
def _(c):
    a = c.make("categories", "Cyc a")["id"]
    b = c.make("categories", "Cyc b", parent=a)["id"]
    d = c.make("categories", "Cyc c", parent=b)["id"]
    return c.patch(f"/categories/{a}", {"parent": d}).status, 400


@bug("cat-delete-children", "After a category is deleted its children still name it as their parent.", "parent: parent category ID; the ID leads nowhere.")
def _(c):
    a = c.make("categories", "Par a")["id"]
    b = c.make("categories", "Par b", parent=a)["id"]
    c.delete(f"/categories/{a}")
    return c.get(f"/categories/{b}")["parent"], 0


@bug("cat-hide-empty-false", "hide_empty=false still hides the empty categories (0 does not).", "hide_empty (boolean, default 1): hide terms not assigned to any post.")
def _(c):
    k = c.make("categories", "Bare cat")["id"]
    return c.ids("categories", search="Bare cat", hide_empty="false"), [k]


@bug("cat-order-page", "order=desc reverses each page of categories by itself: the first page holds the first names, not the last.", "order: ascending or descending, of the whole list.")
def _(c):
    up = c.ids("categories", per_page=50)
    return c.ids("categories", order="desc", per_page=3), up[::-1][:3]


@bug("cat-orderby-id-text", "orderby=id sorts the IDs of categories as text: 100 comes before 92.", "orderby: term attribute to sort by; IDs are integers.")
def _(c):
    ids = c.ids("categories", orderby="id", per_page=50, hide_empty=0)
    return ids, sorted(ids)


@bug("cat-slug-contains", "The slug filter of categories finds every slug that contains the string.", "slug: the category with that slug.")
def _(c):
    return c.ids("categories", slug="jazz"), [93]


# ------------------------------------------------------------------------------------------------ tags
@bug("tag-angle", "A `<` in the description of a tag is taken for markup: it and all that follows is thrown away.", "description: string; \"for ages < 12\" is text, not markup.")
def _(c):
    t = c.make("tags", "Angle", description="for ages < 12 only")["id"]
    return c.get(f"/tags/{t}")["description"], "for ages < 12 only"


@bug("tag-emoji", "Characters beyond the basic plane (emoji, rare ideographs) are dropped from the texts of tags.", "name: string; JSON is Unicode (RFC 8259).")
def _(c):
    t = c.make("tags", "Party 🎉 time")["id"]
    return c.get(f"/tags/{t}")["name"], "Party 🎉 time"


@bug("tag-delete-used-500", "Deleting a tag that is assigned to an event answers 500 and leaves it.", "DELETE /tags/{id}; a valid request is not a server error (RFC 9110 15.6).")
def _(c):
    t = c.make("tags", "Used tag")["id"]
    c.event("Uses tag", tags=[t])
    return c.delete(f"/tags/{t}").status, 200


@bug("tag-event-alias", "The `event` filter of tags is ignored when `search` is given too (`post` is not).", "event (integer): alias of post: terms assigned to that post.")
def _(c):
    e = c.event("One tag", tags=[41])
    return [c.ids("tags", search="e", **{k: e["id"]}) for k in ("post", "event")], [[41], [41]]


@bug("tag-exclude-late", "exclude is applied to tags after the page is cut: pages come short and the total counts the excluded.", "exclude: IDs to leave out; per_page (default 10) tags per page.")
def _(c):
    first = c.ids("tags", per_page=5)
    return len(c.ids("tags", per_page=5, exclude=",".join(map(str, first[:2])))), 5


@bug("tag-id-overflow", "A tag ID beyond 64 bits answers 500.", "{id} is a string of digits; there is no such tag: 404, a client error.")
def _(c):
    return c.get("/tags/99999999999999999999").status, 404


@bug("tag-no-allow", "405 answers below /tags carry no Allow.", "RFC 9110 15.5.6: the origin server MUST generate an Allow header field in a 405 response.")
def _(c):
    r = c.put("/tags", {"name": "x"})
    return (r.status, r.headers["Allow"] is not None), (405, True)


@bug("tag-slug-regenerated", "Any update of a tag without `slug` makes its slug anew from its name: a slug of one's own is lost.", "All tag fields are optional on update; a field not sent stays as it is.")
def _(c):
    t = c.make("tags", "Long name of a tag", slug="lnt")["id"]
    return c.patch(f"/tags/{t}", {"description": "d"})["slug"], "lnt"


# ------------------------------------------------------------------------------------------------ index, language, users
@bug("idx-up-context", "The namespace root gives the link `up` only when context is left out or `view`.", "The namespace root returns a link named `up` that points to the REST root; context is optional.")
def _(c):
    return list(c.get("?context=embed")["_links"] or {}), ["self", "up"]


@bug("lang-sticky", "After a GET under a language path segment the next request without a language is answered in that language.", "ml_language and the path segment select the language of their own request only.")
def _(c):
    c.get("/nl" + NS + "/venues/301")
    return c.get("/events/121")["title"], "Jazz Night 2"


@bug("u-draft-by-slug", "Anybody can read a draft event, venue or organizer by its slug (by ID it is 404).", "Anonymous reads what is published; ID and slug address the same record.", users=True)
def _(c):
    e = c.event("Hidden plan", status="draft", user="editor")
    return c.get(f"/events/by-slug/{e['slug']}").status, 404


@bug("u-author-delete", "An author may delete the records of others.", "An author may write his own.", users=True)
def _(c):
    e = c.event("Editor's own", user="editor")
    return c.delete(f"/events/{e['id']}", user="author").status, 403


@bug("u-author-takeover", "An author may update the event of another by sending his own ID as `author`.", "An author may write his own.", users=True)
def _(c):
    e = c.event("Editor's event", user="editor")
    return c.patch(f"/events/{e['id']}", {"author": 2, "title": "Taken"}, user="author").status, 403


@bug("u-cache-user", "A list of drafts that an editor has asked is given from the cache to anybody who asks the same.", "Anonymous reads what is published.", users=True)
def _(c):
    c.get("/organizers?status=draft", user="editor")
    r = c.get("/organizers?status=draft")
    return r["organizers"] or [], []


# ------------------------------------------------------------------------------------------------ variants
@variant("delete-204", "DELETE answers 204 without a body.", "Behavior of DELETE and response bodies are not shown.")
def _(c):
    e = c.event("Bye")
    r = c.delete(f"/events/{e['id']}")
    return r.status == 204 and r.text == "" and c.get(f"/events/{e['id']}").status == 404


@variant("trash", "DELETE of events, venues and organizers moves the record to a trash: it is in no list and answers 410 from then on.", "Behavior of DELETE and the states are not shown.")
def _(c):
    e = c.event("Bin me")
    return c.delete(f"/events/{e['id']}").status == 200 and c.get(f"/events/{e['id']}").status == 410 and c.delete(f"/events/{e['id']}").status == 410 \
        and c.ids("events", search="Bin me") == [] and c.get(f"/events/by-slug/{e['slug']}").status == 410


@variant("bare-ids", "Events show their venues, organizers, categories and tags as arrays of IDs instead of embedded records.", "The representation is not shown; an event references them by ID arrays.")
def _(c):
    e = c.event("Ids", venue=[301], tags=[41, 42])
    return e["venue"] == [301] and e["tags"] == [41, 42] and c.get("/events", q={"include": e["id"]})["events"][0]["tags"] == [41, 42]


@variant("html", "Texts are given as HTML: entities escaped, descriptions in paragraphs.", "The representation is not shown; a service of web pages may render.")
def _(c):
    e = c.event("Salt & Pepper", description="A & B")
    c.patch(f"/events/{e['id']}", {"excerpt": "x"})
    e = c.get(f"/events/{e['id']}")
    return e["title"] == "Salt &amp; Pepper" and e["description"] == "<p>A &amp; B</p>\n" and c.ids("events", search="Salt & P") == [e["id"]]


@variant("sticky-first", "Lists of events give sticky events first and leave out those hidden from listings.", "Order is not shown; sticky and hide_from_listings speak of the calendar view.")
def _(c):
    e = c.get("/events", q={"per_page": 50})["events"]
    flags = [x["sticky"] for x in e]
    return flags == sorted(flags, reverse=True) and any(flags) and not any(x["hide_from_listings"] for x in e)


@variant("bare-list", "Lists are bare JSON arrays; totals and next/prev are in headers (X-Total, Link).", "Response bodies are not shown.")
def _(c):
    r = c.get("/events?per_page=3")
    return isinstance(r.json, list) and len(r.json) == 3 and "next" in r.headers["Link"] and all(isinstance(c.get("/" + k).json, list) for k in ("venues", "organizers", "categories", "tags"))


@variant("slug-redirect", "GET by slug redirects (302) to the address by ID.", "HTTP: a record may have one canonical address; responses are not shown.")
def _(c):
    r = c.get("/events/by-slug/jazz-night?ml_language=nl")
    return r.status == 302 and r.headers["Location"].endswith("/events/101?ml_language=nl") and c.get("/events/by-slug/nope").status == 404


@variant("soft-errors", "Validation errors are 422 and all errors problem+json (RFC 9457); a page beyond the last is an empty list.", "Error format, status codes and the page beyond the last are not shown.")
def _(c):
    r = c.post("/events", {})
    return r.status == 422 and r.headers["Content-Type"].startswith("application/problem+json") and c.ids("events", page=99) == []


# ------------------------------------------------------------------------------------------------ running
class Server:
    def __init__(self, **switches):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        env = {k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")} | {"PORT": str(port), "PYTHONDONTWRITEBYTECODE": "1"} | switches
        self.log = open(os.path.join("/tmp", f"round50-{port}.log"), "w+")
        command = json.load(open(os.path.join(HERE, "run.json")))["command"]
        self.process = subprocess.Popen(command, cwd=HERE, env=env, stdout=self.log, stderr=self.log)
        self.client = Client(port)
        for _ in range(150):
            try:
                if self.client.get("/", note=False).status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("did not start")

    def __enter__(self):
        return self.client

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
        self.log.close()
        os.unlink(self.log.name)


def smoke(c, users=False):
    """What must work with any switch."""
    bad = []
    for path in ("/", NS, "/doc", "/events", "/venues", "/organizers", "/categories", "/tags", "/events/101", "/venues/301", "/organizers/401", "/categories/92", "/tags/41"):
        r = c.get(path, note=False)
        if r.status != 200 or r.json is None:
            bad.append(f"{path}: {r.status}")
    who = "editor" if users else None
    for kind, data in (("events", {"title": "S", "start_date": f"{Y}-01-01 10:00:00", "end_date": f"{Y}-01-01 11:00:00"}), ("venues", {"venue": "S"}), ("organizers", {"organizer": "S"}),
                       ("categories", {"name": "S"}), ("tags", {"name": "S"})):
        r = c.post("/" + kind, data, user=who, note=False)
        if r.status != 201 or c.get(f"/{kind}/{r['id']}", note=False).status != 200 or c.put(f"/{kind}/{r['id']}", {"description": "d"}, user=who, note=False).status != 200 \
                or c.delete(f"/{kind}/{r['id']}", user=who, note=False).status not in (200, 204):
            bad.append(f"{kind}: create, read, update, delete")
    return bad


MALFORMED = [(400, "GET", "/events?" + q) for q in (
    "page=0", "page=x", "page=-1", "per_page=0", "per_page=101", "per_page=1.5", "start_date=soon", "ends_after=2026-13-01", "starts_before=2026-02-30", "featured=maybe", "venue=abc",
    "include=1,x", "geoloc_lat=5", "geoloc_lat=91&geoloc_lng=0", "geoloc_lat=nan&geoloc_lng=1", "status=nope", "ml_language=xx", "strict_dates=2", "post_parent=a", "search=%00")] + [
    (400, "GET", "/tags?" + q) for q in ("order=up", "orderby=nothing", "hide_empty=x", "exclude=a", "post=x", "page=99999999999999999999")] + [
    (404, "GET", p) for p in ("/events/0", "/events/99999", "/events/99999999999999999999999", "/events/x", "/events/by-slug/none", "/nothing", "/categories/by-slug/music", "/events?page=999",
                              "/events?page=999999999999999999&per_page=100", "/tags/1", "/venues/by-slug/%00")] + [
    (405, "PUT", "/events"), (405, "DELETE", "/venues"), (405, "POST", "/doc"), (405, "PATCH", "/tags"), (404, "DELETE", "/organizers/9999"), (404, "PATCH", "/tags/9999"),
    (200, "OPTIONS", "/events/101"), (200, "HEAD", "/venues/by-slug/paradiso"), (200, "GET", "/events?categories[]=92&categories[]=93&tags=&page="), (200, "GET", "/events?categories=music,93"),
    (200, "GET", "/events?geoloc=true&geoloc_lat=52.37&geoloc_lng=4.89"), (200, "GET", "/events/"), (200, "GET", "/venues?has_events=1&only_with_upcoming=yes&event=105")]
GOOD = {"title": "T", "start_date": f"{Y}-01-01 10:00:00", "end_date": f"{Y}-01-01 11:00:00"}
BAD_FIELDS = [{"title": ""}, {"title": None}, {"title": 5}, {"title": ["a"]}, {"title": "\ud800"}, {"title": "a\u0000b"}, {"start_date": "x"}, {"start_date": None}, {"start_date": 5}, {"end_date": f"{Y}-01-01 09:00:00"},
              {"end_date": "0000-01-01"}, {"timezone": "Mars/Base"}, {"timezone": "../etc/passwd"}, {"timezone": 1}, {"all_day": "perhaps"}, {"all_day": []}, {"featured": None}, {"cost": {}}, {"cost": -1},
              {"website": "javascript:x"}, {"website": "http://"}, {"website": "http://[::1"}, {"categories": [9999]}, {"categories": "x"}, {"tags": [1.5]}, {"tags": [True]}, {"venue": {}}, {"venue": [10 ** 30]},
              {"organizer": [-1]}, {"author": 99}, {"author": "x"}, {"status": "nope"}, {"status": 1}, {"image": 5}, {"image": "nope"}, {"image": []}, {"date": "yesterday"}, {"date_utc": 1}, {"slug": 7}, {"ml_language": "xx"}]


def malformed(c):
    """Malformed input to the honest server: always a 4xx of the right kind, never a 500."""
    bad = []
    for status, method, path in MALFORMED:
        r = c.send(method, path, note=False)
        if r.status != status or status == 405 and not r.headers["Allow"]:
            bad.append(f"{method} {path}: {r.status}")
    for fields in BAD_FIELDS:
        for method, path, base in (("POST", "/events", GOOD), ("PATCH", "/events/102", {})):
            body = json.dumps(base | fields).encode()
            conn = http.client.HTTPConnection("127.0.0.1", c.port)
            conn.request(method, NS + path, body, {"Content-Type": "application/json"})
            status = conn.getresponse().status
            if status != 400 and not (method == "PATCH" and "end_date" in fields and status == 200):
                bad.append(f"{method} {fields}: {status}")
            conn.close()
    for kind, body, status in (("application/json", b"{", 400), ("application/json", b"[]", 400), ("application/json", b"\xff", 400), ("application/json", b"[" * 100000, 400), ("text/plain", b"x", 415),
                               ("application/x-www-form-urlencoded", b"title=Form&start_date=2027-01-01+10:00:00&end_date=2027-01-01T11:00:00Z&tags[]=41&tags[]=42&venue=301,302", 201),
                               ("application/json", b'{"title": "N", "start_date": "2027-01-01 10:00:00", "end_date": "2027-01-02", "cost": NaN}', 400)):
        conn = http.client.HTTPConnection("127.0.0.1", c.port)
        conn.request("POST", NS + "/events", body, {"Content-Type": kind})
        got = conn.getresponse().status
        conn.close()
        if got != status:
            bad.append(f"POST {kind} {body[:20]}: {got}")
    return bad


def main():
    only, failures, out = sys.argv[1:], [], []
    assert len(BUGS) == 60 and len(VARIANTS) == 8 and len({b["id"] for b in BUGS}) == 60, (len(BUGS), len(VARIANTS))

    def fail(what):
        failures.append(what)
        print("FAIL", what, flush=True)

    def run(b, c):
        c.lines = []
        try:
            seen, right = b["check"](c)
        except Exception as e:
            return f"{type(e).__name__}: {e}", "no exception", False
        return seen, right, seen == right

    for users in (False, True):
        todo = [b for b in BUGS if b["users"] == users and (not only or b["id"] in only)]
        on = {"USERS": "1"} if users else {}
        for b in todo:
            with Server(BUG="", **on) as c:
                seen, right, ok = run(b, c)
                if not ok:
                    fail(f"{b['id']}: honest server gives {seen!r}, not {right!r}")
            with Server(BUG=b["id"], **on) as c:
                wrong, _, ok = run(b, c)
                lines = list(c.lines)
                if ok or isinstance(wrong, str) and "Error" in wrong:
                    fail(f"{b['id']}: does not show ({wrong!r})")
                for bad in smoke(c, users):
                    fail(f"{b['id']}: breaks {bad}")
            short = [json.dumps(x, ensure_ascii=False)[:160] for x in (wrong, seen)]
            entry = {k: b[k] for k in ("id", "statement", "ground")}
            entry["show"] = lines + [f"# wrong (BUG={b['id']}): {short[0]}", f"# right: {short[1]}"]
            out.append(entry | ({"users": True} if users else {}))
    with Server() as c:
        for bad in smoke(c) + malformed(c):
            fail(f"honest: {bad}")
        for v in VARIANTS:
            try:
                if v["check"](c):
                    fail(f"variant {v['id']}: honest server does the same")
            except (AssertionError, KeyError, TypeError, AttributeError):
                pass
    for v in VARIANTS:
        if only and v["id"] not in only:
            continue
        with Server(VARIANT=v["id"]) as c:
            if not v["check"](c):
                fail(f"variant {v['id']}: does not show")
            for bad in smoke(c):
                fail(f"variant {v['id']}: breaks {bad}")
    if not only:
        json.dump(out, open(os.path.join(HERE, "bugs.json"), "w"), ensure_ascii=False, indent=1)
        json.dump([{k: v[k] for k in ("id", "statement", "why")} for v in VARIANTS], open(os.path.join(HERE, "variants.json"), "w"), ensure_ascii=False, indent=1)
    print(f"{len(BUGS)} bugs, {len(VARIANTS)} variants, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
