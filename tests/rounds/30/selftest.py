#!/usr/bin/env python3
"""Starts the server honest, with each bug and with each variant, one at a time, and checks: the honest server by a smoke test, each variant by a common run and its mark, each bug by the curl lines of its `show` (# right / # wrong / # both hold for the answer above them; $a, $b ... are IDs and $t an ETag of earlier answers, # a=.id says of which; col(f) is that field down the list, status and body the answer)."""
import base64, http.client, json, os, re, socket, subprocess, sys, time, urllib.parse
HERE = os.path.dirname(os.path.abspath(__file__))
NS = "/vendor/events/v1"
RUN = json.load(open(os.path.join(HERE, "run.json")))

class Server:
    def __init__(self, **env):
        s = socket.socket(); s.bind(("127.0.0.1", 0)); self.port = s.getsockname()[1]; s.close()
        e = {k: v for k, v in os.environ.items() if k not in ("BUG", "VARIANT", "USERS")}
        e.update(env, PORT=str(self.port))
        self.t0 = time.time()
        self.p = subprocess.Popen(RUN["command"], cwd=HERE, env=e, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        line = self.p.stdout.readline().decode()
        self.took = time.time() - self.t0
        assert line.strip() == "listening", line + self.p.stdout.read(2000).decode()
    def __enter__(self): return self
    def __exit__(self, *a):
        self.p.terminate()
        try: self.p.wait(5)
        except subprocess.TimeoutExpired: self.p.kill(); self.p.wait()
        self.p.stdout.close()
    def ask(self, method, path, body=None, headers=None, as_=None):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        h = {"Connection": "close"}; h.update(headers or {})
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode(); h.setdefault("Content-Type", "application/json")
        if as_: h["Authorization"] = "Basic " + base64.b64encode((as_ + ":" + as_).encode()).decode()
        c.request(method, urllib.parse.quote(path, safe="/%?&=,:+!$*'()[]@;~._-"), data, h)
        r = c.getresponse(); raw = r.read(); c.close()
        hs = {k.lower(): v for k, v in r.getheaders()}
        try: b = json.loads(raw.decode("utf-8"))
        except Exception: b = raw.decode("utf-8", "replace")
        return r.status, b, hs

class Curl:
    """Runs the curl lines of a bug's `show` with bash, as they stand."""
    def __init__(self, srv): self.port = str(srv.port); self.vars = {}
    def run(self, line):
        env = dict(os.environ, B=f"http://127.0.0.1:{self.port}{NS}", **self.vars)
        out = subprocess.run(["bash", "-c", line.replace("curl -s", "curl -s -i --max-time 10")], env=env, capture_output=True, timeout=30).stdout.decode("utf-8", "replace")
        got = []
        for part in re.split(r"(?m)^(?=HTTP/1\.1 \d)|(?<=[}\]])(?=HTTP/1\.1 \d)", out):
            m = re.match(r"HTTP/1\.1 (\d+)[^\r\n]*\r\n(.*?)\r\n\r\n(.*)", part, re.S)
            if not m: continue
            try: body = json.loads(m[3])
            except Exception: body = m[3]
            got.append((int(m[1]), body, {a.lower(): b.strip() for a, b in (x.split(":", 1) for x in m[2].split("\r\n"))}))
        self.got = got
        m = re.search(r"   # (\w)=(\S+)$", line)
        if m and got: self.vars[m[1]] = got[0][2].get("etag", "") if m[2] == "ETag" else str(got[0][1].get("id", "") if isinstance(got[0][1], dict) else "")
    def col(self, f):
        b = self.got[0][1]
        return [x[f] for x in next(b[k] for k in ("events", "venues", "organizers", "categories", "tags") if k in b)]
    def holds(self, expr):
        ns = {"status": self.got[0][0] if self.got else 0, "body": self.got[0][1] if self.got else None, "statuses": [g[0] for g in self.got], "bodies": [g[1] for g in self.got], "col": self.col, "port": self.port}
        try: return bool(eval(expr, ns))
        except Exception as e: return False

def walk(b, which):
    """None when each check of that side (right, wrong) holds, else the first that does not. Up to three runs: some bugs need two changes within one second."""
    env = {"USERS": "1"} if b.get("users") else {}
    if which == "wrong": env["BUG"] = b["id"]
    for _ in range(3 if which == "wrong" else 1):
        bad = None
        with Server(**env) as s:
            c = Curl(s)
            for line in b["show"]:
                if line.startswith("curl "): c.run(line); continue
                m = re.fullmatch(r"# (?:both: (.*)|right: (.*) \| wrong: (.*))", line)
                x = m[1] or (m[2] if which == "right" else m[3])
                if not c.holds(x): bad = f"{x}: {str(c.got)[:400]}"; break
        if bad is None: return None
    return bad

fails = []
def expect(what, good, more=""):
    if not good: fails.append(f"{what} {more}"); print("FAIL", what, str(more)[:400], flush=True)

def smoke():
    with Server() as s:
        expect("starts within 2 s", s.took < 2, s.took)
        def ok(m, p, b=None, st=(200,), **k):
            r = s.ask(m, p if re.match(r"/(nl|fr|de)/", p) else NS + p, b, **k)
            expect(f"{m} {p} {b}", r[0] in st, r[:2]); return r[1]
        names = lambda b, k, f: [x[f] for x in b[k]]
        r = ok("GET", ""); expect("up", r["_links"]["up"][0]["href"].endswith(f":{s.port}/"), r)
        ok("GET", "?namespace=vendor/events/v1&context=view&ml_language=nl"); ok("GET", "/doc?ml_language=fr")
        for k in ("events", "venues", "organizers", "categories", "tags"):
            ok("GET", f"/{k}", st=(200,)); expect(k + " empty", ok("GET", f"/{k}?hide_empty=0")[k] == [])
            for l in ("nl", "en", "fr", "de"): ok("GET", f"/{k}?ml_language={l}")
            ok("GET", f"/{k}?ml_language=xx", st=(400,)); ok("POST", f"/{k}", {}, st=(400,)); ok("GET", f"/{k}/999", st=(404,)); ok("GET", f"/{k}/abc", st=(404,))
            ok("POST", f"/{k}", b"{bad", st=(400,)); ok("POST", f"/{k}", [1], st=(400,)); ok("PURGE" if 0 else "PUT", f"/{k}", {}, st=(405,))
            for p in ("page=0", "page=x", "per_page=0", "per_page=-1", "per_page=1.5"): ok("GET", f"/{k}?{p}", st=(400,))
        vf = dict(venue="Hall", description="d", show_map="yes", show_map_link="no", address="a 1", city="Gent", country="BE", province="p", state="s", zip="09000", phone="+32 9", stateprovince="sp", website="http://v.example", image="12", status="draft", date="2024-02-29 13:14:15", author=7)
        of = dict(organizer="Org", description="d", phone="1", website="w", email="a@b.example", image="http://i.example/x.png", status="pending", date_utc="2024-02-29 13:14:15", author=8)
        v = ok("POST", "/venues", vf, (201,)); o = ok("POST", "/organizers", of, (201,))
        for rec, fs in ((v, vf), (o, of)):
            for f, x in fs.items(): expect("kept " + f, rec[f] == x, rec)
        c = ok("POST", "/categories", dict(name="Cat", description="cd", slug="my_Cat"), (201,)); c2 = ok("POST", "/categories", dict(name="Kid", parent=c["id"]), (201,))
        t = ok("POST", "/tags", dict(name="Tag", description="td", slug="my-tag"), (201,)); t2 = ok("POST", "/tags", dict(name="Tag"), (201,))
        expect("slugs differ", t2["slug"] == "tag" and c["slug"] == "my_Cat" and c2["parent"] == c["id"])
        ef = dict(title="Évent & <b>", start_date="2031-03-30 02:30:00", end_date="2031-12-31 23:59:59", author=3, date="2030-01-01 00:00:00", description="Déscr 100%", slug="ev_1", excerpt="ex", status="publish", timezone="Europe/Amsterdam", all_day=True, image="5", cost={"a": [0]}, website="https://e.example/?a=1&b=2", show_map=False, show_map_link=True, hide_from_listings=True, sticky=True, featured=True, categories=[c2["id"], c["id"]], tags=[t["id"]], venue=[v["id"]], organizer=[o["id"]])
        e = ok("POST", "/events", ef, (201,))
        for f, x in ef.items(): expect("kept " + f, e[f] == x, e.get(f))
        for f, x in ef.items(): expect("shown " + f, ok("GET", f"/events/{e['id']}?password=x")[f] == x)
        expect("by slug", ok("GET", "/events/by-slug/ev_1") == ok("GET", f"/events/{e['id']}"))
        e2 = ok("POST", "/events", dict(title="Second", start_date="2031-06-01", end_date="2031-06-02 10:00:00", categories=None, cost=0), (201,))
        expect("defaults", e2["all_day"] is False and e2["website"] is None and e2["cost"] == 0 and e2["categories"] == [] and e2["slug"] == "second", e2)
        for p, want in {"start_date=2031-06-01%2010:00:00": ["Second"], "start_date=2031-06-01%2010:00:00&strict_dates=true": [], "start_date=2031-06-01%2000:00:00&strict_dates=1": ["Second"],
                        "end_date=2031-06-02%2000:00:00": ["Second"], "starts_before=2031-05-01": [ef["title"]], "starts_after=2031-05-01": ["Second"], "ends_before=2031-07-01": ["Second"], "ends_after=2031-07-01": [ef["title"]],
                        "starts_after=2031-06-01": ["Second"], "starts_before=2031-06-01%2000:00:00&strict_dates=true": [ef["title"]], "starts_after=2031-06-01&starts_before=2031-06-01": ["Second"],
                        "search=second": ["Second"], "search=D%C3%89SCR": [ef["title"]], "search=100%25": [ef["title"]], "search=ÉVENT": [ef["title"]], "search=zzz": [],
                        f"categories={c2['id']}": [ef["title"]], "categories=my_Cat": [ef["title"]], f"categories[]={c['id']}&categories[]={c2['id']}": [ef["title"]], "categories=none": [], "tags=my-tag,99": [ef["title"]], f"tags={t2['id']}": [],
                        f"venue={v['id']}": [ef["title"]], "venue=99": [], f"organizer=99,{o['id']}": [ef["title"]], "featured=true": [ef["title"]], "featured=false": ["Second"], "featured=1": [ef["title"]], "status=draft": [],
                        "status=publish&featured=0": ["Second"], f"include={e['id']},99&starts_after=2040-01-01": [ef["title"]], "include=99": [], "post_parent=0&ticketed=false": [ef["title"], "Second"], "ticketed=true": [], "geoloc=true": [],
                        "geoloc_lat=1.5&geoloc_lng=2": [], "per_page=1": [ef["title"]], "per_page=1&page=2": ["Second"], "per_page=1&page=3": [], "ml_language=fr": [ef["title"], "Second"], "start_date=2031-06-01%2000:00:00&end_date=2031-06-03%2000:00:00": []}.items():
            expect("events?" + p, names(ok("GET", "/events?" + p), "events", "title") == want, ok("GET", "/events?" + p))
        for p in ("geoloc_lat=1", "geoloc_lng=1", "start_date=nope", "starts_after=2031-02-30", "venue=x", "include=a", "featured=maybe", "page=1&per_page=9999"): ok("GET", "/events?" + p, st=(400,))
        for k, r, f in (("venues", v, "venue"), ("organizers", o, "organizer")):
            n = r[f]
            for p, want in {"search=" + n.lower(): [n], "search=zz": [], f"event={e['id']}": [n], f"event={e2['id']}": [], "has_events=1": [n], "has_events=false": [], "only_with_upcoming=true": [n], "only_with_upcoming=false": [n], f"status={r['status']}": [n], "status=publish": [], "page=2": []}.items():
                expect(f"{k}?{p}", names(ok("GET", f"/{k}?{p}"), k, f) == want)
        expect("custom fields", names(ok("GET", "/venues?search=09000"), "venues", "venue") == ["Hall"])
        for k, r, n in (("categories", c, "Cat"), ("tags", t, "Tag")):
            for p, want in {"": [c["id"], c2["id"]] if k == "categories" else [t["id"]], "hide_empty=0": [1, 2], "hide_empty=false&order=desc&orderby=id": [2, 1], "hide_empty=0&order=descending": [2, 1], "hide_empty=0&exclude=1": [2], "hide_empty=0&include=2": [2], "hide_empty=0&orderby=slug": [2, 1] if k == "categories" else [1, 2],
                            "hide_empty=0&orderby=count&order=desc": None, f"post={e['id']}": [1, 2] if k == "categories" else [1], f"event={e['id']}&search=" + n: [1], f"post={e2['id']}": [], "slug=" + r["slug"]: [1], "search=zzz&hide_empty=0": [], "hide_empty=1&per_page=1&page=9": []}.items():
                g = names(ok("GET", f"/{k}?{p}"), k, "id"); expect(f"{k}?{p}", want is None or g == want, g)
            ok("GET", f"/{k}?order=sideways", st=(400,)); ok("GET", f"/{k}?orderby=zzz", st=(400,))
        expect("parent", names(ok("GET", f"/categories?parent={c['id']}"), "categories", "id") == [c2["id"]] and names(ok("GET", "/categories?parent=0"), "categories", "id") == [c["id"]])
        expect("count", ok("GET", f"/tags/{t['id']}")["count"] == 1 and ok("GET", f"/tags/{t2['id']}")["count"] == 0)
        for k, r, f in (("events", e, "title"), ("venues", v, "venue"), ("organizers", o, "organizer"), ("categories", c, "name"), ("tags", t, "name")):
            forms = [f"/{k}/{r['id']}"] + ([f"/{k}/by-slug/{r['slug']}"] if k in ("events", "venues", "organizers") else [])
            for p in forms:
                before = ok("GET", p)
                for m in ("POST", "PUT", "PATCH"):
                    ok(m, p, {f: m + p}); g = ok("GET", p); expect("updated", g[f] == m + p)
                    for x in before: expect(f"{m} {p} leaves {x}", x in (f, "modified_utc") or g[x] == before[x], (g[x], before[x]))
                    ok(m, p, {}); ok(m, p, {f: ""}, (400,)); ok(m, p, {f: None}, (400,)); ok(m, p, {f: 5}, (400,)); ok(m, p + "?ml_language=zz", {f: "zz"}, (400,)); expect("refused", ok("GET", p)[f] == m + p)
                ok("PATCH", p + "?ml_language=fr", {f: "Français", "description": "dfr"})
                expect("fr", ok("GET", p + "?ml_language=fr")[f] == "Français" and ok("GET", "/fr" + NS + p)[f] == "Français" and ok("GET", p)[f] == "PATCH" + p and ok("GET", p + "?ml_language=de")[f] == "PATCH" + p)
                expect("fr list", "Français" in names(ok("GET", f"/{k}?ml_language=fr&search=FRAN%C3%87&hide_empty=0"), k, f) and "Français" not in names(ok("GET", f"/{k}?hide_empty=0"), k, f))
                a, hd = s.ask("HEAD", NS + p), s.ask("GET", NS + p); expect("HEAD", a[0] == 200 and a[2]["content-length"] == hd[2]["content-length"])
                expect("304", s.ask("GET", NS + p, headers={"If-None-Match": hd[2]["etag"]})[0] == 304)
            q = ok("POST", f"/{k}?ml_language=nl", dict(ef, **{"slug": "nl-1", f: "Taal"}) if k == "events" else {f: "Taal"}, (201,))
            expect("nl", ok("GET", f"/nl{NS}/{k}/{q['id']}")[f] == "Taal" and ok("GET", f"/{k}/{q['id']}")[f] == "Taal" and q["lang"] == "nl"); ok("DELETE", f"/nl{NS}/{k}/{q['id']}"); ok("GET", f"/{k}/{q['id']}", st=(404,))
        for b in ({"end_date": "2001-01-01"}, {"timezone": "Mars/X"}, {"venue": [99]}, {"tags": "x"}, {"all_day": "perhaps"}, {"status": "zzz"}, {"website": "no url"}, {"slug": "a/b"}, {"author": "x"}, {"start_date": "2031-02-29 10:00:00"}):
            ok("PATCH", f"/events/{e['id']}", b, (400,))
        ok("PATCH", f"/events/{e2['id']}", {"slug": "ev_1"}, (409,)); ok("PATCH", f"/categories/{c['id']}", {"parent": c2["id"]}, (400,)); ok("PATCH", f"/categories/{c2['id']}", {"parent": 99}, (400,))
        ok("PATCH", "/events/by-slug/second", {"slug": "renamed é"}); ok("GET", "/events/by-slug/second", st=(404,)); ok("GET", "/events/by-slug/renamed%20%C3%A9"); ok("GET", "/events/by-slug/%E0", st=(400,))
        ok("POST", "/tags", b"name=F%C3%B6rm&description=x", (201,), headers={"Content-Type": "application/x-www-form-urlencoded"}); ok("POST", "/tags", b"<x/>", (415,), headers={"Content-Type": "text/xml"})
        for k, i in (("venues", v), ("organizers", o), ("tags", t), ("categories", c2)):
            ok("DELETE", f"/{k}/{i['id']}"); ok("GET", f"/{k}/{i['id']}", st=(404,)); ok("DELETE", f"/{k}/{i['id']}", st=(404,))
        g = ok("GET", f"/events/{e['id']}"); expect("links gone", (g["venue"], g["organizer"], g["tags"], g["categories"]) == ([], [], [], [c["id"]]), g)
        ok("DELETE", f"/events/by-slug/ev_1"); ok("GET", f"/events/{e['id']}", st=(404,)); expect("hidden", ok("GET", "/categories")["categories"] == [])
        for k in ("venues", "organizers"):
            n = ok("POST", f"/{k}", {k[:-1]: "Zed"}, (201,)); ok("DELETE", f"/{k}/by-slug/{n['slug']}"); ok("GET", f"/{k}/{n['id']}", st=(404,))
        for i in range(23): ok("POST", "/tags", {"name": f"p{i:02}"}, (201,))
        g = [names(ok("GET", f"/tags?hide_empty=0&search=p&page={p}"), "tags", "name") for p in (1, 2, 3, 4)]
        expect("pages", [len(x) for x in g] == [10, 10, 3, 0] and sorted(sum(g, [])) == [f"p{i:02}" for i in range(23)], g)
        hc = http.client.HTTPConnection("127.0.0.1", s.port); t0 = time.time()
        for _ in range(600): hc.request("GET", NS + "/tags?hide_empty=0"); hc.getresponse().read()
        rate = 600 / (time.time() - t0); hc.close(); print(f"honest: start {s.took:.2f} s, {rate:.0f} requests a second")
    with Server(USERS="1") as s:
        def u(m, p, st, as_=None, b=None):
            r = s.ask(m, NS + p, b, None, as_); expect(f"users {as_} {m} {p}", r[0] == st, r); return r[1]
        for k, b in {"events": dict(title="x", start_date="2031-01-01", end_date="2031-01-01"), "venues": dict(venue="x"), "organizers": dict(organizer="x"), "categories": dict(name="x"), "tags": dict(name="x")}.items():
            post = k in ("events", "venues", "organizers"); d = dict(b, status="draft") if post else b
            u("POST", f"/{k}", 401, None, b); u("POST", f"/{k}", 403, "reader", b); u("GET", f"/{k}", 401, "stranger")
            E, A = u("POST", f"/{k}", 201, "editor", d), u("POST", f"/{k}", 201, "author", d)
            for x in (E, A):
                for fp in ["/%s/%s" % (k, x["id"])] + (["/%s/by-slug/%s" % (k, x["slug"])] if post else []):
                    own = x is A
                    for w, vis in ((None, not post), ("reader", not post), ("author", own or not post), ("editor", True)): u("GET", fp, 200 if vis else 404, w)
                    for m in ("POST", "PUT", "PATCH", "DELETE"):
                        u(m, fp, 401); u(m, fp, 403, "reader", {})
                        if not own: u(m, fp, 404 if post else 403, "author", {})
                        elif m != "DELETE": u(m, fp, 200, "author", {})
            if post:
                for w, n in ((None, 0), ("reader", 0), ("author", 1), ("editor", 2)):
                    for q in ("", "?status=draft") + ((f"?include={E['id']},{A['id']}",) if k == "events" else ()): expect("list", len(u("GET", f"/{k}{q}", 200, w)[k]) == n, (w, q))
                u("PATCH", f"/{k}/{E['id']}", 200, "editor", {"status": "publish"}); u("GET", f"/{k}/{E['id']}", 200); u("PATCH", f"/{k}/{E['id']}", 403, "author", {}); u("DELETE", f"/{k}/{E['id']}", 403, "author")
                u("PATCH", f"/{k}/{A['id']}", 403, "author", {"author": 1})
            u("DELETE", f"/{k}/{A['id']}", 200, "author"); u("DELETE", f"/{k}/{E['id']}", 200, "editor")

# what is to be seen of each variant in: g = the answers of the common run below
SEEN = {
    "raw-columns": lambda g: g["item"][1]["post_title"] == "Évent" and g["item"][1]["featured"] == 1 and g["list"][1]["found_posts"] == 1 and "\\u00c9vent" in g["item"][3] and "\\/" in g["item"][3] and g["bad"][1]["success"] is False and g["delete"][1]["data"] == g["id"],
    "keyed-lists": lambda g: g["id"] > 3000000007 and (g["id"] - 3000000007) % 7 == 0 and list(g["list"][1]["events"]) == [str(x) for x in g["list"][1]["order"]] == [str(g["id"])] and g["item"][1]["title"] == {"value": "Évent", "lang": "en"},
    "thin-answers": lambda g: set(g["create"][1]) == {"id", "href"} and g["update"][1]["updated"] == ["description"] and g["delete"][0] == 202 and set(g["list"][1][0]) == {"id", "slug", "label", "href"} and set(g["bad"][1]) == {"message"},
    "preconditions": lambda g: re.fullmatch(r'"\w+"', g["item"][2]["etag"]) and g["if-match-wrong"][0] == 412 and g["if-match-right"][0] == 200 and g["list"][1]["of"] == 1 and g["delete"][3] == "",
    "zoned-times": lambda g: g["item"][1]["start_date"] == "2091-05-01T10:00:00+02:00[Europe/Paris]" and g["item"][1]["date"].endswith(" GMT") and g["item"][1]["slug"] == f"ev-one-{g['id']}" and re.search(r"/venues/\d+$", g["item"][1]["venue"][0]) and g["list"][1]["totalItems"] == 1,
    "forgiving": lambda g: g["page0"][0] == 200 and g["list"][2]["content-range"] == "records 0-0/1" and g["oddstatus"][1] == [] and g["bad"][2]["content-type"].startswith("text/plain"),
    "sections": lambda g: g["item"][1]["content"]["title"] == "Évent" and g["item"][1]["schedule"]["timezone"] == "Europe/Paris" and g["update"][1]["changed"] == ["description"] and g["item"][2]["transfer-encoding"] == "chunked" and "vnd.vendor.events.v1+json" in g["item"][2]["content-type"],
    "members-only": lambda g: g["create"][0] == 200 and g["item"][1]["success"] is True and g["gone"][0] == 410 and g["update-odd"][1]["result"]["warnings"] and g["id"] == 9001 and (not g["users"] or g["anon"][0] == 401 and "www-authenticate" in g["anon"][2]),
}
def variant(v):
    for users in ("0", "1"):
        with Server(VARIANT=v, USERS=users) as s:
            w = "editor" if users == "1" else None; g = {"users": users == "1"}; at = {}; ids = {}
            def go(m, p, b=None, st=(200,), as_=w, headers=None):
                r = s.ask(m, NS + p, b, headers, as_); expect(f"{v} users={users} {m} {p}", r[0] in st, r)
                return r
            r = go("GET", ""); expect(v + " up", r[1]["_links"]["up"][0]["href"].endswith(f":{s.port}/"), r); go("GET", "/doc?ml_language=fr")
            for k, b in (("categories", dict(name="Cät", slug="cat-1")), ("tags", dict(name="T")), ("venues", dict(venue="V", city="Gent")), ("organizers", dict(organizer="O", email="a@b.example")),
                         ("events", dict(title="Évent", start_date="2091-05-01 10:00:00", end_date="2091-05-01 12:00:00", slug="ev-one", timezone="Europe/Paris", featured=True, cost=0))):
                if k == "events": b.update(categories=[ids["categories"]], tags=[ids["tags"]], venue=[ids["venues"]], organizer=[ids["organizers"]])
                r = go("POST", "/" + k, b, (200, 201)); i = ids[k] = int(r[2]["location"].rsplit("/", 1)[1]); at[k] = f"/{k}/{i}"
                if k == "events": g["create"], g["id"] = r, i
                for m in ("POST", "PUT", "PATCH"): u = go(m, at[k], {"description": "new " + m})
                if k == "events": g["update"] = u
                it = go("GET", at[k]); expect(v + " shown", "new PATCH" in json.dumps(it[1], ensure_ascii=False), it)
                go("PATCH", at[k] + "?ml_language=nl", {"description": "nieuw"}); expect(v + " nl", "nieuw" in json.dumps(go("GET", at[k] + "?ml_language=nl")[1]) and "nieuw" not in json.dumps(go("GET", at[k])[1]))
                if k in ("events", "venues", "organizers"):
                    slug = re.search(r'"(?:slug|post_name)": "([^"]+)"', json.dumps(it[1]))[1]
                    expect(v + " by slug", go("GET", f"/{k}/by-slug/{slug}")[1] == go("GET", at[k])[1])
                e = {"categories": "hide_empty=0", "tags": "hide_empty=0"}.get(k, "per_page=5"); has = lambda q, yes=True: expect(f"{v} {k}?{q}", (f"/{k}/{i}\"" in json.dumps(go("GET", f"/{k}?{e}&{q}")[1]).replace("\\/", "/") or str(i) in re.findall(r'"(?:id|ID|term_id)": (\d+)', json.dumps(go("GET", f"/{k}?{e}&{q}")[1]))) == yes)
                has(""); has("search=new"); has("search=zzz", False); has("page=2", False)
                if k == "events":
                    for q in (f"venue={ids['venues']}", f"organizer={ids['organizers']}", f"categories={ids['categories']}", f"tags={ids['tags']}", "featured=true", "starts_after=2090-01-01", f"include={i}", "start_date=2091-05-01%2000:00:00"): has(q)
                    for q in ("venue=99", "featured=false", "starts_before=2090-01-01", "include=99"): has(q, False)
                go("POST", "/" + k, {}, (400, 422)); go("GET", at[k] + "?ml_language=xx", None, (400, 422)); go("GET", f"/{k}/77", None, (404,))
            g["item"] = raw(s, at["events"], w); g["list"] = go("GET", "/events"); g["bad"] = go("POST", "/events", {}, (400,))
            ok = (200, 400); g["page0"] = go("GET", "/events?page=0", None, ok); g["oddstatus"] = go("GET", "/events?status=zzz", None, ok); g["update-odd"] = go("PATCH", at["events"], {"zzz": 1})
            g["anon"] = go("GET", "/events", None, (200, 401), None)
            tag = go("GET", at["events"])[2].get("etag", '"x"')
            g["if-match-wrong"] = go("PATCH", at["events"], {"excerpt": "x"}, (200, 412), w, {"If-Match": '"zzz"'}); g["if-match-right"] = go("PATCH", at["events"], {"excerpt": "y"}, (200, 412), w, {"If-Match": go("GET", at["events"])[2].get("etag", '"x"')})
            for k in ("categories", "tags", "venues", "organizers"): go("DELETE", at[k], None, (200, 202)); go("GET", at[k], None, (404, 410))
            g["delete"] = raw(s, at["events"], w, "DELETE"); g["gone"] = go("GET", at["events"], None, (404, 410))
            try: seen = bool(SEEN[v](g))
            except Exception as x: seen = False; g["x"] = repr(x)
            expect(f"{v} users={users} is seen", seen, g)

def raw(s, p, as_, m="GET"):
    c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=20); h = {"Connection": "close"}
    if as_: h["Authorization"] = "Basic " + base64.b64encode((as_ + ":" + as_).encode()).decode()
    c.request(m, NS + p, None, h); r = c.getresponse(); t = r.read().decode(); c.close()
    try: b = json.loads(t)
    except Exception: b = t
    return r.status, b, {k.lower(): v for k, v in r.getheaders()}, t

def main():
    only = sys.argv[1:]
    bugs = json.load(open(os.path.join(HERE, "bugs.json"))); variants = json.load(open(os.path.join(HERE, "variants.json")))
    expect("60 bugs", len(bugs) == 60 == len({b["id"] for b in bugs}), len(bugs)); expect("8 variants", len(variants) == 8 == len({b["id"] for b in variants}))
    code = open(os.path.join(HERE, "server.js")).read(); expect("the switches are those of bugs.json", set(re.findall(r"\bB\('([\w-]+)'\)", code)) == {b["id"] for b in bugs})
    if not only or "smoke" in only: smoke()
    nv = 0
    for v in variants:
        if not only or v["id"] in only or "variants" in only: f = len(fails); variant(v["id"]); nv += len(fails) == f
    n = 0
    for b in bugs:
        if only and b["id"] not in only and "bugs" not in only: continue
        r, w = walk(b, "right"), walk(b, "wrong")
        expect(b["id"] + " right in the honest server", r is None, r); expect(b["id"] + " wrong with the bug", w is None, w)
        expect(b["id"] + " has a wrong outcome", any(x.startswith("# right:") for x in b["show"]))
        n += r is None and w is None
    print(f"{n} bugs shown; {nv} variants shown; {len(fails)} failures"); sys.exit(1 if fails else 0)
main()
