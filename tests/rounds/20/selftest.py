#!/usr/bin/env python3
"""Self-test: python3 selftest.py [id ...]

Runs every bug's `show` against the honest server (all must hold) and against the server with
the bug (one must fail), and a smoke test of every operation against the honest server and every
variant, without and with users. One server at a time.

A step of a show: do (method), path (below the namespace), query, body (JSON), raw (body as it is), headers,
as (user; password the same), repeat (n times, ${i} = 1..n), save {name: field | "header:Name"}, check:
  [status, n] [eq, dotted.path, value] [ids, is|set|has|hasnt, ...] [count, n] [header, Name]
All steps of a show go over one connection; ${name} is what was saved, ${host} the server.
"""
import base64, http.client, json, os, re, subprocess, sys, time, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
PORT = [int(os.environ.get("PORT", "18470"))]
RUN = json.load(open(os.path.join(HERE, "run.json")))


class Server:
    def __init__(self, bug="", variant="", users=False):
        PORT[0] += 1
        self.port = PORT[0]
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users:
            env["USERS"] = "1"
        began = time.time()
        self.p = subprocess.Popen(RUN["command"], cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.p.stdout.readline()
        self.took = time.time() - began
        if "listening" not in line:
            raise SystemExit("does not start: " + self.p.stderr.read())
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)

    def call(self, do, path, query=None, body=None, raw=None, headers=None, as_=None, ns=True):
        h = dict(headers or {})
        if as_:
            h["Authorization"] = "Basic " + base64.b64encode(f"{as_}:{as_}".encode()).decode()
        data = None
        if raw is not None:
            data = raw.encode()
        elif body is not None:
            data = json.dumps(body).encode()
            h.setdefault("Content-Type", "application/json")
        url = (NS if ns else "") + urllib.parse.quote(path, safe="/")
        if query:
            url += "?" + urllib.parse.urlencode(query)
        self.c.request(do, url, data, h)
        r = self.c.getresponse()
        text = r.read().decode()
        try:
            value = json.loads(text) if text else None
        except ValueError:
            value = text
        return r.status, value, r.headers

    def stop(self):
        self.c.close()
        self.p.terminate()
        self.p.wait()
        err = self.p.stderr.read()
        self.p.stdout.close()
        self.p.stderr.close()
        return err


def fill(x, v):
    if isinstance(x, str):
        m = re.fullmatch(r"\$\{(\w+)\}", x)
        if m:
            return v[m[1]]
        return re.sub(r"\$\{(\w+)\}", lambda m: str(v[m[1]]), x)
    if isinstance(x, list):
        return [fill(i, v) for i in x]
    if isinstance(x, dict):
        return {fill(k, v): fill(i, v) for k, i in x.items()}
    return x


def at(value, path):
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def records(value):
    return next(i for k, i in value.items() if isinstance(i, list))


def holds(check, status, value, headers):
    what, *a = check
    try:
        if what == "status":
            return status == a[0]
        if what == "eq":
            got = at(value, a[0])
            return got == a[1] and type(got) == type(a[1])
        if what == "header":
            return headers.get(a[0]) is not None
        if what == "count":
            return len(records(value)) == a[0]
        if what == "ids":
            ids = [r["id"] for r in records(value)]
            if a[0] == "is":
                return ids == a[1]
            if a[0] == "set":
                return sorted(ids) == sorted(a[1])
            return (a[1] in ids) == (a[0] == "has")
    except (KeyError, TypeError, IndexError, AttributeError, StopIteration):
        return False
    raise ValueError(check)


def show(server, steps):
    """the first check that fails, or None"""
    v = {"host": f"127.0.0.1:{server.port}"}
    for n, s in enumerate(steps, 1):
        for i in range(1, s.get("repeat", 1) + 1):
            v["i"] = i
            f = {k: fill(s[k], v) for k in ("path", "query", "body", "raw", "headers", "check") if k in s}
            f["path"] = str(f["path"])
            status, value, headers = server.call(s["do"], f["path"], f.get("query"), f.get("body"), f.get("raw"), f.get("headers"), s.get("as"))
            for name, field in s.get("save", {}).items():
                name = fill(name, v)
                if field.startswith("header:"):
                    v[name] = headers.get(field[7:])
                else:
                    v[name] = value.get(field) if isinstance(value, dict) else None
            for c in f.get("check", []):
                if not holds(c, status, value, headers):
                    return f"step {n} {s['do']} {f['path']}: {c} but {status} {json.dumps(value, ensure_ascii=False)[:160]}"
    return None


# --- smoke test that allows what the interface leaves open --------------
def find(value, key):
    """the first value of a key, breadth first"""
    todo = [value]
    while todo:
        x = todo.pop(0)
        if isinstance(x, dict):
            if key in x:
                return x[key]
            todo += list(x.values())
        elif isinstance(x, list):
            todo += x
    return None


def listed(value, kind):
    if isinstance(value, list):
        return value
    for k in (kind, "data", "items"):
        if isinstance(value.get(k), list):
            return value[k]
    return value["_embedded"][kind]


def plain(x):
    return x.get("raw") if isinstance(x, dict) else x


def refs(x):
    return sorted(int(i["id"] if isinstance(i, dict) else i) for i in x)


class Smoke:
    def __init__(self, server, users):
        self.s, self.users, self.bad = server, users, []

    def call(self, do, path, *ok, query=None, body=None, as_="editor", ns=True, headers=None, raw=None):
        if as_ == "editor" and not self.users:
            as_ = None
        st, v, h = self.s.call(do, path, query, body, raw, headers, as_, ns)
        if st >= 500 or (ok and st not in ok):
            self.bad.append(f"{do} {path} {query or ''} {body or ''}: {st} {str(v)[:120]}")
        return st, v, h

    def want(self, cond, text):
        if not cond:
            self.bad.append(text)

    def run(self):
        c, want = self.call, self.want
        names = {"events": "title", "venues": "venue", "organizers": "organizer", "categories": "name", "tags": "name"}
        base = {"events": {"start_date": "2031-05-01 10:00:00", "end_date": "2031-05-01 12:00:00"}}
        up = c("GET", "", 200)[1]
        want(f"http://127.0.0.1:{self.s.port}/" in json.dumps(up) and '"up"' in json.dumps(up), "up link")
        c("GET", "", 200, query={"namespace": "vendor/events/v1", "context": "view"})
        c("GET", "/doc", 200, query={"ml_language": "fr"})
        c("GET", "/", 200, ns=False)
        c("GET", "/fr" + NS, 200, ns=False)
        c("GET", "/nothing", 404)
        ids, slugs = {}, {}
        for kind, name in names.items():
            post = kind in ("events", "venues", "organizers")
            b = dict(base.get(kind, {}), **{name: f"Eerste {kind} café"})
            st, v, h = c("POST", "/" + kind, 200, 201, body=b, query={"ml_language": "nl"})
            ids[kind] = int(find(v, "id"))
            st, v, h = c("GET", f"/{kind}/{ids[kind]}", 200)
            want(plain(find(v, name)) == b[name], f"{kind} name")
            slugs[kind] = find(v, "slug")
            st, v2, h2 = c("HEAD", f"/{kind}/{ids[kind]}", 200)
            want(v2 is None, "HEAD without content")
            c("POST", "/" + kind, 400, 422, body=base.get(kind, {}))
            c("POST", "/" + kind, 400, 422, raw="{nonsense", headers={"Content-Type": "application/json"})
            st, v, h = c("DELETE", "/" + kind, 405)
            want("POST" in (h.get("Allow") or ""), "Allow")
            c("GET", f"/{kind}/999999", 404)
            c("GET", f"/{kind}/{ids[kind]}x", 404)
            for q in ({"page": 0}, {"page": "x"}, {"per_page": "-1"}):
                c("GET", "/" + kind, 400, 422, query=q)
            for do in ("POST", "PUT", "PATCH"):
                st, v, h = c(do, f"/{kind}/{ids[kind]}", 200, 204, body={name: f"{do} {kind}"})
                want(plain(find(c("GET", f"/{kind}/{ids[kind]}", 200)[1], name)) == f"{do} {kind}", f"{do} {kind}")
                if post:
                    c(do, f"/{kind}/by-slug/{slugs[kind]}", 200, 204, body={"description": f"by slug {do}"})
                    v = c("GET", f"/{kind}/by-slug/{slugs[kind]}", 200)[1]
                    want(plain(find(v, "description")) == f"by slug {do}" and int(find(v, "id")) == ids[kind], f"{do} by slug")
            for lang in ("nl", "en", "fr", "de"):
                c("GET", "/" + kind, 200, query={"ml_language": lang})
                c("GET", f"/{kind}/{ids[kind]}", 200, query={"ml_language": lang})
                c("PATCH", f"/{kind}/{ids[kind]}", 200, 204, body={name: f"{lang} name"}, query={"ml_language": lang})
                want(plain(find(c("GET", f"/{kind}/{ids[kind]}", 200, query={"ml_language": lang})[1], name)) == f"{lang} name", f"{kind} in {lang}")
        e = f"/events/{ids['events']}"
        rel = {"venue": "venues", "organizer": "organizers", "categories": "categories", "tags": "tags"}
        c("PATCH", e, 200, 204, body={k: [ids[v]] for k, v in rel.items()})
        v = c("GET", e, 200, query={"password": "x"})[1]
        for k, kind in rel.items():
            own = v.get("data") or v.get("result") or v
            want(refs(own[k]) == [ids[kind]], f"relation {k}: {own[k]}")
            got = listed(c("GET", "/events", 200, query={k: ids[kind]})[1], "events")
            want(refs(got) == [ids["events"]], f"events by {k}")
            got = listed(c("GET", "/" + kind, 200, query={"event": ids["events"]})[1], kind)
            want(refs(got) == [ids[kind]], f"{kind} by event")
        fields = {"description": "d", "excerpt": "x", "status": "publish", "timezone": "Europe/London", "all_day": False, "image": "https://example.org/a.png",
                  "cost": "12", "website": "https://example.org/?a=1&b=2", "show_map": True, "show_map_link": False, "hide_from_listings": True, "sticky": True,
                  "featured": True, "author": 1, "date": "2026-07-01 12:00:00", "slug": "new-slug"}
        c("POST", e, 200, 204, body=fields)
        v = c("GET", "/events/by-slug/new-slug", 200)[1]
        for k in ("website", "cost", "timezone", "sticky", "show_map_link", "status", "image"):
            want(find(v, k) == fields[k], f"field {k}: {find(v, k)}")
        for q, n in (({"search": "by slug PATCH"}, 0), ({"start_date": "2031-05-01 15:00:00"}, 1), ({"end_date": "2031-05-01 00:00:00"}, 1),
                     ({"start_date": "2031-05-01 10:00:00", "strict_dates": "true"}, 1), ({"start_date": "2031-05-01 11:00:00", "strict_dates": "true"}, 0),
                     ({"starts_before": "2031-06-01"}, 1), ({"starts_after": "2031-06-01"}, 0), ({"ends_before": "2031-04-01"}, 0), ({"ends_after": "2031-04-01"}, 1),
                     ({"include": ids["events"], "starts_after": "2041-01-01"}, 1), ({"featured": "true"}, 1), ({"featured": "false"}, 0), ({"status": "publish"}, 1),
                     ({"status": "draft"}, 0), ({"ticketed": "false"}, 1), ({"post_parent": 0}, 1), ({"geoloc": "true"}, None), ({"geoloc_lat": "1.5", "geoloc_lng": "2"}, None)):
            got = listed(c("GET", "/events", 200, query=q)[1], "events")
            want(n is None or len(got) == n, f"events {q}: {len(got)}")
        c("GET", "/events", 400, 422, query={"geoloc_lat": "1.5"})
        c("GET", "/events", 400, 422, query={"starts_after": "never"})
        for kind in ("venues", "organizers"):
            for q, n in (({"has_events": "true"}, 1), ({"only_with_upcoming": "true"}, 1), ({"search": "by slug PATCH"}, 1), ({"status": "pending"}, 0)):
                got = listed(c("GET", "/" + kind, 200, query=q)[1], kind)
                want(len(got) == n, f"{kind} {q}: {len(got)}")
        for kind in ("categories", "tags"):
            made = [int(find(c("POST", "/" + kind, 200, 201, body={"name": f"Term {i:02}", "description": "d"})[1], "id")) for i in range(12)]
            one = ids[kind]
            for q, n in (({}, 1), ({"hide_empty": "true"}, 1), ({"hide_empty": "false"}, 10), ({"hide_empty": 0, "page": 2}, 3), ({"hide_empty": 0, "search": "Term 1"}, 2),
                         ({"hide_empty": 0, "include": f"{one},{made[3]}"}, 2), ({"hide_empty": 0, "include": one, "exclude": one}, 0), ({"post": ids["events"]}, 1),
                         ({"hide_empty": 0, "order": "desc", "orderby": "id", "per_page": 3}, 3), ({"hide_empty": 0, "slug": "term-03"}, 1)):
                got = listed(c("GET", "/" + kind, 200, query=q)[1], kind)
                want(len(got) == n, f"{kind} {q}: {len(got)}")
        c("POST", "/categories", 200, 201, body={"name": "Child", "parent": ids["categories"]})
        got = listed(c("GET", "/categories", 200, query={"hide_empty": "false", "parent": ids["categories"]})[1], "categories")
        want([plain(x["name"]) for x in got] == ["Child"], "categories by parent")
        # deleting: everything by ID, then posts by slug
        for kind in names:
            if self.users:
                c("DELETE", f"/{kind}/{ids[kind]}", 401, as_=None)
                c("DELETE", f"/{kind}/{ids[kind]}", 403, as_="reader")
            c("DELETE", f"/{kind}/{ids[kind]}", 200, 202, 204)
            st, v, h = c("GET", f"/{kind}/{ids[kind]}", 404, 410, 200)
            want(st != 200 or find(v, "status") == "trash", f"{kind} deleted")
            got = listed(c("GET", "/" + kind, 200, query={"hide_empty": 0} if kind in ("tags", "categories") else {})[1], kind)
            want(ids[kind] not in refs(got), f"{kind} still listed")
            if kind in base or kind in ("venues", "organizers"):
                c("GET", f"/{kind}/by-slug/{slugs[kind]}", 404, 410)
                v = c("POST", "/" + kind, 200, 201, body=dict(base.get(kind, {}), **{names[kind]: "Second"}))[1]
                slug = find(c("GET", f"/{kind}/{find(v, 'id')}", 200)[1], "slug")
                c("DELETE", f"/{kind}/by-slug/{slug}", 200, 202, 204)
                c("GET", f"/{kind}/by-slug/{slug}", 404, 410)
        if self.users:
            v = c("POST", "/venues", 200, 201, body={"venue": "Mine", "status": "publish"}, as_="author")[1]
            mine = find(v, "id")
            c("PATCH", f"/venues/{mine}", 200, 204, body={"city": "Leiden"}, as_="author")
            c("GET", f"/venues/{mine}", 200, as_=None)
            c("GET", f"/venues/{mine}", 200, as_="reader")
            c("POST", "/tags", 403, body={"name": "x"}, as_="author")
            c("POST", "/venues", 403, body={"venue": "x"}, as_="reader")
            c("POST", "/venues", 401, body={"venue": "x"}, as_=None)
            v = c("POST", "/venues", 200, 201, body={"venue": "Hidden", "status": "draft"})[1]
            hidden = find(v, "id")
            for who in (None, "reader", "author"):
                c("GET", f"/venues/{hidden}", 401, 403, 404, as_=who)
                got = listed(c("GET", "/venues", 200, as_=who)[1], "venues")
                want(int(hidden) not in refs(got), "draft in list")
            c("DELETE", f"/venues/{hidden}", 403, 404, as_="author")
            c("GET", "/venues", 401, as_=None, headers={"Authorization": "Basic bm86bm8="})
            c("DELETE", f"/venues/{mine}", 200, 202, 204, as_="author")
        return self.bad


def main():
    only = set(sys.argv[1:])
    bugs = json.load(open(os.path.join(HERE, "bugs.json")))
    variants = json.load(open(os.path.join(HERE, "variants.json")))
    fails, slow = 0, 0.0
    for b in bugs:
        if only and b["id"] not in only:
            continue
        s = Server(users=b.get("users"))
        honest = show(s, b["show"])
        err = s.stop()
        s = Server(bug=b["id"], users=b.get("users"))
        slow = max(slow, s.took)
        broken = show(s, b["show"])
        err += s.stop()
        good = honest is None and broken is not None and not err
        fails += not good
        print(("ok   " if good else "FAIL ") + f"bug {b['id']}: " + (f"honest fails: {honest}" if honest else broken or "NOT SHOWN") + (f" stderr: {err[:300]}" if err else ""), flush=True)
    for v in [{"id": ""}] + variants:
        if only and v["id"] not in only:
            continue
        for users in (False, True):
            s = Server(variant=v["id"], users=users)
            try:
                bad = Smoke(s, users).run()
            except Exception as x:
                import traceback
                bad = ["".join(traceback.format_exception(x))[-600:]]
            err = s.stop()
            if err:
                bad.append("stderr: " + err[:300])
            fails += bool(bad)
            print(("FAIL " if bad else "ok   ") + f"smoke {v['id'] or 'honest'}{' with users' if users else ''}" + "".join("\n       " + x for x in bad), flush=True)
    print(f"{len(bugs)} bugs, {len(variants)} variants, {fails} failures, slowest start {slow:.2f} s")
    sys.exit(1 if fails else 0)


if __name__ == "__main__":
    main()
