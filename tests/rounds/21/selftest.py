#!/usr/bin/env python3
"""Self-test: python3 selftest.py [bugs|variants|ID ...]"""
import base64, http.client, json, os, re, signal, socket, subprocess, sys, threading, time
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

    def ask(self, method, path, body=None, user=None, headers=None):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False).encode()
            h.setdefault("Content-Type", "application/json")
        if user:
            h["Authorization"] = "Basic " + base64.b64encode(("%s:%s" % (user, user)).encode()).decode()
        self.c.request(method, NS + path, data, h)
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


def fill(v, saved, port):
    if isinstance(v, str):
        if v == "$ROOT":
            return "http://127.0.0.1:%d/" % port
        m = re.fullmatch(r"\$(\w+)", v)
        if m:
            return saved[m.group(1)]["id"]
        return re.sub(r"\$(\w+)(?:\.(\w+))?", lambda m: urllib.parse.quote(str(saved[m.group(1)][m.group(2) or "id"])), v) if "$" in v else v
    if isinstance(v, list):
        return [fill(x, saved, port) for x in v]
    if isinstance(v, dict):
        return {k: fill(x, saved, port) for k, x in v.items()}
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
        path = fill(path, saved, server.port)
        body = fill(s["json"], saved, server.port) if "json" in s else None
        status, doc, head = server.ask(method, "/" + path if path else "", body, s.get("user"), s.get("headers"))
        at = "step %d %s %s: " % (n + 1, method, path)
        if "status" in s and status != s["status"]:
            return at + "status %s, not %s %s" % (status, s["status"], str(doc)[:200])
        if "save" in s:
            saved[s["save"]] = doc
        for k, v in s.get("equals", {}).items():
            v = fill(v, saved, server.port)
            if dig(doc, k) != v or type(dig(doc, k)) != type(v):
                return at + "%s is %r, not %r" % (k, dig(doc, k), v)
        for k, v in s.get("header", {}).items():
            if v not in (head.get(k) or ""):
                return at + "header %s is %r" % (k, head.get(k))
        if {"ids", "set", "count"} & set(s):
            ids = [x["id"] for x in doc[path.split("?")[0]]]
            if "ids" in s and ids != fill(s["ids"], saved, server.port):
                return at + "IDs %s, not %s" % (ids, fill(s["ids"], saved, server.port))
            if "set" in s and sorted(ids) != sorted(fill(s["set"], saved, server.port)):
                return at + "IDs %s, not the set %s" % (ids, fill(s["set"], saved, server.port))
            if "count" in s and len(ids) != s["count"]:
                return at + "%d entries, not %d" % (len(ids), s["count"])
    return None


# ---- smoke test of every operation, tolerant of what is open
def items(doc):
    if isinstance(doc, list):
        return doc
    for k in ("events", "venues", "organizers", "categories", "tags", "data", "items"):
        if isinstance(doc.get(k), list):
            return doc[k]
    return items(doc["_embedded"])


def one(doc):
    for k in ("data", "event", "venue", "organizer", "category", "tag"):
        if isinstance(doc.get(k), dict) and "id" in doc[k] and "rest_url" in doc[k]:
            if "id" not in doc:
                return doc[k]
    return doc


def text(v):
    return v.get("raw", v.get("rendered")) if isinstance(v, dict) else v


def refs(v):
    if isinstance(v, dict):
        v = [v]
    return [x["id"] if isinstance(x, dict) else x for x in v or []]


class Smoke:
    def __init__(self, server):
        self.s = server
        self.n = 0

    def do(self, method, path, body=None, ok=(200, 201, 204), **k):
        self.n += 1
        st, doc, head = self.s.ask(method, path, body, **k)
        assert st in ok, "%s %s: status %s %s" % (method, path, st, str(doc)[:300])
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
            assert st in (404, 410) or one(doc).get("status") == "trash", (k, st, doc)
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
            if r.status not in (200, 201, 400, 404):
                bad.append(r.status)
        c.close()
    ts = [threading.Thread(target=client, args=(n,)) for n in range(4)]
    t = time.time()
    [x.start() for x in ts]; [x.join() for x in ts]
    return bad, 400 / (time.time() - t)


def main():
    only = set(sys.argv[1:])
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
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
        r = play(h, b["show"])
        err = h.close()
        s = Server(bug=b["id"], users=u)
        slow = max(slow, s.boot, h.boot)
        f = play(s, b["show"])
        err += s.close()
        line(r is None and f is not None and not err.strip(), "%s: honest %s; bug: %s %s" % (b["id"], "passes" if r is None else "FAILS " + r, f or "NOT SHOWN", err[:300]))
    print("%d ok, %d failed; %d bugs (%d subtle, %d with USERS=1), %d variants; slowest start %.1f s" % (
        good, bad, len(bugs), sum(b["subtle"] for b in bugs), sum(b.get("users", False) for b in bugs), len(variants), slow))
    sys.exit(1 if bad else 0)


main()
