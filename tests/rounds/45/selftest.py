#!/usr/bin/env python3
"""Starts the server with every switch and shows by requests: the honest server is right, every bug
shows with its switch and only then, nothing else breaks, and every variant differs and conforms."""
import base64, concurrent.futures, http.client, json, os, socket, subprocess, sys, time
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
COLLS = {"events": "title", "venues": "venue", "organizers": "organizer", "categories": "name", "tags": "name"}


class R:
    def __init__(self, status, headers, text):
        self.status, self.headers = status, {k.lower(): v for k, v in headers}
        try: self.json = json.loads(text)
        except ValueError: self.json = None
    def __getitem__(self, k): return self.json[k]


class S:
    """A running server."""
    def __init__(self, bug="", variant="", users=False):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]
        env = {**os.environ, "PORT": str(self.port), "BUG": bug, "VARIANT": variant, "USERS": "1" if users else ""}
        self.p = subprocess.Popen(json.load(open(f"{HERE}/run.json"))["command"], cwd=HERE, env=env)
        for _ in range(200):
            try: socket.create_connection(("127.0.0.1", self.port), 1).close(); return
            except OSError: time.sleep(0.02)
        raise SystemExit("the server does not start")
    def __enter__(self): return self
    def __exit__(self, *a): self.p.terminate(); self.p.wait()
    def req(self, method, path, body=None, user=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        h = dict(headers or {})
        if user: h["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
        if isinstance(body, (dict, list)): body = json.dumps(body); h.setdefault("Content-Type", "application/json")
        path = path if path.startswith("http") else NS + path
        path = path.split(f"127.0.0.1:{self.port}")[-1]
        c.request(method, path, body.encode() if body else None, h)
        r = c.getresponse(); out = R(r.status, r.getheaders(), r.read()); c.close()
        return out
    def get(self, path, user=None, headers=None, **q):
        if q: path += "?" + urlencode(q)
        return self.req("GET", path, None, user, headers)
    def post(self, path, body=None, user=None): return self.req("POST", path, body, user)
    def patch(self, path, body=None, user=None): return self.req("PATCH", path, body, user)
    def delete(self, path, user=None, headers=None): return self.req("DELETE", path, None, user, headers)
    def ids(self, coll, **q):
        q.setdefault("per_page", 100)
        return [x["id"] for x in self.get("/" + coll, **q)[coll]]
    def all(self, coll, **q): return self.get("/" + coll, per_page=100, **q)[coll]
    def event(self, user=None, **f):
        return self.post("/events", {"title": "Test", "start_date": "2031-03-05 10:00:00", "end_date": "2031-03-05 12:00:00", **f}, user).json
    def make(self, coll, name, **f): return self.post("/" + coll, {COLLS[coll]: name, **f}).json
    def events(self, **q): return self.all("events", starts_after="2000-01-01", **q)


T = {}
def check(name):
    def deco(f): T[name] = f; return f
    return deco
ids = lambda xs: [x["id"] for x in xs]

# ---- listing ----
@check("org-offset-default")
def _(s): return [i for n in (1, 2, 3) for i in s.ids("organizers", per_page=4, page=n)] == s.ids("organizers")
@check("venue-pages-floor")
def _(s): return s.get("/venues", per_page=5)["total_pages"] == 3
@check("tag-total-hidden")
def _(s):
    s.make("tags", "Unused")
    r = s.get("/tags", per_page=100)
    return r["total"] == len(r["tags"])
@check("cat-join-dup")
def _(s):
    i = s.ids("events", categories="1001,1002", starts_after="2000-01-01")
    return len(i) == len(set(i)) and len(i) > 5
@check("next-drops-lang")
def _(s): return all(e["language"] == "fr" for e in s.get(s.get("/events", ml_language="fr", per_page=3)["next_rest_url"])["events"])
@check("tag-order-ignored")
def _(s):
    c = [t["count"] for t in s.all("tags", orderby="count", order="desc")]
    return c == sorted(c, reverse=True)
@check("cat-hide-false")
def _(s): return s.ids("categories", hide_empty="false") == s.ids("categories", hide_empty=0)
@check("include-dates")
def _(s): return s.ids("events", include="1053,1054", start_date="2100-01-01 00:00:00") == [1053, 1054]
@check("strict-false-string")
def _(s):
    e = s.event()
    return e["id"] in s.ids("events", starts_after="2031-03-05 11:00:00", strict_dates="false")
@check("ends-before-start")
def _(s):
    e = s.event(end_date="2031-03-09 12:00:00")
    return e["id"] not in s.ids("events", ends_before="2031-03-07", starts_after="2031-03-01")
@check("search-wildcard")
def _(s): return s.ids("events", search="Spr_ng", starts_after="2000-01-01") == []
@check("venue-search-stale")
def _(s):
    s.patch("/venues/1038", {"city": "Leipzig"})
    return s.ids("venues", search="Leipzig") == [1038]
@check("org-filter-first")
def _(s): return 1053 in s.ids("events", organizer=1044, starts_after="2000-01-01")
@check("venue-event-past")
def _(s): return sorted(s.ids("venues", event=1052)) == [1028, 1031]
@check("venue-upcoming-after-limit")
def _(s): return s.get("/venues", only_with_upcoming="true", per_page=100)["total"] == len(s.ids("venues", only_with_upcoming="true")) < 12
@check("tag-event-alias")
def _(s): return s.ids("tags", event=1053, hide_empty=0) == s.ids("tags", post=1053, hide_empty=0)
@check("cat-parent-deep")
def _(s): return all(c["parent"] == 1001 for c in s.all("categories", parent=1001, hide_empty=0))
@check("org-search-precedence")
def _(s): return s.ids("organizers", search="jeugdwerk") == [] and s.ids("organizers", search="jeugdwerk", status="draft") == [1049]
@check("tag-exclude-first")
def _(s): return not {1013, 1014} & set(s.ids("tags", exclude="1013,1014"))
@check("end-date-midnight")
def _(s):
    e = s.event()
    return e["id"] in s.ids("events", start_date="2031-03-05 00:00:00", end_date="2031-03-05 00:00:00")
@check("cats-or-tags")
def _(s): return all(1001 in ids(e["categories"]) and 1015 in ids(e["tags"]) for e in s.events(categories=1001, tags=1015))

# ---- writing ----
@check("slug-bool-false")
def _(s):
    e = s.event(featured=True)
    return s.patch(f"/events/by-slug/{e['slug']}", {"featured": False})["featured"] is False
@check("tags-empty-array")
def _(s):
    e = s.event(tags=[1013, 1014])
    return s.patch(f"/events/{e['id']}", {"tags": []})["tags"] == []
@check("tz-patch-stale")
def _(s):
    e = s.event(timezone="UTC")
    return s.patch(f"/events/{e['id']}", {"timezone": "Asia/Tokyo"})["utc_start_date"] == "2031-03-05 01:00:00"
@check("dst-end-offset")
def _(s): return s.event(start_date="2031-03-29 10:00:00", end_date="2031-03-31 10:00:00", timezone="Europe/Berlin")["utc_end_date"] == "2031-03-31 08:00:00"
@check("allday-one-day")
def _(s): return s.event(all_day=True, end_date="2031-03-07 12:00:00")["end_date"][:10] == "2031-03-07"
@check("venue-date-utc-local")
def _(s): return s.make("venues", "V", date_utc="2025-07-01 12:00:00")["date_utc"] == "2025-07-01 12:00:00"
@check("excerpt-reescaped")
def _(s):
    e = s.event(excerpt="Fish & chips")
    return s.patch(f"/events/{e['id']}", {"cost": "5"})["excerpt"] == "Fish & chips"
@check("org-slug-dup")
def _(s):
    s.make("organizers", "Twin"); b = s.make("organizers", "Twin")
    return s.get(f"/organizers/by-slug/{b['slug']}")["id"] == b["id"]
@check("ev-slug-collision")
def _(s):
    a, b = s.event(title="One"), s.event(title="Two")
    b = s.patch(f"/events/{b['id']}", {"slug": a["slug"]}).json
    return s.get(f"/events/by-slug/{b['slug']}")["id"] == b["id"]
@check("venue-slug-cache")
def _(s):
    s.get("/venues/by-slug/paradiso"); s.patch("/venues/1034", {"phone": "112"})
    return s.get("/venues/by-slug/paradiso")["phone"] == "112"
@check("slug-not-decoded")
def _(s): return s.get("/events/by-slug/" + quote(s.get("/events/1089")["slug"])).status == 200
@check("venue-delete-dangling")
def _(s):
    s.delete("/venues/1031")
    return 1031 not in ids(s.get("/events/1052")["venue"])
@check("cat-cycle")
def _(s): return s.patch("/categories/1001", {"parent": 1003}).status == 400 and s.get("/categories/1001")["parent"] == 0
@check("tag-count-stale")
def _(s):
    t = s.make("tags", "Fresh"); e = s.event(tags=[t["id"]])
    s.delete(f"/events/{e['id']}")
    return s.get(f"/tags/{t['id']}")["count"] == 0 and t["id"] not in s.ids("tags")
@check("date-rollover")
def _(s):
    e = s.event()
    return s.patch(f"/events/{e['id']}", {"end_date": "2031-06-31 12:00:00"}).status == 400
@check("end-optional-allday")
def _(s): return s.post("/events", {"title": "No end", "start_date": "2031-01-01 00:00:00", "all_day": True}).status == 400
@check("ml-bad-on-write")
def _(s): return s.post("/tags?ml_language=xx", {"name": "X"}).status == 400 and s.get("/tags", ml_language="xx").status == 400
@check("ml-slug-overwrites")
def _(s):
    s.patch("/events/by-slug/film-night?ml_language=fr", {"title": "Soirée"})
    return s.get("/events/by-slug/film-night")["title"] == "Film Night" and s.get("/events/by-slug/film-night", ml_language="fr")["title"] == "Soirée"
@check("ml-item-cache")
def _(s): return s.get("/events/1052")["title"] == "Spring Concert" and s.get("/events/1052", ml_language="fr")["title"] == "Concert de printemps 1"
@check("ml-search-default")
def _(s): return 1052 in s.ids("events", search="printemps", ml_language="fr", starts_after="2000-01-01")
@check("head-by-slug")
def _(s): return all(s.req("HEAD", p).status == 200 for p in ("/events/by-slug/film-night", "/venues/by-slug/paradiso", "/organizers/by-slug/harbour-jazz"))
@check("etag-seconds")
def _(s):
    for _ in range(3):
        i = s.make("venues", "E")["id"]
        tag = s.get(f"/venues/{i}").headers["etag"]
        s.patch(f"/venues/{i}", {"city": "New"})
        if s.get(f"/venues/{i}", headers={"If-None-Match": tag}).status == 304: return False
    return True
@check("ifmatch-delete")
def _(s): return s.delete("/venues/1036", headers={"If-Match": '"no"'}).status == 412 and s.get("/venues/1036").status == 200
@check("lost-update")
def _(s):
    i = s.event()["id"]
    with concurrent.futures.ThreadPoolExecutor(4) as x:
        list(x.map(lambda f: s.patch(f"/events/{i}", f), [{"title": "A"}, {"cost": "7"}, {"excerpt": "B"}, {"website": "https://c.org/"}]))
    e = s.get(f"/events/{i}")
    return (e["title"], e["cost"], e["excerpt"], e["website"]) == ("A", "7", "B", "https://c.org/")
@check("id-reuse")
def _(s):
    e = s.event(tags=[1013], venue=[1028]); s.delete(f"/events/{e['id']}")
    n = s.event()
    return n["tags"] == [] and n["venue"] == []
@check("organizer-append")
def _(s):
    e = s.event(organizer=[1040])
    return ids(s.req("PUT", f"/events/{e['id']}", {"organizer": [1041]})["organizer"]) == [1041]
@check("slug-drops-cats")
def _(s): return ids(s.patch("/events/by-slug/film-night", {"cost": "3"})["categories"]) == [1007, 1006]
@check("cost-zero")
def _(s): return s.event(cost=0)["cost"] == "0"
@check("zip-affinity")
def _(s): return s.make("venues", "Z", zip="01067")["zip"] == "01067"
@check("embedded-venue-stale")
def _(s):
    e = s.event(venue=[1034]); s.patch("/venues/1034", {"venue": "Renamed"})
    return s.get(f"/events/{e['id']}")["venue"][0]["venue"] == "Renamed"
@check("email-null")
def _(s): return s.patch("/organizers/1040", {"email": None})["email"] in (None, "")
@check("huge-id-500")
def _(s): return s.get("/tags/99999999999999999999").status == 404
@check("partial-apply")
def _(s):
    e = s.event(title="Before")
    return s.patch(f"/events/{e['id']}", {"title": "After", "venue": [999999]}).status == 400 and s.get(f"/events/{e['id']}")["title"] == "Before"
@check("create-leaves-row")
def _(s):
    n = s.get("/events")["total"]
    return s.post("/events", {"title": "Q", "start_date": "2031-03-05 10:00:00", "end_date": "2031-03-05 12:00:00", "organizer": [999999]}).status == 400 and s.get("/events")["total"] == n
@check("cat-parent-reset")
def _(s): return s.patch("/categories/1003", {"description": "Sung"})["parent"] == 1002

# ---- users ----
@check("include-draft-leak")
def _(s): return s.get("/events", include="1063,1064")["total"] == 1 and s.get("/events/1063").status == 404
@check("author-by-slug")
def _(s):
    e = s.event("editor", title="Mine")
    return s.patch("/events/by-slug/mine", {"title": "Taken"}, "author").status == 403 and s.patch(f"/events/{e['id']}", {"title": "Taken"}, "author").status == 403
@check("draft-by-slug")
def _(s): return s.get("/events/by-slug/street-food-festival").status in (401, 403, 404) and s.get("/events/by-slug/street-food-festival", "reader").status == 200
@check("reader-deletes-tags")
def _(s): return s.delete("/tags/1020", "reader").status == 403


def smoke(s, user):
    """The service stands: lists, items in both address forms, writing, errors."""
    for c, name in COLLS.items():
        r = s.get(f"/{c}", user, **({"hide_empty": "0"} if c in ("categories", "tags") else {}))
        assert r.status == 200, (c, r.status)
        items = r.json if isinstance(r.json, list) else r[c]
        assert len(items) == 10 and r.headers["content-type"].startswith("application/json")
        one = s.get(f"/{c}/{items[0]['id']}", user)
        assert one.status == 200 and one[name] == items[0][name]
        if c not in ("categories", "tags"): assert s.get(f"/{c}/by-slug/{quote(items[0]['slug'])}", user).status == 200
        body = {name: "Smoke"}
        if c == "events": body.update(start_date="2031-05-05 10:00:00", end_date="2031-05-05 11:00:00")
        n = s.post(f"/{c}", body, user)
        assert n.status in (200, 201), (c, n.status, n.json)
        assert s.req("PUT", f"/{c}/{n['id']}", {"description": "é"}, user)["description"].strip() in ("é", "<p>é</p>")
        assert s.delete(f"/{c}/{n['id']}", user).status in (200, 204)
        assert s.get(f"/{c}/123456", user).status == 404
        assert s.req("PUT", f"/{c}", {}, user).status == 405
        assert s.post(f"/{c}", {}, user).status in (400, 422)
        assert s.req("POST", f"/{c}", "{", user).status == 400
    assert s.get("", user)["_links"]["up"][0]["href"].endswith(f":{s.port}/")
    assert s.get("/doc", user).status == 200


def honest(s):
    """Some more of the honest server."""
    assert s.get("/events/by-slug/film-night")["id"] == s.get("/events/1068")["id"]
    for bad in ("per_page=0", "per_page=x", "page=0", "per_page=101", "featured=maybe", "start_date=2025-02-30", "venue=x", "include=1,x", "status=zz", "geoloc_lat=1", "ml_language=es", "search=%FF"):
        assert s.get("/events?" + bad).status == 400, bad
    for bad in ({"title": ""}, {"title": []}, {"end_date": "2031-01-01 00:00:00"}, {"start_date": "soon"}, {"timezone": "Mars/X"}, {"website": "no url"}, {"categories": "x"}, {"tags": [9]}, {"status": "zz"}, {"author": 77}, {"image": "9999"}, {"featured": "perhaps"}):
        r = s.post("/events", {"title": "T", "start_date": "2031-03-05 10:00:00", "end_date": "2031-03-05 12:00:00", **bad})
        assert r.status == 400, (bad, r.status)
    e = s.event(title="Ünïcode \"x\" <b> & \U0001F600 'q'\\n", start_date="2031-07-01T10:00:00Z", end_date="2031-07-01T12:00:00Z", categories="1001,1002", cost=12.5)
    assert e["start_date"] == "2031-07-01 12:00:00" and e["utc_start_date"] == "2031-07-01 10:00:00" and e["cost"] == "12.5"
    assert e["title"] == "Ünïcode \"x\" <b> & \U0001F600 'q'\\n" and s.get(f"/events/{e['id']}").json["title"] == e["title"]
    assert e["id"] in s.ids("events", search="ÜNÏCODE \"X\" <b> &") and ids(e["categories"]) == [1001, 1002]
    assert set(s.ids("events", categories="technology,1001", starts_after="2000-01-01")) >= {1052, 1054}
    assert s.ids("events", post_parent=1052, starts_after="2000-01-01") == [1087, 1088]
    assert all(x["ticketed"] for x in s.events(ticketed="true")) and all(x["featured"] is False for x in s.events(featured="false"))
    assert set(s.ids("events", geoloc_lat="51.05", geoloc_lng="13.74", starts_after="2000-01-01")) == set(s.ids("events", venue=1030, starts_after="2000-01-01"))
    p = s.get("/events", status="any", include="1099").json["events"][0]
    assert p["protected"] and p["description"] == "" and s.get("/events/1099", password="sesame")["description"] != ""
    assert s.get("/events/1099", password="x").status == 403 and s.patch("/events/1099", {"cost": "1"}).status == 403
    assert s.patch("/events/1099?password=sesame", {"cost": "1"})["cost"] == "1"
    seen = [i for n in range(1, 9) for i in ids(s.get("/events", starts_after="2000-01-01", per_page=9, page=n)["events"])]
    assert seen == s.ids("events", starts_after="2000-01-01") and len(seen) > 50
    r = s.req("DELETE", "/events"); assert r.status == 405 and "POST" in r.headers["allow"]
    r = s.req("OPTIONS", "/events/1052"); assert r.status == 204 and "PATCH" in r.headers["allow"]
    g, h = s.get("/events/1052"), s.req("HEAD", "/events/1052")
    assert h.headers["content-length"] == g.headers["content-length"] and h.headers["etag"] == g.headers["etag"]
    assert s.get("/events/1052", headers={"If-None-Match": g.headers["etag"]}).status == 304
    assert s.req("PATCH", "/events/1052", {"cost": "2"}, headers={"If-Match": g.headers["etag"]}).status == 200
    assert s.req("PATCH", "/events/1052", {"cost": "3"}, headers={"If-Match": g.headers["etag"]}).status == 412
    assert s.req("POST", "/tags", "name=Form+tag", headers={"Content-Type": "application/x-www-form-urlencoded"})["name"] == "Form tag"
    assert s.req("POST", "/tags", "<x/>", headers={"Content-Type": "text/xml"}).status == 415
    assert s.req("POST", "/tags", json.dumps({"name": "x" * 1100000})).status == 413
    assert s.delete("/categories/1002").status == 200 and s.get("/categories/1003")["parent"] == 1001
    assert s.req("GET", f"http://127.0.0.1:{s.port}/fr{NS}/events/1054")["title"].startswith("Atelier")
    assert s.req("GET", f"http://127.0.0.1:{s.port}/").status == 200 and s.get("/nothing").status == 404 and s.get("/tags/by-slug/kids").status == 404
    assert s.get("/events/").status == 200 and s.get("/events/abc").status == 404 and s.get("/venues/by-slug/none").status == 404


V = {}
def variant(f): V[f.__name__.replace("_", "-")] = f
@variant
def trash(s):
    i = s.event()["id"]
    assert s.delete(f"/events/{i}")["status"] == "trash" and s.get(f"/events/{i}").status == 410 and s.delete(f"/events/{i}").status == 410
    assert i not in s.ids("events", status="any") and i in s.ids("events", status="trash")
    s.delete("/venues/1031"); assert 1031 not in ids(s.get("/events/1052")["venue"])
@variant
def shape(s):
    r = s.get("/events", per_page=3)
    assert isinstance(r.json, list) and int(r.headers["x-total"]) > 30 and "next" in r.headers["link"]
    assert s.get("/events/1052")["venue"] == [1028, 1031]
@variant
def codes(s):
    r = s.post("/tags", {"name": "A"}); assert r.status == 200
    assert s.delete(f"/tags/{r['id']}").status == 204 and s.get(f"/tags/{r['id']}").status == 404
    assert s.get("/tags", page=99).status == 404 and s.get("/events", per_page="x").status == 422 and len(s.get("/events", per_page=100, starts_after="2000-01-01")["events"]) == 50
@variant
def draft_default(s):
    e = s.event(); assert e["status"] == "draft" and e["id"] not in s.ids("events") and e["id"] in s.ids("events", status="draft")
    assert s.make("venues", "V")["status"] == "draft" and s.event(status="publish")["status"] == "publish"
@variant
def slug_follows(s):
    r = s.patch("/events/1068", {"title": "Movie Night"}); assert r["slug"] == "movie-night"
    r = s.get("/events/by-slug/film-night"); assert r.status == 308 and s.get(r.headers["location"])["id"] == 1068
    assert s.patch("/venues/1034", {"venue": "Pop Temple"})["slug"] == "pop-temple" and s.get("/venues/by-slug/paradiso").status == 308
@variant
def listing(s):
    d = [e for e in s.all("events")]
    assert d[0]["sticky"] and not any(e["hide_from_listings"] for e in d)
    starts = [e["start_date"] for e in d if not e["sticky"]]; assert starts == sorted(starts, reverse=True) and len(d) > 45
    e = s.event(); assert s.ids("events", start_date="2031-03-05 00:00:00") == [e["id"]] and s.ids("events", start_date="2031-03-04 00:00:00") == []
    assert e["id"] not in s.ids("events", starts_before="2031-03-05") and e["id"] in s.ids("events", starts_before="2031-03-06")
    assert 1055 in s.ids("events", categories="music", tags=1016) and 1055 in s.ids("events", categories=1001)
@variant
def markup(s):
    e = s.event(title="A & B", description="Text"); assert e["title"] == "A &amp; B" and e["description"] == "<p>Text</p>\n" and e["id"] in s.ids("events", search="A & B")
    assert s.patch(f"/events/{e['id']}", {"cost": "1"})["title"] == "A &amp; B"
@variant
def put_replaces(s):
    e = s.event(cost="9", tags=[1013], excerpt="x"); r = s.req("PUT", f"/events/{e['id']}", {"title": "N"})
    assert r.status == 200 and (r["title"], r["cost"], r["tags"], r["excerpt"], r["start_date"], r["slug"]) == ("N", "", [], "", e["start_date"], e["slug"])
    assert s.patch(f"/events/{e['id']}", {"cost": "4"})["title"] == "N"


def attempt(f, *a):
    try: return f(*a) is not False
    except (AssertionError, KeyError, TypeError, IndexError): return False

def main():
    bugs, variants = json.load(open(f"{HERE}/bugs.json")), json.load(open(f"{HERE}/variants.json"))
    fails = []
    def expect(ok, what):
        if not ok: fails.append(what); print("FAIL", what)
    expect(len(bugs) == 60 and [b["id"] for b in bugs] == list(dict.fromkeys(b["id"] for b in bugs)), "60 bugs with names of their own")
    expect({b["id"] for b in bugs} == set(T) and {v["id"] for v in variants} == set(V) and len(V) == 8, "all have tests")
    expect(sum(bool(b.get("users")) for b in bugs) <= 6, "at most 6 with users")
    with S() as s: smoke(s, None); honest(s)
    with S(users=True) as s:
        smoke(s, "editor")
        assert s.get("/events").status == 200 and s.post("/tags", {"name": "x"}).status == 401 and s.get("/events", status="draft").status == 401
        assert s.get("/events", "nobody").status == 401 and s.post("/venues", {"venue": "x"}, "reader").status == 403
        v = s.post("/venues", {"venue": "x"}, "author"); assert v["author"] == 2 and s.delete(f"/venues/{v['id']}", "author").status == 200
    for b in bugs:
        u = bool(b.get("users"))
        with S(users=u) as s: expect(attempt(T[b["id"]], s), f"honest: {b['id']}")
        with S(bug=b["id"], users=u) as s: expect(attempt(T[b["id"]], s) is False, f"bug shows: {b['id']}")
        with S(bug=b["id"], users=u) as s: expect(attempt(smoke, s, "editor" if u else None), f"bug leaves the rest: {b['id']}")
        if "--matrix" in sys.argv and not u:
            with S(bug=b["id"]) as s:
                others = [n for n in T if n not in ("include-draft-leak", "author-by-slug", "draft-by-slug", "reader-deletes-tags", b["id"])]
            also = []
            for n in others:
                with S(bug=b["id"]) as s:
                    if not attempt(T[n], s): also.append(n)
            if also: print("  also failing under", b["id"], also)
    for v in variants:
        with S(variant=v["id"]) as s:
            try: V[v["id"]](s); smoke(s, None)
            except AssertionError as e:
                import traceback; traceback.print_exc(); expect(False, f"variant conforms: {v['id']}")
        with S() as s: expect(not attempt(V[v["id"]], s), f"variant differs: {v['id']}")
    print(f"{len(bugs)} bugs, {len(variants)} variants, {len(fails)} failures")
    sys.exit(bool(fails))

if __name__ == "__main__":
    main()
