"""The 60 bugs with the conversations that show them, and the 8 variants. The last steps' checks hold on the
honest server; with the bug one of them does not."""
import base64, datetime, zoneinfo
B = []
def st(method, path, body=None, q=None, auth=None, headers=None, save=None, check=None):
    d = {"method": method, "path": path}
    for k, v in (("body", body), ("query", q), ("auth", auth), ("headers", headers), ("save", save), ("check", check)):
        if v is not None: d[k] = v
    return d
def mk(kind, var, auth=None, q=None, headers=None, **f):
    return st("POST", kind, f, q, auth, headers, {var: "id"}, [["status", 201]])
def E(var, title="Evening", **f):
    return mk("events", var, **{**dict(title=title, start_date="2031-05-10 20:00:00", end_date="2031-05-10 22:00:00"), **f})
def V(var, name="Hall", **f): return mk("venues", var, venue=name, **f)
def O(var, name="Club", **f): return mk("organizers", var, organizer=name, **f)
def C(var, name="Music", **f): return mk("categories", var, name=name, **f)
def T(var, name="Free", **f): return mk("tags", var, name=name, **f)
def G(path, *check, q=None, status=200, **k): return st("GET", path, None, q, check=[["status", status]] + list(check), **k)
def U(method, path, body, *check, status=200, **k): return st(method, path, body, check=[["status", status]] + list(check), **k)
def D(path, *check, status=200, **k): return st("DELETE", path, check=[["status", status]] + list(check), **k)
def ids(kind, *v): return ["set", kind + "[].id", ["{%s}" % x for x in v]]
def eq(path, v): return ["eq", path, v]
def bug(id, statement, ground, *show, users=False):
    B.append({"id": id, "statement": statement, "ground": ground, **({"users": True} if users else {}), "steps": list(show)})
KEPT = "plain sense: what was accepted is kept"
UNASKED = "\"On item updates every event field is optional\" / \"(all optional)\"; plain sense: what was not asked for is not changed"
ROLES = "plain sense of users with roles (\"permissions per operation: not shown\"): "
def ago(zone, hours): return (datetime.datetime.now(zoneinfo.ZoneInfo(zone)) - datetime.timedelta(hours=hours)).strftime("%Y-%m-%d %H:%M:%S")

# --- filters
bug("tags-filter-replaces-categories", "A filter by tags beside a filter by categories takes the latter's place, as the second assignment overwrites the first.",
    "\"categories: Events assigned to one of the given categories\" (also when tags is given)",
    C("c"), T("t"), E("a", categories=["{c}"], tags=["{t}"]), E("b", tags=["{t}"]), G("events", ids("events", "a"), q={"categories": "{c}", "tags": "{t}"}))
bug("term-slug-lookup-without-kind", "A slug in the filters by tags and categories is looked up without the kind of term, so that a category of the same slug is taken for the tag.",
    "\"tags: Events assigned to one of the given tags (slugs or IDs per the description)\"",
    C("c", "Music"), T("t", "Music"), E("a", categories=["{c}"]), E("b", tags=["{t}"]), G("events", ids("events", "b"), q={"tags": "music"}))
bug("category-slug-with-leading-digits", "A slug in the filters by categories and tags that begins with digits is cast to a number and taken for an ID.",
    "\"categories: Events assigned to one of the given categories (slugs or IDs per the description)\"",
    C("c", "Art", slug="3d-art"), E("a", categories=["{c}"]), G("events", ids("events", "a"), q={"categories": "{c}"}), G("events", ids("events", "a"), q={"categories": "3d-art"}))
bug("status-filter-adds-publish", "In the list of venues the default condition for published ones stays beside the filter by status, so that no other status ever matches.",
    "\"status (string)\" of GET /NS/venues; the record is there when read by its ID",
    V("a", status="draft"), V("b"), G("venues", ids("venues", "a"), q={"status": "draft"}))
bug("query-plus-not-a-space", "A + in the query is not decoded to a space, so that a search of two words finds nothing.",
    "\"search: Events whose title or description contains the string\"; application/x-www-form-urlencoded queries write a space as +",
    E("a", "Jazz Night"), G("events", ids("events", "a"), q={"search": "Jazz"}), G("events?search=Jazz+Night", ids("events", "a")))
bug("organizers-has-events-copied", "has_events of organizers was copied from the venues and still looks for relations of the kind venue.",
    "\"has_events\" of GET /NS/organizers; \"Venues and organizers can be filtered by the events linked to them\"",
    O("o", "Alpha"), O("p", "Beta"), E("e", organizer=["{o}"]), G("organizers", ids("organizers", "o"), q={"has_events": "true"}))
bug("upcoming-compares-local-time", "only_with_upcoming compares the local end of an event with the present time in UTC, so that an event of a far zone that is over counts as upcoming.",
    "\"only_with_upcoming (venues with upcoming events)\"",
    V("v"), E("e", start_date=ago("Pacific/Auckland", 6), end_date=ago("Pacific/Auckland", 5), timezone="Pacific/Auckland", venue=["{v}"]), G("venues", ids("venues", "v"), q={"has_events": "true"}), G("venues", ids("venues"), q={"only_with_upcoming": "true"}))

# --- dates and times
bug("end-date-filter-exact-moment", "The filter end_date lists only events that end at the very second, not on the day.",
    "\"end_date: Events that end on the given date\"; \"strict_dates: ... by default, whole days are included\"",
    E("a"), E("b", end_date="2031-05-11 01:00:00"), G("events", ids("events", "a"), q={"end_date": "2031-05-10 00:00:00"}))
bug("start-date-filter-open-ended", "The filter start_date has no upper bound: all later events are listed, too.",
    "\"start_date: Events that start on the given date\"",
    E("a"), E("b", start_date="2031-06-12 10:00:00", end_date="2031-06-12 11:00:00"), G("events", ids("events", "a"), q={"start_date": "2031-05-10 00:00:00"}))
bug("strict-dates-drop-seconds", "With strict_dates the times of the filters are cut to minutes.",
    "\"strict_dates: When true, the date filters start at the exact times given\"; format \"YYYY-MM-DD HH:MM:SS\"",
    E("a", start_date="2031-05-10 20:00:15"), E("b", start_date="2031-05-10 20:00:45"), G("events", ids("events", "b"), q={"starts_after": "2031-05-10 20:00:30", "strict_dates": "true"}))
bug("leap-day-refused", "Dates are checked with a fixed year, so that 29 February is refused in leap years.",
    "\"start_date: Start date and time\": 2032-02-29 is a date",
    E("a", start_date="2032-02-28 20:00:00", end_date="2032-03-01 21:00:00"), U("POST", "events", {"title": "Leap", "start_date": "2032-02-29 20:00:00", "end_date": "2032-02-29 22:00:00"}, status=201))
bug("impossible-date-rolls-over", "A day that does not exist is accepted and stored as one of the next month.",
    KEPT + "; \"start_date: Start date and time\": 2031-02-30 is none and must be refused rather than changed",
    U("POST", "events", {"title": "Never", "start_date": "2031-02-30 20:00:00", "end_date": "2031-03-05 22:00:00"}, status=400))
bug("publication-date-twelve-hours", "The publication date is stored with the hour of a twelve-hour clock (h for H).",
    KEPT + "; \"date: Publication date\"",
    V("v", date="2030-05-01 15:30:00"), G("venues/{v}", eq("date", "2030-05-01 15:30:00")))
bug("iso-week-year", "Times of events are formatted with the year of the ISO week, so that the last days of some years move a year ahead.",
    KEPT + "; \"start_date: Start date and time\"",
    E("a", start_date="2029-12-31 20:00:00", end_date="2029-12-31 23:00:00"), G("events/{a}", eq("start_date", "2029-12-31 20:00:00")))
bug("start-update-resets-timezone", "An update of start_date that does not name the time zone sets the zone to the site's.",
    UNASKED,
    E("a", timezone="America/New_York"), U("PATCH", "events/{a}", {"start_date": "2031-05-10 19:00:00"}), G("events/{a}", eq("start_date", "2031-05-10 19:00:00"), eq("timezone", "America/New_York")))
bug("end-moves-with-start", "An update of start_date alone moves end_date by the same time, as dragging in the calendar view does.",
    UNASKED,
    E("a"), U("PATCH", "events/{a}", {"start_date": "2031-05-10 19:00:00"}), G("events/{a}", eq("start_date", "2031-05-10 19:00:00"), eq("end_date", "2031-05-10 22:00:00")))
bug("day-as-86400-seconds", "The end of the day in starts_before and ends_before is its beginning plus 86399 seconds, so that the last hour of the day of 25 hours is left out.",
    "\"strict_dates: ... by default, whole days are included\"",
    E("a", start_date="2031-10-26 23:30:00", end_date="2031-10-27 01:00:00"), E("b", start_date="2031-10-27 10:00:00", end_date="2031-10-27 11:00:00"), G("events", ids("events", "a"), q={"starts_before": "2031-10-26"}))
bug("update-renews-publication-date", "Every update that does not name the publication date sets it to now.",
    UNASKED,
    O("o", date="2030-05-01 09:30:00"), U("PATCH", "organizers/{o}", {"phone": "020 1234"}), G("organizers/{o}", eq("phone", "020 1234"), eq("date", "2030-05-01 09:30:00")))

# --- lists and pages
bug("organizers-page-counts-from-zero", "A page that is named in the list of organizers is counted from 0, so that page=1 is the second one.",
    "\"page (integer, default 1)\" of GET /NS/organizers",
    O("a", "Alpha"), O("b", "Beta"), G("organizers", ids("organizers", "a"), q={"per_page": 1, "page": 1}), G("organizers", ids("organizers", "b"), q={"per_page": 1, "page": 2}))
bug("last-partial-page-missing", "The number of pages of venues is rounded down, so that a last page that is not full is empty.",
    "\"page (integer, default 1), per_page (integer, default 10)\" of GET /NS/venues: every record is on a page",
    V("a", "Alpha"), V("b", "Beta"), V("c", "Gamma"), G("venues", ids("venues", "a", "b"), q={"per_page": 2}), G("venues", ids("venues", "c"), q={"per_page": 2, "page": 2}))
bug("include-sliced-before-paging", "The list of IDs in include of the events is cut to the size of a page before the page is taken, so that the second page is empty.",
    "\"include: Events with the given post IDs (a CSV list)\" with \"page\" and \"per_page\"",
    E("a"), E("b", start_date="2031-05-10 21:00:00"), G("events", ids("events", "a"), q={"include": "{a},{b}", "per_page": 1}), G("events", ids("events", "b"), q={"include": "{a},{b}", "per_page": 1, "page": 2}))
bug("terms-of-a-post-not-paged", "With post or event the list of categories and tags has no pages: all are in each.",
    "\"per_page (integer, default 10)\", \"post (integer; terms assigned to that post)\"",
    T("a", "Alpha"), T("b", "Beta"), E("e", tags=["{a}", "{b}"]), G("tags", ids("tags", "a"), q={"post": "{e}", "per_page": 1}))
bug("tags-orderby-slug-uses-name", "orderby=slug sorts tags by name.",
    "\"orderby (string; term attribute to sort by)\"",
    T("a", "Alpha", slug="zz"), T("b", "Beta", slug="aa"), G("tags", ["list", "tags[].id", ["{b}", "{a}"]], q={"orderby": "slug", "hide_empty": "0"}))
bug("parent-filter-includes-parent", "The filter by parent lists the parent itself, too.",
    "\"parent (integer)\" of GET /NS/categories; \"parent: Parent category ID\"",
    C("p", "Top"), C("k", "Below", parent="{p}"), G("categories", ids("categories", "k"), q={"parent": "{p}", "hide_empty": "0"}))

# --- categories and tags
bug("category-delete-takes-children", "The deletion of a category deletes the ones below it, too.",
    "DELETE /NS/categories/{id} names one category; plain sense: what was not asked for is not changed",
    C("p", "Top"), C("k", "Below", parent="{p}"), D("categories/{p}"), G("categories/{k}", eq("name", "Below")))
bug("tag-name-split-at-comma", "The name of a tag ends at the first comma, as in the input field of the editor.",
    KEPT + "; \"name: Tag name\"",
    T("t", "Rock, Pop"), G("tags/{t}", eq("name", "Rock, Pop")))
bug("tag-slug-update-lost", "An update of a tag does not store the slug.",
    "\"POST, PUT, PATCH /NS/tags/{id}: tag fields (all optional)\", among them \"slug\"",
    T("t", "Jazz"), U("PATCH", "tags/{t}", {"slug": "swing"}), G("tags/{t}", eq("slug", "swing")), G("tags", ids("tags", "t"), q={"slug": "swing", "hide_empty": "0"}))
bug("term-list-cache-wrong-group", "Lists of categories and tags are cached under a group that writing terms does not empty, so that a new one is missing.",
    "POST /NS/tags creates, GET /NS/tags lists; reads agree with each other",
    T("a", "Alpha"), G("tags", ids("tags", "a"), q={"hide_empty": "0"}), T("b", "Beta"), G("tags", ids("tags", "a", "b"), q={"hide_empty": "0"}))
bug("post-to-tag-creates", "POST to a tag's address creates another tag instead of changing that one.",
    "\"POST, PUT, PATCH /NS/tags/{id}: id (required), tag fields (all optional)\"",
    T("a", "Alpha"), U("POST", "tags/{a}", {"name": "Alef"}, eq("id", "{a}")), G("tags/{a}", eq("name", "Alef")))
bug("location-of-new-category-wrong", "The Location of a new category is made of the singular and an s (/categorys/1) and leads nowhere.",
    "RFC 9110 15.3.2 and 10.2.2: the Location of a 201 identifies the created resource; \"GET /NS/categories/{id}\"",
    st("POST", "categories", {"name": "Music"}, save={"u": "@Location"}, check=[["status", 201]]), G("{u}", eq("name", "Music")))

# --- languages
bug("translated-excerpt-lost", "An update in another language stores the title and the description, but not the excerpt.",
    "\"Every operation accepts an optional ml_language parameter\"; " + KEPT + " (for that language at least)",
    E("a", excerpt="Kort"), U("PATCH", "events/{a}", {"excerpt": "Bref"}, q={"ml_language": "fr"}), G("events/{a}", eq("excerpt", "Bref"), q={"ml_language": "fr"}))
bug("path-language-beats-parameter", "Under a per-language path segment ml_language is ignored.",
    "\"Every operation accepts an optional ml_language parameter that selects a language\"; \"may be served under a per-language path segment\"",
    E("a", "Feest"), U("PATCH", "events/{a}", {"title": "Fête"}, q={"ml_language": "fr"}), G("/de/vendor/events/v1/events/{a}", eq("title", "Fête"), q={"ml_language": "fr"}))
bug("nginx-language-prefix-loses-query", "nginx drops the query of requests under a per-language path segment, so that filters and pages have no effect there.",
    "\"The site may be served under a per-language path segment before the REST root\"; \"search\" of GET /NS/events",
    E("a", "Concert"), E("b", "Market"), G("/fr/vendor/events/v1/events", ids("events", "b"), q={"search": "Market"}))

# --- relations, partial updates
bug("organizer-update-drops-venues", "An update that names the organizers but not the venues takes the venues away, as the old relations are deleted whatever their kind.",
    UNASKED,
    V("v"), O("o", "Alpha"), O("p", "Beta"), E("e", venue=["{v}"], organizer=["{o}"]), U("PATCH", "events/{e}", {"organizer": ["{p}"]}), G("venues", ids("venues", "v"), q={"event": "{e}"}))
bug("excerpt-made-from-description", "An update of the description that does not name the excerpt makes a new excerpt from it.",
    UNASKED,
    E("a", description="Long text", excerpt="Short"), U("PATCH", "events/{a}", {"description": "Another text"}), G("events/{a}", eq("description", "Another text"), eq("excerpt", "Short")))
bug("sticky-sets-featured", "sticky is written to the flag of featured, too.",
    "\"featured: Whether the event is featured on the site\", \"sticky: Whether the event is sticky in the calendar view\"; what was not asked for is not changed",
    E("a"), U("PATCH", "events/{a}", {"sticky": True}), G("events", ids("events"), q={"featured": "true"}))
bug("concurrent-updates-lose-fields", "A record is read before the transaction that writes all of its columns: of two updates of different fields at the same time one is lost.",
    KEPT + " (both answers are 200); \"venue fields (all optional)\"",
    V("v"), {"parallel": [U("PATCH", "venues/{v}", {"author": 2}), U("PATCH", "venues/{v}", {"status": "draft"})]}, G("venues/{v}", eq("author", 2), eq("status", "draft")))

# --- fields
bug("province-stored-from-state", "The province of a venue is stored from the field state when both are given.",
    KEPT + "; \"province: Province\", \"state: State\"",
    V("v", province="Noord-Holland", state="NH"), G("venues/{v}", eq("state", "NH"), eq("province", "Noord-Holland")))
bug("https-website-gets-http-prefix", "http:// is put before the website of an organizer that does not begin with it, so that https:// addresses are broken.",
    KEPT + "; \"website: Website\"",
    O("o", website="https://club.example/"), G("organizers/{o}", eq("website", "https://club.example/")))
bug("email-lowercased", "The e-mail address of an organizer is stored in lower case.",
    KEPT + "; RFC 5321 2.4: the local part of a mailbox MUST be treated as case sensitive",
    O("o", email="Jan.Smit@example.org"), G("organizers/{o}", eq("email", "Jan.Smit@example.org")))
bug("organizer-name-cut-in-bytes", "The name of an organizer is cut after 60 bytes, in the middle of a character if need be.",
    KEPT + "; \"organizer: Organizer name\"",
    O("o", "x" + "é" * 32), G("organizers/{o}", eq("organizer", "x" + "é" * 32)))
bug("cost-must-be-a-number", "A cost that is no number is refused.",
    "\"cost: untyped, Event cost\"",
    E("a", cost="12.50"), U("PATCH", "events/{a}", {"cost": "Free"}, eq("cost", "Free")))

# --- slugs
bug("slug-number-suffix-stripped", "A number at the end of a slug is cut off in the by-slug addresses of venues, so that the second venue of a name is never found.",
    "\"Events, venues and organizers are addressable by numeric ID and by slug\"",
    V("a", "Hall"), V("b", "Hall"), G("venues/{b}", save={"s": "slug"}), G("venues/by-slug/{s}", eq("id", "{b}")))
bug("own-slug-counts-as-taken", "The check of whether a slug is free also finds the record itself: an update with the slug it has changes it.",
    "\"slug: Event slug\"; GET /NS/events/by-slug/{slug}; " + KEPT,
    E("a", slug="gala"), U("PATCH", "events/{a}", {"slug": "gala", "cost": "5"}), G("events/by-slug/gala", eq("id", "{a}")))
bug("by-slug-published-only", "The by-slug addresses of organizers find published ones only, though the one with that slug is read by its ID.",
    "\"Events, venues and organizers are addressable by numeric ID and by slug\"",
    O("o", "Club", status="draft"), G("organizers/{o}", save={"s": "slug"}), G("organizers/by-slug/{s}", eq("id", "{o}")))
bug("unknown-slug-remembered", "That a slug is unknown is cached for good: a record created with it later is not found.",
    "GET /NS/events/by-slug/{slug}; reads agree with each other",
    G("events/by-slug/opening", status=404), E("a", slug="opening"), G("events/by-slug/opening", eq("id", "{a}")))
bug("concurrent-creates-share-slug", "Whether a slug is free is checked before the transaction: events created at the same time get the same slug, and all but one cannot be addressed by it.",
    "\"Events, venues and organizers are addressable by numeric ID and by slug\"",
    {"parallel": [E("a"), E("b"), E("c")]}, G("events", ["distinct", "events[].slug", 3]))

# --- HTTP
bug("json-charset-taken-for-form", "A body with the type \"application/json; charset=utf-8\" is not taken for JSON, as the type is compared with its parameter.",
    "RFC 9110 8.3.1: a media type may have parameters; the fields sent are not seen: \"POST /NS/venues: venue fields\"",
    V("a"), U("POST", "venues", {"venue": "Barn"}, eq("venue", "Barn"), status=201, headers={"Content-Type": "application/json; charset=utf-8"}))
bug("list-etag-from-ids", "The ETag of a list is made of the IDs in it: after an update of a record a conditional GET of the list answers 304.",
    "RFC 9110 8.8.3 and 13.1.2: an ETag changes when the representation does",
    O("o"), G("organizers", save={"t": "@ETag"}), U("PATCH", "organizers/{o}", {"phone": "020 1234"}), G("organizers", ["eq", "organizers[].phone", ["020 1234"]], headers={"If-None-Match": "{t}"}))
bug("if-match-ignored-on-delete", "If-Match is not looked at by DELETE.",
    "RFC 9110 13.1.1: the server MUST NOT perform the method if the condition is false",
    O("o"), G("organizers/{o}", save={"t": "@ETag"}), U("PATCH", "organizers/{o}", {"phone": "020 1234"}), D("organizers/{o}", status=412, headers={"If-Match": "{t}"}), G("organizers/{o}"))

# --- passwords
bug("list-shows-protected-description", "The list of events shows the text of protected events that is hidden at their own addresses.",
    "\"password: It carries the password of a protected event\"; reads agree with each other",
    E("a", description="inside"), U("PATCH", "events/{a}", {"password": "geheim"}), G("events/{a}", ["hasnt", "inside"]), G("events", ids("events", "a"), ["hasnt", "inside"]))
bug("empty-password-opens", "An empty password opens every protected event.",
    "\"password: It carries the password of a protected event\"",
    E("a", description="inside"), U("PATCH", "events/{a}", {"password": "geheim"}), G("events/{a}", ["has", "inside"], q={"password": "geheim"}), G("events/{a}?password=", ["hasnt", "inside"]))

# --- users
bug("update-takes-over-author", "An update that does not name the author makes the user who sends it the author.",
    UNASKED,
    V("v", auth="author", status="publish"), U("PATCH", "venues/{v}", {"city": "Ede"}, auth="editor"), U("PATCH", "venues/{v}", {"phone": "020"}, auth="author"), users=True)
bug("nginx-drops-credentials-by-slug", "nginx does not pass the Authorization header on at the by-slug addresses, so that nobody is logged in there.",
    "\"POST, PUT, PATCH /NS/venues/by-slug/{slug}\"; the credentials that are good for the same record by its ID are good for it by its slug (RFC 9110 11.6.2)",
    V("v", auth="editor", status="publish"), U("PATCH", "venues/{v}", {"city": "Ede"}, auth="editor"), G("venues/{v}", save={"s": "slug"}), U("PATCH", "venues/by-slug/{s}", {"city": "Edam"}, auth="editor"), users=True)
bug("anonymous-deletes-tags", "Tags and categories can be deleted without login, as rights are only checked if there is a user.",
    ROLES + "nobody deletes without login where creation and update ask for it",
    T("t", auth="editor"), U("PATCH", "tags/{t}", {"name": "x"}, status=401), D("tags/{t}", status=401), G("tags/{t}"), users=True)
bug("drafts-of-others-in-author-lists", "Lists show an author the drafts of others, which the author may not read by their IDs.",
    ROLES + "reads agree with each other",
    V("a", auth="editor", status="draft"), V("b", auth="author", status="draft"), G("venues/{a}", status=403, auth="author"), G("venues", ids("venues", "b"), auth="author"), users=True)
bug("draft-venue-shown-in-event", "A public event shows everybody its venue that is a draft, which only those may read who may read the venue.",
    ROLES + "reads agree with each other: the venue itself is refused",
    V("v", "Secret Barn", auth="editor", status="draft"), E("e", auth="editor", venue=["{v}"]), G("venues/{v}", status=401), G("events/{e}", ["hasnt", "Secret Barn"]), users=True)
bug("basic-scheme-case-sensitive", "The scheme of the Authorization header is compared with its case: basic in lower case is refused.",
    "RFC 9110 11.1: a case-insensitive token identifies the authentication scheme",
    V("v", auth="editor", status="draft"), G("venues/{v}", headers={"Authorization": "basic " + base64.b64encode(b"editor:editor").decode()}), users=True)
bug("update-stored-before-check", "An update of an organizer is stored before the rights are checked: the answer is 403, but the record is changed.",
    ROLES + "what is refused is not done (RFC 9110 15.5.4: the server refuses to fulfill it)",
    O("o", auth="editor", status="publish"), U("PATCH", "organizers/{o}", {"phone": "666"}, status=403, auth="reader"), G("organizers/{o}", eq("phone", None)), users=True)
bug("reader-updates-by-post", "POST to an item asks only for a login, so that a reader changes events, venues and organizers with it.",
    ROLES + "a reader does not write; \"POST, PUT, PATCH\" are one operation in the table",
    E("e", auth="editor", status="publish"), U("PATCH", "events/{e}", {"cost": "1"}, status=403, auth="reader"), U("POST", "events/{e}", {"cost": "1"}, status=403, auth="reader"), users=True)

NOT_SHOWN = "\"Representation returned for each resource: not shown\", \"Response body of every operation: not shown\""
STATUS = "\"Error response format, status codes and error codes: not shown\""
VARIANTS = [
 {"id": "json-api", "statement": "Documents as JSON:API: {data: {type, id (a string), attributes, relationships, links}}, lists with data, links and meta, errors as a list, the type application/vnd.api+json.", "why": NOT_SHOWN + "; " + STATUS + "."},
 {"id": "minimal-answers", "statement": "A creation answers 201 with Location and {id} only, an update 204 without body, DELETE 202 with {deleted: id} (done at once), DELETE of a record that is not there 204, errors have no body.", "why": NOT_SHOWN + "; \"Behavior of DELETE ...: not shown\"; " + STATUS + "."},
 {"id": "grouped-members", "statement": "Items are wrapped by the name of their kind and their members are grouped (content, schedule, publication, place, contact, display); times are objects of date, time and timezone; lists are {items: [{event: ...}], paging}.", "why": NOT_SHOWN + "."},
 {"id": "epoch-and-words", "statement": "Times are shown as Unix seconds, booleans as \"yes\" and \"no\"; errors are plain text, 422 for bad fields.", "why": NOT_SHOWN + " (the types in the tables are those of \"the fields a client may send\"); " + STATUS + "."},
 {"id": "own-slugs", "statement": "A slug made from a title begins with a code of the record, slugs have hyphens for underscores and at most 24 characters, a slug that is taken by another record is refused with 409; GET has a Content-Location with the address by ID.", "why": "How a slug is made or rewritten and what happens with one that is taken is nowhere stated; the record is addressable by the slug it shows. " + STATUS + "."},
 {"id": "unusual-order", "statement": "IDs begin at 1000000007 and go in steps of 13; events in an order by hash, venues and organizers by last change, terms by count; at most 12 per page.", "why": "\"{id} is a string of digits\"; no order of lists is stated (but orderby and order of terms, which hold); \"Maximum per_page ...: not shown\"."},
 {"id": "internal-names", "statement": "Members are named like EventTitle and VenueCity (ID for id), empty members are left out, related records are maps of ID to name, lists are {Events, Found, PageSize}, JSON is indented with \\u escapes.", "why": NOT_SHOWN + "; RFC 8259 7: characters may be escaped."},
 {"id": "html-and-tombstones", "statement": "Texts are shown as HTML (entities, descriptions in <p>), DELETE answers with a message, a deleted record answers 410 at its ID, fields that are not in the tables are refused with 422, errors are {error}.", "why": NOT_SHOWN + "; \"Behavior of DELETE ...: not shown\"; " + STATUS + "."},
]
