#!/usr/bin/env python3
"""Runs every bug's conversation against the honest server and the bug, and a smoke test of every
operation on the honest server and every variant. Options: names of bugs or variants to limit to."""
import base64, http.client, json, os, re, signal, socket, subprocess, sys, threading, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"

class Server:
    def __init__(self, bug="", variant="", users=False):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users: env["USERS"] = "1"
        cmd = json.load(open(os.path.join(HERE, "run.json")))["command"]
        t = time.time()
        self.p = subprocess.Popen(cmd, cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = b""
        while b"listening" not in line:
            line = self.p.stdout.readline()
            if not line: raise RuntimeError("server did not start")
        self.started = time.time() - t
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
    def call(self, method, path, body=None, query=None, auth=None, headers=None, conn=None):
        h = dict(headers or {})
        if auth: h["Authorization"] = "Basic " + base64.b64encode(f"{auth}:{auth}".encode()).decode()
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body); h.setdefault("Content-Type", "application/json")
        p = path if path.startswith("/") else NS + ("/" + path if path else "")
        if query: p += "?" + urllib.parse.urlencode(query)
        c = conn or self.c
        c.request(method, p, body.encode() if isinstance(body, str) else body, h)
        r = c.getresponse(); raw = r.read()
        try: j = json.loads(raw)
        except ValueError: j = None
        return r.status, j, r.headers, raw
    def end(self):
        self.c.close(); self.p.kill(); self.p.wait(); self.p.stdout.close()
    def __enter__(self): return self
    def __exit__(self, *a): self.end()

def fill(x, v):
    if isinstance(x, str):
        m = re.fullmatch(r"\{(\w+)\}", x)
        if m and m.group(1) in v: return v[m.group(1)]
        return re.sub(r"\{(\w+)\}", lambda m: str(v.get(m.group(1), m.group(0))), x)
    if isinstance(x, list): return [fill(i, v) for i in x]
    if isinstance(x, dict): return {k: fill(i, v) for k, i in x.items()}
    return x
def get(j, path):
    cur, many = [j], False
    for part in path.split("."):
        arr = part.endswith("[]"); part = part[:-2] if arr else part
        nxt = []
        for c in cur:
            x = c.get(part) if isinstance(c, dict) else None
            if arr: nxt += x if isinstance(x, list) else []
            else: nxt.append(x)
        cur, many = nxt, many or arr
    return cur if many else cur[0]
def checks(cs, status, j, h):
    for c in cs:
        k = c[0]
        if k == "status": ok, got = status == c[1], status
        elif k == "header": got = h.get(c[1]); ok = got is not None
        else:
            got = get(j, c[1])
            ok = {"eq": lambda: got == c[2] and type(got) == type(c[2]), "ne": lambda: got != c[2], "len": lambda: len(got) == c[2],
                  "list": lambda: got == c[2], "set": lambda: sorted(got) == sorted(c[2])}[k]()
        if not ok: return f"{c} got {got!r:.200}"
def play(server, show):
    v = {}
    for n, s in enumerate(show):
        s = fill(s, v)
        st, j, h, raw = server.call(s["method"], s["path"], s.get("body"), s.get("query"), s.get("auth"), s.get("headers"))
        f = checks(s.get("check", []), st, j, h)
        if f: return f"step {n + 1} {s['method']} {s['path']}: {f}"
        for k, p in s.get("save", {}).items(): v[k] = h.get(p[1:]) if p.startswith("@") else get(j, p)

def find_id(j):
    if isinstance(j, dict):
        if "id" in j: return j["id"]
        for x in j.values():
            r = find_id(x)
            if r is not None: return r
def listed(j):
    for x in ([j] if not isinstance(j, dict) else [j.get("data"), j.get("results"), *(j.get("_embedded") or {}).values(), *[j.get(k) for k in ("events", "venues", "organizers", "categories", "tags")]]):
        if isinstance(x, list): return [i["id"] for i in x]
def smoke(variant):
    bad = []
    def want(cond, what):
        if not cond: bad.append(what)
    with Server("", variant) as s:
        want(s.started < 3, f"start took {s.started:.1f}s")
        for p in ("", "doc"):
            for lang in (None, "nl", "en", "fr", "de"):
                st, j, h, _ = s.call("GET", p, query={"ml_language": lang} if lang else None)
                want(st == 200 and isinstance(j, dict), f"GET /{p} {st}")
        want("up" in s.call("GET", "")[1]["_links"], "no up link")
        made = {}
        for kind, first, other in (("categories", {"name": "Music"}, {"name": "Dance & more"}), ("tags", {"name": "Free"}, {"name": "Paid"}), ("venues", {"venue": "Hall", "zip": "01067"}, {"venue": "Barn", "city": "Ede"}),
                     ("organizers", {"organizer": "Club", "email": "a@example.org"}, {"organizer": "Team", "phone": "+31 1"}),
                     ("events", {"title": "Fête", "start_date": "2028-05-10 20:00:00", "end_date": "2028-05-10 22:00:00", "slug": "fete"}, {"title": "Feest", "description": "long"})):
            single = {"categories": "name", "tags": "name", "events": "title"}.get(kind, kind[:-1])
            if kind == "events":
                first = dict(first, categories=[made["categories"]], tags=[made["tags"]], venue=[made["venues"]], organizer=[made["organizers"]])
            want(400 <= s.call("POST", kind, {"description": "x"})[0] < 500, f"{kind}: required field missing")
            st, j, h, _ = s.call("POST", kind, first, {"ml_language": "nl"})
            want(st in (200, 201), f"POST {kind} {st} {j}")
            i = made[kind] = find_id(j)
            item = f"{kind}/{i}"
            hide = {"hide_empty": "0"} if kind in ("categories", "tags") else {}
            for q in ({}, {"page": 1, "per_page": 5}, {"ml_language": "de"}, {"search": list(first.values())[0]}):
                st, j, h, _ = s.call("GET", kind, query={**q, **hide})
                want(st == 200 and listed(j) == [i], f"GET {kind} {q} {st} {str(j)[:200]}")
            st, j, h, raw = s.call("GET", item)
            want(st == 200 and find_id(j) == i, f"GET {item} {st}")
            st2, _, h2, raw2 = s.call("HEAD", item)
            want(st2 == 200 and raw2 == b"" and h2["Content-Length"] == h["Content-Length"], f"HEAD {item} {st2}")
            addr = [item]
            if kind in ("events", "venues", "organizers"): addr.append(f"{kind}/by-slug/{j['slug']}")
            for a in addr:
                st, j, h, _ = s.call("GET", a, query={"ml_language": "fr"})
                want(st == 200 and find_id(j) == i, f"GET {a} {st}")
                for m in ("POST", "PUT", "PATCH"):
                    for b in (other, first, {"description": "d " + m}):
                        b = {k: v for k, v in b.items() if k != "slug"}
                        st, j, h, _ = s.call(m, a, b)
                        want(st == 200 and find_id(j) == i, f"{m} {a} {st} {j}")
                        st, j, h, raw = s.call("GET", a)
                        for v in b.values():
                            if isinstance(v, str) and ":" not in v: want(json.dumps(v, ensure_ascii=False).encode() in raw, f"{m} {a}: {v} not stored")
                    st, j, h, _ = s.call(m, a, "{oops", headers={"Content-Type": "application/json"})
                    want(st == 400, f"{m} {a} malformed {st}")
                    st, j, h, _ = s.call(m, a, {single: "x"}, {"ml_language": "nl"})
                    want(st == 200, f"{m} {a} language {st}")
                st, j, h, _ = s.call("PURGE", a)
                want(st == 405 and h["Allow"], f"PURGE {a} {st}")
                want(s.call("OPTIONS", a)[0] in (200, 204), "OPTIONS")
            st, j, h, _ = s.call("DELETE", kind); want(st == 405 and h["Allow"], f"DELETE {kind} {st}")
            st, j, h, _ = s.call("POST", kind, "a=1&" + urllib.parse.urlencode({k: v for k, v in first.items() if k != "slug" and isinstance(v, str)} | {single: "form é"}), headers={"Content-Type": "application/x-www-form-urlencoded"})
            want(st in (200, 201), f"POST form {kind} {st} {j}")
            k = find_id(j)
            st, j, h, _ = s.call("DELETE", f"{kind}/{k}"); want(st in (200, 204), f"DELETE {kind} {st}")
            def gone(a):
                st, j, h, _ = s.call("GET", a)
                want(st in (404, 410) or (st == 200 and j.get("status") == "trash"), f"GET {a} after DELETE {st}")
                want(s.call("PATCH", a, {"description": "z"})[0] in (404, 410), f"PATCH {a} after DELETE")
                want(s.call("DELETE", a)[0] in (404, 410), f"DELETE {a} after DELETE")
            gone(f"{kind}/{k}")
            want(k not in listed(s.call("GET", kind, query=hide)[1]), f"{kind}: deleted one is listed")
            if len(addr) > 1:
                st, j, h, _ = s.call("POST", kind, dict(first, **{single: "Gone soon"}, **({"slug": "gone-soon"} if kind == "events" else {})))
                want(s.call("GET", f"{kind}/by-slug/gone-soon")[0] == 200, "slug")
                want(s.call("DELETE", f"{kind}/by-slug/gone-soon", query={"ml_language": "de"})[0] in (200, 204), "DELETE by slug")
                want(s.call("GET", f"{kind}/by-slug/gone-soon")[0] == 404, "slug after DELETE")
            for a in (f"{kind}/99999", f"{kind}/" + "9" * 40, f"{kind}/abc", f"{kind}/by-slug/no-such"):
                want(s.call("GET", a)[0] == 404, f"GET {a}")
            for q in ("page=x", "page=0", "per_page=-1", "per_page=1e9", "page=99999999999999999999", "search[]=a", "include=a", "event[]=1&event[]=2", "starts_after=banana", "status=zzz", "search=%FF%FE", "ml_language[]=nl", "parent=x", "order=up", "hide_empty=zz", "strict_dates=perhaps", "venue=1,x", "has_events=zz", "geoloc_lat=1"):
                st = s.call("GET", f"{NS}/{kind}?{q}")[0]
                want(st < 500, f"GET {kind}?{q} {st}")
            for b in ({single: ["x"]}, {single: None}, {single: ""}, {"description": {"a": 1}}, {"author": "x"}, {"parent": "zz"}, {"parent": 99999}, {"status": "zzz"}, {"categories": ["a"]}, {"venue": {"x": 1}}, {"start_date": "2031-02-30 10:00:00"}, {"all_day": "zz"}, {"date": []}, {"timezone": "Mars/One"}, {"cost": {}}, [1], "\"x\""):
                st = s.call("PATCH", item, b if not isinstance(b, str) else b, headers={"Content-Type": "application/json"})[0]
                want(st < 500, f"PATCH {item} {b} {st}")
        ev = f"events/{made['events']}"
        base = {"title": "Filter", "start_date": "2028-06-10 20:00:00", "end_date": "2028-06-11 02:00:00", "categories": [made["categories"]], "tags": [made["tags"]], "venue": [made["venues"]], "organizer": [made["organizers"]], "featured": True, "status": "publish"}
        e = find_id(s.call("POST", "events", base)[1])
        for q in ({"start_date": "2028-06-10 00:00:00"}, {"end_date": "2028-06-11 00:00:00"}, {"starts_after": "2028-06-10"}, {"starts_after": "2028-06-01", "starts_before": "2028-06-10"}, {"ends_after": "2028-06-11"},
                  {"ends_before": "2028-06-11", "ends_after": "2028-06-01"}, {"search": "ilte"}, {"include": str(e)}, {"include": str(e), "starts_after": "2040-01-01"}, {"featured": "true"}, {"featured": "1", "venue": str(made["venues"]), "organizer": str(made["organizers"]), "tags": str(made["tags"]), "categories": str(made["categories"]), "status": "publish"}):
            l = listed(s.call("GET", "events", query=q)[1])
            want(e in l and made["events"] not in l, f"events {q} {l}")
        for kind in ("venues", "organizers"):
            for q in ({"event": e}, {"has_events": "true"}, {"only_with_upcoming": "true"}):
                want(listed(s.call("GET", kind, query=q)[1]) == [made[kind]], f"{kind} {q}")
        for kind in ("categories", "tags"):
            for q in ({"event": e}, {"post": e}, {}, {"include": made[kind]}, {"orderby": "count", "order": "desc"}):
                want(listed(s.call("GET", kind, query=q)[1]) == [made[kind]], f"{kind} {q}")
            want(listed(s.call("GET", kind, query={"exclude": made[kind]})[1]) == [], f"{kind} exclude")
        s.call("PATCH", ev, {"password": "geheim", "description": "inside"})
        want(b"inside" in s.call("GET", ev, query={"password": "geheim"})[3], "password")
        want(b"inside" not in s.call("GET", ev)[3], "no password")
        want(b"inside" not in s.call("GET", ev, query={"password": "x"})[3], "wrong password")
        want(s.call("DELETE", ev, query={"password": "geheim"})[0] in (200, 204), "DELETE with password")
        if not variant: load(s, want)
    with Server("", variant, True) as s:
        for who, n in ((None, 401), ("reader", 403), ("author", 201), ("editor", 201)):
            st, j, h, _ = s.call("POST", "venues", {"venue": "V", "status": "publish"}, auth=who)
            want(st == n or (n == 201 and st == 200), f"POST venue as {who} {st}")
            if n == 401: want(h["WWW-Authenticate"], "no challenge")
            if who == "author": a = find_id(j)
            if who == "editor": b = find_id(j)
        want(s.call("PATCH", f"venues/{b}", {"city": "x"}, auth="author")[0] == 403, "author changes others")
        want(s.call("PATCH", f"venues/{a}", {"city": "x"}, auth="author")[0] == 200, "author changes own")
        want(s.call("DELETE", f"venues/{b}")[0] == 401, "anonymous deletes")
        want(s.call("DELETE", f"venues/{a}", auth="editor")[0] in (200, 204), "editor deletes")
        want(s.call("POST", "tags", {"name": "x"}, auth="author")[0] == 403, "author creates term")
        want(s.call("POST", "tags", {"name": "x"}, auth="editor")[0] in (200, 201), "editor creates term")
        want(s.call("GET", "venues", headers={"Authorization": "Basic eDp5"})[0] == 401, "wrong credentials")
        st, j, h, _ = s.call("POST", "venues", {"venue": "D", "status": "draft"}, auth="editor"); d = find_id(j)
        want(s.call("GET", f"venues/{d}")[0] in (401, 404), "anonymous reads draft")
        want(s.call("GET", f"venues/{d}", auth="reader")[0] in (403, 404), "reader reads draft")
        want(s.call("GET", f"venues/{d}", auth="editor")[0] == 200, "editor reads draft")
        want(d not in listed(s.call("GET", "venues")[1]) and d in listed(s.call("GET", "venues", auth="editor")[1]), "draft in list")
        want(listed(s.call("GET", "venues")[1]) == [b], "public list")
    return bad
def load(s, want):
    times, errs = [], []
    def work(n):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20)
        for k in range(60):
            t = time.time()
            st, j, h, _ = s.call("POST", "events", {"title": f"L {n} {k}", "start_date": "2028-05-10 20:00:00", "end_date": "2028-05-10 22:00:00"}, conn=c)
            st2 = s.call("GET", f"events/{j.get('id')}", conn=c)[0]
            st3 = s.call("PATCH", f"events/{j.get('id')}", {"cost": k}, conn=c)[0]
            st4 = s.call("GET", "events", query={"search": f"L {n} {k}"}, conn=c)[0]
            times.append((time.time() - t) / 4)
            if (st, st2, st3, st4) != (201, 200, 200, 200): errs.append((st, st2, st3, st4))
        c.close()
    ts = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    t = time.time()
    [x.start() for x in ts]; [x.join() for x in ts]
    print(f"      load: {6 * 60 * 4} requests on 6 connections in {time.time() - t:.1f}s, {1000 * sum(times) / len(times):.1f} ms each, {len(errs)} errors")
    want(not errs, f"load: {errs[:3]}")

def main():
    only = set(sys.argv[1:])
    bugs = json.load(open(os.path.join(HERE, "bugs.json"))); variants = json.load(open(os.path.join(HERE, "variants.json")))
    good = fail = 0
    for b in bugs:
        if only and b["id"] not in only: continue
        with Server("", "", b.get("users")) as s: h = play(s, b["show"])
        with Server(b["id"], "", b.get("users")) as s: w = play(s, b["show"])
        if h is None and w is not None: good += 1; print("ok   ", b["id"], "--", w[:150])
        else: fail += 1; print("FAIL ", b["id"], "-- honest:", h, "-- bug:", w)
        sys.stdout.flush()
    vg = vf = 0
    for v in ["", *[v["id"] for v in variants]]:
        if only and (v or "honest") not in only: continue
        r = smoke(v)
        if r: vf += 1; print("FAIL ", v or "honest", *r[:12], sep="\n        ")
        else: vg += 1; print("ok   ", "smoke", v or "honest")
        sys.stdout.flush()
    print(f"bugs: {good} ok, {fail} failed; smoke tests: {vg} ok, {vf} failed")
    sys.exit(1 if fail or vf else 0)
if __name__ == "__main__": main()
