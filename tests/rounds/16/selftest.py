#!/usr/bin/env python3
"""Starts the server honest, with each bug and with each variant, one at a time, and checks what TASK.md asks."""
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

REF = re.compile(r"\$(\w+)\.(\w+)")
def fill(x, saved):
    if isinstance(x, str):
        m = REF.fullmatch(x)
        if m and m[1] in saved: return saved[m[1]][m[2]]
        return REF.sub(lambda m: str(saved[m[1]][m[2]]) if m[1] in saved else m[0], x)
    if isinstance(x, list): return [fill(y, saved) for y in x]
    if isinstance(x, dict): return {k: fill(v, saved) for k, v in x.items()}
    return x

def show(srv, steps):
    """None when every check holds, else a text of the first that does not."""
    saved = {}
    for i, s in enumerate(steps):
        method, path = fill(s["do"], saved).split(" ", 1)
        status, body, headers = srv.ask(method, path, fill(s.get("json"), saved), s.get("headers"), s.get("as"))
        for c in s.get("check", []):
            try: good = eval(c, {"status": status, "body": body, "headers": headers})
            except Exception as e: good = False; c += f" [{e!r}]"
            if not good: return f"step {i + 1} {s['do']}: {c}: {status} {str(body)[:200]}"
        if "save" in s: saved[s["save"]] = body
    return None

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
        expect("300 requests a second", rate >= 300, rate)
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

def variant(v):
    for users in ("0", "1"):
        with Server(VARIANT=v, USERS=users) as s:
            expect(v + " starts", s.took < 3, s.took)
            w = "editor" if users == "1" else None
            def go(m, p, b=None):
                for _ in range(3):
                    r = s.ask(m, p, b, None, w)
                    if r[0] in (301, 302, 307, 308): p = re.sub(r"^https?://[^/]+", "", r[2]["location"]); continue
                    return r
                return r
            ids = {}
            for p in ("", "/doc"): expect(v + " " + p, go("GET", NS + p)[0] == 200)
            for k, b in (("categories", dict(name="Näme & <co>", description="x", slug="cat-1")), ("tags", dict(name="T")), ("venues", dict(venue="V", city="Gent")), ("organizers", dict(organizer="O", email="a@b.example")),
                         ("events", dict(title="Ev & <x>", start_date="2091-05-01 10:00:00", end_date="2091-05-01 12:00:00", slug="ev-1", timezone="Europe/Paris", featured=True))):
                if k == "events": b.update(categories=[ids["categories"]], tags=[ids["tags"]], venue=[ids["venues"]], organizer=[ids["organizers"]])
                r = go("POST", f"{NS}/{k}", b); expect(f"{v} POST {k}", r[0] in (200, 201), r)
                ids[k] = int(r[2]["location"].rsplit("/", 1)[1]); at = f"{NS}/{k}/{ids[k]}"
                paths = [at] + ([f"{NS}/events/by-slug/ev-1"] if k == "events" else [])
                for p in paths:
                    for m, bb in (("GET", None), ("PATCH", {"description": "new & text"}), ("PUT", {"description": "new & text"}), ("POST", {"description": "new & text"}), ("GET", None)):
                        r = go(m, p, bb); expect(f"{v} {m} {p}", r[0] in (200, 204), r)
                    expect(f"{v} shows", "new " in json.dumps(r[1]), r)
                for q in ("", "?per_page=5&page=1", "?search=new&ml_language=de"):
                    r = go("GET", f"{NS}/{k}{q}{'&' if q else '?'}" + ("hide_empty=0" if k in ("categories", "tags") else "per_page=5"))
                    expect(f"{v} list {k}{q}", r[0] == 200 and "new " in json.dumps(r[1]), r)
                expect(v + " bad", go("POST", f"{NS}/{k}", {})[0] in (400, 422)); expect(v + " lang", go("GET", f"{at}?ml_language=xx")[0] in (400, 422))
            go("PATCH", f"{NS}/events/{ids['events']}", dict(categories=[ids["categories"]], tags=[ids["tags"]], venue=[ids["venues"]], organizer=[ids["organizers"]], featured=True))  # a PUT may have reset them
            expect(v + " filters", all("Ev " in json.dumps(go("GET", f"{NS}/events?{q}")[1]) for q in (f"venue={ids['venues']}", f"organizer={ids['organizers']}", f"categories={ids['categories']}", f"tags={ids['tags']}", "featured=true", "starts_after=2090-01-01", f"include={ids['events']}")))
            for k in ("categories", "tags", "venues", "organizers", "events"):
                r = go("DELETE", f"{NS}/{k}/{ids[k]}"); expect(f"{v} DELETE {k}", r[0] in (200, 204), r)
                r = go("GET", f"{NS}/{k}/{ids[k]}"); expect(f"{v} gone {k}", r[0] in (404, 410) or v == "redirects-trash" and r[1].get("status") == "trash", r)
                r = go("GET", f"{NS}/{k}?" + ("hide_empty=0" if k in ("categories", "tags") else "per_page=3")); expect(f"{v} unlisted {k}", r[0] == 200 and "new " not in json.dumps(r[1]), r)

def main():
    only = sys.argv[1:]
    bugs = json.load(open(os.path.join(HERE, "bugs.json"))); variants = json.load(open(os.path.join(HERE, "variants.json")))
    expect("60 bugs", len(bugs) == 60 == len({b["id"] for b in bugs}), len(bugs)); expect("6 to 8 with users", 6 <= sum(bool(b.get("users")) for b in bugs) <= 8)
    expect("8 variants", len(variants) == 8 == len({b["id"] for b in variants}))
    if not only or "smoke" in only: smoke()
    for v in variants:
        if not only or v["id"] in only or "variants" in only: variant(v["id"])
    n = 0
    for b in bugs:
        if only and b["id"] not in only and "bugs" not in only: continue
        env = {"USERS": "1"} if b.get("users") else {}
        with Server(**env) as s: r = show(s, b["show"]); expect(b["id"] + " holds honest", r is None, r)
        with Server(BUG=b["id"], **env) as s:
            r2 = show(s, b["show"]); expect(b["id"] + " fails with the bug", r2 is not None)
        if r2 and "-v" in only: print(b["id"], "->", r2)
        n += r is None and r2 is not None
    print(f"{n} bugs shown; {len(variants)} variants; {len(fails)} failures"); sys.exit(1 if fails else 0)
main()
