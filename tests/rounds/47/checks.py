"""One check for each bug: it passes on an honest server and fails (eq) on one with the bug."""
import concurrent.futures, http.client, json, urllib.parse, base64, datetime, itertools

NS = '/vendor/events/v1'
BUGS, serial = [], itertools.count(1)


class Wrong(Exception):
    pass


class Response:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text
        try:
            self.json = json.loads(text)
        except ValueError:
            self.json = None

    def __getitem__(self, key):
        if not isinstance(self.json, dict) or key not in self.json:
            raise RuntimeError(f'no {key} in {self.status} {self.text[:300]}')
        return self.json[key]


class Client:
    def __init__(self, port):
        self.port, self.trace = port, []

    def __call__(self, method, path, body=None, user=None, form=None, raw=None, headers=None, ok=True):
        h = dict(headers or {})
        data = None
        url = path if path.startswith(('/nl/', '/de/', '/fr/')) or path == '/' else NS + path
        url = urllib.parse.quote(url, safe="/?&=%,:+[]-._~")
        curl = f"curl -{'I' if method == 'HEAD' else 'i'} " + (f'-X {method} ' if method not in ('GET', 'HEAD') else '')
        if user:
            h['Authorization'] = 'Basic ' + base64.b64encode(f'{user}:{user}'.encode()).decode()
            curl += f'-u {user}:{user} '
        for k, v in (headers or {}).items():
            curl += f"-H '{k}: {v}' "
        if body is not None or raw is not None:
            h.setdefault('Content-Type', 'application/json')
            text = raw if raw is not None else json.dumps(body, ensure_ascii=False)
            curl += "-H 'Content-Type: application/json' -d '" + text + "' "
            data = text.encode()
        if form is not None:
            h['Content-Type'] = 'application/x-www-form-urlencoded'
            data = urllib.parse.urlencode(form).encode()
            curl += f"-d '{data.decode()}' "
        self.trace.append(curl + f"'http://127.0.0.1:$PORT{url}'")
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        c.request(method, url, data, h)
        r = c.getresponse()
        out = Response(r.status, r.headers, r.read().decode())
        c.close()
        if method == 'POST' and ok and out.status not in (200, 201):
            raise RuntimeError(f'{method} {path}: {out.status} {out.text[:300]}')
        return out


def eq(actual, right, what):
    if actual != right:
        raise Wrong(f'{what}: wrong {json.dumps(actual, ensure_ascii=False)}, right {json.dumps(right, ensure_ascii=False)}')


def bug(id, statement, ground, users=False):
    def add(fn):
        BUGS.append(dict(id=id, statement=statement, ground=ground, users=users, fn=fn))
        return fn
    return add


def word():
    return 'zq' + ''.join(chr(97 + int(d)) for d in str(next(serial) + 1000))


def event(q, title=None, user=None, **kw):
    body = dict(title=title or 'Event ' + word(), start_date='2027-05-10 10:00:00', end_date='2027-05-10 12:00:00')
    body.update(kw)
    return q('POST', '/events', body, user=user).json


def make(q, kind, name=None, user=None, **kw):
    plural, field = {'venue': ('venues', 'venue'), 'organizer': ('organizers', 'organizer'), 'category': ('categories', 'name'), 'tag': ('tags', 'name')}[kind]
    return q('POST', '/' + plural, {field: name or kind + ' ' + word(), **kw}, user=user).json


def ids(response, key):
    return [x['id'] for x in response[key]]


# ---------------------------------------------------------------- events: lists and filters

@bug('e-search-or', 'A search combined with categories returns events of other categories whose title contains the string.',
     'Query parameters: categories = "Events assigned to one of the given categories"; filters combine.')
def _(q):
    w, a, b = word(), make(q, 'category'), make(q, 'category')
    x = event(q, f'One {w}', categories=[a['id']])
    event(q, f'Two {w}', categories=[b['id']])
    eq(ids(q('GET', f"/events?search={w}&categories={a['id']}&starts_after=2020-01-01"), 'events'), [x['id']], 'ids found')


@bug('e-search-lang', 'With ml_language the search looks at the texts of the base language, so a translated title that is shown is not found.',
     'search: "Events whose title or description contains the string"; ml_language "selects a language" on every operation.')
def _(q):
    w, e = word(), event(q)
    q('PATCH', f"/events/{e['id']}?ml_language=de", {'title': f'Titel {w}'})
    eq(ids(q('GET', f'/events?search={w}&ml_language=de'), 'events'), [e['id']], 'ids found')


@bug('e-tags-dup', 'With the tags filter given two tags an event having both counts twice once the result goes over a page: the total is too high and the event is on two pages.',
     'tags: "Events assigned to one of the given tags"; an event is one entry of a listing and of its total.')
def _(q):
    a, b = make(q, 'tag'), make(q, 'tag')
    x, y = event(q, tags=[a['id'], b['id']]), event(q, tags=[b['id']], start_date='2027-05-10 11:00:00')
    first, second = (q('GET', f"/events?tags={a['id']},{b['id']}&per_page=1&page={n}") for n in (1, 2))
    eq((first['total'], sorted(ids(first, 'events') + ids(second, 'events'))), (2, [x['id'], y['id']]), 'total, and ids on pages one and two')


@bug('e-before-day', 'starts_before with a bare date leaves out the events that start later on that day.',
     'strict_dates: "by default, whole days are included".')
def _(q):
    w = word()
    e = event(q, 'Event ' + w, start_date='2027-06-10 15:00:00', end_date='2027-06-10 16:00:00')
    eq(ids(q('GET', f'/events?search={w}&starts_before=2027-06-10'), 'events'), [e['id']], 'ids found')


@bug('e-strict-false', 'strict_dates=false is taken for true.', 'strict_dates: default false; "When true, the date filters start at the exact times given".')
def _(q):
    w = word()
    e = event(q, 'Event ' + w)
    eq(ids(q('GET', f'/events?search={w}&starts_after=2027-05-10 11:00:00&strict_dates=false'), 'events'), [e['id']], 'ids found')


@bug('e-include-dates', 'include together with an explicit date filter still applies the date filter.',
     'include: "date filters are ignored when used".')
def _(q):
    e = event(q, start_date='2025-05-10 10:00:00', end_date='2025-05-10 12:00:00')
    eq(ids(q('GET', f"/events?include={e['id']}&starts_after=2026-01-01"), 'events'), [e['id']], 'ids found')


@bug('e-featured-false', 'featured=false does not filter: featured events are listed too.', 'featured (boolean): "Filter by featured status".')
def _(q):
    w = word()
    event(q, 'A ' + w, featured=True)
    b = event(q, 'B ' + w)
    eq(ids(q('GET', f'/events?search={w}&featured=false'), 'events'), [b['id']], 'ids found')


@bug('e-ticketed-null', 'ticketed=false leaves out the events for which nothing was stored about tickets, though they are shown as not ticketed.',
     'ticketed: "Events with or without tickets"; false is the complement of true.')
def _(q):
    w = word()
    e = event(q, 'A ' + w)
    eq(ids(q('GET', f'/events?search={w}&ticketed=false'), 'events'), [e['id']], 'ids found')


@bug('e-geo-lng-alone', 'geoloc_lng without geoloc_lat is silently ignored and answered with 200 (the other way round is refused).',
     'geoloc_lng: "geoloc_lat must also be given".')
def _(q):
    eq(q('GET', '/events?geoloc_lng=4.9').status, 400, 'status')


@bug('e-geo-swap', 'geoloc_lat and geoloc_lng are swapped, so events at the venue at that point are not found.',
     'geoloc_lat: "Filter by venue latitude", geoloc_lng: "Filter by venue longitude".')
def _(q):
    v = q('GET', '/venues/by-slug/paradiso').json
    e = event(q, venue=[v['id']])
    r = q('GET', f"/events?geoloc_lat={v['geo_lat']}&geoloc_lng={v['geo_lng']}&venue={v['id']}&per_page=100")
    eq(e['id'] in ids(r, 'events'), True, f"event {e['id']} found")


@bug('e-venue-status', 'With the venue filter the status is not looked at, so drafts are listed.', 'status: "Filter by post status".')
def _(q):
    v = make(q, 'venue')
    event(q, venue=[v['id']], status='draft')
    b = event(q, venue=[v['id']])
    eq(ids(q('GET', f"/events?venue={v['id']}&status=publish"), 'events'), [b['id']], 'ids found')


# ---------------------------------------------------------------- events: dates

@bug('e-dst-offset', 'On writing, UTC times are computed with the offset the zone has today, so an event in the other half of the year is off by an hour.',
     'start_date and timezone say which instant it is; plain sense (the seeds and the IANA zone rules agree).')
def _(q):
    for month in ('07', '01'):
        e = event(q, start_date=f'2027-{month}-10 10:00:00', end_date=f'2027-{month}-10 12:00:00', timezone='Europe/Amsterdam')
        eq(e['utc_start_date'], f"2027-{month}-10 {'08' if month == '07' else '09'}:00:00", 'utc_start_date')


@bug('e-tz-stale', 'An update of the timezone alone leaves utc_start_date and utc_end_date as they were.',
     'Event field timezone: "Event time zone"; plain sense: the same local time in another zone is another instant.')
def _(q):
    e = event(q, timezone='Europe/Amsterdam')
    q('PATCH', f"/events/{e['id']}", {'timezone': 'America/New_York'})
    eq(q('GET', f"/events/{e['id']}")['utc_start_date'], '2027-05-10 14:00:00', 'utc_start_date')


@bug('e-end-dst', 'The UTC end is computed with the offset in force at the start, so it is wrong for an event over a change of the clock.',
     'end_date and timezone say which instant it is; IANA zone rules.')
def _(q):
    e = event(q, start_date='2027-03-27 20:00:00', end_date='2027-03-28 10:00:00', timezone='Europe/Amsterdam')
    eq(e['utc_end_date'], '2027-03-28 08:00:00', 'utc_end_date')


@bug('e-allday-days', 'An all-day event of several days ends on its first day.', 'end_date: "End date and time"; all_day: "Whether the event lasts all day".')
def _(q):
    e = event(q, start_date='2027-05-10', end_date='2027-05-12', all_day=True)
    eq(e['end_date'][:10], '2027-05-12', 'day of end_date')


@bug('e-week-year', 'end_date is shown with the week-based year: in the last days of some Decembers the year is one too high.',
     'end_date: "End date and time"; what is sent comes back.')
def _(q):
    e = event(q, start_date='2026-12-30 10:00:00', end_date='2026-12-30 12:00:00')
    eq(e['end_date'], '2026-12-30 12:00:00', 'end_date')


@bug('e-feb30', 'A day that does not exist (30 February, 31 April) is accepted and quietly turned into the last of the month.',
     'start_date: "Start date and time"; 2027-02-30 is no date, and malformed input is the client\'s error (RFC 9110 15.5.1).')
def _(q):
    r = q('POST', '/events', dict(title='Leap ' + word(), start_date='2027-02-30 10:00:00', end_date='2027-03-02 10:00:00'), ok=False)
    eq(r.status, 400, 'status')


# ---------------------------------------------------------------- events: writing

@bug('e-put-slug-tags', 'PUT by slug without tags takes the tags away.', '"On item updates every event field is optional"; by-slug update: "all optional".')
def _(q):
    t = make(q, 'tag')
    e = event(q, tags=[t['id']])
    q('PUT', f"/events/by-slug/{e['slug']}", {'cost': '12'})
    eq(ids(q('GET', f"/events/{e['id']}"), 'tags'), [t['id']], 'tags')


@bug('e-empty-array', 'An update with an empty array of categories, tags, venue or organizer is ignored: the links stay.',
     'categories: "Category IDs" (array of integer); the empty array is a value like any other.')
def _(q):
    c = make(q, 'category')
    e = event(q, categories=[c['id']])
    q('PATCH', f"/events/{e['id']}", {'categories': []})
    eq(ids(q('GET', f"/events/{e['id']}"), 'categories'), [], 'categories')


@bug('e-slug-taken', 'An update by slug may take the slug of another event: two events then share one address.',
     '"Events ... are addressable by numeric ID and by slug".')
def _(q):
    a, b = event(q), event(q)
    q('PATCH', f"/events/by-slug/{b['slug']}", {'slug': a['slug']})
    eq(q('GET', f"/events/{b['id']}")['slug'] == a['slug'], False, 'two events with the same slug')


@bug('e-excerpt-cut', 'An excerpt longer than 255 characters is cut off silently.', 'excerpt: "Event excerpt", no size limit stated; what was accepted comes back.')
def _(q):
    e = event(q, excerpt='lorem ipsum ' * 30)
    eq(len(q('GET', f"/events/{e['id']}")['excerpt']), 360, 'length of the excerpt')


@bug('e-cost-sci', 'A cost sent as a round number comes back in scientific notation (100 as 1E+2).', 'cost (untyped): "Event cost"; what is sent comes back.')
def _(q):
    e = event(q, cost=100)
    eq(str(e['cost']), '100', 'cost')


@bug('e-del-cache', 'An event that has been read by ID is still served by ID after it was deleted by slug.',
     'DELETE /NS/events/by-slug/{slug} deletes the event; the same event is addressable by ID.')
def _(q):
    e = event(q)
    q('GET', f"/events/{e['id']}")
    q('DELETE', f"/events/by-slug/{e['slug']}")
    eq(q('GET', f"/events/{e['id']}").status, 404, 'status')


@bug('e-etag', 'The ETag of an event comes from its own time of change only: after its venue was renamed a conditional GET still gets 304 with the old venue name.',
     'RFC 9110 8.8.3 and 13.1.2: a strong entity tag changes whenever the representation does.')
def _(q):
    v = make(q, 'venue', 'Old ' + word())
    e = event(q, venue=[v['id']])
    tag = q('GET', f"/events/{e['id']}").headers['ETag']
    q('PATCH', f"/venues/{v['id']}", {'venue': 'New ' + word()})
    eq(q('GET', f"/events/{e['id']}", headers={'If-None-Match': tag}).status, 200, 'status')


@bug('e-dup-ids', 'The same ID twice in an array of categories, tags, venue or organizer gives a 500.', 'RFC 9110 15.6: a 5xx is the server\'s failure; an array of valid IDs is no reason for one.')
def _(q):
    v = make(q, 'venue')
    r = q('POST', '/events', dict(title='Twice ' + word(), start_date='2027-05-10 10:00:00', end_date='2027-05-10 11:00:00', venue=[v['id'], v['id']]), ok=False)
    eq(r.status < 500, True, f'status {r.status} is below 500')


# ---------------------------------------------------------------- venues

@bug('v-search-wild', 'In the search of venues % and _ work as wildcards.', 'search (string; title, description or custom fields): a string is searched for, not a pattern.')
def _(q):
    w = word()
    make(q, 'venue', f'{w} a1b')
    x = make(q, 'venue', f'{w} a_b')
    eq(ids(q('GET', '/venues?search=' + urllib.parse.quote(f'{w} a_b')), 'venues'), [x['id']], 'ids found')


@bug('v-search-null', 'The search in the address fields of a venue finds nothing as soon as one of these fields is empty.',
     'search: "title, description or custom fields".')
def _(q):
    w = word()
    v = make(q, 'venue', city=w, country='France')
    eq(ids(q('GET', f'/venues?search={w}'), 'venues'), [v['id']], 'ids found')


@bug('v-has-events-false', 'has_events=false lists no venue at all.', 'has_events: "venues with associated events"; false asks for those without, and there are some.')
def _(q):
    w = word()
    v = make(q, 'venue', w)
    eq(ids(q('GET', f'/venues?search={w}&has_events=false'), 'venues'), [v['id']], 'ids found')


@bug('v-slug-race', 'Venues of the same name created at the same moment get the same slug.', '"Events, venues and organizers are addressable by numeric ID and by slug".')
def _(q):
    slugs = []
    for _ in range(6):
        w = word()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            slugs += [f.result()['slug'] for f in [pool.submit(make, q, 'venue', 'Hall ' + w) for _ in range(8)]]
    eq(len(set(slugs)) == len(slugs), True, 'slugs of venues created in parallel are distinct')
    del q.trace[8:]


@bug('v-lang-cache', 'A venue read by ID in one language and then in another comes in the first language again.', 'ml_language: "selects a language", on every operation.')
def _(q):
    v = make(q, 'venue', 'Hall ' + word())
    q('PATCH', f"/venues/{v['id']}?ml_language=nl", {'venue': 'Zaal'})
    q('GET', f"/venues/{v['id']}")
    eq(q('GET', f"/venues/{v['id']}?ml_language=nl")['venue'], 'Zaal', 'venue')


@bug('v-delete-fk', 'A venue with events cannot be deleted: 500.', 'DELETE /NS/venues/{id} is offered for every venue; RFC 9110 15.6.')
def _(q):
    v = make(q, 'venue')
    event(q, venue=[v['id']])
    eq(q('DELETE', f"/venues/{v['id']}").status < 500, True, 'status is below 500')


@bug('v-put-reset', 'PUT of a venue by slug resets phone, zip and website when they are not sent.', 'by-slug update: "venue fields (all optional)".')
def _(q):
    v = make(q, 'venue', phone='020 123', zip='1234')
    q('PUT', f"/venues/by-slug/{v['slug']}", {'city': 'Ede'})
    eq(q('GET', f"/venues/{v['id']}")['phone'], '020 123', 'phone')


@bug('v-next-lang', 'The link to the next page of venues loses ml_language: page two comes in another language.', 'ml_language on every operation; plain sense: the next page belongs to the same listing.')
def _(q):
    r = q('GET', '/venues?per_page=1&ml_language=nl')
    eq('ml_language=nl' in r['next_rest_url'], True, 'next_rest_url keeps ml_language=nl: ' + r['next_rest_url'])


@bug('v-array-body', 'A JSON array as the body of a write to venues gives a 500.', 'RFC 9110 15.5.1 and 15.6: a body that is not what is asked for is the client\'s error.')
def _(q):
    eq(q('POST', '/venues', raw='[{"venue":"x"}]', ok=False).status, 400, 'status')


# ---------------------------------------------------------------- organizers

@bug('o-total-pages', 'When the number of organizers is a multiple of per_page, one page too many is announced, with a link to an empty page.',
     'per_page: items per page; total_pages and next link as any client relies on.')
def _(q):
    w = word()
    for n in range(4):
        make(q, 'organizer', f'{w} {n}')
    eq(q('GET', f'/organizers?search={w}&per_page=2')['total_pages'], 2, 'total_pages')


@bug('o-page2-order', 'From the second page on organizers are sorted otherwise than on the first: some appear twice and others never.',
     'page: pages are parts of one listing; plain sense.')
def _(q):
    w = word()
    made = [make(q, 'organizer', f'{w} {n}')['id'] for n in 'dcba']
    got = ids(q('GET', f'/organizers?search={w}&per_page=2'), 'organizers') + ids(q('GET', f'/organizers?search={w}&per_page=2&page=2'), 'organizers')
    eq(sorted(got), sorted(made), 'ids on the two pages together')


@bug('o-null-keep', 'null for phone or email of an organizer is ignored: the field cannot be emptied.', 'Organizer: phone and email have the default null, so null is a value.')
def _(q):
    o = make(q, 'organizer', phone='020 123')
    q('PATCH', f"/organizers/{o['id']}", {'phone': None})
    eq(q('GET', f"/organizers/{o['id']}")['phone'] or None, None, 'phone')


@bug('o-date-utc', 'date_utc of an organizer is read as local time: it comes back shifted.', 'date_utc: "Publication date in UTC".')
def _(q):
    o = make(q, 'organizer', date_utc='2026-07-01 12:00:00')
    eq(o['date_utc'], '2026-07-01 12:00:00', 'date_utc')


@bug('o-slug-utf8', 'An organizer whose slug is not ASCII can be read by slug but not updated: 404.', 'POST, PUT, PATCH /NS/organizers/by-slug/{slug}; "{slug} is a string without /".')
def _(q):
    o = make(q, 'organizer', '文化 ' + word())
    q('GET', '/organizers/by-slug/' + o['slug'])
    eq(q('PATCH', '/organizers/by-slug/' + o['slug'], {'phone': '1'}).status, 200, 'status')


@bug('o-head', 'HEAD of an organizer by slug is refused with 405.', 'RFC 9110 9.1 and 9.3.2: GET and HEAD must be supported; HEAD is identical to GET without content.')
def _(q):
    o = make(q, 'organizer')
    eq(q('HEAD', '/organizers/by-slug/' + o['slug']).status, 200, 'status')


@bug('o-lang-base', 'An update of an organizer with ml_language overwrites the text of the original language.', 'ml_language: "selects a language", on every operation.')
def _(q):
    o = make(q, 'organizer', 'Friends ' + word())
    q('PATCH', f"/organizers/{o['id']}?ml_language=fr", {'organizer': 'Amis'})
    eq(q('GET', f"/organizers/{o['id']}?ml_language=en")['organizer'], o['organizer'], 'organizer in en')


@bug('o-upcoming-false', 'only_with_upcoming=false restricts the organizers like true.', 'only_with_upcoming: default false, so false is no restriction.')
def _(q):
    w = word()
    o = make(q, 'organizer', w)
    eq(ids(q('GET', f'/organizers?search={w}&only_with_upcoming=false'), 'organizers'), [o['id']], 'ids found')


@bug('o-body-id', 'An id in the body of an update of an organizer wins over the id in the path: another organizer is changed.',
     'POST, PUT, PATCH /NS/organizers/{id}; RFC 9110 7.1: the target resource is the one in the URI.')
def _(q):
    a, b = make(q, 'organizer'), make(q, 'organizer')
    q('PATCH', f"/organizers/{a['id']}", {'id': b['id'], 'phone': '999'})
    eq((q('GET', f"/organizers/{b['id']}")['phone'] or None), None, 'phone of the other organizer')


# ---------------------------------------------------------------- categories

@bug('c-orderby-id', 'orderby=id sorts categories by the digits of the ID as text (100 before 95).', 'orderby: "term attribute to sort by"; id is a number.')
def _(q):
    got = ids(q('GET', '/categories?orderby=id&hide_empty=false&per_page=100'), 'categories')
    eq(got, sorted(got), 'ids')


@bug('c-hide-one', 'hide_empty=1 shows the empty categories.', 'hide_empty: boolean, default 1; "hide terms not assigned to any post".')
def _(q):
    w = word()
    make(q, 'category', w)
    eq(q('GET', f'/categories?search={w}&hide_empty=1')['total'], 0, 'total')


@bug('c-del-parent', 'After the delete of a category its children still name it as parent.', 'parent: "Parent category ID"; a deleted category has no address any more.')
def _(q):
    a = make(q, 'category')
    b = make(q, 'category', parent=a['id'])
    q('DELETE', f"/categories/{a['id']}")
    eq(q('GET', f"/categories/{b['id']}")['parent'], 0, 'parent')


@bug('c-cycle', 'A category can be put below its own child.', 'parent: "Parent category ID"; plain sense: nothing is its own ancestor.')
def _(q):
    a = make(q, 'category')
    b = make(q, 'category', parent=a['id'])
    q('PATCH', f"/categories/{a['id']}", {'parent': b['id']})
    eq(q('GET', f"/categories/{a['id']}")['parent'], 0, 'parent')


@bug('c-count-stale', 'The count of a category that has been read stays what it was when an event in it is deleted by ID.',
     'Plain sense: the count in the list of categories and that of the category itself are one number.')
def _(q):
    c = make(q, 'category')
    e = event(q, categories=[c['id']])
    q('GET', f"/categories/{c['id']}")
    q('DELETE', f"/events/{e['id']}")
    eq(q('GET', f"/categories/{c['id']}")['count'], 0, 'count')


@bug('c-lang-sort', 'orderby=name sorts categories by their English names whatever the language.', 'orderby: "term attribute to sort by"; ml_language selects the language of that attribute.')
def _(q):
    names = [c['name'].lower() for c in q('GET', '/categories?orderby=name&ml_language=fr&hide_empty=false&per_page=100')['categories']]
    eq(names, sorted(names), 'names')


@bug('c-405', 'A 405 below categories has no Allow header.', 'RFC 9110 15.5.6: "The origin server MUST generate an Allow header field in a 405 response".')
def _(q):
    r = q('DELETE', '/categories')
    eq((r.status, 'Allow' in r.headers), (405, True), 'status, and whether Allow is there')


# ---------------------------------------------------------------- tags

@bug('t-include-exclude', 'exclude is ignored for tags when include is given.', 'exclude: "IDs to leave out"; filters combine.')
def _(q):
    a, b = make(q, 'tag'), make(q, 'tag')
    eq(ids(q('GET', f"/tags?include={a['id']},{b['id']}&exclude={a['id']}&hide_empty=0"), 'tags'), [b['id']], 'ids found')


@bug('t-total-post', 'With post the total of the tags (and the pages) is that of all tags.', 'post: "terms assigned to that post"; the total belongs to the listing.')
def _(q):
    t = make(q, 'tag')
    e = event(q, tags=[t['id']])
    eq(q('GET', f"/tags?post={e['id']}")['total'], 1, 'total')


@bug('t-emoji', 'Characters beyond the basic plane (emoji) in the name of a new tag become question marks.', 'name: string; RFC 8259 8.1: JSON is UTF-8, all of Unicode.')
def _(q):
    t = make(q, 'tag', 'Party 🎉 ' + word())
    eq('🎉' in q('GET', f"/tags/{t['id']}")['name'], True, 'the emoji is in the name')


@bug('t-location', 'The Location of a created tag points to the categories.', 'RFC 9110 15.3.2: a 201\'s Location identifies the created resource.')
def _(q):
    r = q('POST', '/tags', {'name': 'Tag ' + word()})
    eq(r.headers['Location'].split('/v1')[1], f"/tags/{r['id']}", 'Location')


@bug('t-delete-lang', 'DELETE of a tag with an unknown ml_language is carried out.', 'ml_language: allowed values nl, en, fr, de, on every operation.')
def _(q):
    t = make(q, 'tag')
    eq(q('DELETE', f"/tags/{t['id']}?ml_language=xx").status, 400, 'status')


# ---------------------------------------------------------------- users

@bug('u-slug-edit', 'An author may change the event of somebody else by its slug (not by its ID).', 'Rules of USERS=1: "an author may write his own".', users=True)
def _(q):
    e = event(q, user='editor')
    eq(q('PATCH', f"/events/by-slug/{e['slug']}", {'cost': '9'}, user='author').status, 403, 'status')


@bug('u-draft-slug', 'A draft venue is shown to anybody by its slug (not by its ID).', 'Rules of USERS=1: "anonymous reads what is published".', users=True)
def _(q):
    v = make(q, 'venue', user='editor', status='draft')
    eq(q('GET', f"/venues/by-slug/{v['slug']}").status in (401, 403, 404), True, 'the draft is refused')


@bug('u-any-leak', 'A list of organizers with status=any shows drafts to anybody, while the draft itself is refused.', 'Rules of USERS=1: "anonymous reads what is published".', users=True)
def _(q):
    w = word()
    o = make(q, 'organizer', w, user='editor', status='draft')
    q('GET', f"/organizers/{o['id']}")
    eq(q('GET', f'/organizers?search={w}&status=any', ok=False)['total'], 0, 'total')


@bug('u-www', 'The 401 to an anonymous DELETE has no WWW-Authenticate header.', 'RFC 9110 15.5.2: "The server generating a 401 response MUST send a WWW-Authenticate header field".', users=True)
def _(q):
    t = make(q, 'tag', user='editor')
    r = q('DELETE', f"/tags/{t['id']}")
    eq((r.status, 'WWW-Authenticate' in r.headers), (401, True), 'status, and whether WWW-Authenticate is there')


@bug('u-reader-tag', 'A reader may change a tag.', 'Rules of USERS=1: "a reader may read".', users=True)
def _(q):
    t = make(q, 'tag', user='editor')
    eq(q('PATCH', f"/tags/{t['id']}", {'description': 'x'}, user='reader').status, 403, 'status')
