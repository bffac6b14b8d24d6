"""One check per bug: returns (right?, what was seen). s is a server client, see selftest."""
import itertools, threading, time
_n = itertools.count(1)
def uniq(p="Probe"): return "%s x%dq" % (p, next(_n))
def ev(s, **f):
    d = dict(title=uniq(), start_date="2031-05-10 10:00:00", end_date="2031-05-10 12:00:00"); d.update(f)
    return s.post("/events", d)
def mk(s, path, **f):
    return s.post(path, f)
def ids(b, k): return [x["id"] for x in b[k]]
def g(s, p, **kw): return s.req("GET", p, **kw)[2]

def ev_cat_join_dup(s):
    a, b = mk(s, "/categories", name=uniq("A"))["id"], mk(s, "/categories", name=uniq("B"))["id"]
    e = ev(s, categories=[a, b])["id"]
    l = g(s, f"/events?categories={a},{b}")
    return ids(l, "events") == [e] and l["total"] == 1, (ids(l, "events"), l["total"])
def ev_search_precedence(s):
    w = uniq("Zebra").replace(" ", "")
    e = ev(s, description="about " + w)["id"]; d = ev(s, description="about " + w, status="draft")["id"]
    l = ids(g(s, f"/events?search={w}"), "events")
    return l == [e], l
def ev_search_wildcard(s):
    w = uniq("Quota").replace(" ", "")
    a, b = ev(s, title=w + " 50% off")["id"], ev(s, title=w + " 500 off")["id"]
    l = ids(g(s, f"/events?search={w}%2050%25%20off"), "events")
    return l == [a], l
def ev_paging_ties(s):
    t = mk(s, "/tags", name=uniq("tie"))["id"]
    want = sorted(ev(s, tags=[t])["id"] for _ in range(5))
    got = ids(g(s, f"/events?tags={t}&per_page=2"), "events") + ids(g(s, f"/events?tags={t}&per_page=2&page=2"), "events") + ids(g(s, f"/events?tags={t}&per_page=2&page=3"), "events")
    return sorted(got) == want, got
def ev_strict_false(s):
    e = ev(s, start_date="2033-02-03 09:00:00", end_date="2033-02-03 11:00:00")["id"]
    l = ids(g(s, "/events?start_date=2033-02-03%2012:00:00&strict_dates=false&per_page=100"), "events")
    return e in l, l
def ev_ends_after_start(s):
    t = mk(s, "/tags", name=uniq("span"))["id"]
    e = ev(s, start_date="2032-03-01 10:00:00", end_date="2032-03-09 10:00:00", tags=[t])["id"]
    l = ids(g(s, f"/events?tags={t}&ends_after=2032-03-05"), "events")
    return l == [e], l
def ev_include_dates(s):
    e = ev(s)["id"]
    l = ids(g(s, f"/events?include={e}&starts_after=2035-01-01"), "events")
    return l == [e], l
def ev_organizer_all(s):
    a, b = mk(s, "/organizers", organizer=uniq("O"))["id"], mk(s, "/organizers", organizer=uniq("O"))["id"]
    e, f = ev(s, organizer=[a])["id"], ev(s, organizer=[b])["id"]
    l = ids(g(s, f"/events?organizer={a},{b}"), "events")
    return sorted(l) == [e, f], l
def ev_status_total(s):
    t = mk(s, "/tags", name=uniq("st"))["id"]
    for st in ("draft", "draft", "publish"): ev(s, status=st, tags=[t])
    l = g(s, f"/events?status=draft&tags={t}")
    return l["total"] == 2 == len(l["events"]), ("items", len(l["events"]), "total", l["total"])
def ev_end_date_day(s):
    t = mk(s, "/tags", name=uniq("ed"))["id"]
    e = ev(s, start_date="2032-06-01 10:00:00", end_date="2032-06-01 18:00:00", tags=[t])["id"]
    l = ids(g(s, f"/events?tags={t}&end_date=2032-06-01%2012:00:00"), "events")
    return l == [e], l
def ev_next_link(s):
    w = uniq("Chain").replace(" ", "")
    for _ in range(3): ev(s, title=w)
    u = g(s, f"/events?search={w}&per_page=1&page=2")["next_rest_url"].split("?")[1]
    return "search=" + w in u, u
def ev_search_lang(s):
    w = uniq("Wort").replace(" ", "")
    e = ev(s)["id"]; s.req("PATCH", f"/events/{e}?ml_language=de", json={"title": w})
    l = g(s, f"/events?search={w}&ml_language=de")
    return ids(l, "events") == [e], ids(l, "events")
def ev_patch_false(s):
    e = ev(s, featured=True, sticky=True)["id"]
    b = s.req("PATCH", f"/events/{e}", json={"sticky": False})[2]
    return b["sticky"] is False, b["sticky"]
def ev_tz_utc_stale(s):
    e = ev(s, timezone="Europe/Amsterdam")["id"]
    b = s.req("PATCH", f"/events/{e}", json={"timezone": "America/New_York"})[2]
    return b["utc_start_date"] == "2031-05-10 14:00:00", (b["start_date"], b["timezone"], b["utc_start_date"])
def ev_dst_span(s):
    b = ev(s, start_date="2027-03-27 10:00:00", end_date="2027-03-29 10:00:00", timezone="Europe/Amsterdam")
    return b["utc_end_date"] == "2027-03-29 08:00:00", (b["end_date"], b["utc_end_date"])
def ev_allday_drift(s):
    e = ev(s, all_day=True, start_date="2031-07-01", end_date="2031-07-02")["id"]
    b = s.req("PATCH", f"/events/{e}", json={"excerpt": "x"})[2]
    return b["end_date"] == "2031-07-02 23:59:59", b["end_date"]
def ev_slug_dup_update(s):
    a, b = ev(s), ev(s)
    s.req("PATCH", f"/events/{b['id']}", json={"slug": a["slug"]})
    x, y = g(s, f"/events/{a['id']}")["slug"], g(s, f"/events/{b['id']}")["slug"]
    return x != y, (x, y)
def ev_slug_cache_reuse(s):
    t = uniq("Again"); a = ev(s, title=t); p = "/events/by-slug/" + a["slug"]
    g(s, p); s.req("DELETE", f"/events/{a['id']}"); b = ev(s, title=t)
    st, _, x = s.req("GET", p)
    return b["slug"] == a["slug"] and st == 200 and x["id"] == b["id"], (st, b["slug"])
def ev_cost_exp(s):
    b = ev(s, cost=2500000)
    return b["cost"] == "2500000", b["cost"]
def ev_allday_no_end(s):
    st = s.req("POST", "/events", json={"title": uniq(), "start_date": "2031-07-01", "all_day": True})[0]
    return st == 400, st
def ev_org_append(s):
    a, b = mk(s, "/organizers", organizer=uniq("O"))["id"], mk(s, "/organizers", organizer=uniq("O"))["id"]
    e = ev(s, organizer=[a])
    x = s.req("PUT", "/events/by-slug/" + e["slug"], json={"organizer": [b]})[2]
    return ids(x, "organizer") == [b], ids(x, "organizer")
def ev_lost_update(s):
    e = ev(s)["id"]
    bodies = [{"cost": "11"}, {"website": "https://a.example/"}, {"excerpt": "both"}]
    ts = [threading.Thread(target=s.req, args=("PATCH", f"/events/{e}"), kwargs={"json": b}) for b in bodies]
    [t.start() for t in ts]; [t.join() for t in ts]
    b = g(s, f"/events/{e}")
    seen = (b["cost"], b["website"], b["excerpt"])
    return seen == ("11", "https://a.example/", "both"), seen
def ev_lang_overwrite(s):
    e = ev(s, title="Original title")["id"]
    s.req("PATCH", f"/events/{e}?ml_language=de", json={"title": "Deutscher Titel"})
    t = g(s, f"/events/{e}?ml_language=en")["title"]
    return t == "Original title", t
def ev_cache_lang(s):
    e = ev(s, title=uniq("English")); s.req("PATCH", f"/events/{e['id']}?ml_language=de", json={"title": "Deutsch"})
    p = "/events/by-slug/" + e["slug"]
    a, b = g(s, p)["title"], g(s, p + "?ml_language=de")["title"]
    return (a, b) == (e["title"], "Deutsch"), (a, b)
def ev_cache_venue(s):
    v = mk(s, "/venues", venue=uniq("Hall"))["id"]; e = ev(s, venue=[v])["id"]
    g(s, f"/events/{e}"); s.req("PATCH", f"/venues/{v}", json={"venue": "Renamed hall"})
    n = g(s, f"/events/{e}")["venue"][0]["venue"]
    return n == "Renamed hall", n
def ev_date_utc(s):
    e = ev(s)["id"]
    b = s.req("PATCH", f"/events/{e}", json={"date_utc": "2026-07-01 10:00:00"})[2]
    return (b["date"], b["date_utc"]) == ("2026-07-01 12:00:00", "2026-07-01 10:00:00"), (b["date"], b["date_utc"])
def ev_delete_orphans(s):
    v = mk(s, "/venues", venue=uniq("0Orphan"))["id"]; e = ev(s, venue=[v])
    s.req("DELETE", "/events/by-slug/" + e["slug"])
    l = ids(g(s, "/venues?has_events=true&per_page=100"), "venues")
    return v not in l, ("listed", v in l)
def ve_search_stale(s):
    c = uniq("Town").replace(" ", ""); v = mk(s, "/venues", venue=uniq("V"), city="Delft")["id"]
    s.req("PATCH", f"/venues/{v}", json={"city": c})
    l = ids(g(s, f"/venues?search={c}"), "venues")
    return l == [v], l
def ve_delete_null(s):
    v = mk(s, "/venues", venue=uniq("V"))["id"]; e = ev(s, venue=[v])["id"]
    s.req("DELETE", f"/venues/{v}")
    x = g(s, f"/events/{e}")["venue"]
    return x == [], x
def ve_zip_zero(s):
    z = mk(s, "/venues", venue=uniq("V"), zip="01067")["zip"]
    return z == "01067", z
def ve_null_nil(s):
    v = mk(s, "/venues", venue=uniq("V"), city="Delft")["id"]
    c = s.req("PATCH", f"/venues/{v}", json={"city": None})[2]["city"]
    return c == "", c
def ve_pages_multiple(s):
    v = [mk(s, "/venues", venue=uniq("Pages"))["id"] for _ in range(4)]
    e = ev(s, venue=v)["id"]
    l = g(s, f"/venues?event={e}&per_page=2")
    return (l["total"], l["total_pages"]) == (4, 2), (l["total"], l["total_pages"])
def ve_head_slug(s):
    v = mk(s, "/venues", venue=uniq("V"))
    st = s.req("HEAD", "/venues/by-slug/" + v["slug"])[0]
    return st == 200, st
def ve_lang_dup(s):
    v = mk(s, "/venues", venue=uniq("V"))["id"]; e = ev(s, venue=[v])["id"]
    for l in ("de", "nl"): s.req("PATCH", f"/venues/{v}?ml_language={l}", json={"venue": "V " + l})
    l = ids(g(s, f"/venues?event={e}&ml_language=nl"), "venues")
    return l == [v], l
def or_offset(s):
    o = [mk(s, "/organizers", organizer=uniq("Off"))["id"] for _ in range(5)]; e = ev(s, organizer=o)["id"]
    l = ids(g(s, f"/organizers?event={e}&per_page=2&page=2"), "organizers")
    return len(l) == 2, l
def or_email_plus(s):
    st = s.req("POST", "/organizers", json={"organizer": uniq("O"), "email": "jan+events@example.org"})[0]
    return st == 201, st
def or_phone_plus(s):
    p = s.req("POST", "/organizers", form={"organizer": uniq("O"), "phone": "+31 20 5550000"})[2]["phone"]
    return p == "+31 20 5550000", p
def or_delete_slug(s):
    o = mk(s, "/organizers", organizer=uniq("O"))
    s.req("DELETE", "/organizers/by-slug/" + o["slug"]); st = s.req("GET", f"/organizers/{o['id']}")[0]
    return st == 404, st
def or_status_search(s):
    w = uniq("Draftorg").replace(" ", ""); o = mk(s, "/organizers", organizer=w, status="draft")["id"]
    l = ids(g(s, f"/organizers?status=draft&search={w}"), "organizers")
    return l == [o], l
def or_upcoming_false(s):
    o = mk(s, "/organizers", organizer=uniq("0Lone"))["id"]
    l = ids(g(s, "/organizers?only_with_upcoming=false&per_page=100"), "organizers")
    return o in l, ("listed", o in l)
def or_partial_write(s):
    o = mk(s, "/organizers", organizer="Before")["id"]
    st = s.req("PATCH", f"/organizers/{o}", json={"organizer": "After", "email": "nonsense"})[0]
    n = g(s, f"/organizers/{o}")["organizer"]
    return (st, n) == (400, "Before"), (st, n)
def or_etag_second(s):
    o = mk(s, "/organizers", organizer=uniq("O"))["id"]; p = f"/organizers/{o}"
    for i in range(3):  # the clock may tick between two updates, so try again
        s.req("PATCH", p, json={"phone": f"1{i}"}); t = s.req("GET", p)[1]["ETag"]
        s.req("PATCH", p, json={"phone": f"2{i}"})
        st = s.req("GET", p, headers={"If-None-Match": t})[0]
        if st != 200: return False, st
    return True, st
def ca_hide_empty_false(s):
    c = mk(s, "/categories", name=uniq("Empty"))["id"]
    l = ids(g(s, f"/categories?hide_empty=false&include={c}"), "categories")
    return l == [c], l
def ca_parent_patch(s):
    a = mk(s, "/categories", name=uniq("P"))["id"]; b = mk(s, "/categories", name=uniq("C"), parent=a)["id"]
    p = s.req("PATCH", f"/categories/{b}", json={"name": uniq("C")})[2]["parent"]
    return p == a, p
def ca_orderby_id(s):
    l = ids(g(s, "/categories?orderby=id&hide_empty=0&per_page=12"), "categories")
    return l == sorted(l), l
def ca_count_stale(s):
    c = mk(s, "/categories", name=uniq("Once"))["id"]; e = ev(s, categories=[c])["id"]
    g(s, f"/categories?include={c}"); s.req("DELETE", f"/events/{e}")
    l = ids(g(s, f"/categories?include={c}"), "categories")
    return l == [], l
def ca_location(s):
    st, h, b = s.req("POST", "/categories", json={"name": uniq("L")})
    return h["Location"].endswith(f"/categories/{b['id']}"), (b["id"], h["Location"].split("/v1")[1])
def ca_405_allow(s):
    st, h, _ = s.req("DELETE", "/categories")
    return st == 405 and "GET" in h.get("Allow", ""), (st, h.get("Allow"))
def ca_cache_order(s):
    a = ids(g(s, "/categories?hide_empty=0&order=asc&per_page=100"), "categories")
    b = ids(g(s, "/categories?hide_empty=0&order=desc&per_page=100"), "categories")
    return a != b, (a[:3], b[:3])
def ta_desc_cut(s):
    d = "é" * 200
    x = mk(s, "/tags", name=uniq("T"), description=d)["description"]
    return x == d, ("length", len(x), "end", x[-2:])
def ta_exclude_paging(s):
    t = [mk(s, "/tags", name=uniq("Ex"))["id"] for _ in range(4)]; e = ev(s, tags=t)["id"]
    l = g(s, f"/tags?post={e}&exclude={t[0]}&per_page=2")
    return len(l["tags"]) == 2 and l["total"] == 3, (ids(l, "tags"), l["total"])
def ta_event_alias(s):
    t, u = mk(s, "/tags", name=uniq("T"))["id"], mk(s, "/tags", name=uniq("U"))["id"]; e = ev(s, tags=[t])["id"]; ev(s, tags=[u])
    a, b = ids(g(s, f"/tags?post={e}"), "tags"), ids(g(s, f"/tags?event={e}"), "tags")
    return a == b == [t], (a, b)
def ta_delete_stale(s):
    t = mk(s, "/tags", name=uniq("T"))["id"]; e = ev(s, tags=[t])["id"]
    g(s, f"/events/{e}"); s.req("DELETE", f"/tags/{t}")
    l = ids(g(s, f"/events/{e}"), "tags")
    return l == [], l
def ta_slug_empty(s):
    a = s.req("POST", "/tags", json={"name": "東京"}); b = s.req("POST", "/tags", json={"name": "大阪"})
    return a[0] == b[0] == 201 and a[2]["slug"] != "", (a[0], a[2].get("slug"), b[0])

E_, A_, R_ = "editor", "author", "reader"
def us_cache_editor(s):
    e = s.post("/events", dict(title=uniq(), start_date="2031-01-01", end_date="2031-01-02", status="draft"), auth=E_)["id"]
    a = s.req("GET", f"/events/{e}", auth=E_)[0]; b = s.req("GET", f"/events/{e}")[0]
    return (a, b) == (200, 401), (a, b)
def us_401_challenge(s):
    st, h, _ = s.req("POST", "/tags", json={"name": uniq()})
    return st == 401 and bool(h.get("WWW-Authenticate")), (st, h.get("WWW-Authenticate"))
def us_draft_search(s):
    w = uniq("Secret").replace(" ", "")
    e = s.post("/events", dict(title=w, start_date="2031-01-01", end_date="2031-01-02", status="draft"), auth=E_)["id"]
    st, _, b = s.req("GET", f"/events?status=draft&search={w}")
    return st == 401, (st, ids(b, "events") if st == 200 else None)
def us_anon_delete_slug(s):
    v = s.post("/venues", dict(venue=uniq("V")), auth=E_)
    st = s.req("DELETE", "/venues/by-slug/" + v["slug"])[0]
    return st == 401, st
def us_put_slug(s):
    e = s.post("/events", dict(title=uniq(), start_date="2031-01-01", end_date="2031-01-02"), auth=E_)
    a = s.req("PUT", f"/events/{e['id']}", json={"cost": "1"}, auth=A_)[0]; b = s.req("PUT", "/events/by-slug/" + e["slug"], json={"cost": "1"}, auth=A_)[0]
    return (a, b) == (403, 403), (a, b)
def us_reader_tag(s):
    t = s.post("/tags", dict(name=uniq()), auth=E_)["id"]
    a = s.req("PATCH", f"/tags/{t}", json={"name": "x"}, auth=R_)[0]; b = s.req("DELETE", f"/tags/{t}", auth=R_)[0]
    return (a, b) == (403, 403), (a, b)

# ---- variants: what differs from the server without a switch ----
def va_trash(s):
    e = ev(s)["id"]; a = s.req("DELETE", f"/events/{e}")[2]["status"]; b = s.req("GET", f"/events/{e}")[0]
    return (a, b), ("trash", 410), ("publish", 404)
def va_lean(s):
    t = mk(s, "/tags", name=uniq())["id"]; a = isinstance(g(s, "/events"), list); b = s.req("DELETE", f"/tags/{t}")[0]
    return (a, b, s.req("GET", "/venues?page=99")[0], s.req("GET", "/venues?per_page=500")[0]), (True, 204, 404, 200), (False, 200, 200, 400)
def va_rendered(s):
    b = ev(s, title="A & B", description="Hi"); return (b["title"], b["description"]), ("A &amp; B", "<p>Hi</p>\n"), ("A & B", "Hi")
def va_ids(s):
    v = mk(s, "/venues", venue=uniq())["id"]; x = ev(s, venue=[v])["venue"]
    return x == [v], True, False
def va_window(s):
    t = mk(s, "/tags", name=uniq())["id"]; e = ev(s, tags=[t])["id"]
    return len(g(s, f"/events?tags={t}&start_date=2031-01-01%2000:00:00")["events"]), 1, 0
def va_langonly(s):
    t = mk(s, "/tags", name=uniq())["id"]; e = ev(s, tags=[t])["id"]
    return len(g(s, f"/events?tags={t}&ml_language=fr")["events"]), 0, 1
def va_redirects(s):
    e = ev(s); s.req("PATCH", f"/events/{e['id']}", json={"slug": uniq("moved")})
    return (s.req("GET", "/events/by-slug/" + e["slug"])[0], s.req("GET", "/events/")[0]), (301, 308), (404, 200)
def va_calendar(s):
    t = mk(s, "/tags", name=uniq())["id"]; a = ev(s, tags=[t])["id"]; b = ev(s, tags=[t], sticky=True)["id"]; c = ev(s, tags=[t], hide_from_listings=True)["id"]
    return [x - a for x in ids(g(s, f"/events?tags={t}"), "events")], [1, 0], [0, 1, 2]

BUGS = {n.replace("_", "-"): f for n, f in list(globals().items()) if n[:3] in ("ev_", "ve_", "or_", "ca_", "ta_", "us_")}
VARIANTS = {n[3:]: f for n, f in list(globals().items()) if n.startswith("va_")}
