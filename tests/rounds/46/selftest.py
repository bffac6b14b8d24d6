#!/usr/bin/env python3
"""Starts the server with each switch and shows what it does.
   selftest.py [-w] [id ...]   -w also writes bugs.json and variants.json (with the curl lines seen)."""
import base64, datetime, http.client, json, os, signal, subprocess, sys, threading, time
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 18461
NS = '/vendor/events/v1'


def D(days):
    return (datetime.date.today() + datetime.timedelta(days)).isoformat()


class R:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.json = json.loads(raw) if raw else None
        except ValueError:
            self.json = None

    def __getitem__(self, k):
        return self.json.get(k) if isinstance(self.json, dict) else None

    def ids(self):
        return [x['id'] for x in next(v for v in self.json.values() if isinstance(v, list))]


class Client:
    def __init__(self):
        self.log, self.mute = [], False

    def call(self, method, path, body=None, headers=None, user=None, form=None, raw=None):
        headers = dict(headers or {})
        if body is not None:
            raw, headers['Content-Type'] = json.dumps(body), 'application/json'
        elif form is not None:
            raw, headers['Content-Type'] = urlencode(form), 'application/x-www-form-urlencoded'
        if not self.mute:
            line = 'curl -s' + ('I' if method == 'HEAD' else ' -X ' + method if method != 'GET' else '') + f' "$B{path}"'
            line += f' -u {user}:{user}' if user else ''
            line += ''.join(f" -H '{k}: {v}'" for k, v in headers.items())
            if raw is not None:
                shown = json.dumps(body, ensure_ascii=False) if body is not None else raw
                line += " -d '" + shown.replace("'", "'\\''") + "'"
            self.log.append(line)
        if user:
            headers['Authorization'] = 'Basic ' + base64.b64encode(f'{user}:{user}'.encode()).decode()
        conn = http.client.HTTPConnection('127.0.0.1', PORT, timeout=15)
        conn.request(method, (path if path.startswith('//') else NS + path).replace('//', '/', 1), raw.encode() if raw is not None else None, headers)
        r = conn.getresponse()
        out = R(r.status, dict((k.lower(), v) for k, v in r.getheaders()), r.read().decode())
        conn.close()
        return out

    def get(self, path, q=None, **kw):
        return self.call('GET', path + ('?' + urlencode(q, quote_via=quote, safe=',:') if q else ''), **kw)

    def post(self, path, _kw={}, **body):
        return self.call('POST', path, body, **_kw)

    def patch(self, path, _kw={}, **body):
        return self.call('PATCH', path, body, **_kw)

    def put(self, path, _kw={}, **body):
        return self.call('PUT', path, body, **_kw)

    def delete(self, path, **kw):
        return self.call('DELETE', path, **kw)

    def event(self, title='Selftest', user=None, **f):
        f = {'title': title, 'start_date': D(20) + ' 10:00:00', 'end_date': D(20) + ' 12:00:00', **f}
        return self.call('POST', '/events', f, user=user)


class Server:
    def __init__(self, **switch):
        env = {k: v for k, v in os.environ.items() if k not in ('BUG', 'VARIANT', 'USERS')}
        cmd = json.load(open(HERE + '/run.json'))['command']
        self.p = subprocess.Popen(cmd, cwd=HERE, env={**env, 'PORT': str(PORT), **switch}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        c = Client()
        for _ in range(200):
            try:
                if c.get('').status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.03)
        raise SystemExit('the server does not start')

    def stop(self):
        self.p.send_signal(signal.SIGTERM)
        self.p.wait(10)


BUGS = []


def bug(id, statement, ground, users=False):
    def deco(f):
        BUGS.append({'id': id, 'statement': statement, 'ground': ground, 'users': users, 'check': f})
        return f
    return deco


# Each check returns (what was seen, what is right).

@bug('ev-search-wild', 'The search of events treats % and _ in the search string as wildcards.', 'Interface: search gives "events whose title or description contains the string".')
def _(c):
    a, b = c.event('Selfdraw 7_7 final'), c.event('Selfdraw 7x7 final')
    return c.get('/events', {'search': 'draw 7_7'}).ids(), [a['id']]


@bug('ev-search-or', 'When search matches in the description of an event, all other filters (categories, dates, status ...) are lost for it, as the OR of title and description is not put in brackets.', 'Interface: each query parameter filters; an event outside the given category must not be listed.')
def _(c):
    a = c.event('Alpha', description='quokka show', categories=[1])
    c.event('Beta', description='quokka show', categories=[2])
    return c.get('/events', {'search': 'quokka', 'categories': 1}).ids(), [a['id']]


@bug('ev-strict-ends', 'strict_dates has no effect on ends_before: the whole day is always included.', 'Interface: strict_dates, "when true, the date filters start at the exact times given".')
def _(c):
    c.event('Exact end', end_date=D(20) + ' 18:00:00')
    return c.get('/events', {'search': 'Exact end', 'ends_before': D(20) + ' 15:00:00', 'strict_dates': 'true'}).ids(), []


@bug('ev-after-wholeday', 'starts_after with a time of day leaves out the events of that day before that time although strict_dates is off.', 'Interface: "by default, whole days are included".')
def _(c):
    a = c.event('Whole day')
    return c.get('/events', {'search': 'Whole day', 'starts_after': D(20) + ' 15:00:00'}).ids(), [a['id']]


@bug('ev-include-dates', 'With include, explicit date filters are still applied.', 'Interface: include, "date filters are ignored when used".')
def _(c):
    return sorted(c.get('/events', {'include': '1,20', 'starts_after': D(1)}).ids()), [1, 20]


@bug('ev-cat-dup', 'An event that is in two of the categories asked for is listed (and counted) twice.', 'Plain sense: a list holds each event once; interface: "events assigned to one of the given categories".')
def _(c):
    a = c.event('Two categories', categories=[1, 2])
    r = c.get('/events', {'search': 'Two categories', 'categories': '1,2'})
    return (r.ids(), r['total']), ([a['id']], 1)


@bug('ev-tag-all', 'With several tags only the events that have all of them are listed.', 'Interface: "events assigned to one of the given tags".')
def _(c):
    a = c.event('One tag', tags=[3])
    return c.get('/events', {'search': 'One tag', 'tags': '3,4'}).ids(), [a['id']]


@bug('ev-featured-false', 'featured=false is taken as no filter: featured events are listed too.', 'Interface: "filter by featured status", a boolean.')
def _(c):
    c.event('Feat one', featured=True)
    b = c.event('Feat two', featured=False)
    return c.get('/events', {'search': 'Feat', 'featured': 'false'}).ids(), [b['id']]


@bug('ev-offset', 'The offset of a page of events is reckoned with 10 per page, whatever per_page says, so pages skip or repeat events.', 'Interface: page, per_page; plain sense: walking the pages gives every event once.')
def _(c):
    all_ = c.get('/events', {'per_page': 100}).ids()
    return c.get('/events', {'per_page': 5, 'page': 1}).ids() + c.get('/events', {'per_page': 5, 'page': 2}).ids(), all_[:10]


@bug('ev-end-multiday', 'end_date finds only events that also started on that day; events of several days are missed.', 'Interface: end_date, "events that end on the given date".')
def _(c):
    a = c.event('Long one', start_date=D(20) + ' 10:00:00', end_date=D(22) + ' 12:00:00')
    return c.get('/events', {'search': 'Long one', 'end_date': D(22) + ' 00:00:00'}).ids(), [a['id']]


@bug('ev-patch-tz', 'An update without dates rewrites start_date and end_date of an event of another time zone in the time zone of the site.', 'Interface: on updates every event field is optional; plain sense: fields not sent keep their value.')
def _(c):
    a = c.event('New York', timezone='America/New_York')
    c.patch(f"/events/{a['id']}", title='New York 2')
    return c.get(f"/events/{a['id']}")['start_date'], D(20) + ' 10:00:00'


@bug('ev-dateutc-dst', 'date_utc of an event is turned into local time with the winter offset all year, so in summer it reads back an hour off.', 'Interface: date_utc, "publication date in UTC"; plain sense: what is sent is what is read.')
def _(c):
    a = c.event('Summer', date_utc='2026-07-01 12:00:00')
    return (a['date'], a['date_utc']), ('2026-07-01 14:00:00', '2026-07-01 12:00:00')


@bug('ev-allday-reset', 'An update that does not name all_day sets it to false.', 'Interface: on updates every event field is optional; the default is a default of creation.')
def _(c):
    a = c.event('All day', all_day=True)
    c.patch(f"/events/{a['id']}", excerpt='x')
    return c.get(f"/events/{a['id']}")['all_day'], True


@bug('ev-slug-patch-rel', 'An update by slug that does not name organizer takes all organizers off the event.', 'Interface: by-slug update, "any event fields (all optional)"; RFC 5789: PATCH changes what the patch says.')
def _(c):
    a = c.event('Keep links', organizer=[1, 2])
    c.patch(f"/events/by-slug/{a['slug']}", excerpt='x')
    return len(c.get(f"/events/{a['id']}")['organizer']), 2


@bug('ev-empty-array', 'An empty array of tags is not taken as a value: the tags of an event cannot be removed.', 'Interface: tags, array of integer; plain sense: 200 was answered and the array sent is not the one read.')
def _(c):
    a = c.event('Untag', tags=[1, 2])
    c.patch(f"/events/{a['id']}", tags=[])
    return c.get(f"/events/{a['id']}")['tags'], []


@bug('ev-slug-stale', 'Reading an event by slug goes through a cache that an update by ID does not clear: the old event is still served.', 'Interface: events are addressable by ID and by slug; plain sense: both show the same record.')
def _(c):
    a = c.event('Cached')
    c.get(f"/events/by-slug/{a['slug']}")
    c.patch(f"/events/{a['id']}", title='Cached anew')
    return c.get(f"/events/by-slug/{a['slug']}")['title'], 'Cached anew'


@bug('ev-slug-body', 'The slug in the body of an update by slug is overridden by the slug of the path, so the slug cannot be changed there.', 'Interface: by-slug update takes any event fields; "the body field slug is optional".')
def _(c):
    a = c.event('Rename me')
    c.patch(f"/events/by-slug/{a['slug']}", slug='renamed-event')
    return c.get('/events/by-slug/renamed-event').status, 200


@bug('ev-patch-range', 'An update that sends end_date alone may put it before the start of the event.', 'Plain sense: an event cannot end before it starts; the same is refused on creation.')
def _(c):
    a = c.event('Range')
    r = c.patch(f"/events/{a['id']}", end_date=D(10) + ' 10:00:00')
    return r.status // 100, 4


@bug('ev-amp', 'Each update that leaves out the description escapes the stored description for HTML once more (& becomes &amp;, then &amp;amp;).', 'Plain sense: a field that was not sent keeps its value.')
def _(c):
    a = c.event('Escape', description='Tea & cake')
    c.patch(f"/events/{a['id']}", cost='5')
    c.patch(f"/events/{a['id']}", cost='6')
    return c.get(f"/events/{a['id']}")['description'], 'Tea & cake'


@bug('ev-lang-write', 'An update of an event with ml_language writes its texts into the original language instead of the selected one.', 'Interface: every operation accepts ml_language, "that selects a language".')
def _(c):
    a = c.event('Original')
    c.patch(f"/events/{a['id']}?ml_language=fr", title='Traduit')
    return (c.get(f"/events/{a['id']}")['title'], c.get(f"/events/{a['id']}?ml_language=fr")['title']), ('Original', 'Traduit')


@bug('ev-next-lang', 'The link to the next page of events drops ml_language, so page two comes in another language.', 'RFC 8288: rel=next is the next in the series; interface: ml_language selects the language of the operation.')
def _(c):
    r = c.get('/events', {'ml_language': 'nl', 'per_page': 5})
    return 'ml_language=nl' in r['next_rest_url'] and 'ml_language=nl' in r.headers['link'], True


@bug('ev-etag-rel', 'The ETag of an event does not change when an update changes its categories, tags, venue or organizer only, so 304 is answered for a changed event.', 'RFC 9110 8.8.3 and 13.1.2: 304 only when the representation has not changed.')
def _(c):
    a = c.event('Tagged', tags=[1])
    tag = c.get(f"/events/{a['id']}").headers['etag']
    c.patch(f"/events/{a['id']}", tags=[2])
    return c.get(f"/events/{a['id']}", headers={'If-None-Match': tag}).status, 200


@bug('ven-emoji', 'Characters beyond the basic plane (emoji) are dropped from the description of a venue.', 'Plain sense: what is sent is what is read; RFC 8259: JSON text is Unicode.')
def _(c):
    return c.post('/venues', venue='Emoji', description='Party 🎉 place')['description'], 'Party 🎉 place'


@bug('ven-search-city', 'The search of venues leaves out the city.', 'Interface: search, "title, description or custom fields".')
def _(c):
    a = c.post('/venues', venue='Searched', city='Quokkaville')
    return c.get('/venues', {'search': 'quokkaville'}).ids(), [a['id']]


@bug('ven-dup', 'has_events=true lists (and counts) a venue once per event.', 'Interface: "venues with associated events"; plain sense: a list holds each venue once.')
def _(c):
    ids = c.get('/venues', {'has_events': 'true', 'per_page': 100}).ids()
    return len(ids), len(set(ids))


@bug('ven-del-event', 'Deleting a venue by ID deletes the events at it as well.', 'Interface: an event references venues; DELETE /venues/{id} is of the venue.')
def _(c):
    v = c.post('/venues', venue='Doomed')
    e = c.event('Survivor', venue=[v['id']])
    c.delete(f"/venues/{v['id']}")
    return c.get(f"/events/{e['id']}").status, 200


@bug('ven-slug-dup', 'Two venues of the same name get the same slug, so the second cannot be addressed by slug.', 'Interface: venues are addressable by numeric ID and by slug.')
def _(c):
    a, b = c.post('/venues', venue='Twin Hall'), c.post('/venues', venue='Twin Hall')
    return a['slug'] != b['slug'] and c.get(f"/venues/by-slug/{b['slug']}")['id'] == b['id'], True


@bug('ven-zip', 'A postal code of digits loses its leading zeros.', 'Interface: zip is a string; what is sent is what is read.')
def _(c):
    return c.post('/venues', venue='Boston', zip='02109')['zip'], '02109'


@bug('ven-total', 'The total of a list of venues (and so the number of pages) does not heed the status: drafts are counted though not listed.', 'Plain sense: the total is the number of records in the list over all pages.')
def _(c):
    r = c.get('/venues', {'per_page': 100})
    return r['total'], len(r.ids())


@bug('ven-ifmatch', 'If-Match is not heeded when a venue is updated or deleted by slug.', 'RFC 9110 13.1.1: the method must not be performed when If-Match is false.')
def _(c):
    a = c.post('/venues', venue='Matched')
    old = c.get(f"/venues/by-slug/{a['slug']}").headers['etag']
    c.patch(f"/venues/by-slug/{a['slug']}", {'headers': {'If-Match': old}}, city='One')
    return c.patch(f"/venues/by-slug/{a['slug']}", {'headers': {'If-Match': old}}, city='Two').status, 412


@bug('ven-lost-update', 'An update of a venue writes back the whole record as it was read before, so of two concurrent updates of different fields one is lost.', 'Plain sense: both updates were answered with 200 and both fields must read back.')
def _(c):
    a = c.post('/venues', venue='Raced')
    lost = 0
    for n in range(6):
        body = {'city': f'City {n}'}, {'phone': f'10{n}'}
        c.log.append(f"(for f in '{json.dumps(body[0])}' '{json.dumps(body[1])}'; do curl -s -X PATCH \"$B/venues/{a['id']}\" -H 'Content-Type: application/json' -d \"$f\" & done; wait)") if n == 0 else None
        c.mute = True
        ts = [threading.Thread(target=c.call, args=('PATCH', f"/venues/{a['id']}", b)) for b in body]
        [t.start() for t in ts]
        [t.join() for t in ts]
        v = c.get(f"/venues/{a['id']}")
        lost += (v['city'], v['phone']) != (f'City {n}', f'10{n}')
    c.mute = False
    return lost > 0, False


@bug('org-author-reset', 'An update of an organizer that does not name author makes the writer its author.', 'Interface: on updates all fields are optional; fields not sent keep their value.')
def _(c):
    a = c.post('/organizers', organizer='Owned', author=2)
    c.patch(f"/organizers/{a['id']}", phone='1')
    return c.get(f"/organizers/{a['id']}")['author'], 2


@bug('org-search-plus', 'The search string of organizers is URL-decoded twice, so a plus sign is read as a blank.', 'RFC 3986: decoding is done once; interface: search of the string.')
def _(c):
    a = c.post('/organizers', organizer='Salt+Pepper Club')
    return c.get('/organizers', {'search': 'Salt+Pepper'}).ids(), [a['id']]


@bug('org-perpage-zero', 'per_page=0 on organizers ends in a server error.', 'RFC 9110 15.6: 5xx is for faults of the server; a bad parameter is a client error or has a defined answer.')
def _(c):
    return c.get('/organizers', {'per_page': 0}).status < 500, True


@bug('org-null', 'website: null is refused for organizers.', 'Interface: organizer field website, default null.')
def _(c):
    a = c.post('/organizers', organizer='Nulled', website='https://example.org/')
    r = c.patch(f"/organizers/{a['id']}", website=None)
    return (r.status, c.get(f"/organizers/{a['id']}")['website']), (200, None)


@bug('org-slug-utf8', 'The slug in the path of an organizer is not percent-decoded, so organizers whose slug has other than ASCII letters are not found by slug.', 'Interface: organizers are addressable by slug; RFC 3986 2.1.')
def _(c):
    a = c.get('/organizers/5')
    return c.get('/organizers/by-slug/' + quote(a['slug'])).status, 200


@bug('org-slug-after-delete', 'An organizer that was read by slug is still served by slug after it was deleted by ID.', 'Plain sense: a deleted record is gone at both its addresses.')
def _(c):
    a = c.post('/organizers', organizer='Vanishing')
    c.get(f"/organizers/by-slug/{a['slug']}")
    c.delete(f"/organizers/{a['id']}")
    return c.get(f"/organizers/by-slug/{a['slug']}").status, 404


@bug('org-event-first', 'The event filter of organizers finds only the first organizer of the event.', 'Interface: "organizers can be filtered by the events linked to them"; organizer is an array.')
def _(c):
    e = c.event('Two organizers', organizer=[3, 1])
    return sorted(c.get('/organizers', {'event': e['id']}).ids()), [1, 3]


@bug('org-patch-publish', 'An update of an organizer that does not name status publishes it.', 'Interface: on updates all fields are optional; fields not sent keep their value.')
def _(c):
    a = c.post('/organizers', organizer='Still a draft', status='draft')
    c.patch(f"/organizers/{a['id']}", phone='1')
    return c.get(f"/organizers/{a['id']}")['status'], 'draft'


@bug('org-badjson', 'An update of an organizer with broken JSON is answered with 200 and changes nothing.', 'RFC 9110 15.5.1: a malformed request is a client error.')
def _(c):
    return c.call('PATCH', '/organizers/1', raw='{"phone": "12', headers={'Content-Type': 'application/json'}).status, 400


@bug('cat-parent0', 'parent=0 is taken as no filter, so categories below others are listed too.', 'Interface: parent (integer) filters by parent; 0 is the parent of top-level categories, as the service returns it.')
def _(c):
    r = c.get('/categories', {'parent': 0, 'per_page': 100, 'hide_empty': 0})
    return {x['parent'] for x in r['categories']}, {0}


@bug('cat-order-slug', 'order=desc is not heeded when categories are sorted by slug.', 'Interface: order (ascending or descending), orderby (term attribute to sort by).')
def _(c):
    s = [x['slug'] for x in c.get('/categories', {'orderby': 'slug', 'order': 'desc', 'per_page': 100})['categories']]
    return s == sorted(s, reverse=True), True


@bug('cat-exclude-page', 'exclude of categories is applied after the page was cut: pages are short and the total counts those left out.', 'Interface: exclude, "IDs to leave out"; per_page entries make a page; the total is of the list.')
def _(c):
    ids = c.get('/categories', {'per_page': 5}).ids()
    r = c.get('/categories', {'per_page': 5, 'exclude': ids[0]})
    return len(r.ids()), 5


@bug('cat-del-parent', 'After a category is deleted its children still name it as parent.', 'Plain sense: parent is the ID of a category; the one named answers 404.')
def _(c):
    a = c.post('/categories', name='Parent')
    b = c.post('/categories', name='Child', parent=a['id'])
    c.delete(f"/categories/{a['id']}")
    return c.get(f"/categories/{b['id']}")['parent'], 0


@bug('cat-cycle', 'A category can be moved below its own grandchild, which makes a ring.', 'Interface: "parent category"; plain sense: a tree has no ring (self and child are refused).')
def _(c):
    a = c.post('/categories', name='A')
    b = c.post('/categories', name='B', parent=a['id'])
    d = c.post('/categories', name='C', parent=b['id'])
    return c.patch(f"/categories/{a['id']}", parent=d['id']).status // 100, 4


@bug('cat-hide-empty', 'hide_empty=false is taken as true for categories (only 0 works).', 'Interface: hide_empty is a boolean.')
def _(c):
    a = c.post('/categories', name='Emptiness')
    return c.get('/categories', {'search': 'Emptiness', 'hide_empty': 'false'}).ids(), [a['id']]


@bug('cat-count-stale', 'After an event is deleted by slug its categories still count it, so an empty category is listed as not empty.', 'Interface: hide_empty, "hide terms not assigned to any post".')
def _(c):
    a = c.post('/categories', name='Once used')
    e = c.event('Short-lived', categories=[a['id']])
    c.delete(f"/events/by-slug/{e['slug']}")
    return c.get('/categories', {'search': 'Once used'}).ids(), []


@bug('cat-event-alias', 'The parameter event has no effect on categories (post works).', 'Interface: event, "alias of post".')
def _(c):
    e = c.event('Aliased', categories=[2, 3])
    return sorted(c.get('/categories', {'event': e['id']}).ids()), [2, 3]


@bug('cat-put-form', 'A form-encoded body of PUT or PATCH on a category is not read: 200 is answered and nothing changes (POST works).', 'Interface: POST, PUT, PATCH take the category fields; plain sense: 200 says that it was done.')
def _(c):
    a = c.post('/categories', name='Formed')
    r = c.call('PUT', f"/categories/{a['id']}", form={'description': 'by form'})
    return (r.status, c.get(f"/categories/{a['id']}")['description']), (200, 'by form')


@bug('tag-slug-prefix', 'The slug filter of tags finds every tag whose slug begins with the string.', 'Interface: slug filters by the slug.')
def _(c):
    return [x['slug'] for x in c.get('/tags', {'slug': 'free', 'hide_empty': 0})['tags']], ['free']


@bug('tag-include-none', 'include with none but unknown IDs lists all tags.', 'Interface: include, "restrict to IDs".')
def _(c):
    return c.get('/tags', {'include': 99999}).ids(), []


@bug('tag-quote', 'A quote in the search string of tags is escaped with a backslash, so nothing is found.', 'Interface: search of the string.')
def _(c):
    a = c.post('/tags', name="Kids' day")
    return c.get('/tags', {'search': "Kids' day", 'hide_empty': 0}).ids(), [a['id']]


@bug('tag-lang-partial', 'An update of a tag in another language drops the translated fields that were not sent.', 'Interface: on updates all fields are optional; ml_language selects a language.')
def _(c):
    a = c.post('/tags', name='Sea', description='At sea')
    c.patch(f"/tags/{a['id']}?ml_language=fr", name='Mer', description='En mer')
    c.patch(f"/tags/{a['id']}?ml_language=fr", name='La mer')
    return c.get(f"/tags/{a['id']}?ml_language=fr")['description'], 'En mer'


@bug('tag-405-allow', 'A 405 on the collection of tags has no Allow field.', 'RFC 9110 15.5.6: the origin server MUST generate an Allow header field in a 405 response.')
def _(c):
    r = c.delete('/tags')
    return (r.status, 'allow' in r.headers), (405, True)


@bug('idx-up-port', 'The link up of the namespace root lacks the port, so it does not lead to the REST root.', 'Interface: "the namespace root returns a link named up that points to the REST root".')
def _(c):
    return c.get('')['_links']['up'][0]['href'], f'http://127.0.0.1:{PORT}/'


@bug('usr-draft-slug', 'Anybody can read unpublished events, venues and organizers by slug (by ID they are guarded).', 'Access: anonymous reads what is published.', True)
def _(c):
    a = c.event('Secret draft', status='draft', user='editor')
    return c.get(f"/events/by-slug/{a['slug']}").status in (401, 403, 404), True


@bug('usr-status-org', 'Anybody can list draft organizers with status=draft.', 'Access: anonymous reads what is published.', True)
def _(c):
    r = c.get('/organizers', {'status': 'draft'})
    return r.status >= 400 or r.ids() == [], True


@bug('usr-author-slug', 'An author can update events of others by slug (by ID it is refused).', 'Access: an author may write his own.', True)
def _(c):
    a = c.event("The editor's", user='editor')
    return c.call('PUT', f"/events/by-slug/{a['slug']}", {'title': 'Taken'}, user='author').status, 403


@bug('usr-reader-delete', 'A reader can delete tags.', 'Access: a reader may read.', True)
def _(c):
    a = c.call('POST', '/tags', {'name': 'Kept'}, user='editor')
    return c.delete(f"/tags/{a['id']}", user='reader').status, 403


@bug('usr-include-draft', 'include on the list of events gives unpublished events to anybody.', 'Access: anonymous reads what is published.', True)
def _(c):
    a = c.event('Hidden draft', status='draft', user='editor')
    return c.get('/events', {'include': a['id']}).ids(), []


VARIANTS = []


def variant(id, statement, why):
    def deco(f):
        VARIANTS.append({'id': id, 'statement': statement, 'why': why, 'check': f})
        return f
    return deco


# Each check returns what differs: (seen, expected without, expected with).

@variant('ids', 'An event shows venue, organizer, categories and tags as arrays of IDs, not of objects.', 'The representation returned is not shown; the fields are declared as arrays of integer.')
def _(c):
    return c.event('V', tags=[1])['tags'][0] == 1, False, True


@variant('bare', 'A list is a bare JSON array; the total and the pages are told by X-Total, X-Total-Pages and Link only.', 'The response body of every operation is not shown.')
def _(c):
    r = c.get('/tags')
    return isinstance(r.json, list) and int(r.headers['x-total']) == 14, False, True


@variant('del204', 'DELETE answers 204 without a body.', 'The behavior of DELETE is not shown; RFC 9110 9.3.5 allows 204.')
def _(c):
    return c.delete(f"/tags/{c.post('/tags', name='V')['id']}").status, 200, 204


@variant('trash', 'DELETE puts events, venues and organizers into a trash: they are listed no more and their addresses answer 410.', 'The behavior of DELETE and the states are not shown; RFC 9110 15.5.11.')
def _(c):
    a = c.event('V')
    c.delete(f"/events/{a['id']}")
    return c.get(f"/events/{a['id']}").status, 404, 410


@variant('page404', 'A page beyond the last answers 404, not an empty list.', 'Errors and status codes are not shown.')
def _(c):
    return c.get('/venues', {'page': 50}).status, 200, 404


@variant('e422', 'A value that fails validation is answered with 422 instead of 400.', 'Status codes are not shown; RFC 9110 15.5.21.')
def _(c):
    return c.post('/events', title='V').status, 400, 422


@variant('html', 'Descriptions are returned as HTML paragraphs with the text escaped.', 'The representation returned is not shown; a description is text shown on a site.')
def _(c):
    return c.event('V', description='a & b')['description'], 'a & b', '<p>a &amp; b</p>\n'


@variant('slug-redirect', 'GET by slug redirects (302) to the address by ID.', 'The response is not shown; RFC 9110 15.4.3.')
def _(c):
    a = c.event('V')
    r = c.get(f"/events/by-slug/{a['slug']}")
    return (r.status, c.get(f"/events/{a['id']}").status), (200, 200), (302, 200)


def smoke(c, users):
    """Nothing else breaks: every collection, item and kind of write answers."""
    user = 'editor' if users else None
    bad = []
    def want(r, status, what):
        if r.status not in (status if isinstance(status, tuple) else (status,)):
            bad.append(f'{what}: {r.status}')
    want(c.get(''), 200, 'index')
    want(c.get('/doc'), 200, 'doc')
    want(c.get('//'), 200, 'root')
    want(c.get('//de' + NS + '/events'), 200, 'language segment')
    for t, name in (('events', 'title'), ('venues', 'venue'), ('organizers', 'organizer'), ('categories', 'name'), ('tags', 'name')):
        want(c.get(f'/{t}', {'page': 2, 'per_page': 3, 'search': 'e', 'ml_language': 'nl'}), 200, t)
        want(c.get(f'/{t}/1'), 200, t + '/1')
        want(c.call('HEAD', f'/{t}/1'), 200, 'HEAD ' + t)
        want(c.call('OPTIONS', f'/{t}/1'), (200, 204), 'OPTIONS ' + t)
        want(c.get(f'/{t}/987654'), 404, t + '/987654')
        want(c.get(f'/{t}', {'page': 'x'}), (400, 422), t + '?page=x')
        want(c.get(f'/{t}', {'ml_language': 'xx'}), (400, 422), t + '?ml_language=xx')
        body = {name: 'Smoke é'} | ({'start_date': D(9), 'end_date': D(9)} if t == 'events' else {})
        r = c.call('POST', f'/{t}', body, user=user)
        want(r, 201, 'POST ' + t)
        want(c.call('POST', f'/{t}', {}, user=user), (400, 422), 'POST empty ' + t)
        for m in ('POST', 'PUT', 'PATCH'):
            want(c.call(m, f"/{t}/{r['id']}", {'description': m}, user=user), 200, f'{m} {t}/id')
        if t in ('events', 'venues', 'organizers'):
            want(c.get(f"/{t}/by-slug/{r['slug']}"), (200, 302), t + '/by-slug')
            want(c.call('PATCH', f"/{t}/by-slug/{r['slug']}", {'description': 'd'}, user=user), 200, t + '/by-slug PATCH')
            want(c.call('DELETE', f"/{t}/by-slug/{r['slug']}", user=user), (200, 204), t + '/by-slug DELETE')
        else:
            want(c.call('DELETE', f"/{t}/{r['id']}", user=user), (200, 204), t + ' DELETE')
        want(c.call('GET', f"/{t}/{r['id']}", user=user), (404, 410), t + ' after DELETE')
    return bad


def honest():
    """The honest server's answers where no bug has a check of its own."""
    fails = []
    def ok(cond, what):
        cond or fails.append(what)
    s = Server()
    try:
        c = Client()
        fails += smoke(c, False)
        for q in ({'per_page': 0}, {'per_page': 101}, {'page': 0}, {'starts_after': '2026-02-30'}, {'featured': 'maybe'}, {'geoloc_lat': '52'}, {'venue': 'x'}, {'status': 'nope'}):
            ok(c.get('/events', q).status == 400, f'400 for {q}')
        for f in ({'end_date': D(1)}, {'timezone': 'Mars/X'}, {'website': 'no url'}, {'categories': [9999]}, {'title': '  '}, {'title': ['x']}, {'all_day': 'maybe'}, {'author': 77}, {'start_date': 'soon'}):
            ok(c.event(**f).status == 400, f'400 for {f}')
        ok(c.post('/organizers', organizer='x', email='nope').status == 400, 'email')
        ok(c.call('POST', '/tags', raw='x', headers={'Content-Type': 'text/csv'}).status == 415, '415')
        e = c.event('Über Straße', password='pw', description='hush', timezone='America/New_York', all_day=True, venue='1,2', cost=5)
        ok(e['slug'] == 'uber-strasse' and e['start_date'] == D(20) + ' 00:00:00' and e['end_date'] == D(20) + ' 23:59:59' and len(e['venue']) == 2 and e['cost'] == '5', 'creation')
        ok(c.get(f"/events/{e['id']}")['description'] == '' and c.get(f"/events/{e['id']}?password=pw")['description'] == 'hush', 'protected')
        ok(c.get(f"/events/{e['id']}?password=no").status == 403 and c.patch(f"/events/{e['id']}", cost='1').status == 403 and c.patch(f"/events/{e['id']}", cost='1', password='pw').status == 200, 'password')
        ok(c.get('/venues', {'only_with_upcoming': 'true'})['total'] == 11 and c.get('/venues', {'has_events': 'false'})['total'] == 0, 'venue filters')
        geo, no = c.get('/events', {'geoloc': 'true'})['total'], c.get('/events', {'geoloc': 'false'})['total']
        ok(geo + no == c.get('/events')['total'] and c.get('/events', {'geoloc_lat': '52.37', 'geoloc_lng': '4.89'})['total'] < geo, 'geoloc')
        ok(c.get('/events', {'categories': 'jazz'})['total'] == c.get('/events', {'categories': 2})['total'] > 0, 'categories by slug')
        ok(c.get('/events/1?ml_language=nl')['title'] == 'Lenteconcert' and c.get('//nl' + NS + '/events/1')['title'] == 'Lenteconcert', 'languages')
        ok(c.get('//nl' + NS)['_links']['up'][0]['href'].endswith('/nl/'), 'up below a language')
        ok(c.get('/events', {'search': 'lenteconcert', 'ml_language': 'nl', 'starts_after': D(-200)})['total'] == 3, 'search in a language')
        ok(c.get('/events', {'start_date': D(2) + ' 00:00:00'})['total'] == 1, 'start_date')
        ok(c.get('/events', {'post_parent': 20, 'starts_after': D(-200)})['total'] == 2 and c.get('/events', {'ticketed': 'false'})['total'] > 5, 'post_parent, ticketed')
        dst = c.event('DST', start_date='2027-03-27 12:00:00', end_date='2027-03-28 12:00:00')
        ok((dst['utc_start_date'], dst['utc_end_date']) == ('2027-03-27 11:00:00', '2027-03-28 10:00:00'), 'DST')
        r = c.call('TRACE', '/events')
        ok(r.status == 405 and 'allow' in r.headers and r['code'], 'TRACE')
        ok('content-type' not in c.call('OPTIONS', '/events').headers, 'OPTIONS')
        ok(c.get('/events', {'search': 'hush'})['total'] == 0, 'protected text is not searched')
        ok(c.get('/events/by-slug/%00').status == 400, '%00')
        for p in ('//nope', '/events/abc', '/events/99999999999999999999', '/events/by-slug/none', '/nothing'):
            ok(c.get(p).status == 404, '404 ' + p)
        seen, q = [], c.get('/events', {'per_page': 7})
        for page in range(1, q['total_pages'] + 1):
            seen += c.get('/events', {'per_page': 7, 'page': page}).ids()
        ok(len(seen) == len(set(seen)) == q['total'], 'paging')
    finally:
        s.stop()
    s = Server(USERS='1')
    try:
        c = Client()
        fails += smoke(c, True)
        ok(c.event().status == 401 and c.event(user='reader').status == 403, 'writing is guarded')
        a = c.event(user='author')
        ok(a.status == 201 and a['author'] == 2 and c.patch(f"/events/{a['id']}", {'user': 'author'}, title='mine').status == 200, 'author writes his own')
        ok(c.patch('/events/1', {'user': 'author'}, title='x').status == 403 and c.event(user='author', author=1).status == 403, 'author and others')
        ok(c.get('/events/22').status == 401 and c.get('/events/22', user='reader').status == 200, 'draft by ID')
        ok(c.get('/events', headers={'Authorization': 'Basic eDp5'}).status == 401, 'bad credentials')
    finally:
        s.stop()
    return fails


def run_check(entry, **switch):
    s = Server(**switch)
    try:
        c = Client()
        out = entry['check'](c)
        log = c.log
        c = Client()
        return out, log, smoke(c, 'USERS' in switch)
    finally:
        s.stop()


def main():
    write = '-w' in sys.argv
    only = [a for a in sys.argv[1:] if a != '-w']
    failed = 0
    def report(good, what, detail=''):
        nonlocal failed
        failed += not good
        if not good or only:
            print('ok  ' if good else 'FAIL', what, detail, flush=True)
    if not only:
        f = honest()
        report(not f, 'honest server', f)
    bugs, variants = [], []
    for b in BUGS:
        if only and b['id'] not in only:
            continue
        users = {'USERS': '1'} if b['users'] else {}
        try:
            (right, want), log, bad0 = run_check(b, **users)
            (wrong, _), _, bad1 = run_check(b, BUG=b['id'], **users)
        except Exception as e:
            report(False, b['id'], repr(e))
            continue
        report(right == want, b['id'] + ' off', (right, want))
        report(wrong != want, b['id'] + ' on', wrong)
        report(not bad0 and not bad1, b['id'] + ' else', bad0 + bad1)
        entry = {k: b[k] for k in ('id', 'statement', 'ground')}
        entry['show'] = ['B=http://127.0.0.1:$PORT' + NS + ('   # server with USERS=1' if users else '')] + log + [f'# seen at the end: right {right!r}, wrong {wrong!r}']
        bugs.append(entry | ({'users': True} if users else {}))
    for v in VARIANTS:
        if only and v['id'] not in only:
            continue
        try:
            (seen0, without, with_), _, _ = run_check(v)
            s = Server(VARIANT=v['id'])
            try:
                seen1 = v['check'](Client())[0]
                bad = smoke(Client(), False)
            finally:
                s.stop()
        except Exception as e:
            report(False, v['id'], repr(e))
            continue
        report(seen0 == without, v['id'] + ' off', (seen0, without))
        report(seen1 == with_, v['id'] + ' on', (seen1, with_))
        report(not bad, v['id'] + ' else', bad)
        variants.append({k: v[k] for k in ('id', 'statement', 'why')})
    if write and not only and not failed:
        for name, data in (('bugs', bugs), ('variants', variants)):
            with open(f'{HERE}/{name}.json', 'w') as f:
                json.dump(data, f, indent=1, ensure_ascii=False)
                f.write('\n')
    print(f'{len(bugs)} bugs, {len(variants)} variants, {failed} failures')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
