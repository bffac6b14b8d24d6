#!/usr/bin/env python3
"""Writes bugs.json and variants.json."""
import json
B = []
def st(method, path, body=None, q=None, auth=None, headers=None, save=None, check=None):
    d = {"method": method, "path": path}
    for k, v in (("body", body), ("query", q), ("auth", auth), ("headers", headers), ("save", save), ("check", check)):
        if v is not None: d[k] = v
    return d
def mk(kind, var, auth=None, q=None, **f):
    return st("POST", kind, f, q, auth, None, {var: "id"}, [["status", 201]])
def E(var, title="Evening", auth=None, q=None, **f):
    d = {"title": title, "start_date": "2031-05-10 20:00:00", "end_date": "2031-05-10 22:00:00"}
    d.update(f)
    return mk("events", var, auth, q, **d)
def V(var, name="Hall", auth=None, q=None, **f): return mk("venues", var, auth, q, venue=name, **f)
def O(var, name="Club", auth=None, q=None, **f): return mk("organizers", var, auth, q, organizer=name, **f)
def C(var, name="Music", q=None, **f): return mk("categories", var, None, q, name=name, **f)
def T(var, name="Free", q=None, **f): return mk("tags", var, None, q, name=name, **f)
def G(path, *check, q=None, **k): return st("GET", path, None, q, check=[["status", 200]] + list(check), **k)
def U(method, path, body, *check, **k): return st(method, path, body, check=[["status", 200]] + list(check), **k)
def D(path, *check, **k): return st("DELETE", path, check=[["status", 200]] + list(check), **k)
def ids(kind, *v): return ["set", kind + "[].id", ["{%s}" % x for x in v]]
def bug(id, statement, ground, *show, users=False):
    b = {"id": id, "statement": statement, "ground": ground}
    if users: b["users"] = True
    b["show"] = list(show)
    B.append(b)
TASKROLES = " (roles as the server's description gives them: "
RFC_PATCH = "RFC 5789 2: a PATCH request body is a set of changes to the resource; \"On item updates every event field is optional\""

# --- lists and pages
bug("second-page-skips-one", "From the second page on the list of events leaves out one event between the pages.", "\"page: Archive page to return\", \"per_page: Events per page\"",
    E("a", start_date="2031-05-01 20:00:00"), E("b", start_date="2031-05-02 20:00:00"), E("c", start_date="2031-05-03 20:00:00"), E("d", start_date="2031-05-04 20:00:00"),
    G("events", ids("events", "a", "b"), q={"per_page": 2}), G("events", ids("events", "c", "d"), q={"per_page": 2, "page": 2}))
bug("organizer-order-differs-by-page", "The first page of organizers is sorted by name and the following ones by ID, so that records are repeated and missing.", "\"page (integer, default 1), per_page (integer, default 10)\" of GET /NS/organizers: each record is on one page",
    O("a", "Alpha"), O("b", "Mid"), O("c", "Zeta"), G("organizers", ids("organizers", "a", "b"), q={"per_page": 2}), G("organizers", ids("organizers", "c"), q={"per_page": 2, "page": 2}))
bug("tags-default-twenty", "The default page size of tags is 20.", "\"Default page size is 10 for events, venues, organizers, categories and tags\"",
    *[T("t%d" % i, "tag %d" % i) for i in range(12)], G("tags", ["len", "tags[].id", 10], q={"hide_empty": "0"}))
bug("per-page-ignored-with-search", "With a search the list of venues always has pages of 10.", "\"per_page (integer, default 10), search (string; ...)\" of GET /NS/venues",
    V("a", "Hall A"), V("b", "Hall B"), V("c", "Hall C"), G("venues", ["len", "venues[].id", 2], q={"per_page": 2}), G("venues", ["len", "venues[].id", 2], q={"per_page": 2, "search": "Hall"}))
bug("duplicates-from-tag-join", "An event that has several of the tags asked for is listed once for each of them.", "\"tags: Events assigned to one of the given tags\"; an event is one record of a list",
    T("x", "one"), T("y", "two"), E("a", tags=["{x}", "{y}"]), E("b", tags=["{x}"]), G("events", ids("events", "a", "b"), q={"tags": "{x},{y}"}))
bug("hide-empty-after-limit", "Empty tags are taken out after the page was cut, so that pages are short though more assigned tags exist.", "\"hide_empty (boolean, default 1; hide terms not assigned to any post)\" with \"per_page\"",
    T("a", "aaa"), T("b", "bbb"), T("c", "ccc"), E("e", tags=["{c}"]), G("tags", ids("tags", "c"), q={"per_page": 2}))
bug("include-ignores-page", "With include every page of categories and tags is the first one.", "\"page (integer, default 1)\" and \"include (array of integer; restrict to IDs)\" of GET /NS/categories",
    C("a", "aaa"), C("b", "bbb"), C("c", "ccc"), G("categories", ids("categories", "a", "b"), q={"include": "{a},{b},{c}", "hide_empty": "0", "per_page": 2}),
    G("categories", ids("categories", "c"), q={"include": "{a},{b},{c}", "hide_empty": "0", "per_page": 2, "page": 2}))
bug("nginx-cache-categories-key", "nginx keeps lists of categories for a second and the key lacks the page, so that page 2 right after page 1 is page 1.", "\"page (integer, default 1)\" of GET /NS/categories",
    C("a", "aaa"), C("b", "bbb"), G("categories", ids("categories", "a"), q={"hide_empty": "0", "per_page": 1}), G("categories", ids("categories", "b"), q={"hide_empty": "0", "per_page": 1, "page": 2}))
bug("list-cache-key-omits-organizer", "The cached list of events is found without regard to the organizer filter: the same request with another organizer gives the first one's events.", "\"organizer: Events assigned to one of the given organizer IDs\"",
    O("o", "One"), O("p", "Two"), E("a", organizer=["{o}"]), E("b", organizer=["{p}"]), G("events", ids("events", "a"), q={"organizer": "{o}"}), G("events", ids("events", "b"), q={"organizer": "{p}"}))
bug("list-cache-stale-after-slug-update", "Cached lists are not refreshed by an update through the by-slug address.", "\"featured: Filter by featured status\"; update at /NS/events/by-slug/{slug} with \"any event fields\"",
    E("a", slug="gala"), G("events", ids("events"), q={"featured": "true"}), U("PATCH", "events/by-slug/gala", {"featured": True}), G("events", ids("events", "a"), q={"featured": "true"}))

# --- dates
bug("starts-before-leaves-day-out", "starts_before with a date leaves out the events of that day although strict_dates is not set.", "\"strict_dates: ... by default, whole days are included\"",
    E("a"), E("b", start_date="2031-05-12 10:00:00", end_date="2031-05-12 11:00:00"), G("events", ids("events", "a"), q={"starts_before": "2031-05-10"}))
bug("strict-ignored-for-ends-after", "strict_dates has no effect on ends_after.", "\"strict_dates: When true, the date filters start at the exact times given\"",
    E("a", start_date="2031-05-10 08:00:00", end_date="2031-05-10 09:00:00"), E("b"), G("events", ids("events", "a", "b"), q={"ends_after": "2031-05-10 15:00:00"}),
    G("events", ids("events", "b"), q={"ends_after": "2031-05-10 15:00:00", "strict_dates": "true"}))
bug("strict-dates-false-is-true", "strict_dates=false is taken for true, as the text is not empty.", "\"strict_dates: default false; When true, the date filters start at the exact times given; by default, whole days are included\"",
    E("a", start_date="2031-05-10 08:00:00", end_date="2031-05-10 09:00:00"), E("b"), G("events", ids("events", "a", "b"), q={"starts_after": "2031-05-10 15:00:00", "strict_dates": "false"}))
bug("start-date-filter-in-utc", "The filters on the start compare with the time in UTC, so that an event just after midnight belongs to the day before.", "\"start_date: Events that start on the given date\"",
    E("a", start_date="2031-05-10 00:30:00", end_date="2031-05-10 02:00:00"), G("events", ids("events", "a"), q={"start_date": "2031-05-10 00:00:00"}))
bug("end-date-filter-looks-at-start", "The filter end_date compares the start of the events.", "\"end_date: Events that end on the given date\"",
    E("a", end_date="2031-05-12 22:00:00"), G("events", ids("events", "a"), q={"end_date": "2031-05-12 00:00:00"}))
bug("ends-before-looks-at-start", "ends_before compares the start of the events, so that a long event that still runs on the day is listed.", "\"ends_before: Events ending before the date\"",
    E("a"), E("b", end_date="2031-05-20 22:00:00"), G("events", ids("events", "a"), q={"ends_before": "2031-05-15"}))
bug("two-start-filters-share-a-parameter", "starts_after and starts_before together share one bound value: the second one is used for both.", "\"starts_before: Events starting before the date\", \"starts_after: Events starting after the date\"",
    E("a", start_date="2031-05-05 20:00:00"), E("b", start_date="2031-05-10 20:00:00"), G("events", ids("events", "a", "b"), q={"starts_after": "2031-05-04", "starts_before": "2031-05-11"}))
bug("include-keeps-date-filters", "The date filters are applied beside include.", "\"include: ... date filters are ignored when used\"",
    E("a"), E("b"), G("events", ids("events", "a"), q={"include": "{a}", "starts_after": "2032-01-01"}))
bug("include-first-of-csv", "Of a CSV list in include of the events only the first ID is used.", "\"include: Events with the given post IDs (a CSV list)\"",
    E("a"), E("b"), E("c"), G("events", ids("events", "a", "c"), q={"include": "{a},{c}"}))
bug("update-shifts-times-of-other-zones", "An update that does not name the times of an event outside the site's time zone moves them by the difference of the zones.", RFC_PATCH + "; \"timezone: Event time zone\"",
    E("a", timezone="America/New_York"), U("PATCH", "events/{a}", {"title": "Other"}, ["eq", "title", "Other"]), G("events/{a}", ["eq", "start_date", "2031-05-10 20:00:00"]))
bug("midnight-end-moves-to-start-day", "An end at exactly midnight of a later day is stored as 23:59:59 of the day before.", "\"end_date: End date and time\"",
    E("a", end_date="2031-05-12 00:00:00"), G("events/{a}", ["eq", "end_date", "2031-05-12 00:00:00"]))
bug("date-utc-always-one-hour", "The publication date in UTC is computed with one hour of difference in summer, too.", "\"date_utc: Publication date in UTC\", \"date: Publication date\"",
    V("a", date_utc="2026-07-01 10:00:00"), G("venues/{a}", ["eq", "date", "2026-07-01 12:00:00"]))

# --- search
bug("search-title-only", "The search of events looks at the title only.", "\"search: Events whose title or description contains the string\"",
    E("a", description="with a brass band"), G("events", ids("events", "a"), q={"search": "brass"}))
bug("search-wildcards", "% and _ in a search are taken for wildcards.", "\"search: Events whose title or description contains the string\"",
    E("a", "Now 50% off"), E("b", "Now 50 years off"), G("events", ids("events", "a"), q={"search": "50% o"}))
bug("search-quotes-slashed", "A search with an apostrophe finds nothing, as it is escaped twice.", "\"search: Events whose title or description contains the string\"",
    E("a", "Rock 'n' Roll"), G("events", ids("events", "a"), q={"search": "Rock 'n"}))
bug("search-or-without-parentheses", "The alternatives of the search are not in parentheses: beside another filter an event with a match in the title is listed whatever the other filter says.", "\"search: ...\" and \"featured: Filter by featured status\"",
    E("a", "Jazz night", featured=True), E("b", "Jazz day", featured=False), G("events", ids("events", "a"), q={"search": "Jazz", "featured": "true"}))
bug("search-zero-ignored", "The search for 0 is taken for no search.", "\"search: Events whose title or description contains the string\"",
    E("a", "Top 40"), E("b", "Evening"), G("events", ids("events", "a"), q={"search": "0"}))
bug("venue-search-without-custom-fields", "The search of venues does not look at address, city and the other custom fields.", "\"search (string; title, description or custom fields)\" of GET /NS/venues",
    V("a", "Hall", city="Utrecht"), G("venues", ids("venues", "a"), q={"search": "Utrecht"}))
bug("search-text-stale-after-update", "The text of a venue's custom fields that is searched is not renewed by an update.", "\"search (string; title, description or custom fields)\" of GET /NS/venues",
    V("a", "Hall", city="Utrecht"), U("PATCH", "venues/{a}", {"city": "Zwolle"}), G("venues", ids("venues", "a"), q={"search": "Zwolle"}), G("venues", ids("venues"), q={"search": "Utrecht"}))

# --- filters and relations
bug("several-categories-all-needed", "Several categories in the filter must all be assigned.", "\"categories: Events assigned to one of the given categories\"",
    C("x", "one"), C("y", "two"), E("a", categories=["{x}"]), E("b", categories=["{y}"]), G("events", ids("events", "a", "b"), q={"categories": "{x},{y}"}))
bug("venue-filter-first-only", "The filter by venue looks only at the first venue of an event.", "\"venue: Events assigned to one of the given venue IDs\"",
    V("x", "One"), V("y", "Two"), E("a", venue=["{x}", "{y}"]), G("events", ids("events", "a"), q={"venue": "{y}"}))
bug("only-first-venue-stored", "Of several venues of an event only the first is stored.", "\"venue: array of integer; Venue IDs\"",
    V("x", "One"), V("y", "Two"), E("a", venue=["{x}", "{y}"]), G("events/{a}", ["set", "venue[].id", ["{x}", "{y}"]]))
bug("featured-false-ignored", "featured=false lists the featured events, too.", "\"featured: boolean; Filter by featured status\"",
    E("a", featured=True), E("b", featured=False), G("events", ids("events", "b"), q={"featured": "false"}))
bug("status-ignored-beside-category", "The filter by status has no effect beside a filter by category.", "\"status: Filter by post status\"",
    C("x", "one"), E("a", categories=["{x}"], status="draft"), E("b", categories=["{x}"], status="publish"), G("events", ids("events", "a"), q={"status": "draft"}), G("events", ids("events", "a"), q={"status": "draft", "categories": "{x}"}))
bug("unknown-category-ignored", "If none of the given categories exists the filter is left out and all events are listed.", "\"categories: Events assigned to one of the given categories\"",
    E("a"), G("events", ids("events"), q={"categories": "987654"}))
bug("venue-or-organizer", "The filters by venue and by organizer together are alternatives.", "\"venue: Events assigned to one of the given venue IDs\", \"organizer: Events assigned to one of the given organizer IDs\"",
    V("v"), O("o"), E("a", venue=["{v}"], organizer=["{o}"]), E("b", venue=["{v}"]), E("c", organizer=["{o}"]), G("events", ids("events", "a"), q={"venue": "{v}", "organizer": "{o}"}))
bug("event-filter-of-venues-stale", "The venues of an event are cached for good when they are asked for, whatever is changed later.", "\"event (integer; venues related to the event)\"",
    V("x", "One"), V("y", "Two"), E("a", venue=["{x}"]), G("venues", ids("venues", "x"), q={"event": "{a}"}), U("PATCH", "events/{a}", {"venue": ["{y}"]}), G("venues", ids("venues", "y"), q={"event": "{a}"}))
bug("relations-left-after-delete", "The relations of a deleted event stay, so that its venue counts as one with events.", "\"has_events (untyped; venues with associated events)\"",
    V("x", "One"), V("y", "Two"), E("a", venue=["{x}"]), E("b", venue=["{y}"]), D("events/{a}"), G("venues", ids("venues", "y"), q={"has_events": "true"}))
bug("upcoming-includes-past-organizers", "only_with_upcoming lists the organizers of past events, too.", "\"only_with_upcoming (untyped, default false)\" of GET /NS/organizers; \"with upcoming events\"",
    O("x", "One"), O("y", "Two"), E("a", organizer=["{x}"]), E("b", organizer=["{y}"], start_date="2019-05-10 20:00:00", end_date="2019-05-10 22:00:00"), G("organizers", ids("organizers", "x"), q={"only_with_upcoming": "true"}))
bug("only-with-upcoming-false-is-true", "only_with_upcoming=false is taken for true, as the text is not empty.", "\"only_with_upcoming (untyped, default false; venues with upcoming events)\"",
    V("x"), G("venues", ids("venues", "x"), q={"only_with_upcoming": "false"}))
bug("upcoming-misses-second-venue", "only_with_upcoming looks only at the first venue of each event.", "\"only_with_upcoming (...; venues with upcoming events)\"",
    V("x", "One"), V("y", "Two"), E("a", venue=["{x}", "{y}"]), G("venues", ids("venues", "x", "y"), q={"only_with_upcoming": "true"}))

# --- terms
bug("categories-show-empty-by-default", "Without hide_empty the list of categories shows the ones that are not assigned.", "\"hide_empty (boolean, default 1; hide terms not assigned to any post)\"",
    C("x", "one"), C("y", "two"), E("a", categories=["{x}"]), G("categories", ids("categories", "x")))
bug("hide-empty-false-is-true", "hide_empty=false (not 0) is taken for true.", "\"hide_empty (boolean, default 1; ...)\"",
    T("x", "one"), G("tags", ids("tags", "x"), q={"hide_empty": "false"}))
bug("term-count-stale-after-delete", "The number of events of a term is not renewed when an event is deleted, so that hide_empty still shows the term.", "\"hide_empty (...; hide terms not assigned to any post)\"",
    T("x", "one"), T("y", "two"), E("a", tags=["{x}"]), E("b", tags=["{y}"]), D("events/{a}"), G("tags", ids("tags", "y")))
bug("order-desc-ignored-by-name", "Categories sorted by name are always ascending.", "\"order (string; ascending or descending), orderby (string; term attribute to sort by)\"",
    C("x", "aaa"), C("y", "bbb"), G("categories", ["list", "categories[].id", ["{y}", "{x}"]], q={"hide_empty": "0", "orderby": "name", "order": "desc"}))
bug("orderby-count-as-text", "Sorting of terms by count compares the numbers as texts.", "\"orderby (string; term attribute to sort by)\"",
    T("x", "many"), T("y", "two"), *[E("e%d" % i, tags=["{x}"] + (["{y}"] if i < 2 else [])) for i in range(10)], G("tags", ["list", "tags[].id", ["{y}", "{x}"]], q={"orderby": "count", "order": "asc"}))
bug("exclude-ignored-beside-search", "exclude has no effect beside a search.", "\"exclude (array of integer; IDs to leave out)\"",
    T("x", "red one"), T("y", "red two"), G("tags", ids("tags", "y"), q={"hide_empty": "0", "search": "red", "exclude": "{x}"}))
bug("parent-filter-takes-descendants", "The filter by parent lists the grandchildren, too.", "\"parent (integer)\" of GET /NS/categories; \"parent: Parent category ID\"",
    C("x", "top"), C("y", "mid", parent="{x}"), C("z", "low", parent="{y}"), G("categories", ids("categories", "y"), q={"hide_empty": "0", "parent": "{x}"}))
bug("tags-event-alias-ignored", "event is ignored in the list of tags; only post works.", "\"post (integer; terms assigned to that post), event (integer; alias of post)\"; \"the same parameters as categories except parent\"",
    T("x", "one"), T("y", "two"), E("a", tags=["{x}"]), E("b", tags=["{y}"]), G("tags", ids("tags", "x"), q={"event": "{a}"}))
bug("category-patch-resets-parent", "An update of a category that does not name the parent makes it a top category.", "RFC 5789 2: the body of PATCH is a set of changes; \"category fields (all optional)\"",
    C("x", "top"), C("y", "sub", parent="{x}"), U("PATCH", "categories/{y}", {"name": "other"}), G("categories/{y}", ["eq", "parent", "{x}"], ["eq", "name", "other"]))

# --- updates
bug("update-resets-all-day", "A PATCH that does not name all_day sets it to false, its default on creation.", RFC_PATCH,
    E("a", all_day=True), U("PATCH", "events/{a}", {"title": "Other"}), G("events/{a}", ["eq", "all_day", True]))
bug("slug-patch-clears-tags", "An update through the by-slug address that does not name the tags takes them away.", RFC_PATCH,
    T("x", "one"), E("a", slug="gala", tags=["{x}"]), U("PATCH", "events/by-slug/gala", {"title": "Other"}), G("events/{a}", ["set", "tags[].id", ["{x}"]]))
bug("categories-added-not-replaced", "An update adds the given categories to those of the event instead of replacing them.", "\"categories: array of integer; Category IDs\" as a field of the update",
    C("x", "one"), C("y", "two"), E("a", categories=["{x}"]), U("PATCH", "events/{a}", {"categories": ["{y}"]}), G("events/{a}", ["set", "categories[].id", ["{y}"]]))
bug("empty-list-ignored", "An empty list of IDs in an update is ignored.", "\"tags: array of integer\" as a field of the update",
    T("x", "one"), E("a", tags=["{x}"]), U("PATCH", "events/{a}", {"tags": []}), G("events/{a}", ["set", "tags[].id", []]))
bug("false-ignored-on-update", "A false in an update is taken for not given, so that nothing can be switched off.", "\"sticky: boolean; Whether the event is sticky\", \"featured: boolean\" as fields of the update",
    E("a", sticky=True, featured=True), U("PATCH", "events/{a}", {"sticky": False}), G("events/{a}", ["eq", "sticky", False], ["eq", "featured", True]))
bug("slug-update-addressed-by-body", "An update through the by-slug address looks for the event under the slug in the body.", "\"POST, PUT, PATCH /NS/events/by-slug/{slug}: any event fields (all optional); the body field slug is optional\"",
    E("a", "First", slug="first"), E("b", "Second", slug="second"), U("PATCH", "events/by-slug/first", {"title": "First changed", "slug": "third"}), G("events/by-slug/third", ["eq", "id", "{a}"]))
bug("slug-follows-title", "An update of the title makes a new slug, so that the old address is gone.", RFC_PATCH + "; \"addressable by numeric ID and by slug\"",
    E("a", "First", slug="gala"), U("PATCH", "events/{a}", {"title": "Another title"}), G("events/by-slug/gala", ["eq", "id", "{a}"]))
bug("organizer-slug-any-type", "DELETE of an organizer by slug does not look at the kind of record and takes a venue that has the same slug.", "\"GET, DELETE /NS/organizers/by-slug/{slug}\"; \"Events, venues and organizers are addressable by numeric ID and by slug\"",
    V("v", "Paradiso"), O("o", "Paradiso", save_slug=1), G("organizers/{o}", save={"s": "slug"}), D("organizers/by-slug/{s}"), G("venues/{v}"), st("GET", "organizers/{o}", check=[["status", 404]]))
bug("venue-slug-update-skips-meta", "PUT and POST through the by-slug address of a venue do not store address, city and the like.", "\"POST, PUT, PATCH /NS/venues/by-slug/{slug}: venue fields (all optional)\"",
    V("v", "Hall"), G("venues/{v}", save={"s": "slug"}), U("PUT", "venues/by-slug/{s}", {"venue": "Hall", "city": "Breda"}), G("venues/{v}", ["eq", "city", "Breda"]))
bug("venue-slug-update-requires-name", "PUT on a venue by slug is refused without the name.", "\"/NS/venues/by-slug/{slug}: slug (string, required), venue fields (all optional)\"",
    V("v", "Hall"), G("venues/{v}", save={"s": "slug"}), U("PUT", "venues/by-slug/{s}", {"city": "Breda"}))
bug("title-escaped-again-on-update", "An update that does not name the title stores it with & < > as entities.", RFC_PATCH,
    E("a", "Tom & Jerry"), U("PATCH", "events/{a}", {"cost": "5"}), G("events/{a}", ["eq", "title", "Tom & Jerry"]))
bug("zip-cast-to-number", "A postal code of digits is stored as a number and loses its leading zeros.", "\"zip: string; Postal code\"",
    V("v", "Hall", zip="01067"), G("venues/{v}", ["eq", "zip", "01067"]))
bug("end-date-not-required", "An event without an end is accepted.", "\"POST /NS/events: required: title, start_date, end_date\"",
    st("POST", "events", {"title": "x", "start_date": "2031-05-10 20:00:00"}, check=[["status", 400]]))
bug("explicit-slug-not-unique", "An update can give an event the slug of another one, so that it is found under neither.", "\"addressable by numeric ID and by slug\"",
    E("a", slug="one"), E("b", slug="two"), U("PATCH", "events/{b}", {"slug": "one"}, save={"s": "slug"}), G("events/by-slug/{s}", ["eq", "id", "{b}"]))
bug("numeric-slug-taken-for-id", "A slug of digits is taken for an ID in the by-slug addresses.", "\"`{slug}` is a string without `/`\"; \"addressable by numeric ID and by slug\"",
    E("a", slug="2031"), G("events/by-slug/2031", ["eq", "id", "{a}"]))
bug("slug-cache-survives-delete", "An event deleted by its ID is still answered at its slug if it was read there before.", "RFC 9110 9.3.5: DELETE removes the association between the resource and its functionality; \"addressable by numeric ID and by slug\"",
    E("a", slug="gala"), G("events/by-slug/gala"), D("events/{a}"), st("GET", "events/{a}", check=[["status", 404]]), st("GET", "events/by-slug/gala", check=[["status", 404]]))
bug("nginx-cache-organizer-slug", "nginx keeps organizers read by slug for ten seconds, so that an update is not seen there.", "GET and PATCH of /NS/organizers/by-slug/{slug}: reading what was updated; RFC 9111 4.4: a cache must invalidate the target of a successful unsafe request",
    O("o", "Club"), G("organizers/{o}", save={"s": "slug"}), G("organizers/by-slug/{s}"), U("PATCH", "organizers/by-slug/{s}", {"phone": "123"}), G("organizers/by-slug/{s}", ["eq", "phone", "123"]))

# --- language
bug("by-slug-language-join", "With ml_language an event or organizer written in that very language is not found by slug, as only translations are joined.", "\"Every operation accepts an optional `ml_language` parameter that selects a language\"",
    E("a", "English evening", q={"ml_language": "en"}, slug="english"), G("events/by-slug/english", ["eq", "title", "English evening"], q={"ml_language": "en"}))
bug("language-kept-from-previous-request", "The language of a request is kept for the next ones that name none.", "\"Every operation accepts an optional `ml_language` parameter that selects a language\": of that operation",
    E("a", "Avond"), U("PATCH", "events/{a}", {"title": "Soirée"}, q={"ml_language": "fr"}), G("events/{a}", ["eq", "title", "Soirée"], q={"ml_language": "fr"}), G("events/{a}", ["eq", "title", "Avond"]))

# --- HTTP and passwords
bug("etag-of-seconds", "The ETag of a record is made of the second of its last change: after a second change in that second a conditional GET answers 304.", "RFC 9110 8.8.1 and 13.1.2: a validator changes when the representation does; If-None-Match must not give 304 for another representation",
    E("a"), *[x for n in range(4) for x in (G("events/{a}", save={"tag": "@ETag"}), U("PATCH", "events/{a}", {"title": "Other %d" % n}), st("GET", "events/{a}", headers={"If-None-Match": "{tag}"}, check=[["status", 200], ["eq", "title", "Other %d" % n]]))])
bug("allow-header-missing", "A 405 of an item has no Allow.", "RFC 9110 15.5.6: the origin server MUST generate an Allow header field in a 405 response",
    E("a"), st("PURGE", "events/{a}", check=[["status", 405], ["header", "Allow"]]))
bug("password-compared-loosely", "Passwords of events are compared with ==, so that another text of the same number opens the event.", "\"It carries the password of a protected event\"; \"password (string ...)\"",
    E("a", description="secret"), U("PATCH", "events/{a}", {"password": "1000"}), G("events/{a}", ["eq", "description", "secret"], q={"password": "1000"}), st("GET", "events/{a}", q={"password": "1e3"}, check=[["ne", "description", "secret"]]))
bug("update-clears-password", "An update that does not name the password takes it away.", RFC_PATCH + "; \"password (string, optional), the event password\"",
    E("a", description="secret"), U("PATCH", "events/{a}", {"password": "pw1"}), U("PATCH", "events/{a}", {"title": "Other"}), G("events/{a}", ["ne", "description", "secret"]))
bug("password-stays-open-after-use", "Once an event was read with its password everybody reads it without.", "\"Events accept an optional `password` parameter ... It carries the password of a protected event\"",
    E("a", description="secret"), U("PATCH", "events/{a}", {"password": "pw1"}), G("events/{a}", ["eq", "description", "secret"], q={"password": "pw1"}), G("events/{a}", ["ne", "description", "secret"]))

# --- users
bug("author-deletes-others-by-slug", "An author deletes records of others through the by-slug addresses.", "\"Authentication ... permissions\"" + TASKROLES + "an author changes and deletes only their own)",
    E("a", auth="editor", slug="gala"), st("DELETE", "events/by-slug/gala", auth="author", check=[["status", 403]]), G("events/{a}", auth="editor"), users=True)
bug("hidden-visible-by-slug", "Records that are not published can be read by everybody at their by-slug address.", "\"status: Post status of the event\"" + TASKROLES + "reader and anonymous may only read what is public)",
    E("a", auth="editor", slug="gala", status="private"), st("GET", "events/{a}", check=[["status", 401]]), st("GET", "events/by-slug/gala", check=[["status", 401]]), users=True)
bug("list-cache-shared-by-users", "A cached list is given to every user, so that drafts are shown to anonymous visitors after an editor asked for the same list.", "\"status: Filter by post status\"" + TASKROLES + "anonymous may only read what is public)",
    E("a", auth="editor", status="draft"), E("b", auth="editor"), G("events", ids("events", "a", "b"), auth="editor"), G("events", ids("events", "b")), users=True)
bug("challenge-header-missing", "A 401 has no WWW-Authenticate.", "RFC 9110 15.5.2: a 401 response MUST send a WWW-Authenticate header field",
    st("POST", "venues", {"venue": "x"}, check=[["status", 401], ["header", "WWW-Authenticate"]]), users=True)
bug("author-puts-others", "An author changes venues and organizers of others by PUT (not by PATCH or POST).", "\"permissions per operation\"" + TASKROLES + "an author changes and deletes only their own)",
    V("v", auth="editor"), st("PATCH", "venues/{v}", {"city": "x"}, auth="author", check=[["status", 403]]), st("PUT", "venues/{v}", {"city": "x"}, auth="author", check=[["status", 403]]), users=True)

DROP = set("""search-quotes-slashed tags-event-alias-ignored list-cache-stale-after-slug-update orderby-count-as-text
 upcoming-misses-second-venue parent-filter-takes-descendants explicit-slug-not-unique password-stays-open-after-use author-puts-others include-first-of-csv
 unknown-category-ignored featured-false-ignored upcoming-includes-past-organizers only-first-venue-stored end-date-filter-looks-at-start
 starts-before-leaves-day-out only-with-upcoming-false-is-true update-clears-password per-page-ignored-with-search""".split())
import sys
if "--all" not in sys.argv:
    drop = list(DROP)
    B = [b for b in B if b["id"] not in DROP]
for b in B:
    for s in b["show"]:
        if isinstance(s.get("body"), dict): s["body"].pop("save_slug", None)
json.dump(B, open("bugs.json", "w"), indent=1, ensure_ascii=False)
VAR = [
 ("wordpress-core", "Lists are bare arrays with totals in headers, local times with T, texts as objects with raw and rendered, related records as IDs, DELETE answers {deleted, previous}, events newest ID first, a page past the end is 400, per_page over 100 is 400."),
 ("hal-problem", "Lists as HAL (_embedded, _links), times in ISO 8601 with offset, related records as id and href, errors as problem+json, 422 for bad fields, 204 for DELETE, venues and organizers in order of ID."),
 ("trash-visible", "DELETE moves events, venues and organizers to the trash, where they can be read by ID with the status trash; creation answers 200, at most 50 per page, an end before the start is set to the start, an unknown language is ignored, events sorted by title, booleans as 1 and 0."),
 ("trash-gone", "DELETE moves to the trash and the item answers 410; lists as data and meta, errors as {error}, PUT replaces, new records are drafts unless a status is given, fields that are null are left out, hidden records answer 404."),
 ("camel-utc", "Fields in camelCase, times in UTC with Z, lists as count/next/previous/results, related records embedded in full, invalid page and per_page fall back to the defaults, no ETag."),
 ("upcoming-window", "Without date filters only events from today to two years ahead are listed, events sorted by start descending, a page past the end is 404, terms sorted by ID, a second term of the same name is refused with 409, a wrong password hides the text instead of an error, at most 30 per page."),
 ("strict", "Unknown query parameters of lists are 400, e-mail addresses are checked, per_page over 20 is 400, a protected event without password is 403 and with a wrong one 401, errors as JSON:API errors, a trailing slash is redirected."),
 ("string-ids", "IDs are strings, texts as objects with raw and rendered, related records as IDs, venues and organizers newest first, PUT replaces, DELETE answers 204."),
]
json.dump([{"id": a, "statement": s} for a, s in VAR], open("variants.json", "w"), indent=1, ensure_ascii=False)
print(len(B), "bugs,", len(VAR), "variants")
