#!/usr/bin/env python3
"""Self-test: every bug's `show` on the honest server and on the bug, and a smoke test of every operation on the honest server and every variant.

Steps of `show`: "do" (method and path below the namespace), "json" (body), "as" (user), "headers", "save" ({name: field or "@Header"});
checks: "status", "eq" ({dotted path: value}), "ids" / "order" / "has" / "lacks" (ids of the list), "count" (length of the list).
"$name" stands for a saved value in bodies and checks, "{name}" in addresses and headers."""
import base64, http.client, json, os, re, socket, subprocess, sys, time, threading
HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
RUN = json.load(open(os.path.join(HERE, "run.json")))


class Server:
    def __init__(self, bug="", variant="", users=False):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users:
            env["USERS"] = "1"
        t = time.time()
        self.p = subprocess.Popen(RUN["command"], cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.p.stdout.readline()
        if "listening" not in line:
            raise SystemExit("did not start: " + self.p.stderr.read())
        self.took = time.time() - t
        self.err = []
        threading.Thread(target=lambda: self.err.extend(self.p.stderr), daemon=True).start()
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def call(self, method, path, body=None, user=None, headers=None, ns=NS):
        h = dict(headers or {})
        if isinstance(body, (dict, list)):
            h.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        if user:
            h["Authorization"] = "Basic " + base64.b64encode(f"{user}:{user}".encode()).decode()
        self.c.request(method, ns + path, body.encode() if isinstance(body, str) else body, h)
        r = self.c.getresponse()
        raw = r.read()
        try:
            data = json.loads(raw) if raw else None
        except ValueError:
            data = raw
        return r.status, data, r.headers

    def __enter__(self): return self

    def __exit__(self, *a):
        self.c.close()
        self.p.terminate()
        self.p.wait(5)


def fill(v, env):
    if isinstance(v, str):
        if v.startswith("$") and v[1:] in env:
            return env[v[1:]]
        return re.sub(r"\{(\w+)\}", lambda m: str(env.get(m[1], m[0])), v)
    if isinstance(v, list):
        return [fill(x, env) for x in v]
    if isinstance(v, dict):
        return {k: fill(x, env) for k, x in v.items()}
    return v


def dig(d, path):
    for k in path.split("."):
        try:
            d = d[int(k)] if isinstance(d, list) else d[k]
        except (KeyError, IndexError, TypeError):
            return "<absent>"
    return d


def play(srv, steps):
    """The failed checks of a conversation."""
    env, out = {"root": f"http://127.0.0.1:{srv.port}"}, []
    for n, s in enumerate(steps):
        method, _, path = s["do"].partition(" ")
        st, data, h = srv.call(method, fill(path, env), fill(s.get("json"), env), s.get("as"), fill(s.get("headers"), env))
        bad = lambda what: out.append(f"step {n} {s['do']}: {what}")
        if "status" in s and st != s["status"]:
            bad(f"status {st}, not {s['status']} ({str(data)[:120]})")
        for k, p in s.get("save", {}).items():
            env[k] = h.get(p[1:]) if p.startswith("@") else dig(data, p)
        for p, v in s.get("eq", {}).items():
            if dig(data, p) != fill(v, env) or type(dig(data, p)) is not type(fill(v, env)):
                bad(f"{p} is {dig(data, p)!r}, not {fill(v, env)!r}")
        if {"ids", "order", "has", "lacks", "count"} & set(s):
            l = next((v for v in data.values() if isinstance(v, list)), None) if isinstance(data, dict) else None
            ids = [x.get("id") for x in l] if l is not None else ["no list"]
            if "ids" in s and sorted(map(str, ids)) != sorted(map(str, fill(s["ids"], env))): bad(f"ids {ids}, not {fill(s['ids'], env)}")
            if "order" in s and ids != fill(s["order"], env): bad(f"ids {ids}, not {fill(s['order'], env)}")
            if "has" in s and not set(fill(s["has"], env)) <= set(ids): bad(f"ids {ids} lack some of {fill(s['has'], env)}")
            if "lacks" in s and set(fill(s["lacks"], env)) & set(ids): bad(f"ids {ids} have some of {fill(s['lacks'], env)}")
            if "count" in s and len(ids) != s["count"]: bad(f"{len(ids)} items, not {s['count']}")
    return out


# ---- smoke test, indifferent to envelopes ----
def items(d):
    if isinstance(d, list): return d
    return next(v for k, v in d.items() if isinstance(v, list) and k in ("events", "venues", "organizers", "categories", "tags", "items", "data"))


def item(d): return d["data"] if isinstance(d, dict) and isinstance(d.get("data"), dict) and "id" in d["data"] else d
def plain(v): return v["raw"] if isinstance(v, dict) and "raw" in v else v
def relids(v): return sorted(x["id"] if isinstance(x, dict) else x for x in v)
def when(v): return (v["date"] + " " + v["time"] if isinstance(v, dict) else v)[:19].replace("T", " ")


def smoke(srv, users):
    out = []
    w = "editor" if users else None

    def ok(cond, what):
        if not cond: out.append(what)

    def call(m, p, b=None, want=(200,), user=w, **k):
        st, d, h = srv.call(m, p, b, user, **k)
        if want == "4xx": ok(400 <= st < 500, f"{m} {p}: {st}")
        else: ok(st in want, f"{m} {p} {b}: {st} {str(d)[:150]}")
        return d, h

    new = lambda p, b, **k: item(call("POST", p, b, (200, 201), **k)[0])["id"]
    d, h = call("GET", "")
    ok(call("GET", "", user=None)[0]["_links"]["up"][0]["href"] == f"http://127.0.0.1:{srv.port}/", "up")
    call("GET", "/", ns="", user=None); call("GET", "/doc?ml_language=fr"); call("GET", "?context=view&namespace=vendor/events/v1")
    call("GET", "/nope", want=(404,)); call("GET", "/events/99999999999999999999", want=(404,)); call("GET", "/events/abc", want=(404,))
    d, h = call("PATCH", "/events", {}, (405,)); ok("POST" in (h.get("Allow") or ""), "Allow")
    v = new("/venues", {"venue": "Zaal Één", "city": "Delft", "zip": "0123", "show_map": "yes", "description": None})
    v2 = new("/venues", {"venue": "Hal", "state": "TX"})
    o = new("/organizers", {"organizer": "Club", "email": "club@example.org", "phone": "+31 20"})
    c1 = new("/categories", {"name": "Muziek", "slug": "muziek", "description": "d"})
    c2 = new("/categories", {"name": "Jazz", "parent": c1})
    t1 = new("/tags", {"name": "gratis"}); t2 = new("/tags", {"name": "buiten", "slug": "buiten"})
    body = {"title": "Concert & meer", "start_date": "2027-06-01 10:00:00", "end_date": "2027-06-02 12:00:00", "description": "met 100% jazz", "slug": "concert", "excerpt": "x",
            "status": "publish", "timezone": "Europe/Amsterdam", "all_day": False, "cost": "12", "website": "https://example.org/", "show_map": True, "hide_from_listings": False,
            "sticky": True, "featured": True, "categories": [c2], "tags": [t1, t2], "venue": [v, v2], "organizer": [o], "image": "https://example.org/a.png", "date": "2026-07-01 12:00:00"}
    e = new("/events", body)
    f = new("/events", {"title": "Ander", "start_date": "2027-07-01 20:00:00", "end_date": "2027-07-01 22:00:00", "slug": "ander"})
    g = item(call("GET", f"/events/{e}")[0])
    ok(plain(g["title"]) == body["title"] and plain(g["description"]) == body["description"], "texts")
    ok(when(g["start_date"]) == body["start_date"] and when(g["end_date"]) == body["end_date"] and when(g["date_utc"]) == "2026-07-01 10:00:00", "times")
    ok(relids(g["categories"]) == [c2] and relids(g["tags"]) == sorted([t1, t2]) and relids(g["venue"]) == sorted([v, v2]) and relids(g["organizer"]) == [o], "relations")
    ok(item(call("GET", "/events/by-slug/concert")[0])["id"] == e, "by slug")
    st, d, h = srv.call("HEAD", f"/events/{e}", user=w); ok(st == 200 and not d, "HEAD item")
    st, d, h = srv.call("HEAD", "/events", user=w); ok(st == 200 and not d, "HEAD list")

    def ids(p, want, **k):
        got = sorted(x["id"] for x in items(call("GET", p, **k)[0]))
        ok(got == sorted(want), f"{p}: {got}, not {sorted(want)}")
    ids("/events", [e, f]); ids("/events", [e, f], ns="/fr" + NS)
    for q, want in {"start_date=2027-06-01%2000:00:00": [e], "end_date=2027-06-02%2000:00:00": [e], "end_date=2027-06-01%2000:00:00": [], "starts_before=2027-06-15": [e], "starts_after=2027-06-15": [f],
                    "ends_before=2027-06-15": [e], "ends_after=2027-06-15": [f], "strict_dates=true&starts_after=2027-06-01%2009:00:00": [e, f], "strict_dates=1&starts_after=2027-06-01%2011:00:00": [f],
                    "search=100%25%20j": [e], "search=%26": [e], "search=nothing": [], f"categories={c2}": [e], f"categories={c1}": [], "categories=muziek": [], "tags=buiten": [e], f"tags={t1},{t2}": [e],
                    f"tags[]={t1}&tags[]={t2}": [e], f"venue={v}": [e], f"venue[]={v2}": [e], f"organizer={o}": [e], "featured=true": [e], "featured=0": [f], "status=publish": [e, f], "status=draft": [],
                    f"include={f}&starts_before=2027-01-01": [f], "ml_language=de": [e, f], "per_page=1&page=2": None, f"search=concert&venue={v}&featured=false": []}.items():
        if want is None: ok(len(items(call("GET", "/events?" + q)[0])) == 1, q)
        else: ids("/events?" + q, want)
    ids("/venues", [v, v2]); ids("/venues?search=delft", [v]); ids("/venues?search=%C3%A9%C3%A9n", [v]); ids(f"/venues?event={e}", [v, v2]); ids(f"/venues?event={f}", [])
    ids("/venues?has_events=true", [v, v2]); ids("/venues?only_with_upcoming=true", [v, v2]); ids("/organizers?only_with_upcoming=1&has_events=1", [o]); ids("/organizers?search=club", [o]); ids(f"/organizers?event={e}&status=publish", [o])
    ids("/categories", [c2]); ids("/categories?hide_empty=0", [c1, c2]); ids(f"/categories?hide_empty=false&parent={c1}", [c2]); ids("/categories?hide_empty=0&slug=muziek", [c1]); ids(f"/categories?post={e}", [c2])
    ids(f"/tags?event={e}&exclude={t1}", [t2]); ids(f"/tags?include={t1}", [t1]); ids("/tags?search=grat", [t1])
    for r, want in (("asc", [t2, t1]), ("desc", [t1, t2])):
        ok([x["id"] for x in items(call("GET", f"/tags?orderby=name&order={r}")[0])] == want, "order " + r)
    for p in ("/events?page=x", "/events?per_page=0", "/events?starts_after=nonsense", "/venues?event=x", "/tags?include=x", "/events?featured=maybe"): call("GET", p, want="4xx")
    for p, b in (("/events", {}), ("/events", {"title": "x", "start_date": "x", "end_date": "y"}), ("/events", {"title": "x", "start_date": "2027-02-30", "end_date": "2027-03-01"}), ("/events", "{"), ("/events", []),
                 ("/events", {"title": {}, "start_date": "2027-01-01", "end_date": "2027-01-02"}), ("/venues", {"city": "x"}), ("/organizers", {}), ("/categories", {"name": ""}), ("/tags", {"name": None})): call("POST", p, b, "4xx")
    n = 0
    for base, body2, field in ((f"/events/{e}", {"title": "T%d"}, "title"), ("/events/by-slug/concert", {"title": "T%d"}, "title"), (f"/venues/{v}", {"venue": "T%d"}, "venue"), ("/venues/by-slug/SLUG", {"venue": "T%d"}, "venue"),
                               (f"/organizers/{o}", {"organizer": "T%d"}, "organizer"), ("/organizers/by-slug/SLUG", {"organizer": "T%d"}, "organizer"), (f"/categories/{c1}", {"name": "T%d"}, "name"), (f"/tags/{t1}", {"name": "T%d"}, "name")):
        if "SLUG" in base: base = base.replace("SLUG", item(call("GET", base.split("/by-")[0] + "/" + str(v if "venue" in base else o))[0])["slug"])
        for m in ("POST", "PUT", "PATCH"):
            n += 1
            call(m, base, {k: x % n for k, x in body2.items()}, (200, 204))
            ok(plain(item(call("GET", base)[0])[field]) == f"T{n}", f"{m} {base}")
    call("PATCH", f"/events/{e}", {"featured": False, "categories": [c1], "password": "pw"}, (200, 204)); g = item(call("GET", f"/events/{e}?password=pw")[0])
    ok(g["featured"] is False and relids(g["categories"]) == [c1] and when(g["start_date"]) == body["start_date"], "partial update"); call("PATCH", f"/events/{e}", {"password": ""}, (200, 204))
    call("POST", f"/tags/{t2}", "name=form+name", (200, 204), headers={"Content-Type": "application/x-www-form-urlencoded"}); ok(plain(item(call("GET", f"/tags/{t2}")[0])["name"]) == "form name", "form")
    call("PATCH", f"/events/{f}?ml_language=fr", {"title": "Autre"}, (200, 204))
    ok(plain(item(call("GET", f"/events/{f}?ml_language=fr")[0])["title"]) == "Autre", "fr"); ok(plain(item(call("GET", f"/events/{f}")[0])["title"]) == "Ander", "nl"); ids("/events?search=autre&ml_language=fr", [f])
    ok(plain(item(call("GET", f"/events/{f}", ns="/fr" + NS)[0])["title"]) == "Autre", "prefix")
    if users:
        a = new("/events", {"title": "Van auteur", "start_date": "2027-08-01 10:00:00", "end_date": "2027-08-01 11:00:00", "status": "draft"}, user="author")
        for u, want in ((None, (401,)), ("reader", (403,)), ("author", (403,))): call("PATCH", f"/events/{e}", {"title": "x"}, want, user=u); call("DELETE", "/events/by-slug/concert", None, want, user=u); call("POST", "/tags", {"name": "x"}, want, user=u)
        for u in (None, "reader"): call("GET", f"/events/{a}", want=(401, 403, 404), user=u); call("POST", "/venues", {"venue": "x"}, (401, 403), user=u); ok(a not in [x["id"] for x in items(call("GET", "/events", user=u)[0])], "draft listed")
        call("PATCH", f"/events/{a}", {"title": "y"}, (200, 204), user="author"); call("GET", f"/events/{a}", user="author"); call("DELETE", f"/events/{a}", want=(200, 204), user="author"); call("GET", "/events", user="nobody", want=(401,))
    for p in ("/events/by-slug/concert", f"/events/{f}", f"/venues/{v}", f"/organizers/{o}", f"/categories/{c1}", f"/tags/{t1}"):
        d, h = call("DELETE", p, None, (200, 204))
        st, d, h = srv.call("GET", p, user=w)
        ok(st in (404, 410) or item(d).get("status") == "trash", f"after DELETE {p}: {st}")
        if p.count("/") == 2: ok(int(p.split("/")[2]) not in [x["id"] for x in items(call("GET", p.rsplit("/", 1)[0])[0])], "still listed " + p)
    p = item(call("GET", f"/venues/{v2}")[0])["slug"]; call("DELETE", f"/venues/by-slug/{p}", None, (200, 204)); o2 = new("/organizers", {"organizer": "Weg"}); p = item(call("GET", f"/organizers/{o2}")[0])["slug"]; call("DELETE", f"/organizers/by-slug/{p}", None, (200, 204))
    # many requests, several at a time
    res = []

    def many():
        c = http.client.HTTPConnection("127.0.0.1", srv.port, timeout=10)
        for i in range(60):
            c.request("POST" if i % 3 == 0 and not users else "GET", NS + "/tags", '{"name":"n%d"}' % i if i % 3 == 0 and not users else None)
            r = c.getresponse(); r.read(); res.append(r.status)
        c.close()
    ts = [threading.Thread(target=many) for _ in range(4)]
    t0 = time.time(); [t.start() for t in ts]; [t.join() for t in ts]
    ok(len(res) == 240 and all(x < 300 for x in res), "parallel"); ok(time.time() - t0 < 5, "slow")
    for l in srv.err: out.append("stderr: " + l.strip())
    return out


def main():
    bugs, variants = (json.load(open(os.path.join(HERE, n))) for n in ("bugs.json", "variants.json"))
    good = total = 0
    with Server() as s: print(f"first start (with compilation if needed) {s.took:.2f} s")

    def report(name, faults):
        nonlocal good, total
        total += 1; good += not faults
        print(("ok   " if not faults else "FAIL ") + name + "".join("\n       " + x for x in faults), flush=True)
    for b in bugs:
        with Server(users=b.get("users", False)) as s: faults = ["honest: " + x for x in play(s, b["show"])]
        with Server(bug=b["id"], users=b.get("users", False)) as s:
            shown = play(s, b["show"])
            if not shown: faults.append("the bug does not show")
            if any("stderr" in x or "status 5" in x for x in shown): faults.append("the bug answers 5xx: " + shown[0])
        report(f"bug {b['id']}" + (f"  [{shown[0][:110]}]" if shown else ""), faults)
    if len({b["id"] for b in bugs}) != len(bugs): report("ids unique", ["no"])
    for v in [{"id": ""}] + variants:
        for users in (False, True):
            with Server(variant=v["id"], users=users) as s:
                try: f = smoke(s, users)
                except Exception as x: f = [f"{type(x).__name__}: {x}"] + s.err
            report(f"smoke {v['id'] or 'honest'}{' with users' if users else ''} (start {s.took:.2f} s)", f)
    print(f"{len(bugs)} bugs, {len(variants)} variants: {good} of {total} passed")
    return good != total


if __name__ == "__main__":
    sys.exit(main())
