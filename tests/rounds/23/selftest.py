#!/usr/bin/env python3
"""Self-test: python3 selftest.py [bug-id ...]
Every bug's `show` against the honest server (all checks hold) and against the bug (at least one fails);
a smoke test of every operation on the honest server and on every variant."""
import base64, http.client, json, os, socket, subprocess, sys, time, re
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
PORT = int(os.environ.get("SELFTEST_PORT", "8931"))

class Server:
    def __init__(self, bug="", variant="", users=False):
        global PORT
        PORT += 1
        self.port = PORT
        env = dict(os.environ, PORT=str(self.port), BUG=bug, VARIANT=variant)
        env.pop("USERS", None)
        if users: env["USERS"] = "1"
        cmd = json.load(open(os.path.join(HERE, "run.json")))["command"]
        self.p = subprocess.Popen(["nice", "-n", "10"] + cmd, cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.p.stdout.readline().decode()
        if "listening" not in line:
            raise RuntimeError("server did not start: " + self.p.stderr.read().decode()[:2000])
    def stop(self):
        self.p.kill(); self.p.wait()
        err = self.p.stderr.read().decode(errors="replace")
        self.p.stdout.close(); self.p.stderr.close()
        return err

def subst(x, vars):
    if isinstance(x, str):
        if x.startswith("$") and x[1:] in vars: return vars[x[1:]]
        return re.sub(r"\{(\w+)\}", lambda m: str(vars[m.group(1)]) if m.group(1) in vars else m.group(0), x)
    if isinstance(x, list): return [subst(y, vars) for y in x]
    if isinstance(x, dict): return {k: subst(v, vars) for k, v in x.items()}
    return x

def dig(js, path):
    for k in path.split("."):
        js = js[int(k)] if isinstance(js, list) else js[k]
    return js

def the_list(js):
    if isinstance(js, list): return js
    for k in ("events", "venues", "organizers", "categories", "tags", "data", "items"):
        if isinstance(js.get(k), list): return js[k]
    if "_embedded" in js: return next(iter(js["_embedded"].values()))
    raise KeyError("no list")

class Client:
    def __init__(self, port):
        self.port = port; self.c = None
    def send(self, st, vars):
        if self.c is None or st.get("new"):
            if self.c: self.c.close()
            self.c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        method, path = st["request"]
        path = subst(path, vars)
        if not path.startswith("//"): path = NS + path
        else: path = path[1:]
        path = quote(path, safe="/?&=%:,+[]@!$'()*;~")
        h = dict(subst(st.get("headers", {}), vars)); body = None
        if "auth" in st: h["Authorization"] = "Basic " + base64.b64encode(st["auth"].encode()).decode()
        if "body" in st:
            body = json.dumps(subst(st["body"], vars), ensure_ascii=False).encode(); h.setdefault("Content-Type", "application/json")
        elif "form" in st:
            body = subst(st["form"], vars).encode(); h["Content-Type"] = "application/x-www-form-urlencoded"
        elif "raw" in st:
            body = st["raw"].encode(); h["Content-Type"] = "application/json"
        if st.get("chunked"):
            h["Transfer-Encoding"] = "chunked"
            self.c.request(method, path, body=iter([body[:9], body[9:]]), headers=h, encode_chunked=True)
        else:
            self.c.request(method, path, body=body, headers=h)
        r = self.c.getresponse()
        data = r.read()
        if r.will_close: self.c.close(); self.c = None
        return r, data

def check(ck, r, data, vars):
    """None if the check holds, else what went wrong."""
    kind, args = ck[0], subst(ck[1:], vars)
    if kind == "status": return None if r.status == args[0] else "status %d, not %s" % (r.status, args[0])
    if kind == "header": return None if r.headers.get(args[0]) is not None else "no header " + args[0]
    if kind == "header-has": return None if args[1] in (r.headers.get(args[0]) or "") else "header %s: %r" % (args[0], r.headers.get(args[0]))
    js = json.loads(data.decode("utf-8"))
    if kind == "eq":
        got = dig(js, args[0]); return None if got == args[1] and type(got) == type(args[1]) else "%s is %r, not %r" % (args[0], got, args[1])
    if kind == "exists":
        dig(js, args[0]); return None
    ids = [x["id"] for x in the_list(js)]
    if kind == "ids": return None if sorted(ids) == sorted(args[0]) else "ids %s, not %s" % (ids, args[0])
    if kind == "order": return None if ids == args[0] else "order %s, not %s" % (ids, args[0])
    if kind == "has": return None if args[0] in ids else "%s not in %s" % (args[0], ids)
    if kind == "hasnot": return None if args[0] not in ids else "%s in %s" % (args[0], ids)
    if kind == "count": return None if len(ids) == args[0] else "%d rows, not %s" % (len(ids), args[0])
    raise ValueError(kind)

def run_show(show, srv):
    """(failed checks, hard errors such as 5xx)."""
    vars, bad = {}, []
    cl = Client(srv.port)
    for i, st in enumerate(show):
        try:
            r, data = cl.send(st, vars)
            if r.status >= 500: bad.append("step %d: status %d" % (i, r.status))
            for k, p in st.get("save", {}).items():
                vars[k] = r.headers[p[7:]] if p.startswith("header:") else dig(json.loads(data), p)
            for ck in st.get("check", []):
                w = check(ck, r, data, vars)
                if w: bad.append("step %d: %s" % (i, w))
        except Exception as e:
            bad.append("step %d: %s: %s" % (i, type(e).__name__, e)); break
    if cl.c: cl.c.close()
    return bad

# ---------------------------------------------------------------- smoke test, lenient about what is open
def rec(js):
    if isinstance(js, dict) and "id" not in js:
        for k in ("data", "event", "venue", "organizer", "category", "tag"):
            if isinstance(js.get(k), dict): return js[k]
    return js
def txt(x): return x.get("raw") if isinstance(x, dict) else x
def rid(x): return int(x["id"]) if isinstance(x, dict) else int(x)

def smoke(srv, delete_gone):
    cl = Client(srv.port); n = 0; bad = []
    def call(m, p, body=None, want=(200, 201), **kw):
        nonlocal n
        st = dict(request=[m, p], **kw)
        if body is not None: st["body"] = body
        r, d = cl.send(st, {}); n += 1
        if r.status not in want: bad.append("%s %s: %d %s" % (m, p, r.status, d[:200]))
        return (json.loads(d) if d and m != "HEAD" else None), r
    def ok(c, w):
        if not c: bad.append(w)
    call("GET", ""); call("GET", "/doc")
    call("GET", "//"); call("GET", "//fr/vendor/events/v1/events")
    for l in ("nl", "en", "fr", "de"): call("GET", "?ml_language=" + l); call("GET", "/doc?ml_language=" + l); call("GET", "/events?ml_language=" + l)
    call("GET", "/events?ml_language=xx", want=(400, 422))
    cat = rec(call("POST", "/categories", {"name": "Muziek", "description": "m", "slug": "muz"})[0])
    sub = rec(call("POST", "/categories", {"name": "Jazz", "parent": rid(cat)})[0])
    tag = rec(call("POST", "/tags", {"name": "Gratis"})[0])
    ven = rec(call("POST", "/venues", {"venue": "Paradiso", "city": "Amsterdam", "zip": "01234"})[0])
    org = rec(call("POST", "/organizers", {"organizer": "Stichting", "email": "A@b.nl"})[0])
    ok(txt(cat["name"]) == "Muziek" and int(sub["parent"]) == rid(cat), "category fields")
    ev0 = {"title": "Feest & co", "start_date": "2031-05-01 10:00:00", "end_date": "2031-05-01 12:00:00", "description": "tekst é 🎉", "status": "publish",
          "featured": True, "cost": 12, "website": "https://x.nl/a", "categories": [rid(sub)], "tags": [rid(tag)], "venue": [rid(ven)], "organizer": [rid(org)], "slug": "feest"}
    ev = rec(call("POST", "/events", ev0)[0]); e = rid(ev)
    for f, key in (("categories", sub), ("tags", tag), ("venue", ven), ("organizer", org)):
        ok([rid(x) for x in ev[f]] == [rid(key)], "relation " + f)
    ok(txt(ev["title"]) == ev0["title"] and txt(ev["description"]) == ev0["description"] and ev["featured"] is True, "event texts")
    ok(ev["start_date"].replace("T", " ").startswith("2031-05-01 10:00:00"), "start_date")
    for q in ("", "page=1&per_page=5", "search=Feest", "categories=%d" % rid(sub), "categories[]=jazz", "tags=%d" % rid(tag), "venue=%d" % rid(ven),
              "organizer=%d" % rid(org), "featured=true", "status=publish", "include=%d" % e, "start_date=2031-05-01 00:00:00", "end_date=2031-05-01 23:00:00",
              "starts_before=2031-06-01", "starts_after=2031-04-01", "ends_before=2031-06-01", "ends_after=2031-04-01", "strict_dates=true&starts_after=2031-05-01 09:00:00"):
        js, _ = call("GET", "/events?" + q); ok([rid(x) for x in the_list(js)] == [e], "events?%s: %s" % (q, js))
    for q in ("search=niets", "featured=false", "status=draft", "starts_after=2031-06-01", "ticketed=true", "categories=999", "strict_dates=1&starts_after=2031-05-01 11:00:00"):
        js, _ = call("GET", "/events?" + q); ok(the_list(js) == [], "events?%s: %s" % (q, js))
    for q in ("page=x", "per_page=0", "start_date=foo", "featured=maybe", "include=a,b", "geoloc_lat=1.0"): call("GET", "/events?" + q, want=(400, 422))
    for c, i in (("venues", ven), ("organizers", org)):
        for q in ("", "search=%s" % ("Para" if c == "venues" else "Stich"), "event=%d" % e, "has_events=1", "only_with_upcoming=true"):
            js, _ = call("GET", "/%s?%s" % (c, q)); ok([rid(x) for x in the_list(js)] == [rid(i)], "%s?%s: %s" % (c, q, js))
        js, _ = call("GET", "/%s?search=qqq" % c); ok(the_list(js) == [], c + " search")
    js, _ = call("GET", "/categories"); ok([rid(x) for x in the_list(js)] == [rid(sub)], "hide_empty")
    js, _ = call("GET", "/categories?hide_empty=0"); ok(sorted(rid(x) for x in the_list(js)) == [rid(cat), rid(sub)], "hide_empty=0")
    js, _ = call("GET", "/categories?hide_empty=0&orderby=name&order=desc"); ok([rid(x) for x in the_list(js)] == [rid(cat), rid(sub)], "order")
    js, _ = call("GET", "/categories?hide_empty=0&parent=%d" % rid(cat)); ok([rid(x) for x in the_list(js)] == [rid(sub)], "parent")
    for q in ("post=%d" % e, "event=%d" % e, "slug=gratis", "include=%d" % rid(tag), "search=Grat"):
        js, _ = call("GET", "/tags?" + q); ok([rid(x) for x in the_list(js)] == [rid(tag)], "tags?" + q)
    js, _ = call("GET", "/tags?exclude=%d" % rid(tag)); ok(the_list(js) == [], "exclude")
    for c, i, f in (("events", ev, "title"), ("venues", ven, "venue"), ("organizers", org, "organizer"), ("categories", cat, "name"), ("tags", tag, "name")):
        paths = ["/%s/%d" % (c, rid(i))] + (["/%s/by-slug/%s" % (c, i["slug"])] if c in ("events", "venues", "organizers") else [])
        for p in paths:
            js, r = call("GET", p); ok(rid(rec(js)) == rid(i), "get " + p)
            call("GET", p, want=(304,), headers={"If-None-Match": r.headers["ETag"]})
            call("HEAD", p)
            call("OPTIONS", p, want=(200, 204))
            for m in ("POST", "PUT", "PATCH"):
                js, _ = call(m, p, {f: "Naam " + m}); ok(txt(rec(js)[f]) == "Naam " + m, m + p)
                js, _ = call("GET", p); ok(txt(rec(js)[f]) == "Naam " + m, m + p + " kept")
            call("PATCH", p, {f: ""}, want=(400, 422))
        call("POST", "/" + c, {}, want=(400, 422))
        call("GET", "/%s/99999" % c, want=(404,))
        _, r = call("DELETE", "/" + c, want=(405,)); ok("POST" in (r.headers["Allow"] or ""), "allow")
        call("POST", "/" + c, want=(400,), headers={"Content-Type": "application/json"}, raw="{")
    call("PATCH", "/events/%d" % e, {"password": "geheim", "excerpt": "x"})
    js, _ = call("GET", "/events/%d?password=geheim" % e); ok(txt(rec(js)["excerpt"]) == "x", "password update")
    js, _ = call("PATCH", "/events/%d" % e, {"date": "2026-07-01 12:00:00"}); ok(rec(js)["date_utc"].replace("T", " ")[:19] == "2026-07-01 10:00:00", "date_utc")
    js, _ = call("PATCH", "/events/%d" % e, {"date_utc": "2026-01-01 12:00:00"}); ok(rec(js)["date"].replace("T", " ")[:19] == "2026-01-01 13:00:00", "date")
    for k in range(12): call("POST", "/venues", {"venue": "Zaal"})
    js, _ = call("GET", "/venues"); ok(len(the_list(js)) == 10, "default page")
    js, _ = call("GET", "/venues?page=2"); ok(len(the_list(js)) == 3, "second page")
    call("GET", "/venues?page=99", want=(200, 400, 404)); call("GET", "/venues?per_page=1000", want=(200, 400, 422))
    call("GET", "/nothing", want=(404,)); call("GET", "/events/abc", want=(404,))
    for p in ("/events/%d" % e, "/venues/by-slug/" + ven["slug"], "/organizers/%d" % rid(org), "/categories/%d" % rid(cat), "/tags/%d" % rid(tag)):
        call("DELETE", p, want=(200, 204))
        call("GET", p, want=delete_gone)
    js, _ = call("GET", "/events"); ok(the_list(js) == [], "deleted event not listed")
    for q in ("%ff", "search=%zz", "search[]=a&search[]=b", "page[]=1"): call("GET", "/events?" + q, want=(200, 400))
    for p in ("/events/by-slug/%zz", "/events/by-slug/%ff", "/events/by-slug/%2F"):
        c = http.client.HTTPConnection("127.0.0.1", srv.port, timeout=5); c.request("GET", NS + p); r = c.getresponse(); r.read(); c.close(); n += 1
        ok(r.status in (400, 404), "%s: %d" % (p, r.status))
    for d in ("9999-12-31 23:59:59", "0001-01-01 00:00:00", "9999-12-31T23:59:59-05:00", "2031-02-30 10:00:00"):
        call("POST", "/events", {"title": "a", "start_date": "0001-01-01 00:00:00", "end_date": d, "date": d}, want=(200, 201, 400, 422))
        call("POST", "/events", {"title": "a", "start_date": d, "end_date": "9999-12-31 23:59:59", "date_utc": d}, want=(200, 201, 400, 422)); call("GET", "/events?starts_after=" + d, want=(200, 400, 422))
    # a HEAD carries no content (read from the socket itself)
    k = socket.create_connection(("127.0.0.1", srv.port), timeout=5)
    k.sendall(("HEAD %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" % NS).encode()); raw = b""
    while True:
        x = k.recv(65536)
        if not x: break
        raw += x
    k.close(); ok(raw.endswith(b"\r\n\r\n") and raw.startswith(b"HTTP/1.1 200"), "HEAD raw"); n += 1
    for b in ({"title": 1}, {"title": []}, {"title": {}}, {"title": "a", "start_date": 5, "end_date": []}, {"title": "a", "start_date": "2030-01-01 10:00:00", "end_date": "2030-01-01 11:00:00", "categories": "x"},
              {"title": "a", "start_date": "2030-01-01 10:00:00", "end_date": "2030-01-01 11:00:00", "website": [1], "author": {}, "all_day": [], "date_utc": 4, "status": 3, "venue": [None], "cost": []}):
        call("POST", "/events", b, want=(200, 201, 400, 422))
    return n, bad

def users_smoke(srv, v):
    """USERS=1: who may do what."""
    cl = Client(srv.port); bad = []; n = 0
    def call(who, m, p, want, body=None):
        nonlocal n
        st = dict(request=[m, p]); n += 1
        if who: st["auth"] = who + ":" + who
        if body is not None: st["body"] = body
        r, d = cl.send(st, {})
        if r.status not in want: bad.append("%s %s %s: %d %s" % (who, m, p, r.status, d[:120]))
        return rec(json.loads(d)) if d else None
    E = lambda s: {"title": "T", "start_date": "2031-05-10 10:00:00", "end_date": "2031-05-10 11:00:00", "status": s, "description": "d"}
    OK, NO, HID = (200, 201, 204), (401, 403), (401, 403, 404)
    for p, b in (("/events", E("publish")), ("/venues", {"venue": "V", "status": "publish"}), ("/organizers", {"organizer": "O", "status": "publish"})):
        call(None, "POST", p, (401,), b); call("reader", "POST", p, (403,), b)
        a = call("author", "POST", p, OK, b); e = call("editor", "POST", p, OK, b)
        pa, pe = "%s/%d" % (p, rid(a)), "%s/%d" % (p, rid(e))
        for who in (None, "reader", "author", "editor"): call(who, "GET", pa, OK); call(who, "GET", p, OK)
        call("author", "PATCH", pa, OK, {"description": "x"}); call("author", "PATCH", pe, (403,), {"description": "x"})
        call("author", "PUT", p + "/by-slug/" + e["slug"], (403,), {"description": "x"}); call("author", "DELETE", pe, (403,))
        call("reader", "PATCH", pa, (403,), {"description": "x"}); call(None, "DELETE", pa, (401,))
        call("editor", "PATCH", pa, OK, {"description": "y"})
        call("author", "PATCH", pa, OK, {"status": "draft"})
        call(None, "GET", pa, HID); call("reader", "GET", pa, HID); call("author", "GET", pa, OK); call("editor", "GET", pa, OK)
        call("editor", "PATCH", pe, OK, {"status": "draft"}); call("author", "GET", pe, HID); call(None, "GET", p + "/by-slug/" + e["slug"], HID)
        call("author", "DELETE", pa, OK); call("editor", "DELETE", pe, OK)
    for p in ("/categories", "/tags"):
        call(None, "POST", p, (401,), {"name": "N"}); call("author", "POST", p, (403,), {"name": "N"}); t = call("editor", "POST", p, OK, {"name": "N"})
        call(None, "GET", "%s/%d" % (p, rid(t)), OK); call("author", "PATCH", "%s/%d" % (p, rid(t)), (403,), {"name": "M"}); call("author", "DELETE", "%s/%d" % (p, rid(t)), (403,))
        call("editor", "DELETE", "%s/%d" % (p, rid(t)), OK)
    e = call("editor", "POST", "/events", OK, E("publish")); p = "/events/%d" % rid(e)
    call("editor", "PATCH", p, OK, {"password": "pw"})
    call(None, "GET", p, NO); call(None, "GET", p + "?password=no", NO); call(None, "GET", p + "?password=pw", OK); call("editor", "GET", p, OK)
    cl.send(dict(request=["GET", "/events"], auth="editor:wrong"), {})
    st = dict(request=["GET", "/events"], auth="editor:wrong"); r, _ = cl.send(st, {})
    if r.status != 401 or not r.headers.get("WWW-Authenticate"): bad.append("wrong password: %d" % r.status)
    return n, bad

def main():
    only = sys.argv[1:]
    bugs = json.load(open(os.path.join(HERE, "bugs.json"))); variants = json.load(open(os.path.join(HERE, "variants.json")))
    good = total = 0
    for b in bugs:
        if only and b["id"] not in only: continue
        total += 1
        out = []
        for bug in ("", b["id"]):
            s = Server(bug=bug, users=b.get("users", False))
            try: bad = run_show(b["show"], s)
            finally: err = s.stop()
            if "Elixir" in err or "(" in err and "Error" in err: bad.append("stderr: " + err[:500]) if not bug else None
            out.append(bad)
        okk = not out[0] and bool(out[1])
        good += okk
        print("%s %s: honest %s; bug %s" % ("ok  " if okk else "FAIL", b["id"], out[0] or "holds", out[1][:1] or "NOT SHOWN"), flush=True)
    vg = 0; vn = ["" ] + [v["id"] for v in variants]
    if not only:
        for name in vn:
            s = Server(variant=name)
            gone = (200,) if name == "rendered-texts" else (404, 410)
            try:
                n, bad = smoke(s, (200, 404) if gone == (200,) else gone)
            except Exception as e:
                n, bad = 0, ["%s: %s" % (type(e).__name__, e)]
            err = s.stop()
            if "Error" in err: bad.append("stderr: " + err[:600])
            s = Server(variant=name, users=True)
            try:
                m, b2 = users_smoke(s, name)
            except Exception as e:
                m, b2 = 0, ["%s: %s" % (type(e).__name__, e)]
            err = s.stop(); n += m; bad += b2
            if "Error" in err: bad.append("stderr: " + err[:600])
            vg += not bad
            print("%s smoke %s: %d requests %s" % ("ok  " if not bad else "FAIL", name or "honest", n, bad or ""), flush=True)
        print("variants and honest: %d of %d pass" % (vg, len(vn)))
    print("bugs: %d of %d shown" % (good, total))
    sys.exit(0 if good == total and (only or vg == len(vn)) else 1)
main()
