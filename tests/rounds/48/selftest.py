"""Starts the server with every switch and shows by requests: the honest server is right, each bug shows, each variant
differs. Run: venv/bin/python selftest.py [ids...]. Writes bugs.json and variants.json when all
of the run has passed (a run of some ids keeps the other entries)."""
import base64
import http.client
import json
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from datetime import date, timedelta
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
COMMAND = json.load(open(os.path.join(HERE, "run.json")))["command"]


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    def __getitem__(self, name):
        return self.json.get(name, f"<no {name}: {self.status}>")


class Server:
    def __init__(self, **switches):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        env = {k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")}
        self.process = subprocess.Popen(COMMAND, cwd=HERE, env=env | switches | {"PORT": str(self.port)})
        self.curls, self.count = [], 0

    def __enter__(self):
        for _ in range(150):
            try:
                if self("GET", "").status == 200:
                    self.curls.clear()
                    return self
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the server did not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)

    def __call__(self, method, path, data=None, user=None, root="", **headers):
        headers = {k.replace("_", "-"): v for k, v in headers.items()}
        curl = ["curl", "-si"] + (["-I"] if method == "HEAD" else ["-X", method] if method != "GET" else [])
        for k, v in headers.items():
            curl += ["-H", f"{k}: {v}"]
        if user:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
            curl += ["-u", f"{user}:{user}"]
        body = None
        if data is not None:
            body = data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()
            headers.setdefault("Content-Type", "application/json")
            curl += ["-H", "Content-Type: application/json", "-d", body.decode()]
        url = quote(root + NS + path, safe="/?&=%:,[]+")
        self.curls.append(" ".join(shlex.quote(c) for c in curl) + f" '$B{url}'".replace("'", '"'))
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, url, body, headers)
            got = connection.getresponse()
            return Reply(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            connection.close()

    # shorthands
    def get(self, path, **kw):
        return self("GET", path, **kw)

    def patch(self, path, data, **kw):
        return self("PATCH", path, data, **kw)

    def word(self):
        self.count += 1
        return "zq" + "".join("bcdfghjklm"[int(d)] for d in f"{self.count:03d}") + "xv"

    def event(self, user=None, query="", **fields):
        fields = {"title": f"Event {self.word()}", "start_date": f"{SOON} 10:00:00", "end_date": f"{SOON} 12:00:00"} | fields
        return self("POST", f"/events{query}", fields, user=user)

    def make(self, kind, user=None, **fields):
        field = {"venues": "venue", "organizers": "organizer"}.get(kind, "name")
        return self("POST", f"/{kind}", {field: f"Record {self.word()}"} | fields, user=user)

    def ids(self, path, **kw):
        got = self.get(path, **kw)
        kind = path.strip("/").split("?")[0]
        return [r["id"] for r in got.json[kind]] if got.status == 200 else got.status

    def together(self, *calls):
        out = [None] * len(calls)

        def run(i):
            out[i] = self(*calls[i])
        threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
        [t.start() for t in threads]
        [t.join() for t in threads]
        return out


def day(n):
    return (date.today() + timedelta(days=n)).isoformat()


SOON, LATER = day(20), day(23)
NEXT_JULY = f"{date.today().year + 1}-07-10"
BUGS = {}


def bug(ident, statement, ground, users=False):
    def keep(check):
        assert ident not in BUGS, ident
        BUGS[ident] = {"statement": statement, "ground": ground, "users": users, "check": check}
        return check
    return keep


# ---- events: writing -------------------------------------------------------------------------------------------------
@bug("ev-dst", "UTC times (utc_start_date, utc_end_date, date_utc) are computed with the zone's winter offset, so they are an hour off in summer.",
     "date_utc is the 'Publication date in UTC' and `timezone` the 'Event time zone'; 10:00 in Europe/Amsterdam in July is 08:00 UTC.")
def _(s):
    e = s.event(start_date=f"{NEXT_JULY} 10:00:00", end_date=f"{NEXT_JULY} 12:00:00", timezone="Europe/Amsterdam")
    return s.get(f"/events/{e['id']}")["utc_start_date"], f"{NEXT_JULY} 08:00:00"


@bug("ev-tz-stale", "Changing only `timezone` of an event leaves its UTC times those of the old zone.",
     "`timezone` is the 'Event time zone'; start_date, timezone and UTC start of one representation must name the same instant.")
def _(s):
    e = s.event(timezone="UTC")
    s.patch(f"/events/{e['id']}", {"timezone": "Asia/Tokyo"})
    return s.get(f"/events/{e['id']}")["utc_start_date"], f"{SOON} 01:00:00"


@bug("ev-allday-multi", "Turning a timed event of several days into an all-day one by an update cuts it to its first day.",
     "`all_day`: 'Whether the event lasts all day'; `end_date` was not sent and must keep its day: 'every event field is optional' on updates.")
def _(s):
    e = s.event(end_date=f"{LATER} 12:00:00")
    s.patch(f"/events/{e['id']}", {"all_day": True})
    return s.get(f"/events/{e['id']}")["end_date"][:10], LATER


@bug("ev-allday-reset", "PATCH of an event by slug without `all_day` sets it back to false.",
     "'On item updates every event field is optional': a field that was not sent in a PATCH keeps its value (RFC 5789: only the described changes).")
def _(s):
    e = s.event(all_day=True)
    s.patch(f"/events/by-slug/{e['slug']}", {"cost": "5"})
    return s.get(f"/events/{e['id']}")["all_day"], True


@bug("ev-cats-empty", "An update with `categories: []` leaves the categories of the event as they were.",
     "categories is an 'array of integer'; an event given the empty array has no categories (tags, venue and organizer do so).")
def _(s):
    e = s.event(categories=[11, 12])
    s.patch(f"/events/{e['id']}", {"categories": []})
    return [c["id"] for c in s.get(f"/events/{e['id']}")["categories"]], []


@bug("ev-tags-append", "An update with `tags` adds the tags to the old ones and does not replace them.",
     "'An event references ... tags by ID arrays': the field is the array sent; after tags=[96] the event has the tag 96.")
def _(s):
    e = s.event(tags=[95])
    s.patch(f"/events/{e['id']}", {"tags": [96]})
    return [c["id"] for c in s.get(f"/events/{e['id']}")["tags"]], [96]


@bug("ev-nonatomic", "A refused update (4xx for a date, a category ...) has nevertheless saved the new title.",
     "Plain sense and RFC 5789 section 2 (changes are applied atomically): a request answered with 4xx changes nothing.")
def _(s):
    title = "Before " + s.word()
    e = s.event(title=title)
    refused = s.patch(f"/events/{e['id']}", {"title": "After", "end_date": "2001-01-01 10:00:00"})
    return (refused.status, s.get(f"/events/{e['id']}")["title"]), (400, title)


@bug("ev-slug-dup", "An explicit `slug` that another event already has is taken as it is, so two events share one slug.",
     "'Events, venues and organizers are addressable by numeric ID and by slug': one of the two can no longer be addressed by its slug.")
def _(s):
    slug = s.word()
    s.event(slug=slug)
    second = s.event(slug=slug)
    return s.get(f"/events/by-slug/{second['slug']}")["id"], second["id"]


@bug("ev-body-slug", "POST/PUT/PATCH /events/by-slug/{slug} takes the body field `slug` for the address: it changes the other event, or answers 404.",
     "'/NS/events/by-slug/{slug}: any event fields; the body field `slug` is optional': the path names the event, the body its new slug.")
def _(s):
    e, new = s.event(), "new-" + s.word()
    return s.patch(f"/events/by-slug/{e['slug']}", {"slug": new}).status, 200


@bug("ev-id-reuse", "Deleting an event leaves its links behind and its ID is given out again, so the next event has the dead one's categories, tags, venues.",
     "A new event created without categories, tags, venue or organizer has none ('default null').")
def _(s):
    e = s.event(categories=[13], venue=[203])
    s("DELETE", f"/events/{e['id']}")
    new = s.event()
    got = s.get(f"/events/{new['id']}")
    return [len(got["categories"]), len(got["venue"])], [0, 0]


@bug("ev-cost-zero", "A cost sent as the number 0 is lost (the string \"0\" is kept).",
     "cost is untyped, 'Event cost': 0 is a cost and must be given back, as 5 or \"0\" are.")
def _(s):
    e = s.event(cost=0)
    return str(s.get(f"/events/{e['id']}")["cost"]), "0"


@bug("ev-reescape", "Every update that does not send `description` HTML-escapes the stored description once more (& to &amp;, &amp;amp; ...).",
     "'every event field is optional' on updates: what was not sent stays as it is.")
def _(s):
    e = s.event(description="Rock & Roll <b>live</b>")
    before = s.get(f"/events/{e['id']}")["description"]
    s.patch(f"/events/{e['id']}", {"featured": True})
    return s.get(f"/events/{e['id']}")["description"], before


@bug("ev-dup-ids-500", "An ID array that names one ID twice is answered with 500.",
     "RFC 9110 15.6: 5xx is for errors of the server; [12,12] is an 'array of integer' of known IDs (or else malformed input: 4xx).")
def _(s):
    return s.event(categories=[12, 12]).status, 201


# ---- events: filters -------------------------------------------------------------------------------------------------
@bug("fl-strict-false", "strict_dates=false (or 0) acts like strict_dates=true.", "'strict_dates: default false; when true, the date filters start at the exact times given; by default, whole days are included'.")
def _(s):
    w = s.word()
    e = s.event(title=w)
    return s.ids(f"/events?search={w}&start_date={SOON} 11:00:00&strict_dates=false"), [e["id"]]


@bug("fl-starts-after-time", "starts_after with a time of day is taken exactly though strict_dates is not set, so earlier events of that day are missing.",
     "'by default, whole days are included' (strict_dates).")
def _(s):
    w = s.word()
    e = s.event(title=w)
    return s.ids(f"/events?search={w}&starts_after={SOON} 11:00:00"), [e["id"]]


@bug("fl-include-dates", "`include` together with an explicit date filter does not ignore that filter.", "'include: Events with the given post IDs (a CSV list); date filters are ignored when used'.")
def _(s):
    e = s.event()
    return s.ids(f"/events?include={e['id']},1001&ends_before={day(2)}"), [1001, e["id"]]


@bug("fl-like-wildcard", "% and _ in `search` of events act as SQL wildcards.", "'search: Events whose title or description contains the string'.")
def _(s):
    w = s.word()
    s.event(title=f"{w} abc")
    return s.ids(f"/events?search={w}_a"), []


@bug("fl-search-or", "`search` with a further filter (date, featured ...): an event whose title contains the string is listed though it fails the other filter (OR without parentheses).",
     "featured: 'Filter by featured status'; every date filter likewise: listed events meet each filter given.")
def _(s):
    w = s.word()
    s.event(title=w, featured=False)
    return s.ids(f"/events?search={w}&featured=true"), []


@bug("fl-cat-dup", "An event that has two of the categories asked for is listed twice, and counted twice.", "'categories: Events assigned to one of the given categories': a list of events, each once (paging breaks otherwise).")
def _(s):
    w = s.word()
    e = s.event(title=w, categories=[11, 12])
    return s.ids(f"/events?search={w}&categories=11,12"), [e["id"]]


@bug("fl-tags-and", "`tags` with several tags lists only events that have all of them.", "'tags: Events assigned to one of the given tags'.")
def _(s):
    w = s.word()
    e = s.event(title=w, tags=[96])
    return s.ids(f"/events?search={w}&tags=96,97"), [e["id"]]


@bug("fl-organizer-unknown", "`organizer` with IDs none of which exists drops the filter and lists all events.", "'organizer: Events assigned to one of the given organizer IDs': no event is assigned to an ID that does not exist.")
def _(s):
    return s.ids("/events?organizer=987654"), []


@bug("fl-featured-false", "featured=false does not filter.", "featured, boolean: 'Filter by featured status'.")
def _(s):
    w = s.word()
    s.event(title=w, featured=True)
    return s.ids(f"/events?search={w}&featured=false"), []


@bug("fl-next-search", "The links to the next and previous page (body and Link header) lose `search`.", "A link to the next page of a list leads to the next page of that list (RFC 8288 'next'), not of another one.")
def _(s):
    w = s.word()
    s.event(title=w), s.event(title=w)
    return f"search={w}" in s.get(f"/events?search={w}&per_page=1")["next_rest_url"], True


@bug("fl-unstable", "Events that start at the same instant come in a new order at each request, so paging repeats some and misses others.",
     "page: 'Archive page to return': the pages of an unchanged list hold each event once.")
def _(s):
    w = s.word()
    made = [s.event(title=w)["id"] for _ in range(12)]
    return sorted(i for p in (1, 2, 3, 4) for i in s.ids(f"/events?search={w}&per_page=3&page={p}")), made


@bug("fl-ends-after-start", "ends_after looks at the start of the event.", "'ends_after: Events ending after the date': an event of several days that has begun before and ends after it belongs to the list.")
def _(s):
    w = s.word()
    e = s.event(title=w, end_date=f"{LATER} 12:00:00")
    return s.ids(f"/events?search={w}&ends_after={day(22)}"), [e["id"]]


@bug("fl-start-overwrite", "starts_before given together with starts_after overwrites it: the lower bound is lost.", "'starts_after: Events starting after the date': each of two filters holds.")
def _(s):
    w = s.word()
    s.event(title=w)
    return s.ids(f"/events?search={w}&starts_after={day(25)}&starts_before={day(40)}"), []


# ---- venues ----------------------------------------------------------------------------------------------------------
@bug("ve-upcoming-false", "only_with_upcoming=false lists only venues without upcoming events.", "'only_with_upcoming (untyped, default false)': giving the default is the same as leaving it out.")
def _(s):
    return len(s.ids("/venues?per_page=100&only_with_upcoming=false")), len(s.ids("/venues?per_page=100"))


@bug("ve-search-null", "A venue of which one of description, address, city, country, zip was never given is not found by any search (NULL in a concatenation).",
     "search: 'title, description or custom fields': the title contains the string.")
def _(s):
    w = s.word()
    v = s.make("venues", venue=f"Hall {w}", city="Gouda")
    return s.ids(f"/venues?search={w}"), [v["id"]]


@bug("ve-desc-255", "An update cuts a venue's description to 255 characters (a create keeps it).", "description is a string without a limit; the service answers 200 and must keep what it took.")
def _(s):
    v = s.make("venues")
    s.patch(f"/venues/{v['id']}", {"description": "lang " * 60 + "end"})
    return len(s.get(f"/venues/{v['id']}")["description"]), 303


@bug("ve-slug-unicode", "A venue whose name has no Latin letters or digits gets an empty slug.", "'Events, venues and organizers are addressable by numeric ID and by slug'.")
def _(s):
    v = s.make("venues", venue="Дом музыки")
    return (v["slug"] != "", s.get(f"/venues/by-slug/{v['slug']}").status), (True, 200)


@bug("ve-show-map-string", "show_map / show_map_link of a venue sent as the string \"false\" (or \"0\") is stored as true.", "show_map is declared as string: 'Whether events linked to the venue show a map'; \"false\" means no.")
def _(s):
    v = s.make("venues", show_map="false")
    return s.get(f"/venues/{v['id']}")["show_map"] in (False, "false", "0"), True


@bug("ve-image-lost", "PATCH of a venue by slug without `image` removes its image.", "Venue fields are 'all optional' on updates: what is not sent stays (RFC 5789).")
def _(s):
    v = s.make("venues", image="902")
    s.patch(f"/venues/by-slug/{v['slug']}", {"city": "Delft"})
    return (s.get(f"/venues/{v['id']}")["image"] or {}).get("id"), 902


@bug("ve-race", "Venues of the same name created at the same time get the same slug.", "'addressable by numeric ID and by slug': all but one cannot be reached by slug (one after the other they get different slugs).")
def _(s):
    for _ in range(5):  # a race: some attempts
        s.curls.clear()
        w = s.word()
        got = s.together(*[("POST", "/venues", {"venue": f"Hall {w}"})] * 4)
        if len({r["slug"] for r in got}) < 4:
            break
    return len({r["slug"] for r in got}), 4


# ---- organizers ------------------------------------------------------------------------------------------------------
@bug("or-offset", "The offset of the organizer list is computed with ten a page whatever per_page is, so pages beyond the first skip or repeat records.", "page and per_page: page 2 with per_page 5 holds the sixth to tenth record.")
def _(s):
    return s.ids("/organizers?per_page=5&page=2"), s.ids("/organizers?per_page=100")[5:10]


@bug("or-upcoming", "only_with_upcoming of organizers also lists those whose events are all past.", "only_with_upcoming: '[records] with upcoming events'.")
def _(s):
    o = s.make("organizers")
    s.event(start_date="2020-03-01 10:00:00", end_date="2020-03-01 11:00:00", organizer=[o["id"]])
    return o["id"] in s.ids("/organizers?per_page=100&only_with_upcoming=true"), False


@bug("or-emoji", "Characters beyond the Basic Multilingual Plane (emoji ...) vanish from the organizer's name.", "organizer is a string, 'Organizer name'; JSON strings are Unicode (RFC 8259 section 7, 8.1): what was taken must be given back.")
def _(s):
    o = s.make("organizers", organizer="Club 🎷 Nord")
    return s.get(f"/organizers/{o['id']}")["organizer"], "Club 🎷 Nord"


@bug("or-date-utc", "date_utc of an organizer is taken for local time, so date_utc given back is an hour or two off.", "date_utc: 'Publication date in UTC': it must come back as sent.")
def _(s):
    o = s.make("organizers", date_utc="2026-07-01 12:00:00")
    return s.get(f"/organizers/{o['id']}")["date_utc"], "2026-07-01 12:00:00"


@bug("or-quote-500", "A search of organizers with an apostrophe is answered with 500 (SQL put together from text).", "search is a string; RFC 9110 15.6; there is an organizer of that name.")
def _(s):
    return s.ids("/organizers?search=O'Brien"), [302]


@bug("or-lost-update", "Two updates of different fields of one organizer at the same time: one is lost though both are answered with 200.", "'all optional' on updates: an update writes what it was sent, and a 200 means that it was written.")
def _(s):
    right = [200, 200, "2", "https://b.example/"]
    for _ in range(5):  # a race: some attempts
        s.curls.clear()
        o = s.make("organizers", phone="1", website="https://a.example/")
        got = s.together(("PATCH", f"/organizers/{o['id']}", {"phone": "2"}), ("PATCH", f"/organizers/{o['id']}", {"website": "https://b.example/"}))
        now = s.get(f"/organizers/{o['id']}")
        seen = [r.status for r in got] + [now["phone"], now["website"]]
        if seen != right:
            break
    return seen, right


@bug("or-slug-cache", "GET of an organizer by slug goes on giving the old record after an update or delete by ID.", "Both addresses name one record; after an update answered with 200 a read gives the new value (Cache-Control: no-cache).")
def _(s):
    o = s.make("organizers", phone="1")
    s.get(f"/organizers/by-slug/{o['slug']}")
    s.patch(f"/organizers/{o['id']}", {"phone": "2"})
    return s.get(f"/organizers/by-slug/{o['slug']}")["phone"], "2"


@bug("or-location", "The Location of a created organizer leads nowhere (404).", "RFC 9110 15.3.2: the created resource is identified by the Location header of the 201.")
def _(s):
    location = s.make("organizers").headers["location"]
    return s.get(location.split(NS)[1]).status, 200


# ---- terms -----------------------------------------------------------------------------------------------------------
@bug("ca-dangling-parent", "After a category is deleted its children keep its ID as parent.", "parent: 'Parent category ID': the ID of a category; the one named answers 404.")
def _(s):
    top = s.make("categories")
    child = s.make("categories", parent=top["id"])
    s("DELETE", f"/categories/{top['id']}")
    return s.get(f"/categories/{child['id']}")["parent"] in (0, None), True


@bug("ca-order-count", "order=desc is ignored in the category list when orderby=count.", "order: 'ascending or descending'.")
def _(s):
    counts = [c["count"] for c in s.get("/categories?orderby=count&order=desc&per_page=50")["categories"]]
    return counts, sorted(counts, reverse=True)


@bug("ca-stale-count", "Deleting an event does not lower the count of its categories: a category of deleted events only stays listed.", "hide_empty: 'hide terms not assigned to any post', default 1.")
def _(s):
    c = s.make("categories")
    e = s.event(categories=[c["id"]])
    s("DELETE", f"/events/{e['id']}")
    return s.ids(f"/categories?include={c['id']}"), []


@bug("ta-event-alias", "`event` is ignored in the tag list (`post` works).", "event: 'alias of post', and 'Categories and tags can be filtered by the event or post they are assigned to'.")
def _(s):
    e = s.event(tags=[97])
    return s.ids(f"/tags?event={e['id']}"), [97]


@bug("ta-list-delete", "A tag list that was read before goes on showing a deleted tag (for a minute, or until another write).", "After a delete that was answered with 200 the record is gone: the item is 404 while the list has it.")
def _(s):
    t = s.make("tags")
    s.ids(f"/tags?hide_empty=false&include={t['id']}")
    s("DELETE", f"/tags/{t['id']}")
    return s.ids(f"/tags?hide_empty=false&include={t['id']}"), []


@bug("ta-post-creates", "POST /tags/{id} with a name creates a new tag and leaves the one addressed as it is (PUT and PATCH work).", "'POST, PUT, PATCH /NS/tags/{id}: tag fields': an update of the item with that ID.")
def _(s):
    t, new = s.make("tags"), "New " + s.word()
    s("POST", f"/tags/{t['id']}", {"name": new})
    return s.get(f"/tags/{t['id']}")["name"], new


@bug("ta-desc-empty", "A tag's description cannot be emptied: an update with description \"\" is answered with 200 and ignored.", "description is a string, optional; the empty string is one and was sent (categories take it).")
def _(s):
    t = s.make("tags", description="old")
    s.patch(f"/tags/{t['id']}", {"description": ""})
    return s.get(f"/tags/{t['id']}")["description"] or "", ""


# ---- languages -------------------------------------------------------------------------------------------------------
@bug("la-by-slug", "GET of a venue by slug ignores ml_language and the language segment.", "'Every operation accepts an optional `ml_language` parameter that selects a language'; by ID it does.")
def _(s):
    return s.get("/venues/by-slug/cafe-de-kroon?ml_language=nl")["venue"], s.get("/venues/201?ml_language=nl")["venue"]


@bug("la-cache", "The category list is cached without regard to ml_language: a list read before in another language is given.", "'Every operation accepts an optional `ml_language` parameter that selects a language'.")
def _(s):
    s.get("/categories?include=11")
    return s.get("/categories?include=11&ml_language=nl")["categories"][0]["name"], "Muziek"


@bug("la-patch-base", "An update of an event with ml_language of another language than its own overwrites also the texts of its own language.",
     "ml_language 'selects a language': an update in Dutch must not change the English title.")
def _(s):
    title = "English " + s.word()
    e = s.event(title=title, query="?ml_language=en")
    s.patch(f"/events/{e['id']}?ml_language=nl", {"title": "Nederlands"})
    return [s.get(f"/events/{e['id']}?ml_language={x}")["title"] for x in ("en", "nl")], [title, "Nederlands"]


@bug("la-search", "`search` of events looks at the texts of the original language only, whatever ml_language is.", "'search: Events whose title or description contains the string' - of the language selected by ml_language, which is what the list shows.")
def _(s):
    w, e = s.word(), s.event()
    s.patch(f"/events/{e['id']}?ml_language=de", {"title": f"Fest {w}"})
    return s.ids(f"/events?search={w}&ml_language=de"), [e["id"]]


# ---- HTTP ------------------------------------------------------------------------------------------------------------
@bug("ht-etag-second", "The ETag of events, venues and organizers is made of the time of change in seconds: two states within one second have one ETag, and If-None-Match gets 304 for a changed record.",
     "RFC 9110 8.8.3: a strong entity tag changes whenever the representation does; 13.1.2.")
def _(s):
    for _ in range(8):  # until all of it falls into one second
        time.sleep(1 - time.time() % 1)
        s.curls.clear()
        at = int(time.time())
        v = s.make("venues", city="Aa")
        tag = s.get(f"/venues/{v['id']}").headers["etag"]
        s.patch(f"/venues/{v['id']}", {"city": "Bb"})
        got = s.get(f"/venues/{v['id']}", If_None_Match=tag).status
        if int(time.time()) == at:
            break
    return got, 200


@bug("ht-if-match-slug", "Updates and deletes by slug ignore If-Match (by ID a stale one gets 412).", "RFC 9110 13.1.1: the server MUST NOT perform the method when the condition is false.")
def _(s):
    o = s.make("organizers")
    tag = s.get(f"/organizers/{o['id']}").headers["etag"]
    s.patch(f"/organizers/{o['id']}", {"phone": "2"})
    return s.patch(f"/organizers/by-slug/{o['slug']}", {"phone": "3"}, If_Match=tag).status, 412


@bug("ht-head-length", "HEAD on a list says Content-Length: 0.", "RFC 9110 8.6: Content-Length in a response to HEAD MUST equal the length of the content of the same GET.")
def _(s):
    return s("HEAD", "/tags").headers.get("content-length"), s.get("/tags").headers["content-length"]


@bug("ht-up-link", "Under a language segment (/nl/vendor/events/v1) the `up` link of the namespace root points to the namespace itself.", "'The namespace root returns a link named `up` that points to the REST root.'")
def _(s):
    href = s.get("", root="/nl")["_links"]["up"][0]["href"]
    return href, f"http://127.0.0.1:{s.port}/nl/"


# ---- users -----------------------------------------------------------------------------------------------------------
@bug("us-draft-slug", "Anybody can read drafts and private events by slug (by ID it is refused).", "Anonymous reads what is published; both addresses name one record.", users=True)
def _(s):
    e = s.event(user="editor", status="draft")
    return s.get(f"/events/by-slug/{e['slug']}").status, s.get(f"/events/{e['id']}").status


@bug("us-delete-slug", "An author can delete other people's events, venues, organizers by slug.", "An author may write his own (by ID it is refused with 403).", users=True)
def _(s):
    v = s.make("venues", user="editor")
    return s("DELETE", f"/venues/by-slug/{v['slug']}", user="author").status, 403


@bug("us-cache", "The venue list is cached without regard to the user: what an editor has listed (drafts) is given to anonymous.", "Anonymous reads what is published.", users=True)
def _(s):
    v = s.make("venues", user="editor", status="draft")
    s.get("/venues?status=draft&per_page=50", user="editor")
    return v["id"] in s.ids("/venues?status=draft&per_page=50"), False


@bug("us-author-claim", "An author may change another's record by sending himself as `author` in the update.", "An author may write his own; without `author` in the body it is refused with 403.", users=True)
def _(s):
    e = s.event(user="editor")
    return s.patch(f"/events/{e['id']}", {"author": 2, "cost": "9"}, user="author").status, 403


# ---- variants --------------------------------------------------------------------------------------------------------
VARIANTS = {}


def variant(ident, statement, why):
    def keep(check):
        VARIANTS[ident] = {"statement": statement, "why": why, "check": check}
        return check
    return keep


@variant("trash", "DELETE of an event, venue or organizer puts it in the trash (status trash, listed with status=trash); its address by ID answers 410, its old slug is free.",
         "'Behavior of DELETE ...: not shown'; allowed values of status: not shown.")
def _(s):
    e = s.event()
    got = s("DELETE", f"/events/{e['id']}")
    free = s.event(slug=e["slug"])["slug"] == e["slug"]
    return (got["status"], s.get(f"/events/{e['id']}").status, e["id"] in s.ids("/events?status=trash"), free), ("trash", 410, True, True)


@variant("bare-lists", "A list is a bare JSON array; totals are in the headers X-WP-Total and X-WP-TotalPages, next and previous page in Link.", "'Response body of every operation: not shown'.")
def _(s):
    got = s.get("/tags")
    return (type(got.json), "x-wp-total" in got.headers), (list, True)


@variant("lean", "DELETE answers 204 without a body; a page beyond the last is 404; a per_page above 100 is cut to 100.", "Response bodies, status codes and maximum per_page: not shown.")
def _(s):
    t = s.make("tags")
    return (s("DELETE", f"/tags/{t['id']}").status, s.get("/tags?page=99").status, s.get("/tags?per_page=500").status), (204, 404, 200)


@variant("slug-redirect", "GET by slug answers 307 to the address by ID.", "The response of by-slug is not shown; a client follows redirects (RFC 9110 15.4.8).")
def _(s):
    got = s.get("/venues/by-slug/concertgebouw")
    return (got.status, got.headers.get("location", "")[-11:]), (307, "/venues/202")


@variant("problem-422", "Errors are application/problem+json (RFC 9457); fields and parameters that fail validation get 422 (malformed JSON 400).", "'Error response format, status codes and error codes: not shown'.")
def _(s):
    got = s("POST", "/tags", {"description": "x"})
    return (got.status, got.headers["content-type"].split(";")[0]), (422, "application/problem+json")


@variant("lang-only", "A list with a language given holds only the records that have texts in that language (items fall back to their own language).", "ml_language 'selects a language': whether it restricts lists or only chooses texts is not said.")
def _(s):
    nl = s.get("/categories?hide_empty=0&per_page=50&ml_language=nl").json
    return ({c["language"] for c in nl["categories"]}, nl["total"] < s.get("/categories?hide_empty=0")["total"]), ({"nl"}, True)


@variant("calendar-view", "The event list puts sticky events first and leaves out those hidden from listings (unless asked for by include); descriptions are given as HTML paragraphs.",
         "sticky: 'Whether the event is sticky in the calendar view', hide_from_listings: 'hide the event in calendar views'; order and markup: not shown.")
def _(s):
    w = s.word()
    first, second = s.event(title=w), s.event(title=w, sticky=True, start_date=f"{SOON} 11:00:00", description="Hi")
    s.event(title=w, hide_from_listings=True)
    return (s.ids(f"/events?search={w}"), s.get(f"/events/{second['id']}")["description"]), ([second["id"], first["id"]], "<p>Hi</p>\n")


@variant("exclusive-days", "starts_before and ends_before leave out the whole day given (unless strict_dates): before the date means before that day begins.",
         "'Events starting before the date' and 'whole days are included' allow both readings.")
def _(s):
    w = s.word()
    e = s.event(title=w)
    return (s.ids(f"/events?search={w}&starts_before={SOON}"), s.ids(f"/events?search={w}&starts_before={day(21)}")), ([], [e["id"]])


# ---- smoke: what must hold with every switch ---------------------------------------------------------------------------
def smoke(s, user=None, variant_id=""):
    """Returns complaints. Only what no bug or variant touches is asked for."""
    bad = []

    def want(name, got, wanted):
        if got not in (wanted if isinstance(wanted, tuple) else (wanted,)):
            bad.append(f"{name}: {got}, not {wanted}")

    want("index", s.get("").status, 200)
    want("doc", s.get("/doc").status, 200)
    want("absent", s.get("/nothing").status, 404)
    want("bad page", s.get("/events?page=x").status, (400, 422))
    want("bad language", s.get("/events?ml_language=xx").status, (400, 422))
    want("bad date", s.get("/events?starts_after=2026-02-31").status, (400, 422))
    want("bad JSON", s("POST", "/tags", b"{", user=user).status, 400)
    want("405", s("PUT", "/events", {}).status, 405)
    want("allow", "allow" in s("PUT", "/events", {}).headers, True)
    want("options", s("OPTIONS", "/events/1001").status, 204)
    for kind, total in (("events", None), ("venues", 11), ("organizers", 11), ("categories", None), ("tags", None)):
        got = s.get(f"/{kind}?per_page=100")
        want(kind, got.status, 200)
        rows = got.json if variant_id == "bare-lists" else got[kind]
        if total:
            want(f"{kind} total", len(rows) >= total, True)
        head = s("HEAD", f"/{kind}/{rows[0]['id']}")
        want(f"{kind} HEAD", (head.status, head.body), ((200, b""),))
        name = {"events": "title", "venues": "venue", "organizers": "organizer"}.get(kind, "name")
        made = s.event(user=user, venue=[201], organizer=[301], tags=[95], categories=[11]) if kind == "events" else s.make(kind, user=user)
        want(f"{kind} POST", made.status, 201)
        rid = made["id"]
        want(f"{kind} read", s.get(f"/{kind}/{rid}")[name], made[name])
        if kind in ("events", "venues", "organizers"):
            want(f"{kind} slug", s.get(f"/{kind}/by-slug/{made['slug']}").status, (200, 307))
        for method in ("PATCH", "PUT"):
            new = f"{method} {s.word()}"
            want(f"{kind} {method}", s(method, f"/{kind}/{rid}", {name: new}, user=user).status, 200)
            want(f"{kind} after {method}", s.get(f"/{kind}/{rid}")[name], new)
        want(f"{kind} POST item", s("POST", f"/{kind}/{rid}", {"description": "d"}, user=user).status, 200)
        want(f"{kind} empty name", s.patch(f"/{kind}/{rid}", {name: " "}, user=user).status, (400, 422))
        want(f"{kind} no name", s("POST", f"/{kind}", {"description": "d"}, user=user).status, (400, 422))
        want(f"{kind} DELETE", s("DELETE", f"/{kind}/{rid}", user=user).status, (200, 204))
        want(f"{kind} gone", s.get(f"/{kind}/{rid}").status, (404, 410))
    return bad


def users_smoke(s):
    bad = []

    def want(name, got, wanted):
        if got != wanted:
            bad.append(f"{name}: {got}, not {wanted}")

    own, other = s.event(user="author")["id"], s.event(user="editor")["id"]
    want("author own", s.patch(f"/events/{own}", {"cost": "1"}, user="author").status, 200)
    want("author other", s.patch(f"/events/{other}", {"cost": "1"}, user="author").status, 403)
    want("author term", s.make("tags", user="author").status, 403)
    want("reader", s.patch(f"/events/{own}", {"cost": "1"}, user="reader").status, 403)
    want("anonymous", s.patch(f"/events/{own}", {"cost": "1"}).status, 401)
    want("challenge", "www-authenticate" in s.event().headers, True)
    want("wrong password", s.get("/events", Authorization="Basic eDp5").status, 401)
    want("drafts", s.ids("/events?status=draft"), [])
    draft = s.event(user="editor", status="draft")["id"]
    want("draft", [s.get(f"/events/{draft}", user=u).status for u in (None, "reader", "author", "editor")], [401, 403, 403, 200])
    return bad


def judge(entry, s):
    s.curls.clear()
    try:
        got, wanted = entry["check"](s)
    except (TypeError, KeyError, AttributeError, ValueError) as error:  # an answer of quite another kind
        got, wanted = repr(error), "no error"
    return got, wanted, list(s.curls)


def main():
    only, failed, shows = sys.argv[1:], [], {}

    def note(ok, name, text=""):
        if not ok:
            failed.append(name)
        print("ok  " if ok else "FAIL", name, text, flush=True)

    assert len(BUGS) == 60 and len(VARIANTS) == 8, (len(BUGS), len(VARIANTS))
    assert sum(b["users"] for b in BUGS.values()) <= 6
    for users in (False, True):
        with Server(**({"USERS": "1"} if users else {})) as s:
            bad = smoke(s, "editor" if users else None) + (users_smoke(s) if users else [])
            note(not bad, f"honest smoke USERS={int(users)}", bad)
            for ident, entry in BUGS.items():
                if users and not only or entry["users"] == users:
                    if users and not entry["users"]:
                        continue
                    got, wanted, _ = judge(entry, s)
                    note(got == wanted, f"honest {ident}", "" if got == wanted else (got, wanted))
            for ident, entry in VARIANTS.items():
                if not users:
                    got, wanted, _ = judge(entry, s)
                    note(got != wanted, f"honest is not {ident}")
    for ident, entry in BUGS.items():
        if only and ident not in only:
            continue
        with Server(BUG=ident, **({"USERS": "1"} if entry["users"] else {})) as s:
            got, wanted, curls = judge(entry, s)
            bad = [] if ident in ("ta-post-creates",) else smoke(s, "editor" if entry["users"] else None)
            note(got != wanted and not bad, f"bug {ident}", bad or ("" if got != wanted else got))
            shows[ident] = curls + [f"# wrong: {got!r}", f"# right: {wanted!r}"]
    for ident, entry in VARIANTS.items():
        if only and ident not in only:
            continue
        with Server(VARIANT=ident) as s:
            got, wanted, _ = judge(entry, s)
            bad = smoke(s, variant_id=ident)
            note(got == wanted and not bad, f"variant {ident}", bad or ("" if got == wanted else (got, wanted)))
    print(f"{len(failed)} failed", failed)
    old = os.path.join(HERE, "bugs.json")
    if only and os.path.exists(old):  # the others keep what their last run has shown
        shows = {b["id"]: b["show"][1:] for b in json.load(open(old))} | shows
    if not failed and shows.keys() >= BUGS.keys():
        out = [{"id": i, "statement": b["statement"], "ground": b["ground"],
                "show": ["B=http://127.0.0.1:$PORT"] + shows[i]} | ({"users": True} if b["users"] else {}) for i, b in BUGS.items()]
        json.dump(out, open(os.path.join(HERE, "bugs.json"), "w"), indent=1, ensure_ascii=False)
        json.dump([{"id": i, "statement": v["statement"], "why": v["why"]} for i, v in VARIANTS.items()],
                  open(os.path.join(HERE, "variants.json"), "w"), indent=1, ensure_ascii=False)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
