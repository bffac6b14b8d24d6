# Writes bugs.json (sixty bugs with their shows) and variants.json.
import json
BUGS=[]
def R(m,p,*check,q=None,b=None,as_=None,save=None,raw=None,h=None):
    d={"m":m,"p":p}
    if q: d["q"]=q
    if b is not None: d["b"]=b
    if raw is not None: d["raw"]=raw
    if as_: d["as"]=as_
    if save: d["save"]=save
    if h: d["h"]=h
    if check: d["check"]=list(check)
    return d
def ev(v,title="Concert",s="2030-05-10 10:00:00",e=None,as_=None,q=None,**k):
    b={"title":title,"start_date":s,"end_date":e or s[:11]+"23:00:00",**k}
    return R("POST","/events",b=b,save={v:"id",v+"s":"slug"},as_=as_,q=q)
def ve(v,name="Hall",**k): return R("POST","/venues",b={"venue":name,**k},save={v:"id",v+"s":"slug"})
def og(v,name="Band",**k): return R("POST","/organizers",b={"organizer":name,**k},save={v:"id",v+"s":"slug"})
def ca(v,name="Jazz",**k): return R("POST","/categories",b={"name":name,**k},save={v:"id",v+"s":"slug"})
def ta(v,name="Free",**k): return R("POST","/tags",b={"name":name,**k},save={v:"id",v+"s":"slug"})
def par(*steps,check=()): return {"parallel":list(steps),"check":list(check)}
has=lambda i:["has",i]; no=lambda i:["hasnot",i]; st=lambda n:["status",n]; eq=lambda p,v:["eq",p,v]
ids=lambda *a:["ids",list(a)]
def bug(id,statement,ground,*show,users=False):
    d={"id":id,"statement":statement,"ground":ground}
    if users: d["users"]=True
    d["show"]=list(show); BUGS.append(d)

S="Events whose title or description contains the string"
bug("events-search-like-wildcards","The search of events treats % and _ in the given string as SQL wildcards, so events that do not contain the string are found.",S,
 ev("a","100% off"),ev("b","1000 offers"),R("GET","/events",has("{a}"),no("{b}"),q={"search":"0% off"}),R("GET","/events",no("{b}"),q={"search":"1_00"}))
bug("events-search-or-precedence","With search, events that match by title ignore the other filters (missing parentheses round the OR).","Query parameters of GET /NS/events (all optional): featured: Filter by featured status; "+S,
 ev("a","Lute night",featured=True),ev("b","Lute morning",featured=False),R("GET","/events",ids("{a}"),q={"search":"lute","featured":"true"}))
bug("search-decoded-twice","The search string of events is percent-decoded a second time, so a plus sign becomes a space.",S,
 ev("a","Learn C++ now"),R("GET","/events",has("{a}"),q={"search":"C++ now"}))
bug("events-categories-after-limit","The category filter of events is applied to the page already cut out by LIMIT, so pages are short or empty although matching events exist.","per_page: Events per page; categories: Events assigned to one of the given categories",
 ca("c"),*[ev("x%d"%i,"Other %d"%i) for i in range(4)],ev("a","In category",s="2030-06-01 10:00:00",categories=["{c}"]),R("GET","/events",ids("{a}"),q={"categories":"{c}","per_page":"3"}))
bug("events-category-join-duplicates","An event assigned to two of the given categories appears twice in the list.","Events assigned to one of the given categories",
 ca("c"),ca("d","Rock"),ev("a",categories=["{c}","{d}"]),R("GET","/events",ids("{a}"),q={"categories":"{c},{d}"}))
bug("events-category-slug-crosses-taxonomy","A slug in the categories filter of events also finds events that only have a tag of the same slug.","Events assigned to one of the given categories (slugs or IDs per the description)",
 ca("c","Open air"),ta("t","Open air"),ev("a",categories=["{c}"]),ev("b",tags=["{t}"]),R("GET","/events",has("{a}"),no("{b}"),q={"categories":"{cs}"}))
bug("events-venue-filter-first-only","The venue filter of events looks only at an event's first venue.","Events assigned to one of the given venue IDs; venue: array of integer",
 ve("v"),ve("w","Club"),ev("a",venue=["{v}","{w}"]),R("GET","/events",ids("{a}"),q={"venue":"{w}"}))
bug("events-organizer-csv-first-only","Only the first ID of a list in the organizer filter of events counts.","organizer: array of integer: Events assigned to one of the given organizer IDs",
 og("o"),og("p","Choir"),ev("a",organizer=["{o}"]),ev("b",s="2030-05-11 10:00:00",organizer=["{p}"]),R("GET","/events",ids("{a}","{b}"),q={"organizer":"{o},{p}"}))
bug("events-include-keeps-date-filters","Date filters still apply when include is used.","include: Events with the given post IDs (a CSV list); date filters are ignored when used",
 ev("a"),ev("b",s="2030-07-01 10:00:00"),R("GET","/events",ids("{a}","{b}"),q={"include":"{a},{b}","starts_after":"2030-06-15"}))
bug("events-featured-false-null","featured=false leaves out the events for which featured was never sent (NULL compared with 0).","featured: Filter by featured status",
 ev("a"),ev("b",featured=False),ev("c",featured=True),R("GET","/events",has("{a}"),has("{b}"),no("{c}"),q={"featured":"false"}))
bug("strict-dates-false-is-true","strict_dates=false is taken as true because any non-empty string is.","strict_dates: default false; When true, the date filters start at the exact times given; by default, whole days are included",
 ev("a",s="2030-05-10 09:00:00"),R("GET","/events",has("{a}"),q={"start_date":"2030-05-10 12:00:00","strict_dates":"false"}))
bug("dst-fixed-winter-offset","The date filters turn days of the site's zone into UTC with the winter offset all year, so in summer events between midnight and one o'clock fall on the wrong day.","start_date: Events that start on the given date; by default, whole days are included",
 ev("a",s="2030-07-10 00:30:00",e="2030-07-10 03:00:00"),R("GET","/events",has("{a}"),q={"start_date":"2030-07-10 00:00:00"}),R("GET","/events",no("{a}"),q={"start_date":"2030-07-09 00:00:00"}))
bug("dst-day-is-24-hours","The end of a day is computed as its beginning plus 24 hours, so the last hour of the 25-hour day in October is left out, and the 23-hour day in March reaches into the next.","end_date: Events that end on the given date; by default, whole days are included",
 ev("a",s="2030-10-27 20:00:00",e="2030-10-27 23:30:00"),R("GET","/events",has("{a}"),q={"end_date":"2030-10-27 00:00:00"}),
 ev("b",s="2030-04-01 00:30:00",e="2030-04-01 02:00:00"),R("GET","/events",no("{b}"),q={"start_date":"2030-03-31 00:00:00"}))
bug("event-timezone-ignored","The times of an event are always read in the site's zone, whatever the event's timezone.","timezone: Event time zone; starts_after: Events starting after the date",
 ev("a",s="2030-06-10 12:00:00",e="2030-06-10 13:00:00",timezone="America/New_York"),R("GET","/events",has("{a}"),q={"starts_after":"2030-06-10 15:00:00","strict_dates":"true"}))
bug("patch-timezone-keeps-old-instant","When only the timezone of an event is changed, the stored instant is not recomputed, so date filters still use the old one.","timezone: Event time zone; On item updates every event field is optional",
 ev("a",s="2030-06-10 12:00:00",e="2030-06-10 13:00:00"),R("PATCH","/events/{a}",st(200),b={"timezone":"America/New_York"}),R("GET","/events",has("{a}"),q={"starts_after":"2030-06-10 15:00:00","strict_dates":"true"}))
bug("geoloc-lat-alone-accepted","geoloc_lat without geoloc_lng is accepted and ignored.","geoloc_lat: Filter by venue latitude; geoloc_lng must also be given",
 R("GET","/events",st(400),q={"geoloc_lat":"52.1"}))
bug("venues-offset-default-size","The offset of a page of venues is computed with the default page size instead of per_page, so records between pages are never shown.","per_page (integer, default 10); page (integer, default 1)",
 *[ve("v%d"%i,"Hall %d"%i) for i in range(5)],R("GET","/venues",ids("{v2}","{v3}"),q={"per_page":"2","page":"2"}))
bug("venues-has-events-orphan-links","The links of a deleted event stay, so its venue still counts as one with events.","has_events (untyped; venues with associated events)",
 ve("v"),ve("w","Club"),ev("a",venue=["{v}"]),ev("b",venue=["{w}"]),R("DELETE","/events/{a}",st(200)),R("GET","/venues",ids("{w}"),q={"has_events":"true"}))
bug("venues-by-slug-no-patch","PATCH on a venue's by-slug address is not routed and answers 405.","| POST, PUT, PATCH | /NS/venues/by-slug/{slug} |",
 ve("v"),R("PATCH","/venues/by-slug/{vs}",st(200),eq("city","Gent"),b={"city":"Gent"}))
bug("venues-patch-empty-string-ignored","An update of a venue skips fields whose value is the empty string, so a text cannot be emptied.","POST, PUT, PATCH /NS/venues/{id}: venue fields (all optional); city: string",
 ve("v",city="Gent"),R("PATCH","/venues/{v}",st(200),b={"city":""}),R("GET","/venues/{v}",eq("city",""),))
bug("venue-zip-numeric-column","The postal code of a venue is kept in a numeric column and loses leading zeros.","zip: string: Postal code",
 ve("v",zip="01234"),R("GET","/venues/{v}",eq("zip","01234")))
bug("venues-slug-check-race","Two venues created at the same time with the same name get the same slug (the check and the insert are not one step), so one of them is not addressable by slug.","Events, venues and organizers are addressable by numeric ID and by slug",
 par(*[R("POST","/venues",st(201),b={"venue":"Arena"}) for _ in range(6)],check=[["distinct","slug"]]))
bug("organizers-search-null-concat","The search of organizers concatenates name and description without regard to NULL, so organizers without a description are never found.","search (string); description: string, not required",
 og("o","Harbour Band"),R("GET","/organizers",ids("{o}"),q={"search":"harbour"}))
bug("organizers-upcoming-first-event-only","only_with_upcoming looks only at the earliest event of an organizer, so one with a past and an upcoming event is left out.","only_with_upcoming (untyped, default false; venues with upcoming events)",
 og("o"),ev("a",s="2001-01-01 10:00:00",organizer=["{o}"]),ev("b",organizer=["{o}"]),R("GET","/organizers",ids("{o}"),q={"only_with_upcoming":"true"}))
bug("organizers-slug-digits-as-id","A slug of an organizer that consists of digits is taken for an ID on the by-slug address.","`{slug}` is a string without `/`; GET, DELETE /NS/organizers/by-slug/{slug}",
 og("o","2031"),R("GET","/organizers/by-slug/{os}",st(200),eq("id","{o}")))
bug("organizers-delete-any-record","DELETE on an organizer's ID address does not check the kind of the record: it deletes venues and events too.","GET, DELETE /NS/organizers/{id}; It manages five kinds of resource",
 ve("v"),R("DELETE","/organizers/{v}",st(404)),R("GET","/venues/{v}",st(200)))
bug("organizers-shared-answer","The record of an organizer is put into a static variable, so parallel reads get each other's records.","GET, DELETE /NS/organizers/{id}: id (integer, required)",
 *[og("o%d"%i,"Band %d"%i) for i in range(6)],par(*[R("GET","/organizers/{o%d}"%i,eq("id","{o%d}"%i)) for i in range(6)]))
bug("categories-hide-empty-after-limit","Unused categories are left out after LIMIT has cut the page, so pages are short although assigned categories remain.","hide_empty (boolean, default 1; hide terms not assigned to any post); per_page (integer, default 10)",
 *[ca("c%d"%i,"A%d"%i) for i in range(3)],ca("d","Z used"),ev("a",categories=["{d}"]),R("GET","/categories",ids("{d}"),q={"per_page":"2"}))
bug("categories-order-ignored-with-orderby","order is lost when orderby is given with the list of categories: always ascending.","order (string; ascending or descending), orderby (string; term attribute to sort by)",
 ca("c","Alpha"),ca("d","Beta"),R("GET","/categories",ids("{d}","{c}"),q={"hide_empty":"0","orderby":"name","order":"desc"}))
bug("tags-exclude-one-placeholder","exclude with several IDs is bound to one SQL placeholder as a text, so nothing is left out.","exclude (array of integer; IDs to leave out)",
 ta("t"),ta("u","Kids"),ta("w","Late"),R("GET","/tags",ids("{w}"),q={"hide_empty":"0","exclude":"{t},{u}"}))
bug("tags-usage-count-stale","The stored usage count of a tag is raised only when an event is created with it, not when a tag is assigned by an update, so such a tag stays hidden.","hide_empty (boolean, default 1; hide terms not assigned to any post)",
 ta("t"),ev("a"),R("PATCH","/events/{a}",st(200),b={"tags":["{t}"]}),R("GET","/tags",ids("{t}")))
bug("tags-orderby-id-as-text","orderby=id sorts the IDs of tags as text: 10 before 9.","orderby (string; term attribute to sort by); Categories and tags are addressable by numeric ID only",
 *[ta("t%d"%i,"Tag %d"%i) for i in range(1,12)],R("GET","/tags",ids(*["{t%d}"%i for i in range(1,12)]),q={"hide_empty":"0","orderby":"id","order":"asc","per_page":"20"}))
bug("tags-event-alias-ignored","The list of tags knows only post; its alias event is ignored.","post (integer; terms assigned to that post), event (integer; alias of post); /NS/tags: the same parameters as categories except `parent`",
 ta("t"),ta("u","Kids"),ev("a",tags=["{t}"]),ev("b",tags=["{u}"]),R("GET","/tags",ids("{t}"),q={"event":"{a}"}))
bug("categories-put-requires-name","PUT on a category demands the name, as creation does.","POST, PUT, PATCH /NS/categories/{id}: id (required), category fields (all optional)",
 ca("c"),R("PATCH","/categories/{c}",st(200),b={"description":"All jazz"}),R("PUT","/categories/{c}",st(200),b={"description":"Only jazz"}))
bug("events-by-slug-update-resets-slug","An update by slug without the field slug makes a new slug from the title.","the body field `slug` is optional",
 ev("a","Spring fair",slug="fair-2030"),R("PATCH","/events/by-slug/fair-2030",st(200),b={"cost":"5"}),R("GET","/events/by-slug/fair-2030",st(200),eq("id","{a}")))
bug("events-by-slug-body-slug-ignored","The field slug in the body of an update by slug is overridden by the slug of the address.","POST, PUT, PATCH /NS/events/by-slug/{slug}: any event fields (all optional); the body field `slug` is optional",
 ev("a","Spring fair"),R("PATCH","/events/by-slug/{as}",st(200),b={"slug":"autumn-fair"}),R("GET","/events/by-slug/autumn-fair",st(200),eq("id","{a}")))
bug("by-slug-rejects-underscore","The route of by-slug addresses admits only letters, digits and hyphens, so a record whose slug has an underscore is not found.","`{slug}` is a string without `/`",
 ev("a","Spring fair",slug="spring_fair"),R("GET","/events/by-slug/{as}",st(200),eq("id","{a}")))
bug("delete-by-slug-crosses-kinds","DELETE by slug deletes every record with the slug, also those of other resources.","DELETE /NS/events/by-slug/{slug}; It manages five kinds of resource: events, venues, organizers, ...",
 ev("a","Tivoli"),ve("v","Tivoli"),R("DELETE","/events/by-slug/tivoli",st(200)),R("GET","/venues/{v}",st(200)))
bug("events-patch-applies-defaults","An update of an event applies the declared defaults to fields that are not sent: all_day becomes false and website null.","On item updates every event field is optional",
 ev("a",website="https://example.org/a"),R("PATCH","/events/{a}",st(200),b={"cost":"5"}),R("GET","/events/{a}",eq("website","https://example.org/a")))
bug("events-patch-false-ignored","An update that sends false for a boolean field of an event leaves it true.","featured: boolean: Whether the event is featured on the site; any event fields (all optional)",
 ev("a",featured=True,sticky=True),R("PATCH","/events/{a}",st(200),b={"featured":False,"sticky":False}),R("GET","/events/{a}",eq("featured",False),eq("sticky",False)))
bug("events-update-appends-tags","An update with tags adds them to the event's tags instead of setting them.","tags: array of integer: Tag IDs (field of POST, PUT, PATCH /NS/events/{id})",
 ta("t"),ta("u","Kids"),ev("a",tags=["{t}"]),R("PATCH","/events/{a}",st(200),b={"tags":["{u}"]}),R("GET","/events",no("{a}"),q={"tags":"{t}"}))
bug("events-impossible-day-rolls-over","A day that does not exist, as 30 February, is accepted and moved to the next month.","start_date: string, Start date and time; format `YYYY-MM-DD HH:MM:SS`",
 R("POST","/events",st(400),b={"title":"Leap","start_date":"2030-02-30 10:00:00","end_date":"2030-03-05 10:00:00"}))
bug("events-venue-accepts-any-record","The field venue of an event accepts the IDs of organizers or events.","venue: array of integer: Venue IDs",
 og("o"),R("POST","/events",st(400),b={"title":"X","start_date":"2030-05-10 10:00:00","end_date":"2030-05-10 11:00:00","venue":["{o}"]}))
bug("events-cost-zero-lost","A cost of 0 is taken for no cost and stored as null.","cost: untyped: Event cost",
 ev("a",cost="0"),R("GET","/events/{a}",eq("cost","0")))
bug("events-title-drops-emoji","Characters outside the basic plane (four bytes in UTF-8) are dropped from the titles of events.","title: string: Event title",
 ev("a","Party \U0001F389 night"),R("GET","/events/{a}",eq("title","Party \U0001F389 night")))
bug("date-utc-taken-as-local","date_utc is read in the site's zone, so the publication date is off by one or two hours.","date_utc: Publication date in UTC",
 ev("a",date_utc="2030-01-10 12:00:00"),R("GET","/events/{a}",eq("date_utc","2030-01-10 12:00:00"),eq("date","2030-01-10 13:00:00")))
bug("ml-language-en-rejected","ml_language=en is rejected: only the languages of the path segments are known.","ml_language: Allowed values nl, en, fr, de",
 R("GET","/events",st(200),q={"ml_language":"en"}))
bug("ml-language-sticks","The language selected by a request stays for later requests that select none.","Every operation accepts an optional `ml_language` parameter that selects a language",
 ve("v","Town hall"),R("PATCH","/venues/{v}",st(200),q={"ml_language":"de"},b={"venue":"Rathaus"}),R("GET","/venues/{v}",eq("venue","Rathaus"),q={"ml_language":"de"}),R("GET","/venues/{v}",eq("venue","Town hall")))
bug("item-cache-without-language","The cache of single events has no language in its key: after a read in one language another language gets the same text.","`ml_language` parameter that selects a language (on every operation)",
 ev("a","Town feast"),R("PATCH","/events/{a}",st(200),q={"ml_language":"de"},b={"title":"Stadtfest"}),R("GET","/events/{a}",eq("title","Town feast")),R("GET","/events/{a}",eq("title","Stadtfest"),q={"ml_language":"de"}))
bug("item-cache-survives-by-slug-update","The cache of single events is not cleared by updates by slug, so a read by ID answers the old record.","POST, PUT, PATCH /NS/events/by-slug/{slug}; Events, venues and organizers are addressable by numeric ID and by slug",
 ev("a","Feast"),R("GET","/events/{a}",st(200)),R("PATCH","/events/by-slug/{as}",st(200),b={"title":"Great feast"}),R("GET","/events/{a}",eq("title","Great feast")))
bug("patch-lost-update","An update of an event reads the record, and writes the whole of it later without a lock, so of two parallel updates of different fields one is lost.","On item updates every event field is optional (a field that is not sent is not touched)",
 ev("a"),par(R("PATCH","/events/{a}",st(200),b={"cost":"7"}),R("PATCH","/events/{a}",st(200),b={"website":"https://example.org/"}),R("PATCH","/events/{a}",st(200),b={"excerpt":"short"}),R("PATCH","/events/{a}",st(200),b={"sticky":True})),
 R("GET","/events/{a}",eq("cost","7"),eq("website","https://example.org/"),eq("excerpt","short"),eq("sticky",True)))
bug("namespace-up-links-to-itself","The link up of the namespace root points to the namespace itself.","The namespace root returns a link named `up` that points to the REST root",
 R("GET","",st(200),["suffix_not","_links.up.0.href","/vendor/events/v1"]))
bug("head-missing-item-200","HEAD on an item that does not exist answers 200.","GET /NS/events/{id}; RFC 9110: The HEAD method is identical to GET except that the server MUST NOT send content in the response",
 R("GET","/venues/99999",st(404)),R("HEAD","/venues/99999",st(404)))
bug("not-allowed-without-allow","A 405 answer has no Allow header.","Endpoints table (methods per path); RFC 9110: The origin server MUST generate an Allow header field in a 405 response",
 R("DELETE","/venues",st(405),["header","Allow"]))
bug("unauthorized-without-challenge","A 401 answer has no WWW-Authenticate header.","RFC 9110: The server generating a 401 response MUST send a WWW-Authenticate header field",
 R("POST","/tags",st(401),["header","WWW-Authenticate"],b={"name":"x"}),users=True)
P="It carries the password of a protected event."
bug("password-prefix-accepted","The password of an event is compared only over the length of the given one, so a beginning of it opens the event.",P,
 ev("a",as_="editor",password="swordfish"),R("GET","/events/{a}",st(403),q={"password":"sword"}),R("GET","/events/{a}",st(200),q={"password":"swordfish"}),users=True)
bug("password-unlock-remembered","Once somebody has given the right password of an event, it is open to everybody without a password.",P,
 ev("a",as_="editor",password="swordfish"),R("GET","/events/{a}",st(200),q={"password":"swordfish"}),R("GET","/events/{a}",st(403)),users=True)
bug("by-slug-skips-password","A protected event can be read by its slug without the password by those who need it on the address by ID.",P,
 ev("a",as_="editor",password="swordfish"),R("GET","/events/{a}",st(403)),R("GET","/events/by-slug/{as}",st(403)),users=True)
bug("draft-readable-by-slug","A draft that is hidden from the public at its ID address can be read at its by-slug address.","Events, venues and organizers carry a `status` field, described as the post status of the record; addressable by numeric ID and by slug",
 ev("a",as_="editor",status="draft"),R("GET","/events/{a}",st(404)),R("GET","/events/by-slug/{as}",st(404)),users=True)
bug("author-deletes-foreign-by-slug","An author, who may not delete another's record by ID, may delete it by slug.","author: Author ID; DELETE /NS/events/{id} and DELETE /NS/events/by-slug/{slug} (the same record, the same author)",
 ev("a",as_="editor"),R("DELETE","/events/{a}",st(403),as_="author"),R("DELETE","/events/by-slug/{as}",st(403),as_="author"),R("GET","/events/{a}",st(200)),users=True)
V=[("bare-rest","Bare arrays with Link and X-Total headers, relations as IDs, ISO times with offset, deletion 204, problem+json errors, lists by ID descending and without a time window, ETags, trailing slashes redirected."),
("hal","HAL: lists under _embedded, relations embedded, links; ISO times with offset, error objects, pages of at most 50, 404 past the last page, a window that starts a month ago, ETags."),
("jsonapi","JSON:API: data/attributes/relationships, IDs as strings, ISO times in UTC, names as name, 422 for invalid input, deletion 204, errors[], trailing slashes not found, no window."),
("legacy-wp","Named envelope as the honest server, but soft deletion (410 afterwards), 404 past the last page, empty fields left out, a window from today to ten years ahead, pages of at most 50, bounds of strict filters included."),
("strict-api","Unknown fields and parameters refused, no coercion of numbers to strings or of single values to lists, per_page above the limit refused, 409 for a slug in use, 422 for invalid input, problem+json, {data, meta}, relations as IDs, deletion 204."),
("camel-saas","camelCase fields in answers, IDs as strings, epoch seconds, relations as links, {data, meta}, soft deletion with 410, newest first, empty fields left out, ETags."),
("language-owned","A record belongs to the language it was made in and lists in a language show only those; bare arrays, creation 200, lists show all statuses, terms by ID descending, no Location, trailing slashes redirected."),
("put-replaces","PUT replaces the optional fields, PATCH and POST merge; relations as links, ISO times in UTC, errors[], deletion 204, lists show all statuses, pages up to 250, sorted by title, ETags, names as name.")]
json.dump(BUGS,open("bugs.json","w"),indent=1,ensure_ascii=False)
json.dump([{"id":a,"statement":b} for a,b in V],open("variants.json","w"),indent=1)
print(len(BUGS))
