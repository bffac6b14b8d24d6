#!/usr/bin/env python3
"""Self-test: python3 selftest.py [bugs|variants|ID ...]"""
import base64, datetime, http.client, json, os, re, signal, socket, subprocess, sys, threading, time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
RUN = json.load(open(os.path.join(HERE, "run.json")))


class Server:
    def __init__(self, bug="", variant="", users=False):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users:
            env["USERS"] = "1"
        t = time.time()
        self.p = subprocess.Popen(["nice", "-n", "10"] + RUN["command"], cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.p.stdout.readline()
        self.boot = time.time() - t
        if "listening" not in line:
            raise RuntimeError("did not start: " + line + self.p.stderr.read())
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def ask(self, method, path, body=None, user=None, headers=None, basic=None):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False).encode()
            h.setdefault("Content-Type", "application/json")
        if user:
            basic = "%s:%s" % (user, user)
        if basic:
            h["Authorization"] = "Basic " + base64.b64encode(basic.encode()).decode()
        self.c.request(method, path[1:] if path.startswith("//") else NS + path, data, h)
        r = self.c.getresponse()
        raw = r.read()
        try:
            doc = json.loads(raw) if raw else None
        except ValueError:
            doc = raw
        return r.status, doc, r.headers

    def close(self):
        self.c.close()
        self.p.send_signal(signal.SIGTERM)
        self.p.wait(10)
        self.p.stdout.close()
        err = self.p.stderr.read()
        self.p.stderr.close()
        return err


def fill(v, saved, quote=True):
    """$a is the ID of what was saved as a, $a.slug a member of it; @NOW+3 the time in three hours in Pacific/Kiritimati (UTC+14)."""
    if isinstance(v, str):
        m = re.fullmatch(r"@NOW([+-]\d+)", v)
        if m:
            t = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=14 + int(m.group(1)))
            return t.strftime("%Y-%m-%d %H:%M:%S")
        m = re.fullmatch(r"\$([a-z]+)", v)
        if m:
            return saved[m.group(1)]["id"]
        q = urllib.parse.quote if quote else str
        return re.sub(r"\$([a-z]+)(?:\.(\w+))?", lambda m: q(str(saved[m.group(1)][m.group(2) or "id"])), v) if "$" in v else v
    if isinstance(v, list):
        return [fill(x, saved, quote) for x in v]
    if isinstance(v, dict):
        return {k: fill(x, saved, quote) for k, x in v.items()}
    return v


def dig(doc, path):
    for part in path.split("."):
        try:
            doc = doc[int(part)] if isinstance(doc, list) else doc[part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return doc


def play(server, steps):
    """=> None or the first check that fails."""
    saved = {}
    for n, s in enumerate(steps):
        method, _, path = s["do"].partition(" ")
        if path.startswith("@"):
            name, _, member = path[1:].partition(".")
            path = "/" + urllib.parse.urlsplit(saved[name][member]).path
        else:
            path = "/" + fill(path, saved)
        body = fill(s["json"], saved) if "json" in s else None
        status, doc, head = server.ask(method, path, body, s.get("user"), fill(s.get("headers", {}), saved, False), s.get("basic"))
        at = "step %d %s %s: " % (n + 1, method, path)
        if "status" in s and status != s["status"] and not ("equals" in s and status == 304):
            return at + "status %s, not %s %s" % (status, s["status"], str(doc)[:200])
        if "save" in s:
            saved[s["save"]] = dict(doc, _etag=head.get("ETag"), _location=head.get("Location"))
        for k, v in s.get("equals", {}).items():
            v = fill(v, saved)
            if dig(doc, k) != v or type(dig(doc, k)) != type(v):
                return at + ("status 304 without " if status == 304 else "") + "%s is %r, not %r" % (k, dig(doc, k), v)
        if {"ids", "set", "count"} & set(s):
            ids = [x["id"] for x in doc[path.split("?")[0].strip("/")]]
            if "ids" in s and ids != fill(s["ids"], saved):
                return at + "IDs %s, not %s" % (ids, fill(s["ids"], saved))
            if "set" in s and sorted(ids) != sorted(fill(s["set"], saved)):
                return at + "IDs %s, not the set %s" % (ids, fill(s["set"], saved))
            if "count" in s and len(ids) != s["count"]:
                return at + "%d entries, not %d" % (len(ids), s["count"])
    return None


# ---- smoke test of every operation, tolerant of what is open
def items(doc):
    if isinstance(doc, list):
        return [one(x) for x in doc]
    if isinstance(doc.get("response"), dict):
        return items(doc["response"]["docs"])
    for k in ("events", "venues", "organizers", "categories", "tags", "items"):
        if isinstance(doc.get(k), list):
            return items(doc[k])
    raise KeyError("no list in %s" % str(doc)[:200])


CAMEL = {"self": "rest_url", "venueIds": "venue", "organizerIds": "organizer", "categoryIds": "categories", "tagIds": "tags"}


def one(doc):
    """A record in the shape of the honest server."""
    if isinstance(doc.get("response"), dict):
        doc = doc["response"]["doc"]
    if "self" in doc:
        kind = doc["self"].split("/")[-2]
        name = {"events": "title", "venues": "venue", "organizers": "organizer"}.get(kind, "name")
        doc = {CAMEL.get(k, name if k == "name" else re.sub("[A-Z]", lambda m: "_" + m.group().lower(), k)): v for k, v in doc.items()}
    return dict(doc, id=int(doc["id"]))


def text(v):
    if isinstance(v, dict):
        return next((v[l] for l in ("nl", "en", "fr", "de") if l in v), None)
    return v


def refs(v):
    return [int(x.get("ID", x.get("term_id")) if isinstance(x, dict) else x) for x in v or []]


class Smoke:
    def __init__(self, server):
        self.s = server
        self.n = 0

    def do(self, method, path, body=None, ok=(200, 201, 204), **k):
        self.n += 1
        if method in ("POST", "PUT", "PATCH") and 200 in ok:
            ok += (204,)
        if method == "DELETE":
            ok += (202,) if 200 in ok else ()
        st, doc, head = self.s.ask(method, path, body, **k)
        assert st in ok, "%s %s: status %s %s" % (method, path, st, str(doc)[:300])
        if doc is None and method == "POST" and st == 201:
            place = urllib.parse.urlsplit(head["Location"]).path
            doc = self.s.ask("GET", "/" + place, None, k.get("user"))[1]
        return doc

    def has(self, path, yes=(), no=(), **k):
        ids = [x["id"] for x in items(self.do("GET", path, **k))]
        assert all(i in ids for i in yes) and not any(i in ids for i in no), "%s: %s, wanted %s without %s" % (path, ids, yes, no)
        assert len(ids) == len(set(ids)), "%s: twice %s" % (path, ids)

    def run(self):
        do = self.do
        do("GET", "", ok=(200,)); do("GET", "/doc", ok=(200,))
        for l in ("nl", "en", "fr", "de"):
            do("GET", "?ml_language=" + l, ok=(200,)); do("GET", "/doc?ml_language=" + l, ok=(200,))
        P = {"status": "publish"}
        c = one(do("POST", "/categories", {"name": "Music", "description": "Loud"}))["id"]
        d = one(do("POST", "/categories", {"name": "Jazz", "parent": c, "slug": "jazz"}))["id"]
        t = one(do("POST", "/tags", {"name": "Free"}))["id"]
        u = one(do("POST", "/tags", {"name": "Kids"}))["id"]
        v = one(do("POST", "/venues", dict(P, venue="Great Hall", city="Utrecht", zip="0123", website="https://example.org/a?b=1&c=2")))["id"]
        w = one(do("POST", "/venues", dict(P, venue="Small Room")))["id"]
        o = one(do("POST", "/organizers", dict(P, organizer="Club", email="a@example.org", phone="+31 30 1")))["id"]
        q = one(do("POST", "/organizers", dict(P, organizer="School")))["id"]
        a = one(do("POST", "/events", dict(P, title="Concert", description="With a band", start_date="2027-07-05 20:00:00", end_date="2027-07-05 23:00:00",
                categories=[c], tags=[t], venue=[v], organizer=[o], featured=True, cost="12.50", timezone="Europe/Amsterdam", website="https://example.org/")))
        b = one(do("POST", "/events", dict(P, title="Lecture", description="", start_date="2028-01-10 09:00:00", end_date="2028-01-10 10:00:00", featured=False)))
        assert text(a["title"]) == "Concert" and refs(a["categories"]) == [c] and refs(a["venue"]) == [v] and refs(a["organizer"]) == [o] and refs(a["tags"]) == [t], a
        A, Bb = a["id"], b["id"]
        for f in ("search=conc", "search=a+BAND".replace("BAND", "band"), "categories=%d" % c, "categories[]=%d&categories[]=%d" % (c, d), "tags=%d" % t, "venue=%d" % v,
                  "organizer=%d" % o, "featured=true", "start_date=2027-07-05%2000:00:00", "end_date=2027-07-05%2000:00:00", "starts_before=2027-12-01",
                  "ends_before=2027-12-01", "include=%d" % A, "include=%d&starts_after=2029-01-01" % A, "starts_after=2027-07-05%2019:00:00&strict_dates=true&ends_before=2027-07-06"):
            self.has("/events?" + f, [A], [Bb])
        for f in ("featured=false", "starts_after=2027-12-01", "ends_after=2027-12-01", "search=lect"):
            self.has("/events?" + f, [Bb], [A])
        self.has("/events?status=publish", [A, Bb]); self.has("/events", [A, Bb])
        self.has("/events?status=draft", [], [A, Bb])
        n = len(items(do("GET", "/events?per_page=1"))) + len(items(do("GET", "/events?per_page=1&page=2")))
        assert n == 2
        for f in ("geoloc=1", "geoloc_lat=1.5&geoloc_lng=2", "post_parent=0", "ticketed=false"):
            do("GET", "/events?" + f, ok=(200, 400, 422))
        for k, x, y, f in (("venues", v, w, "search=utrecht"), ("organizers", o, q, "search=club")):
            for g in (f, "event=%d" % A, "has_events=true", "only_with_upcoming=true"):
                self.has("/%s?%s" % (k, g), [x], [y])
            self.has("/%s?status=publish&only_with_upcoming=false" % k, [x, y])
        for k, x, y in (("categories", c, d), ("tags", t, u)):
            self.has("/" + k, [x], [y]); self.has("/%s?hide_empty=0" % k, [x, y]); self.has("/%s?hide_empty=false&exclude=%d" % (k, x), [y], [x])
            self.has("/%s?hide_empty=false&include=%d" % (k, y), [y], [x]); self.has("/%s?event=%d" % (k, A), [x], [y]); self.has("/%s?post=%d" % (k, A), [x], [y])
            up = [z["id"] for z in items(do("GET", "/%s?hide_empty=false&orderby=name&order=asc" % k))]
            down = [z["id"] for z in items(do("GET", "/%s?hide_empty=false&orderby=name&order=desc" % k))]
            assert up == down[::-1] and len(up) == 2, (up, down)
        self.has("/categories?hide_empty=false&parent=%d" % c, [d], [c]); self.has("/categories?hide_empty=false&slug=jazz", [d], [c])
        self.has("/tags?hide_empty=false&search=kid", [u], [t])
        for k, i, name in (("events", A, "title"), ("venues", v, "venue"), ("organizers", o, "organizer"), ("categories", c, "name"), ("tags", t, "name")):
            p = "/%s/%d" % (k, i)
            r = one(do("GET", p, ok=(200,)))
            assert r["id"] == i
            do("HEAD", p, ok=(200,))
            for m, lang in (("POST", "nl"), ("PUT", "nl"), ("PATCH", "fr")):
                new = "Nieuw %s %s" % (m, k)
                do(m, p + "?ml_language=" + lang, {name: new}, ok=(200,))
                r = one(do("GET", p + "?ml_language=" + lang, ok=(200,)))
                assert text(r[name]) == new, r
            if "slug" in r and k in ("events", "venues", "organizers"):
                s = "/%s/by-slug/%s" % (k, r["slug"])
                assert one(do("GET", s, ok=(200,)))["id"] == i
                for m in ("POST", "PUT", "PATCH"):
                    do(m, s, {name: "Slug " + m, "description": "d " + m}, ok=(200,))
                    r = one(do("GET", p, ok=(200,)))
                    assert text(r[name]) == "Slug " + m and text(r["description"]) == "d " + m, r
                do("PATCH", p + "?ml_language=de", {"description": "Deutsch"}, ok=(200,))
            do("POST", "/" + k, {}, ok=(400, 422))
            do("GET", "/%s/999999999999999999999" % k, ok=(404,)); do("GET", "/%s/12abc" % k, ok=(404,))
            do("DELETE", "/" + k, ok=(405,)); do("GET", "/%s?page=x" % k, ok=(400, 422)); do("GET", "/%s?per_page=10&page=1" % k, ok=(200,))
            for l in ("nl", "en", "fr", "de"):
                do("GET", "/%s?ml_language=%s" % (k, l), ok=(200,))
        do("POST", "/events", {"title": "X", "start_date": "nonsense", "end_date": "2030-13-45"}, ok=(400, 422))
        x = one(do("POST", "/events", dict(P, title="Gone", start_date="2029-01-10 09:00:00", end_date="2029-01-10 10:00:00", tags=[u])))
        self.has("/tags", [u])
        do("DELETE", "/events/by-slug/" + x["slug"])
        self.has("/tags", [], [u]); self.has("/events", [A, Bb], [x["id"]])
        for k, i in (("venues", w), ("organizers", q), ("categories", d), ("tags", u), ("events", Bb)):
            do("DELETE", "/%s/%d" % (k, i))
            st, doc, _ = self.s.ask("GET", "/%s/%d" % (k, i))
            assert st in (404, 410), (k, st, doc)
            self.has("/%s?per_page=20" % k, [], [i])
        return self.n

    def users(self):
        do = self.do
        e = {"title": "T", "start_date": "2028-01-10 09:00:00", "end_date": "2028-01-10 10:00:00"}
        do("POST", "/events", e, ok=(401, 403)); do("POST", "/events", e, ok=(403,), user="reader")
        pub = one(do("POST", "/events", dict(e, status="publish"), user="editor"))["id"]
        dr = one(do("POST", "/events", dict(e, status="draft"), user="author"))["id"]
        pw = one(do("POST", "/events", dict(e, status="publish"), user="editor"))["id"]
        do("PATCH", "/events/%d" % pw, {"password": "abc"}, ok=(200,), user="editor")
        do("GET", "/events/%d" % pw, ok=(401, 403, 404)); do("GET", "/events/%d?password=abc" % pw, ok=(200,))
        self.has("/events", [pub], [dr]); self.has("/events", [pub, dr], user="author"); self.has("/events", [pub, dr], user="editor")
        do("GET", "/events/%d" % dr, ok=(401, 403, 404)); do("GET", "/events/%d" % dr, ok=(403, 404), user="reader"); do("GET", "/events/%d" % dr, ok=(200,), user="author")
        do("PATCH", "/events/%d" % pub, {"title": "Z"}, ok=(403,), user="author"); do("DELETE", "/events/%d" % pub, ok=(401, 403))
        do("POST", "/tags", {"name": "N"}, ok=(403,), user="author")
        t = one(do("POST", "/tags", {"name": "N"}, user="editor"))["id"]
        do("PUT", "/tags/%d" % t, {"name": "M"}, ok=(403,), user="author")
        for k, f in (("venues", "venue"), ("organizers", "organizer")):
            i = one(do("POST", "/" + k, {f: "Mine", "status": "publish"}, user="author"))["id"]
            do("PATCH", "/%s/%d" % (k, i), {f: "Ours"}, ok=(200,), user="author"); do("DELETE", "/%s/%d" % (k, i), user="author")
        do("GET", "/events", ok=(401,), headers={"Authorization": "Basic eDp5"})
        do("DELETE", "/events/%d" % dr, user="author"); do("DELETE", "/events/%d" % pub, user="editor")


def load(port):
    """Several clients at a time, some hundred requests."""
    bad = []

    def client(n):
        c = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        for i in range(100):
            if i % 10 == 0:
                c.request("POST", NS + "/tags", json.dumps({"name": "L%d" % n}), {"Content-Type": "application/json"})
            else:
                c.request("GET", NS + ("/events", "/tags?hide_empty=0&page=2", "/venues?search=x")[i % 3])
            r = c.getresponse(); r.read()
            if r.status not in (200, 201, 400, 404, 409):
                bad.append(r.status)
        c.close()
    ts = [threading.Thread(target=client, args=(n,)) for n in range(4)]
    t = time.time()
    [x.start() for x in ts]; [x.join() for x in ts]
    return bad, 400 / (time.time() - t)


EVENT = {"title": "Café Noir", "start_date": "2031-07-05 10:00:00", "end_date": "2031-07-05 12:00:00", "status": "publish", "timezone": "Europe/Amsterdam"}


def shown(v, s):
    """What makes a variant: {name: seen?} (each is false for the honest server)."""
    ask = lambda *a, **k: s.ask(*a, **k)
    if v == "nested-envelope":
        c = ask("POST", "/categories", {"name": "C"})[1]
        cid = one(c)["id"]
        st, doc, _ = ask("POST", "/events", dict(EVENT, categories=[cid]))
        ask("POST", "/events", EVENT)
        page = ask("GET", "/events?per_page=1")
        err = ask("GET", "/events/999")[1]
        r = (doc.get("response") or {}).get("doc") or {}
        return {"item": r.get("title") == "Café Noir", "IDs as text": r.get("categories") == [str(cid)] and isinstance(r.get("id"), str),
                "list": "docs" in page[1].get("response", {}), "Link": 'rel="next"' in (page[2].get("Link") or ""), "error": "error" in err}
    if v == "camel-case":
        doc = ask("POST", "/events", EVENT)[1]
        ven = ask("POST", "/venues", {"venue": "V"})[1]
        gone = ask("DELETE", "/venues/%s" % ven["id"])
        return {"camel": "startDate" in doc and "start_date" not in doc and "venueIds" in doc, "name": ven.get("name") == "V",
                "list": isinstance(ask("GET", "/events")[1], list), "deleted": gone[0] == 200 and gone[1].get("deleted") is True}
    if v == "time-objects":
        a, b = (ask("POST", "/tags", {"name": n})[1]["id"] for n in "AB")
        doc = ask("POST", "/events", dict(EVENT, tags=[b, a]))[1]
        day = ask("POST", "/events", dict(EVENT, all_day=True))[1]
        return {"time": doc["start_date"] == {"local": "2031-07-05 10:00:00", "utc": "2031-07-05 08:00:00", "zone": "Europe/Amsterdam"},
                "day": day["start_date"] == {"date": "2031-07-05", "zone": "Europe/Amsterdam"}, "seconds": isinstance(doc["utc_start_date"], int),
                "sorted": doc["tags"] == [a, b], "list": "items" in ask("GET", "/events")[1], "422": ask("POST", "/events", {})[0] == 422}
    if v == "quiet-writes":
        st, doc, head = ask("POST", "/tags", {"name": "A"})
        place = "/" + urllib.parse.urlsplit(head["Location"]).path
        up, gone = ask("PATCH", place, {"name": "B"})[:2], ask("DELETE", place)[:2]
        err = ask("GET", place)
        return {"created": (st, doc) == (201, None), "updated": up == (204, None), "deleted": gone == (202, None),
                "error": err[0] == 404 and err[2]["Content-Type"].startswith("text/plain")}
    if v == "language-maps":
        i = ask("POST", "/venues", {"venue": "Zaal"})[1]["id"]
        ask("PATCH", "/venues/%d?ml_language=fr" % i, {"venue": "Salle"})
        seen = {"map": ask("GET", "/venues/%d" % i)[1]["venue"] == {"nl": "Zaal", "fr": "Salle"},
                "list": ask("GET", "/venues")[1]["venues"][0]["venue"] == {"nl": "Zaal", "fr": "Salle"}}
        assert ask("GET", "/venues/%d?ml_language=fr" % i)[1]["venue"] == "Salle"
        assert s.ask("GET", "//fr" + NS + "/venues/%d" % i)[1]["venue"] == "Salle"
        gone = ask("DELETE", "/venues/%d" % i)
        return dict(seen, deleted=gone[0] == 200 and gone[1] == {"deleted": i})
    if v == "new-york-english-site":
        e = ask("POST", "/events", {k: x for k, x in EVENT.items() if k != "timezone"})
        b, a = (ask("POST", "/venues", {"venue": n})[1]["id"] for n in ("Beta", "Alpha"))
        ask("PATCH", "/venues/%d?ml_language=nl" % a, {"venue": "Alfa"})
        return {"zone": e[1]["timezone"] == "America/New_York" and e[1]["utc_start_date"] == "2031-07-05 14:00:00",
                "language": ask("GET", "/venues/%d" % a)[1]["venue"] == "Alpha" and ask("GET", "/venues/%d?ml_language=nl" % a)[1]["venue"] == "Alfa" and e[1]["ml_language"] == "en",
                "order": [x["id"] for x in ask("GET", "/venues")[1]["venues"]] == [a, b], "no Location": e[2].get("Location") is None}
    if v == "unicode-slugs":
        e = ask("POST", "/events", EVENT)[1]
        w = ask("POST", "/venues", {"venue": "Зал"})[1]
        q = urllib.parse.quote
        assert ask("GET", "/events/by-slug/" + q(e["slug"]))[1]["id"] == e["id"] and ask("GET", "/venues/by-slug/" + q(w["slug"]))[1]["id"] == w["id"]
        ask("DELETE", "/venues/by-slug/" + q(w["slug"]))
        return {"slug": e["slug"] == "café-noir-%d" % e["id"], "script": w["slug"] == "зал-%d" % w["id"], "410": ask("GET", "/venues/%d" % w["id"])[0] == 410}
    if v == "php-like-values":
        c = ask("POST", "/categories", {"name": "C"})[1]
        w = ask("POST", "/venues", {"venue": "W"})[1]
        a = ask("POST", "/events", dict(EVENT, title="A", categories=[c["id"]], venue=[w["id"]], cost=12.5))[1]
        b = ask("POST", "/events", dict(EVENT, title="B", start_date="2031-07-05 11:00:00", sticky=True))[1]
        return {"bool": type(b["sticky"]) is int and b["sticky"] == 1, "false": a["website"] is False, "cost": a["cost"] == "12.5",
                "short": a["categories"] == [{"term_id": c["id"], "name": "C", "slug": "c"}] and a["venue"] == [{"ID": w["id"], "post_title": "W", "slug": "w"}],
                "sticky first": [x["id"] for x in ask("GET", "/events")[1]["events"]] == [b["id"], a["id"]],
                "409": ask("POST", "/categories", {"name": "C"})[0] == 409}


def main():
    only = set(sys.argv[1:])
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
    checks = json.load(open(os.path.join(HERE, "checks.json")))
    variants = json.load(open(os.path.join(HERE, "variants.json")))
    good = bad = 0
    slow = 0

    def line(ok, what):
        nonlocal good, bad
        good, bad = good + ok, bad + (not ok)
        print(("ok   " if ok else "FAIL ") + what, flush=True)

    for v in [""] + [x["id"] for x in variants]:
        if only and "variants" not in only and v not in only:
            continue
        for users in (False, True):
            s = Server(variant=v, users=users)
            slow = max(slow, s.boot)
            what = "smoke %s%s" % (v or "honest", " USERS=1" if users else "")
            try:
                n = Smoke(s).users() if users else Smoke(s).run()
                if not users:
                    b, rate = load(s.port)
                    assert not b, b[:3]
                    if v:
                        s.close()
                        s = Server(variant=v)
                        seen = shown(v, s)
                        assert all(seen.values()), seen
                        h = Server()
                        seen = shown(v, h)
                        h.close()
                        assert not any(seen.values()), "the honest server, too: %s" % seen
                        what += ", shown: " + ", ".join(seen)
                    else:
                        e = s.ask("GET", "/events")[2]["ETag"]
                        assert e == s.ask("HEAD", "/events")[2]["ETag"]
                    what += " (%d requests, %.0f/s under load)" % (n, rate)
                line(True, what)
            except (AssertionError, KeyError, TypeError, http.client.HTTPException, OSError) as e:
                line(False, what + ": %s %s" % (type(e).__name__, e))
            err = s.close()
            if err.strip():
                line(False, what + " wrote to stderr: " + err[:600])
    for b in bugs:
        if only and "bugs" not in only and b["id"] not in only:
            continue
        u = b.get("users", False)
        h = Server(users=u)
        r = play(h, checks[b["id"]])
        err = h.close()
        s = Server(bug=b["id"], users=u)
        slow = max(slow, s.boot, h.boot)
        f = play(s, checks[b["id"]])
        err += s.close()
        line(r is None and f is not None and not err.strip(), "%s: honest %s; bug: %s %s" % (b["id"], "passes" if r is None else "FAILS " + r, f or "NOT SHOWN", err[:300]))
    print("%d ok, %d failed; %d bugs (%d with USERS=1), %d variants; slowest start %.1f s" % (
        good, bad, len(bugs), sum(b.get("users", False) for b in bugs), len(variants), slow))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
