#!/usr/bin/env python3
"""Runs the show of every bug against the honest server and against the bug, and a smoke test of every operation
against the honest server and every variant. Usage: selftest.py [id ...]   (default: all)"""
import base64, http.client, json, os, re, socket, subprocess, sys
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = json.load(open(os.path.join(HERE, "run.json")))
NS = "/vendor/events/v1"


class Server:
    def __init__(self, bug="", variant="", users=False):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users:
            env["USERS"] = "1"
        self.p = subprocess.Popen(RUN["command"], cwd=HERE, env=env, stdout=subprocess.PIPE, text=True)
        line = self.p.stdout.readline()
        if "listening" not in line:
            raise RuntimeError("the server did not start")
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def send(self, method, path, data=None, user=None, headers=None, form=None):
        h = dict(headers or {})
        body = None
        if data is not None:
            body = json.dumps(data)
            h["Content-Type"] = "application/json"
        if form is not None:
            body = form
            h["Content-Type"] = "application/x-www-form-urlencoded"
        if user:
            h["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
        self.c.request(method, path, body, h)
        r = self.c.getresponse()
        raw = r.read()
        try:
            val = json.loads(raw) if raw else None
        except ValueError:
            val = None
        return r.status, r.headers, val, raw

    def close(self):
        self.c.close()
        self.p.terminate()
        self.p.wait()
        self.p.stdout.close()


# ---- reading any envelope ----

def rows(val):
    """The records of a list, whatever it is wrapped in."""
    if isinstance(val, list):
        return val
    if isinstance(val, dict):
        for k, x in val.items():
            if isinstance(x, list) and k not in ("categories_", "links"):
                return x
        for k, x in val.items():
            if isinstance(x, dict) and k not in ("_links", "meta", "page"):
                r = rows(x)
                if r is not None:
                    return r
    return None


def record(val):
    if isinstance(val, dict):
        if "id" in val:
            return val
        for x in val.values():
            if isinstance(x, dict) and "id" in x:
                return x
    return {}


def num(x):
    if isinstance(x, dict):
        x = x.get("id")
    return int(x) if isinstance(x, (int, str)) and str(x).isdigit() else x


def listed(val):
    return [num(r) for r in rows(val) or []]


def text(x):
    return x["raw"] if isinstance(x, dict) and "raw" in x else x


# ---- shows ----

def fill(x, mem):
    if isinstance(x, str):
        if x.startswith("$") and x[1:] in mem:
            return mem[x[1:]]
        return re.sub(r"\{(\w+)\}", lambda m: str(mem[m[1]]) if m[1] in mem else m[0], x)
    if isinstance(x, list):
        return [fill(y, mem) for y in x]
    if isinstance(x, dict):
        return {k: fill(y, mem) for k, y in x.items()}
    return x


def show(server, steps):
    """The checks that fail, as texts."""
    mem, bad = {}, []
    for n, st in enumerate(steps):
        method, path = fill(st["send"], mem).split(" ", 1)
        status, head, val, raw = server.send(method, NS + path, fill(st.get("json"), mem), st.get("as"), fill(st.get("headers"), mem))
        rec = record(val)
        for name, key in (st.get("save") or {}).items():
            mem[name] = head.get(key[1:]) if key.startswith("@") else rec.get(key)
            if mem[name] is None:
                bad.append(f"step {n}: nothing to save as {name} ({status} {raw[:200]})")
        if status >= 500:
            bad.append(f"step {n}: {status}")
        for e in st.get("expect") or []:
            op, args = e[0], [fill(a, mem) for a in e[1:]]
            if op == "status":
                ok, got = status == args[0], status
            elif op == "eq":
                ok, got = status == 200 and rec.get(args[0]) == args[1], rec.get(args[0])
            elif op == "set":
                ok, got = status == 200 and sorted(listed(val)) == sorted(args[0]), listed(val)
            elif op == "order":
                ok, got = status == 200 and listed(val) == args[0], listed(val)
            elif op == "count":
                ok, got = status == 200 and len(listed(val)) == args[0], listed(val)
            elif op == "has":
                ok, got = args[0] in listed(val), listed(val)
            elif op == "lacks":
                ok, got = status == 200 and args[0] not in listed(val), listed(val)
            elif op == "header":
                ok, got = args[0] in head, list(head.keys())
            elif op == "header_has":
                ok, got = args[1] in (head.get(args[0]) or ""), head.get(args[0])
            elif op == "collect":
                mem[args[0]] = mem.get(args[0], []) + listed(val)
                ok, got = status == 200, status
            elif op == "collected":
                ok, got = sorted(mem[args[0]]) == sorted(args[1]), mem[args[0]]
            else:
                raise ValueError(op)
            if not ok:
                bad.append(f"step {n} {method} {path}: {op} {str(args)[:80]}, got {status} {str(got)[:120]}")
    return bad


# ---- smoke ----

class Smoke:
    def __init__(self, server, variant):
        self.s, self.v, self.bad, self.n = server, variant, [], 0

    def ok(self, cond, what):
        self.n += 1
        if not cond:
            self.bad.append(what)

    def go(self, method, path, data=None, want=None, user=None, **kw):
        status, head, val, raw = self.s.send(method, NS + path, data, user, **kw)
        want = want or (200, 201, 204)
        self.ok(status in want, f"{method} {path}: {status} {raw[:160]}")
        self.head = head
        return val

    def make(self, coll, body, user=None, lang=""):
        val = self.go("POST", f"/{coll}{lang}", body, (200, 201), user)
        i = num(record(val).get("id"))
        self.ok(isinstance(i, int), f"POST /{coll}: no ID")
        return i

    def item(self, path, user=None):
        return record(self.go("GET", path, None, (200,), user))

    def has(self, path, ids, lacks=(), user=None):
        got = listed(self.go("GET", path, None, (200,), user))
        self.ok(set(ids) <= set(got) and not set(lacks) & set(got) and len(got) == len(set(got)), f"{path}: {got}, not {ids} without {lacks}")

    def refused(self, method, path, data=None, want=(400, 422), **kw):
        self.go(method, path, data, want, **kw)

    def open(self):
        root = self.s.send("GET", "/")
        self.ok(root[0] == 200, "root")
        for lang in ("", "nl", "en", "fr", "de"):
            q = f"?ml_language={lang}" if lang else ""
            i = self.go("GET", q or "", None, (200,))
            self.ok("up" in i.get("_links", {}), "no link up")
            self.go("GET", "/doc" + q, None, (200,))
            for c in ("events", "venues", "organizers", "categories", "tags"):
                self.has(f"/{c}{q}", [])
        self.refused("GET", "?ml_language=xx")
        self.refused("GET", "/events?ml_language=xx")
        v1 = self.make("venues", {"venue": "Grand Hall", "city": "Zutphen", "zip": "01234", "show_map": "true", "description": "Tall"})
        v2 = self.make("venues", {"venue": "Barn", "province": "Gelderland", "website": "https://example.org"})
        o1 = self.make("organizers", {"organizer": "Club", "email": "a@example.org", "phone": "0123"})
        o2 = self.make("organizers", {"organizer": "Society"})
        c1 = self.make("categories", {"name": "Music", "slug": "music"})
        c2 = self.make("categories", {"name": "Jazz", "parent": c1, "description": "Blue"})
        t1 = self.make("tags", {"name": "Free"})
        t2 = self.make("tags", {"name": "Kids"})
        day = {"start_date": "2027-05-10 09:00:30", "end_date": "2027-05-10 17:00:00"}
        e1 = self.make("events", dict(day, title="Spring & Fair", description="Élan 100%", featured=True, venue=[v1], organizer=[o1, o2], categories=[c1, c2], tags=[t1], website="https://example.org/", cost="5", image="7", slug="spring-fair"))
        e2 = self.make("events", dict(day, title="Autumn", start_date="2027-06-01 00:30:00", end_date="2027-06-02 10:00:00", venue=[v2], tags=[t1, t2], timezone="America/New_York"))
        old = self.make("events", {"title": "Old", "start_date": "2020-05-10 09:00:00", "end_date": "2020-05-10 10:00:00"})
        dr = self.make("events", dict(day, title="Draft", status="draft", all_day=True))
        pub = self.make("events", dict(day, title="Private", status="private"))
        e = self.item(f"/events/{e1}")
        self.ok(text(e["title"]) == "Spring & Fair" and text(e["description"]) == "Élan 100%", "texts")
        self.ok([num(x) for x in e["organizer"]] == [o1, o2] and [num(x) for x in e["tags"]] == [t1], "relations")
        self.ok(e["featured"] in (True, 1) and e["sticky"] in (False, 0) and e["all_day"] in (False, 0), "booleans")
        st = e["start_date"]
        st = f"{st['date']} {st['time']}" if isinstance(st, dict) else st.replace("T", " ")
        self.ok(st.startswith("2027-05-10 09:00:30") or st == "2027-05-10 07:00:30Z", f"start {st}")
        if self.v != "hypermedia":
            x = self.item(f"/events/{e2}")["start_date"]
            self.ok("00:30:00" in str(x), f"start in a zone: {x}")
        self.ok(self.item("/events/by-slug/spring-fair")["id"] == e["id"], "by slug")
        self.ok(self.item(f"/events/{e1}?password=x")["id"] == e["id"], "with password")
        h = self.s.send("HEAD", f"{NS}/events/{e1}")
        g = self.s.send("GET", f"{NS}/events/{e1}")
        self.ok(h[0] == 200 and h[3] == b"" and h[1]["Content-Length"] == str(len(g[3])), "HEAD")
        self.go("GET", f"/events/{e1}", None, (304,), headers={"If-None-Match": g[1]["ETag"]})
        # filters of events
        self.has("/events", [e1, e2])
        self.has("/events?starts_after=2019-01-01", [e1, e2, old])
        self.has("/events?start_date=2027-05-10%2000:00:00", [e1], [e2, old])
        self.has("/events?start_date=2027-05-10%2012:00:00", [e1], [e2, old])
        self.has("/events?start_date=2027-05-10%2012:00:00&strict_dates=true", [], [e1, e2, old])
        self.has("/events?end_date=2027-05-10%2000:00:00", [e1], [e2, old])
        self.has("/events?starts_before=2021-01-01", [old], [e1, e2])
        self.has("/events?starts_after=2027-05-20", [e2], [e1, old])
        self.has("/events?ends_before=2027-05-20", [e1, old], [e2])
        self.has("/events?ends_after=2027-05-20", [e2], [e1, old])
        self.has("/events?search=spring%20%26%20fair", [e1], [e2])
        self.has("/events?search=%C3%89lan%20100%25", [e1], [e2])
        self.has(f"/events?categories={c1},{c2}", [e1], [e2])
        self.has("/events?categories=music", [e1], [e2])
        self.has(f"/events?categories%5B%5D={c1}", [e1], [e2])
        self.has(f"/events?tags={t2}", [e2], [e1])
        self.has(f"/events?tags={t1}%2C{t2}", [e1, e2])
        self.has(f"/events?venue={v1}", [e1], [e2])
        self.has(f"/events?organizer={o2}", [e1], [e2])
        self.has("/events?featured=true", [e1], [e2])
        self.has("/events?featured=false", [e2], [e1])
        self.has("/events?status=draft", [dr])
        self.has("/events?status=private", [pub], [dr])
        self.has(f"/events?include={e1},{old}&starts_after=2026-01-01", [e1, old], [e2])
        self.has("/events?post_parent=0&ticketed=false", [e1])
        self.go("GET", "/events?geoloc=true&geoloc_lat=1.5&geoloc_lng=2.5", None, (200,))
        one = listed(self.go("GET", f"/events?per_page=1&page=1&include={e1},{e2}")) + listed(self.go("GET", f"/events?per_page=1&page=2&include={e1},{e2}"))
        self.ok(sorted(one) == [e1, e2], f"pages {one}")
        self.go("GET", "/events?page=99", None, (200, 404))
        self.go("GET", "/events?page=9223372036854775807", None, (200, 404))
        self.go("GET", "/events?per_page=100000", None, (200, 400, 422))
        for bad in ("page=x", "per_page=x", "start_date=x", "featured=maybe", "include=a", "venue=a"):
            self.refused("GET", "/events?" + bad)
        # venues, organizers
        self.has("/venues", [v1, v2]); self.has("/organizers", [o1, o2])
        self.has("/venues?search=zutphen", [v1], [v2]); self.has("/venues?search=tall", [v1], [v2])
        self.has(f"/venues?event={e1}", [v1], [v2]); self.has(f"/organizers?event={e1}", [o1, o2])
        self.has("/venues?has_events=true", [v1, v2]); self.has("/organizers?only_with_upcoming=true", [o1, o2])
        self.has("/organizers?status=pending", [], [o1, o2])
        self.has("/organizers?search=club", [o1], [o2])
        # terms
        self.has("/categories", [c1, c2]); self.has("/tags", [t1, t2])
        empty = self.make("tags", {"name": "Unused"})
        self.has("/tags", [t1, t2], [empty]); self.has("/tags?hide_empty=0", [t1, t2, empty]); self.has("/tags?hide_empty=false", [empty])
        self.has(f"/tags?event={e1}", [t1], [t2]); self.has(f"/tags?post={e2}", [t1, t2])
        self.has(f"/tags?exclude={t1}", [t2], [t1]); self.has(f"/tags?include={t1}", [t1], [t2]); self.has("/tags?slug=kids", [t2], [t1])
        self.has(f"/categories?parent={c1}", [c2], [c1]); self.has("/categories?search=jaz", [c2], [c1])
        a = listed(self.go("GET", "/categories?orderby=name&order=asc")); b = listed(self.go("GET", "/categories?orderby=name&order=desc"))
        self.ok(a == [c2, c1] and b == [c1, c2], f"orders {a} {b}")
        self.refused("GET", "/tags?orderby=nonsense")
        # updates
        slugs = {}
        for coll, i, field in (("events", e1, "title"), ("venues", v1, "venue"), ("organizers", o1, "organizer"), ("categories", c1, "name"), ("tags", t1, "name")):
            if field != "name":
                slugs[coll] = self.item(f"/{coll}/{i}")["slug"]
            for method in ("POST", "PUT", "PATCH"):
                for at in [str(i)] + ([f"by-slug/{slugs[coll]}"] if coll in slugs else []):
                    name = f"{method} {at} é"
                    self.go(method, f"/{coll}/{at}", {field: name}, (200, 204))
                    self.ok(text(self.item(f"/{coll}/{at}")[field]) == name, f"{method} /{coll}/{at}")
                    self.go(method, f"/{coll}/{at}", {}, (200, 204))
            self.go("PATCH", f"/{coll}/{i}?ml_language=fr", {field: "Nom"}, (200, 204))
            self.ok(text(self.item(f"/{coll}/{i}?ml_language=fr")[field]) == "Nom", "in French")
            self.ok(text(self.item(f"/{coll}/{i}")[field]) == name, "not in French")
            self.refused("PATCH", f"/{coll}/{i}", {field: ""})
            self.refused("PATCH", f"/{coll}/{i}", {field: 5})
            self.refused("POST", f"/{coll}", {})
            self.refused("POST", f"/{coll}?ml_language=xx", {field: "x"})
            self.go("PATCH", f"/{coll}/{i}", {field: "x"}, (412,), headers={"If-Match": '"x"'})
            self.go("DELETE", f"/{coll}", None, (405,)); self.ok("POST" in self.head.get("Allow", ""), "Allow")
            for p in (f"/{coll}/987654", f"/{coll}/99999999999999999999999", f"/{coll}/abc", f"/{coll}/by-slug/none"):
                self.go("GET", p, None, (404,))
            for m in ("DELETE", "PATCH"):
                self.go(m, f"/{coll}/987654", None if m == "DELETE" else {}, (404,))
        self.go("PATCH", f"/events/{e1}", {"tags": [t2], "venue": [], "password": ""}, (200, 204))
        e = self.item(f"/events/{e1}")
        self.ok([num(x) for x in e["tags"]] == [t2] and e["venue"] == [], "relations set")
        self.go("PATCH", f"/events/{e1}", None, (200, 204), form="tags[]=%d&tags[]=%d&cost=0" % (t1, t2))
        self.ok([num(x) for x in self.item(f"/events/{e1}")["tags"]] == [t1, t2], "form")
        for bad in ({"start_date": "x"}, {"tags": "x"}, {"timezone": "Mars/X"}, {"website": "nope"}, {"featured": "x"}, {"author": "x"}):
            self.refused("PATCH", f"/events/{e1}", bad)
        s = self.s.send("POST", NS + "/events", headers={"Content-Type": "application/json"})
        self.ok(s[0] in (400, 422), "no body")
        self.s.c.request("POST", NS + "/events", "{bad", {"Content-Type": "application/json"})
        r = self.s.c.getresponse(); r.read(); self.ok(r.status == 400, f"bad JSON {r.status}")
        for lang in ("nl", "en", "fr", "de"):
            for coll, body in (("events", dict(day, title="L" + lang)), ("venues", {"venue": "L" + lang}), ("tags", {"name": "L" + lang})):
                i = self.make(coll, body, lang=f"?ml_language={lang}")
                self.has(f"/{coll}?ml_language={lang}&hide_empty=0" if coll == "tags" else f"/{coll}?ml_language={lang}", [i])
                self.go("DELETE", f"/{coll}/{i}?ml_language={lang}")
        twin = self.make("events", dict(day, title="Twin")), self.make("events", dict(day, title="Twin"))
        self.ok(self.item(f"/events/{twin[0]}")["slug"] != self.item(f"/events/{twin[1]}")["slug"], "slugs of twins")
        # deletion
        for coll, a, b in (("events", e2, twin[0]), ("venues", v1, v2), ("organizers", o1, o2), ("categories", c1, None), ("tags", t1, None)):
            path = f"/{coll}/{a}"
            self.go("DELETE", path + "?password=x" if coll == "events" else path)
            self.has(f"/{coll}", [], [a])
            if self.v == "trash-and-languages" and coll not in ("categories", "tags"):
                self.ok(self.item(path)["status"] == "trash", "in the trash")
                self.go("DELETE", path)
            self.go("GET", path, None, (404, 410))
            self.go("DELETE", path, None, (404, 410))
            if b:
                slug = self.item(f"/{coll}/{b}")["slug"]
                self.go("DELETE", f"/{coll}/by-slug/{slug}")
                self.go("GET", f"/{coll}/by-slug/{slug}", None, (404, 410))
                self.has(f"/{coll}", [], [b])
        e = self.item(f"/events/{e1}")
        self.ok([num(x) for x in e["tags"]] == [t2] and e["organizer"] == [], "relations to deleted records")

    def users(self):
        day = {"start_date": "2027-05-10 09:00:00", "end_date": "2027-05-10 17:00:00", "status": "publish"}
        a = self.make("events", dict(day, title="A"), "author")
        b = self.make("events", dict(day, title="B"), "editor")
        d = self.make("events", dict(day, title="D", status="draft", slug="d-draft"), "author")
        c = self.make("categories", {"name": "C"}, "editor")
        self.ok(num(self.item(f"/events/{a}")["author"]) == 2, "author")
        self.has("/events", [a, b], [d]); self.has("/events", [a, b], [d], "reader"); self.has("/events", [a, b, d], (), "author"); self.has("/events", [a, b, d], (), "editor")
        for at in (str(d), "by-slug/d-draft"):
            self.go("GET", f"/events/{at}", None, (401, 404)); self.go("GET", f"/events/{at}", None, (403, 404), "reader")
            self.item(f"/events/{at}", "author"); self.item(f"/events/{at}", "editor")
        for m in ("PATCH", "PUT", "POST", "DELETE"):
            body = None if m == "DELETE" else {"title": "X"}
            self.go(m, f"/events/{b}", body, (401,)); self.ok("WWW-Authenticate" in self.head, "challenge")
            self.go(m, f"/events/{b}", body, (403,), "reader"); self.go(m, f"/events/{b}", body, (403,), "author")
            self.go(m, f"/categories/{c}", None if m == "DELETE" else {"name": "X"}, (403,), "author")
        for coll, body in (("events", dict(day, title="X")), ("venues", {"venue": "X"}), ("organizers", {"organizer": "X"}), ("tags", {"name": "X"})):
            self.go("POST", f"/{coll}", body, (401,)); self.go("POST", f"/{coll}", body, (403,), "reader")
            if coll == "tags":
                self.go("POST", f"/{coll}", body, (403,), "author")
            else:
                i = self.make(coll, body, "author")
                self.go("PATCH", f"/{coll}/{i}", {"description": "y"}, (200, 204), "author")
                self.go("DELETE", f"/{coll}/{i}", None, None, "author")
        self.go("GET", "/events", None, (401,), "nobody")
        self.go("PATCH", f"/events/{a}", {"title": "Y"}, (200, 204), "editor")
        self.go("DELETE", f"/events/{a}", None, None, "editor")


def smoke(variant):
    bad, n = [], 0
    for users in (False, True):
        s = Server(variant=variant, users=users)
        k = Smoke(s, variant)
        try:
            k.users() if users else k.open()
        except Exception as e:
            import traceback
            k.bad.append("stopped: " + repr(e) + traceback.format_exc().splitlines()[-3])
        finally:
            s.close()
        bad += k.bad
        n += k.n
    return bad, n


def main():
    only = sys.argv[1:]
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
    variants = json.load(open(os.path.join(HERE, "variants.json")))
    good = {"bugs": 0, "variants": 0}
    total = {"bugs": 0, "variants": 0}
    for b in bugs:
        if only and b["id"] not in only:
            continue
        total["bugs"] += 1
        out = []
        for bug in ("", b["id"]):
            s = Server(bug=bug, users=b.get("users", False))
            try:
                out.append(show(s, b["show"]))
            finally:
                s.close()
        ok = not out[0] and bool(out[1])
        good["bugs"] += ok
        print(f"{'ok  ' if ok else 'FAIL'} bug {b['id']}: " + (out[1][0] if ok else f"honest {out[0]} bug {out[1]}"), flush=True)
    for v in [{"id": ""}] + variants:
        if only and v["id"] not in only:
            continue
        total["variants"] += 1
        bad, n = smoke(v["id"])
        good["variants"] += not bad
        print(f"{'FAIL' if bad else 'ok  '} smoke {v['id'] or 'honest server'}: {n} checks" + "".join("\n       " + x for x in bad), flush=True)
    print(f"{good['bugs']} of {total['bugs']} bugs, {good['variants']} of {total['variants']} servers (honest and variants) pass")
    return 0 if good == total else 1


if __name__ == "__main__":
    sys.exit(main())
