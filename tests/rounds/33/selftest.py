#!/usr/bin/env python3
"""For every bug: its conversation (cases.py) holds on the honest server and fails with the bug. For every variant: what it
states is there, and what interface.md states holds. Arguments: names of bugs or variants to limit to.
--write: also writes bugs.json and variants.json, with curl lines and the outcomes that were seen."""
import base64, concurrent.futures, http.client, json, os, re, socket, subprocess, sys, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__)); sys.path.insert(0, HERE); sys.dont_write_bytecode = True
import cases
NS = "/vendor/events/v1"

class Server:
    def __init__(self, bug="", variant="", users=False):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant, USERS="1" if users else "0")
        self.p = subprocess.Popen(json.load(open(os.path.join(HERE, "run.json")))["command"], cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = b""
        while b"listening" not in line:
            line = self.p.stdout.readline()
            if not line: raise RuntimeError("server did not start")
        self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
    def url(self, path, query=None):
        p = path if path.startswith("/") else NS + ("/" + path if path else "")
        return p + ("?" + urllib.parse.urlencode(query) if query else "")
    def call(self, method, path, body=None, query=None, auth=None, headers=None, conn=None):
        h = dict(headers or {})
        if auth: h["Authorization"] = "Basic " + base64.b64encode(f"{auth}:{auth}".encode()).decode()
        if body is not None and not isinstance(body, (str, bytes)):
            body = json.dumps(body); h.setdefault("Content-Type", "application/json")
        c = conn or self.c
        c.request(method, self.url(path, query), body.encode() if isinstance(body, str) else body, h)
        r = c.getresponse(); raw = r.read().decode()
        try: j = json.loads(raw)
        except ValueError: j = None
        return r.status, j, r.headers, raw
    def __enter__(self): return self
    def __exit__(self, *a): self.c.close(); self.p.kill(); self.p.wait(); self.p.stdout.close()

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
        arr = part.endswith("[]"); part = part[:-2] if arr else part; nxt = []
        for c in cur:
            x = c.get(part) if isinstance(c, dict) else None
            if arr: nxt += x if isinstance(x, list) else []
            else: nxt.append(x)
        cur, many = nxt, many or arr
    return cur if many else cur[0]
J = lambda x: json.dumps(x, ensure_ascii=False)
def checks(cs, status, j, h, raw):
    """None, or (right, got) of the first check that fails"""
    for c in cs:
        k = c[0]
        if k == "status": ok, got, right = status == c[1], f"{status}", f"{c[1]}"
        elif k == "hasnt": ok, got, right = c[1] not in raw, f"{status} with {c[1]!r} in it", f"without {c[1]!r}"
        elif k == "has": ok, got, right = c[1] in raw, f"{status} without {c[1]!r}", f"with {c[1]!r}"
        else:
            g = get(j, c[1]); got = f"{c[1]} = {J(g)}"; right = f"{c[1]} = {J(c[2])}"
            if k == "distinct": ok = len(g) == len(set(g)) == c[2]; right = f"{c[2]} different {c[1]}"
            else: ok = {"eq": lambda: g == c[2] and type(g) == type(c[2]), "list": lambda: g == c[2], "set": lambda: sorted(g) == sorted(c[2])}[k]()
        if not ok: return right, got
def curl(s, step):
    q = "'"
    o = ["curl -s" + ("i" if any(c[0] == "status" and c[1] >= 300 for c in step.get("check", [])) or any(x[0] == "@" for x in step.get("save", {}).values()) else "")]
    if step["method"] != "GET": o.append("-X " + step["method"])
    if step.get("auth"): o.append(f"-u {step['auth']}:{step['auth']}")
    h = dict(step.get("headers") or {})
    if "body" in step: h.setdefault("Content-Type", "application/json")
    o += [f"-H '{k}: {v}'" for k, v in h.items()]
    if "body" in step: o.append("-d '" + J(step["body"]).replace(q, "'\\''") + "'")
    u = s.url(step["path"], step.get("query"))
    o.append(f'"http://127.0.0.1:$PORT{u}"')
    t = " ".join(o)
    t = re.sub(r"'If-(None-)?Match: [^']*'", lambda m: f'"If-{m[1] or ""}Match: $ETAG"', t)   # the ETag that the read above gave
    return re.sub(r'"((?:start|end)_date)": "202\d[^"]*"(?=.*Auckland)', lambda m: f""""{m[1]}": "'"$(TZ=Pacific/Auckland date -d '{6 if m[1] == "start_date" else 5} hours ago' '+%F %T')"'\"""", t)
def play(s, steps):
    """(None or (number of step, right, got), curl lines)"""
    v, lines, n = {}, [], 0
    for group in steps:
        par = group.get("parallel"); group = par or [group]
        todo = [fill(x, v) for x in group]
        for x in todo: lines.append(curl(s, x) + (" &" if par else ""))
        if par:
            cs = [http.client.HTTPConnection("127.0.0.1", s.port, timeout=20) for _ in todo]
            with concurrent.futures.ThreadPoolExecutor(len(todo)) as ex:
                res = list(ex.map(lambda a: s.call(a[0]["method"], a[0]["path"], a[0].get("body"), conn=a[1]), zip(todo, cs)))
            for c in cs: c.close()
            lines[-1] += " wait"
        else: res = [s.call(x["method"], x["path"], x.get("body"), x.get("query"), x.get("auth"), x.get("headers")) for x in todo]
        for x, (st, j, h, raw) in zip(todo, res):
            f = checks(x.get("check", []), st, j, h, raw)
            if f: return (n, *f), lines
            for k, p in x.get("save", {}).items():
                v[k] = h.get(p[1:]) if p.startswith("@") else get(j, p)
                if p == "@Location": v[k] = urllib.parse.urlsplit(v[k]).path
            n += 1
    return None, lines

# ---------------------------------------------------------------- variants
def flat(x):
    """all members of an answer, whatever its shape"""
    out = {}
    def walk(o):
        for k, v in (o.items() if isinstance(o, dict) else []):
            if isinstance(v, dict) and k not in ("start_date", "end_date", "date", "date_utc", "EventVenue", "EventOrganizer", "EventTags", "EventCategories"): walk(v)
            else: out.setdefault(k, v)
    walk(x); return out
LISTS = {"json-api": lambda j, k: j["data"], "grouped-members": lambda j, k: [list(x.values())[0] for x in j["items"]], "internal-names": lambda j, k: j[k.capitalize()]}
def conform(name):
    bad = []
    def want(c, what):
        if not c: bad.append(what)
    with Server("", name) as s:
        def listed(kind, **q):
            st, j, h, raw = s.call("GET", kind, query=q); want(st == 200, f"GET {kind} {q} {st}")
            if st != 200: return []
            return [int(x.get("id", x.get("ID"))) for x in LISTS.get(name, lambda j, k: j[k])(j, kind)]
        def new(kind, body, **q):
            st, j, h, raw = s.call("POST", kind, body, q); want(st == 201, f"POST {kind} {st} {raw[:200]}")
            if st != 201: raise RuntimeError(f"POST {kind} {body} {st} {raw[:300]}")
            return int(h["Location"].rsplit("/", 1)[1])
        st, j, h, raw = s.call("GET", ""); want(st == 200 and urllib.parse.urlsplit(j["_links"]["up"][0]["href"]).path == "/", "up")
        for l in ("nl", "en", "fr", "de"): want(s.call("GET", "doc", query={"ml_language": l})[0] == 200, "doc")
        F = {"events": {"title": "Gala", "start_date": "2031-05-10 20:00:00", "end_date": "2031-05-10 22:00:00"}, "venues": {"venue": "Hall", "zip": "01067"}, "organizers": {"organizer": "Club"}, "categories": {"name": "Music"}, "tags": {"name": "Free"}}
        made = {k: new(k, f, ml_language="nl") for k, f in F.items()}
        for k, f in F.items():
            show = {"hide_empty": "0"} if k in ("categories", "tags") else {}
            i = made[k]; w = list(f)[0]
            other = [new(k, {**f, w: f"Extra {n}"}) for n in range(12)]
            everyone = sorted([i] + other)
            want(len(listed(k, **show)) == 10, f"{k}: default page size")
            want(sorted(listed(k, per_page=5, **show) + listed(k, per_page=5, page=2, **show) + listed(k, per_page=5, page=3, **show)) == everyone, f"{k}: pages")
            for x in other[2:]: want(s.call("DELETE", f"{k}/{x}")[0] in (200, 202, 204), f"{k}: DELETE")
            want(sorted(listed(k, **show)) == sorted([i] + other[:2]), f"{k}: list after DELETE")
            want(s.call("GET", f"{k}/{other[5]}")[0] in (404, 410), f"{k}: deleted")
            want(s.call("GET", f"{k}/99")[0] == 404, f"{k}: unknown")
            want(400 <= s.call("POST", k, {"description": "x"})[0] < 500, f"{k}: required field")
            slug = None
            addr = [f"{k}/{i}"]
            if k in ("events", "venues", "organizers"):
                m = flat(s.call("GET", f"{k}/{i}")[1]); slug = m.get("slug", m.get(k[:-1].capitalize() + "Slug")); addr.append(f"{k}/by-slug/{slug}")
            for a in addr:
                for m in ("POST", "PUT", "PATCH"):
                    for l in ("nl", "fr"):
                        st = s.call(m, a, {"description": f"{m} {l} text"}, {"ml_language": l})[0]; want(st in (200, 204), f"{m} {a} {st}")
                        st, j, h, raw = s.call("GET", a, query={"ml_language": l}); want(st == 200 and f"{m} {l} text" in raw, f"{m} {a} kept {raw[:200]}")
                want(s.call("PATCH", a, {w: "Renamed"})[0] in (200, 204) and "Renamed" in s.call("GET", a)[3] and "PATCH nl text" in s.call("GET", a)[3], f"{a}: partial update")
                want(s.call("PURGE", a)[0] == 405, "405")
            want(i in listed(k, search="enam", **show), f"{k}: search")
            if k == "venues": want(i in listed(k, search="1067") and s.call("PATCH", f"venues/{i}", {"city": "Oss"})[0] in (200, 204) and listed(k, search="Oss") == [i], "venues: search in custom fields")
            if slug:
                x = new(k, {**f, w: "Away"}); m = flat(s.call("GET", f"{k}/{x}")[1]); sl = m.get("slug", m.get(k[:-1].capitalize() + "Slug"))
                want(s.call("DELETE", f"{k}/by-slug/{sl}")[0] in (200, 202, 204) and s.call("GET", f"{k}/by-slug/{sl}")[0] == 404 and s.call("GET", f"{k}/{x}")[0] in (404, 410), f"{k}: DELETE by slug")
        e, v, o, c, t = (made[k] for k in F)
        want(s.call("PATCH", f"events/{e}", {"venue": [v], "organizer": [o], "categories": [c], "tags": [t], "featured": True, "start_date": "2031-05-12 20:00:00", "end_date": "2031-05-13 01:00:00", "password": "geheim", "status": "pending"})[0] in (200, 204), "relations")
        for q in ({"venue": v}, {"organizer": o}, {"categories": c}, {"tags": t}, {"featured": "true"}, {"start_date": "2031-05-12 00:00:00"}, {"end_date": "2031-05-13 00:00:00"}, {"starts_after": "2031-05-11"}, {"ends_after": "2031-05-13"}, {"include": e, "starts_before": "2020-01-01"}, {"status": "pending"}, {"search": "enam"}):
            want(listed("events", **q) == [e], f"events {q} {listed('events', **q)}")
        want(e not in listed("events", starts_before="2031-05-11") and len(listed("events", starts_before="2031-05-11")) == 2, "starts_before")
        for k in ("venues", "organizers"):
            for q in ({"event": e}, {"has_events": "true"}, {"only_with_upcoming": "true"}): want(listed(k, **q) == [made[k]], f"{k} {q}")
        for k in ("categories", "tags"):
            for q in ({}, {"event": e}, {"post": e}, {"include": made[k]}): want(listed(k, **q) == [made[k]], f"{k} {q}")
            a, b = listed(k, hide_empty="0", orderby="name", order="asc"), listed(k, hide_empty="0", orderby="name", order="desc"); want(a == b[::-1] and len(a) == 3, f"{k}: order")
            a, b = listed(k, hide_empty="0"), listed(k, hide_empty="0", order="desc"); want(a == b[::-1], f"{k}: order alone")
            want(made[k] not in listed(k, hide_empty="0", exclude=made[k]), "exclude")
        want("nl text" not in s.call("GET", f"events/{e}")[3] and "nl text" in s.call("GET", f"events/{e}", query={"password": "geheim"})[3], "password")
        try: r = SHOWN[name](s, made, listed, new)
        except Exception as x: r = repr(x)
        want(r is True, f"variant not seen: {r}")
    return bad
def v_jsonapi(s, m, listed, new):
    st, j, h, raw = s.call("GET", f"events/{m['events']}"); d = j["data"]
    return h["Content-Type"] == "application/vnd.api+json" and d["type"] == "events" and d["id"] == str(m["events"]) and d["attributes"]["title"] == "Renamed" and d["relationships"]["venue"]["data"] == [{"type": "venues", "id": str(m["venues"])}] and "errors" in s.call("GET", "events/77777")[1]
def v_minimal(s, m, listed, new):
    st, j, h, raw = s.call("POST", "tags", {"name": "Min"}); i = j["id"]
    return j == {"id": i} and s.call("PATCH", f"tags/{i}", {"name": "Mine"})[0::3] == (204, "") and s.call("DELETE", f"tags/{i}")[:2] == (202, {"deleted": i}) and s.call("DELETE", f"tags/{i}")[0] == 204 and s.call("DELETE", "venues/77777")[0] == 204 and s.call("GET", f"tags/{i}")[0::3] == (404, "")
def v_grouped(s, m, listed, new):
    e = s.call("GET", f"events/{m['events']}")[1]["event"]; v = s.call("GET", f"venues/{m['venues']}")[1]["venue"]
    return e["schedule"]["start_date"] == {"date": "2031-05-12", "time": "20:00:00", "timezone": "Europe/Amsterdam"} and e["content"]["title"] == "Renamed" and v["place"]["zip"] == "01067" and v["content"]["venue"] == "Renamed" and set(s.call("GET", "events")[1]) == {"items", "paging"}
def v_epoch(s, m, listed, new):
    e = s.call("GET", f"events/{m['events']}")[1]; st, j, h, raw = s.call("PATCH", f"events/{m['events']}", {"all_day": "zz"})
    return e["start_date"] == 1936375200 and e["featured"] == "yes" and e["all_day"] == "no" and st == 422 and h["Content-Type"].startswith("text/plain") and j is None
def v_slugs(s, m, listed, new):
    i = new("events", {"title": "Gala of the_year and a long name", "start_date": "2031-05-10 20:00:00", "end_date": "2031-05-10 22:00:00"}); a = s.call("GET", f"events/{i}")[1]["slug"]
    k = new("events", {"title": "x", "slug": "my_own", "start_date": "2031-05-10 20:00:00", "end_date": "2031-05-10 22:00:00"}); b = s.call("GET", f"events/{k}")
    return re.fullmatch(r"ev[0-9a-f]+-gala-of[a-z-]*", a) is not None and b[1]["slug"] == "my-own" and s.call("GET", "events/by-slug/my-own")[2]["Content-Location"].endswith(f"/events/{k}") and s.call("PATCH", f"events/{i}", {"slug": "my-own"})[0] == 409 and s.call("PATCH", f"events/{k}", {"slug": "my-own"})[0] == 200
def v_order(s, m, listed, new):
    for n in range(15): new("events", {"title": f"N {n:02}", "start_date": f"2031-06-{n + 1:02} 20:00:00", "end_date": "2031-06-20 22:00:00"})
    l = listed("events", per_page=50); t = listed("tags", hide_empty="0")
    return len(l) == 12 and l != sorted(l) and l[::-1] != sorted(l) and min(l) >= 1000000007 and (m["tags"] - 1000000007) % 13 == 0 and t[0] == m["tags"]
def v_names(s, m, listed, new):
    st, e, h, raw = s.call("GET", f"events/{m['events']}")
    x = new("tags", {"name": "Fête"})
    return e["ID"] == m["events"] and e["EventTitle"] == "Renamed" and e["EventVenue"] == {str(m["venues"]): "Renamed"} and "EventExcerpt" not in e and "\n    " in raw and "\\u00ea" in s.call("GET", f"tags/{x}")[3] and s.call("GET", "tags")[1]["Found"] == 1
def v_html(s, m, listed, new):
    i = new("venues", {"venue": "Rock & Roll", "description": "a < b"}); v = s.call("GET", f"venues/{i}")[1]
    return v["venue"] == "Rock &amp; Roll" and v["description"] == "<p>a &lt; b</p>\n" and s.call("PATCH", f"venues/{i}", {"colour": "red"})[0] == 422 and list(s.call("DELETE", f"venues/{i}")[1]) == ["message"] and s.call("GET", f"venues/{i}")[0] == 410 and s.call("DELETE", f"venues/{i}")[0] == 410 and "error" in s.call("GET", "venues/77777")[1]
SHOWN = {"": lambda *a: True, "json-api": v_jsonapi, "minimal-answers": v_minimal, "grouped-members": v_grouped, "epoch-and-words": v_epoch, "own-slugs": v_slugs, "unusual-order": v_order, "internal-names": v_names, "html-and-tombstones": v_html}

# ------------------------------------------------------- what was mended in the honest server
def mended():
    with Server() as s:
        st, j, h, raw = s.call("POST", "events", {"title": "Clock", "start_date": "2031-10-26T02:30:00+02:00", "end_date": "2031-10-26T02:15:00+01:00"})
        if st != 201: return f"POST {st}"
        u = s.call("PATCH", f"events/{j['id']}", {"title": "Clocks"})
        if u[0] != 200 or u[1]["utc_start_date"] != "2031-10-26 00:30:00" or u[1]["utc_end_date"] != "2031-10-26 01:15:00": return f"PATCH {u[3]}"
        a = f"events/{j['id']}"; s.call("PATCH", a, {"password": "x"})
        t = s.call("GET", a, query={"password": "x"})[2]["ETag"]
        if s.call("DELETE", a, headers={"If-Match": t})[0] != 200: return "If-Match with the ETag that was read with the password"

def main():
    write = "--write" in sys.argv; only = set(a for a in sys.argv[1:] if a[0] != "-")
    good = fail = 0; out = []
    for b in cases.B:
        if only and b["id"] not in only: continue
        with Server("", "", b.get("users")) as s: h, _ = play(s, b["steps"])
        with Server(b["id"], "", b.get("users")) as s: w, lines = play(s, b["steps"])
        if h is None and w is not None:
            good += 1; print("ok   ", b["id"], "-- right:", w[1], "-- wrong:", w[2])
            lines[w[0]] += f"   # right: {w[1]}; wrong: {w[2]}"
        else: fail += 1; print("FAIL ", b["id"], "-- honest:", h, "-- bug:", w)
        out.append({"id": b["id"], "statement": b["statement"], "ground": b["ground"], "show": lines, **({"users": True} if b.get("users") else {})})
        sys.stdout.flush()
    vg = vf = 0
    for v in ["", *[v["id"] for v in cases.VARIANTS]]:
        if only and (v or "honest") not in only: continue
        r = conform(v)
        if not v: r += [x for x in [mended()] if x]
        if r: vf += 1; print("FAIL ", v or "honest", *r[:15], sep="\n        ")
        else: vg += 1; print("ok   ", "variant" if v else "", v or "honest server conforms")
        sys.stdout.flush()
    print(f"bugs: {good} ok, {fail} failed; honest server and variants: {vg} ok, {vf} failed")
    if write and not only and not fail and not vf:
        json.dump(out, open(os.path.join(HERE, "bugs.json"), "w"), indent=1, ensure_ascii=False)
        json.dump(cases.VARIANTS, open(os.path.join(HERE, "variants.json"), "w"), indent=1, ensure_ascii=False)
    sys.exit(1 if fail or vf else 0)
if __name__ == "__main__": main()
