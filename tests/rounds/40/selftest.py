#!/usr/bin/env python3
"""Self test: the honest server, every bug, every variant. One server at a time."""
import base64, http.client, json, os, signal, socket, subprocess, sys, threading, time
from urllib.parse import quote, urlencode

HERE = os.path.dirname(os.path.abspath(__file__))
NS = '/vendor/events/v1'
passed = failed = 0
failures = []


def ok(cond, what):
    global passed, failed
    if cond:
        passed += 1
    else:
        failed += 1
        failures.append(what)
        print('FAIL', what, flush=True)


class R:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body
        try:
            self.json = json.loads(body) if body else None
        except ValueError:
            self.json = None


class Server:
    def __init__(self, bug='', variant='', users=False):
        s = socket.socket(); s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]; s.close()
        env = {k: v for k, v in os.environ.items() if k not in ('BUG', 'VARIANT', 'USERS')}
        env.update(PORT=str(self.port), BUG=bug, VARIANT=variant)
        if users:
            env['USERS'] = '1'
        run = json.load(open(HERE + '/run.json'))
        begin = time.time()
        self.p = subprocess.Popen(run['command'], cwd=HERE, env=env)
        self.user = None
        self.conn = None
        while True:
            try:
                socket.create_connection(('127.0.0.1', self.port), 1).close(); break
            except OSError:
                if time.time() - begin > 10:
                    raise SystemExit('no start')
                time.sleep(0.05)
        self.started = time.time() - begin

    def __enter__(self): return self

    def __exit__(self, *a):
        if self.conn: self.conn.close()
        self.p.send_signal(signal.SIGTERM); self.p.wait(10)

    def raw(self, method, path, body=None, headers=None, user=None, fresh=False):
        headers = dict(headers or {})
        user = user or self.user
        if user:
            headers['Authorization'] = 'Basic ' + base64.b64encode(('%s:%s' % (user, user) if ':' not in user else user).encode()).decode()
        if fresh:
            c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=40)
        else:
            c = self.conn = self.conn or http.client.HTTPConnection('127.0.0.1', self.port, timeout=40)
        try:
            c.request(method, path, body, headers)
            r = c.getresponse()
        except (http.client.HTTPException, OSError):
            c.close(); c.request(method, path, body, headers); r = c.getresponse()
        out = R(r.status, r.headers, r.read())
        if fresh: c.close()
        return out

    def get(self, path, query=None, **k):
        return self.raw('GET', NS + path + ('?' + urlencode(query, doseq=True) if query else ''), **k)

    def send(self, method, path, data, headers=None, **k):
        return self.raw(method, NS + path, json.dumps(data), {'Content-Type': 'application/json', **(headers or {})}, **k)

    def post(self, path, data, **k): return self.send('POST', path, data, **k)
    def patch(self, path, data, **k): return self.send('PATCH', path, data, **k)
    def delete(self, path, **k): return self.raw('DELETE', NS + path, **k)

    def event(self, title='Event', **f):
        user = f.pop('user_', None); q = f.pop('q_', '')
        r = self.post('/events' + q, {'title': title, 'start_date': '2027-05-10 10:00:00', 'end_date': '2027-05-10 11:00:00', **f}, user=user)
        assert r.status == 201, (r.status, r.body)
        return item(r)

    def make(self, kind, **f):
        r = self.post('/' + kind, f)
        assert r.status == 201, (r.status, r.body)
        return item(r)

    def ids(self, kind, query=None, **k):
        r = self.get('/' + kind, {'per_page': 200, **(query or {})}, **k)
        return [x['id'] for x in rows(r, kind)]


def item(r):
    return r.json['data'] if 'data' in r.json else r.json


def rows(r, kind):
    if r.status != 200: return []
    return r.json['data'] if 'data' in r.json else r.json[kind]


def parallel(jobs):
    out = [None] * len(jobs)
    def run(i): out[i] = jobs[i]()
    ts = [threading.Thread(target=run, args=(i,)) for i in range(len(jobs))]
    [t.start() for t in ts]; [t.join() for t in ts]
    return out


# ---- one check for each bug: True where the outcome is the right one ----
CHECK = {}
def check(name):
    def add(f): CHECK[name] = f; return f
    return add

@check('duplicates-from-join')
def _(s):
    a, b = s.make('categories', name='J1')['id'], s.make('categories', name='J2')['id']
    e = s.event('Join', categories=[a, b])['id']
    return s.ids('events', {'categories': '%d,%d' % (a, b)}) == [e]
@check('ties-in-random-order')
def _(s):
    es = [s.event('TIE %d' % i, start_date='2028-01-01 10:00:00', end_date='2028-01-01 11:00:00')['id'] for i in range(10)]
    got = []
    for p in range(1, 6): got += s.ids('events', {'search': 'TIE', 'per_page': 2, 'page': p})
    again = []
    for p in range(1, 6): again += s.ids('events', {'search': 'TIE', 'per_page': 2, 'page': p, 'again': 1})
    return sorted(got) == sorted(es) == sorted(again)
@check('category-slugs-cast')
def _(s):
    c = s.make('categories', name='Slug Cat'); e = s.event('x', categories=[c['id']])['id']
    return s.ids('events', {'categories': c['slug']}) == [e]
@check('venue-filter-first-only')
def _(s):
    a, b = s.make('venues', venue='F1')['id'], s.make('venues', venue='F2')['id']
    x, y = s.event('x', venue=[a])['id'], s.event('y', venue=[b])['id']
    return sorted(s.ids('events', {'venue': '%d,%d' % (a, b)})) == [x, y]
@check('search-or-ungrouped')
def _(s):
    s.event('x', description='wordgroup', featured=False); b = s.event('y', description='wordgroup', featured=True)['id']
    return s.ids('events', {'search': 'wordgroup', 'featured': 'true'}) == [b]
@check('search-wildcards')
def _(s):
    a = s.event('Save 100% now')['id']; b = s.event('snake_case')['id']
    return s.ids('events', {'search': '%'}) == [a] and s.ids('events', {'search': '_'}) == [b] and s.ids('events', {'search': 'e_c'}) == [b]
@check('search-non-ascii')
def _(s):
    a = s.event('Über uns in Köln')['id']
    return s.ids('events', {'search': 'Köln'}) == [a] and s.ids('events', {'search': 'über uns'}) == [a]
@check('include-keeps-date-filters')
def _(s):
    a = s.event('x')['id']
    return s.ids('events', {'include': a, 'starts_after': '2099-01-01'}) == [a]
@check('ends-after-checks-start')
def _(s):
    a = s.event('x', start_date='2027-05-10 10:00:00', end_date='2027-05-20 10:00:00')['id']
    return a in s.ids('events', {'ends_after': '2027-05-15'}) and a not in s.ids('events', {'ends_after': '2027-05-25'})
@check('strict-dates-string-false')
def _(s):
    a = s.event('x')['id']; q = {'start_date': '2027-05-10 12:00:00'}
    return a in s.ids('events', {**q, 'strict_dates': 'false'}) and a in s.ids('events', q) and a not in s.ids('events', {**q, 'strict_dates': 'true'})
@check('date-filter-in-utc')
def _(s):
    a = s.event('x', start_date='2027-07-10 00:30:00', end_date='2027-07-10 01:00:00')['id']
    return a in s.ids('events', {'start_date': '2027-07-10 00:00:00'}) and a not in s.ids('events', {'start_date': '2027-07-09 00:00:00'})
@check('summer-time-shift')
def _(s):
    f = dict(start_date='2027-07-10 10:00:00', end_date='2027-07-10 11:00:00', timezone='Europe/Berlin')
    e = s.event('x', **f); g = item(s.get('/events/%d' % e['id']))
    return all(g[k][:19].replace('T', ' ') == v for k, v in f.items())
@check('date-utc-taken-as-local')
def _(s):
    e = s.event('x', date_utc='2026-07-01 12:00:00')
    return e['date_utc'][:19].replace('T', ' ') == '2026-07-01 12:00:00'
@check('date-rolls-over')
def _(s):
    r = s.post('/events', {'title': 'x', 'start_date': '2027-02-30 10:00:00', 'end_date': '2027-03-05 10:00:00'})
    return 400 <= r.status < 500
@check('timezone-update-ignored')
def _(s):
    e = s.event('x'); r = s.patch('/events/%d' % e['id'], {'timezone': 'Asia/Tokyo'})
    return r.status == 200 and item(s.get('/events/%d' % e['id']))['timezone'] == 'Asia/Tokyo'
@check('update-resets-flags')
def _(s):
    e = s.event('x', all_day=True); s.patch('/events/%d' % e['id'], {'title': 'y'})
    return item(s.get('/events/%d' % e['id']))['all_day'] is True
def refs(x): return [v['id'] if isinstance(v, dict) else v for v in x]
@check('update-clears-relations')
def _(s):
    c, t = s.make('categories', name='k')['id'], s.make('tags', name='t')['id']
    e = s.event('x', categories=[c], tags=[t])['id']; s.patch('/events/%d' % e, {'title': 'y'}); g = item(s.get('/events/%d' % e))
    return refs(g['categories']) == [c] and refs(g['tags']) == [t]
@check('tags-update-adds')
def _(s):
    a, b = s.make('tags', name='a')['id'], s.make('tags', name='b')['id']
    e = s.event('x', tags=[a])['id']; s.patch('/events/%d' % e, {'tags': [b]})
    return refs(item(s.get('/events/%d' % e))['tags']) == [b]
@check('empty-relation-ignored')
def _(s):
    v = s.make('venues', venue='v')['id']; e = s.event('x', venue=[v])['id']; s.patch('/events/%d' % e, {'venue': []})
    return item(s.get('/events/%d' % e))['venue'] == []
@check('cost-zero-dropped')
def _(s): return s.event('x', cost='0')['cost'] == '0' and s.event('x', cost=0)['cost'] == 0
@check('form-boolean-false')
def _(s):
    r = s.raw('POST', NS + '/events', urlencode({'title': 'F', 'start_date': '2027-05-10 10:00:00', 'end_date': '2027-05-10 11:00:00', 'featured': 'false', 'sticky': 'true'}), {'Content-Type': 'application/x-www-form-urlencoded'})
    return r.status == 201 and item(r)['featured'] is False and item(r)['sticky'] is True
@check('title-escaped')
def _(s): return s.event('Rock & Roll <b>')['title'] == 'Rock & Roll <b>'
@check('astral-characters-lost')
def _(s): return s.event('Party \U0001F389')['title'] == 'Party \U0001F389'
@check('zip-as-number')
def _(s): return s.make('venues', venue='z', zip='01067')['zip'] == '01067'
@check('update-answers-old-state')
def _(s):
    e = s.event('old')['id']; return item(s.patch('/events/%d' % e, {'title': 'new'}))['title'] == 'new'
@check('slug-numeric-as-id')
def _(s):
    e = s.event('x', slug='2031'); r = s.get('/events/by-slug/' + e['slug']); return r.status == 200 and item(r)['id'] == e['id']
@check('by-slug-update-keeps-slug')
def _(s):
    e = s.event('slugup'); r = s.patch('/events/by-slug/' + e['slug'], {'slug': 'renamed-one'})
    new = item(r)['slug']; return new.startswith('renamed-one') and s.get('/events/by-slug/' + new).status == 200
@check('slug-collides-with-itself')
def _(s):
    e = s.event('selfslug'); return item(s.patch('/events/%d' % e['id'], {'slug': e['slug']}))['slug'] == e['slug']
@check('title-renames-slug')
def _(s):
    e = s.event('first name'); s.patch('/events/%d' % e['id'], {'title': 'other'}); return s.get('/events/by-slug/' + e['slug']).status == 200
@check('language-en-refused')
def _(s): return s.get('/events', {'ml_language': 'en'}).status == 200
@check('language-lost-on-create')
def _(s):
    v = item(s.post('/venues?ml_language=nl', {'venue': 'Zaal'}))['id']
    return v in s.ids('venues', {'ml_language': 'nl'}) and v not in s.ids('venues', {'ml_language': 'en'})
@check('list-cache-without-language')
def _(s):
    d = s.ids('venues', {'ml_language': 'de'}); n = s.ids('venues', {'ml_language': 'nl'}); return bool(d) and bool(n) and not set(d) & set(n)
@check('upcoming-includes-past')
def _(s):
    v, w = s.make('venues', venue='past')['id'], s.make('venues', venue='soon')['id']
    s.event('p', venue=[v], start_date='2020-01-01 10:00:00', end_date='2020-01-01 11:00:00'); s.event('q', venue=[w])
    got = s.ids('venues', {'only_with_upcoming': 'true'}); return v not in got and w in got
@check('venue-search-skips-fields')
def _(s):
    v = s.make('venues', venue='v', city='Utrechtstad')['id']; return s.ids('venues', {'search': 'utrechtstad'}) == [v]
@check('hide-empty-off-by-default')
def _(s):
    t = s.make('tags', name='unused')['id']; return t not in s.ids('tags') and t in s.ids('tags', {'hide_empty': '0'})
@check('terms-sorted-by-id-as-text')
def _(s):
    for i in range(3): s.make('tags', name='s%d' % i)
    got = s.ids('tags', {'orderby': 'id', 'order': 'asc', 'hide_empty': '0'}); return got == sorted(got) and s.ids('tags', {'orderby': 'id', 'order': 'desc', 'hide_empty': 'false'}) == got[::-1]
@check('tags-event-alias-missing')
def _(s):
    t = s.make('tags', name='alias')['id']; e = s.event('x', tags=[t])['id']; return s.ids('tags', {'event': e}) == [t] == s.ids('tags', {'post': e})
@check('term-count-keeps-deleted')
def _(s):
    t = s.make('tags', name='gone')['id']; e = s.event('x', tags=[t])['id']; a = t in s.ids('tags'); s.delete('/events/%d' % e); return a and t not in s.ids('tags')
@check('deleted-venue-stays-linked')
def _(s):
    v = s.make('venues', venue='v')['id']; e = s.event('x', venue=[v])['id']; s.delete('/venues/%d' % v); return item(s.get('/events/%d' % e))['venue'] == []
@check('category-deletes-events')
def _(s):
    c = s.make('categories', name='c')['id']; e = s.event('x', categories=[c])['id']; s.delete('/categories/%d' % c); r = s.get('/events/%d' % e); return r.status == 200 and item(r)['categories'] == []
@check('delete-by-slug-keeps-record')
def _(s):
    e = s.event('kill me'); r = s.delete('/events/by-slug/' + e['slug']); return r.status == 200 and s.get('/events/%d' % e['id']).status == 404 and e['id'] not in s.ids('events')
@check('list-cache-survives-delete')
def _(s):
    v = s.make('venues', venue='cached')['id']; a = v in s.ids('venues'); s.delete('/venues/%d' % v); return a and v not in s.ids('venues')
def secret(s, pw='pw-1', **f):
    e = s.event('Locked', description='topsecret', **f); r = s.patch('/events/%d' % e['id'], {'password': pw}); assert r.status == 200; return e
@check('password-by-slug-open')
def _(s):
    e = secret(s); return b'topsecret' not in s.get('/events/by-slug/' + e['slug']).body and b'topsecret' in s.get('/events/%d' % e['id'], {'password': 'pw-1'}).body
@check('password-list-leak')
def _(s):
    e = secret(s); return b'topsecret' not in s.get('/events', {'include': e['id']}).body and s.ids('events', {'search': 'topsecret'}) == []
@check('password-lost-on-update')
def _(s):
    e = secret(s); p = '/events/%d' % e['id']; r = s.patch(p, {'password': 'pw-1', 'title': 'new'}); return r.status == 200 and s.get(p).status == 403 and s.get(p, {'password': 'pw-1'}).status == 200
@check('head-refused')
def _(s):
    r = s.raw('HEAD', NS + '/events'); return r.status == 200 and r.body == b''
@check('malformed-json-empty')
def _(s):
    e = s.event('x'); return s.raw('PATCH', NS + '/events/%d' % e['id'], '{"title":"New"', {'Content-Type': 'application/json'}).status == 400
@check('etag-ignores-relations')
def _(s):
    t = s.make('tags', name='a')['id']; p = '/events/%d' % s.event('x', tags=[t])['id']; tag = s.get(p).headers['ETag']
    same = s.get(p, headers={'If-None-Match': tag}).status; s.patch(p, {'tags': []}); return same == 304 and s.get(p, headers={'If-None-Match': tag}).status == 200
@check('if-match-ignored')
def _(s):
    p = '/events/%d' % s.event('x')['id']; tag = s.get(p).headers['ETag']
    a = s.patch(p, {'title': 'a'}, headers={'If-Match': '"other"'}).status; b = s.patch(p, {'title': 'a'}, headers={'If-Match': tag}).status; return a == 412 and b == 200
@check('slug-race')
def _(s):
    rs = parallel([lambda: s.send('POST', '/events', {'title': 'Same', 'start_date': '2027-05-10 10:00:00', 'end_date': '2027-05-10 11:00:00'}, fresh=True)] * 6)
    return all(r.status == 201 for r in rs) and len({item(r)['slug'] for r in rs}) == 6
@check('lost-update')
def _(s):
    p = '/events/%d' % s.event('x')['id']; good = True
    for i in range(3):
        new = {'excerpt': 'e%d' % i, 'description': 'd%d' % i, 'website': 'https://w%d.example/' % i}
        rs = parallel([lambda k=k, v=v: s.send('PATCH', p, {k: v}, fresh=True) for k, v in new.items()])
        g = item(s.get(p)); good = good and all(r.status == 200 for r in rs) and all(g[k] == v for k, v in new.items())
    return good
@check('up-link-to-itself')
def _(s):
    up = s.get('').json['_links']['up'][0]['href']; return up.rstrip('/') == 'http://127.0.0.1:%d' % s.port
# users
@check('draft-by-id-readable')
def _(s):
    e = s.event('D', status='draft', user_='editor')['id']; return s.get('/events/%d' % e).status == 404 and s.get('/events/%d' % e, user='editor').status == 200
@check('drafts-listed-for-anyone')
def _(s):
    e = s.event('D', status='draft', user_='editor')['id']; return s.ids('events', {'status': 'draft'}) == [] and s.ids('events', {'status': 'draft'}, user='editor') == [e]
@check('draft-venue-by-slug')
def _(s):
    s.user = 'editor'; v = s.make('venues', venue='Secret hall', status='draft'); s.user = None
    return s.get('/venues/by-slug/' + v['slug']).status == 404 and s.get('/venues/%d' % v['id']).status == 404
@check('author-edits-others-by-slug')
def _(s):
    e = s.event('Theirs', user_='editor'); m = s.event('Mine', user_='author')
    return s.patch('/events/by-slug/' + e['slug'], {'title': 'x'}, user='author').status == 403 and s.patch('/events/by-slug/' + m['slug'], {'title': 'x'}, user='author').status == 200
@check('tags-open-to-anyone')
def _(s): return s.post('/tags', {'name': 'spam'}).status == 401 and s.post('/tags', {'name': 'fine'}, user='editor').status == 201
@check('reader-may-delete')
def _(s):
    e = s.event('x', user_='editor')['id']; return s.delete('/events/%d' % e, user='reader').status == 403 and s.get('/events/%d' % e).status == 200
@check('list-cache-not-per-user')
def _(s):
    e = s.event('D', status='draft', user_='editor')['id']; a = s.ids('events', {'status': 'draft'}, user='editor'); return a == [e] and s.ids('events', {'status': 'draft'}) == []
@check('challenge-missing')
def _(s):
    r = s.post('/events', {'title': 'x'}); return r.status == 401 and 'basic' in (r.headers.get('WWW-Authenticate') or '').lower()


def status(r, want, what): ok(r.status in (want if isinstance(want, tuple) else (want,)), '%s: %s, wanted %s: %r' % (what, r.status, want, r.body[:200]))


def honest(s):
    status(s.raw('GET', '/'), 200, 'root'); status(s.get(''), 200, 'namespace'); status(s.get('', {'namespace': 'vendor/events/v1', 'context': 'view', 'ml_language': 'fr'}), 200, 'namespace parameters')
    status(s.get('/doc'), 200, 'doc'); status(s.get('/doc', {'ml_language': 'de'}), 200, 'doc de')
    for site in ('nl', 'de', 'fr'):
        status(s.raw('GET', '/' + site + NS), 200, site + ' namespace'); r = s.raw('GET', '/' + site + NS + '/events?per_page=100')
        ok(r.status == 200 and {e['ml_language'] for e in r.json['events']} == {site}, site + ' site lists its language')
    for kind in ('events', 'venues', 'organizers', 'categories', 'tags'):
        r = s.get('/' + kind); status(r, 200, kind); ok(r.json['per_page'] == 10 and r.json['page'] == 1 and len(r.json[kind]) <= 10, kind + ' defaults')
        for lang in ('nl', 'en', 'fr', 'de'): status(s.get('/' + kind, {'ml_language': lang}), 200, kind + lang)
        status(s.get('/' + kind, {'ml_language': 'xx'}), 400, kind + ' bad language')
        status(s.get('/' + kind, {'page': '0'}), 400, kind + ' page 0'); status(s.get('/' + kind, {'per_page': 'x'}), 400, kind + ' per_page x'); status(s.get('/' + kind, {'page': 5000}), 200, kind + ' far page')
        allids = s.ids(kind); paged = []
        for p in range(1, 8): paged += [x['id'] for x in rows(s.get('/' + kind, {'per_page': 3, 'page': p}), kind)]
        ok(paged == allids, kind + ' pages join')
        status(s.post('/' + kind, {}), 400, kind + ' empty create'); status(s.get('/%s/99999999' % kind), 404, kind + ' unknown'); status(s.get('/%s/%s' % (kind, '9' * 40)), 404, kind + ' huge id')
        r = s.raw('OPTIONS', NS + '/' + kind); ok(r.status in (200, 204) and 'POST' in r.headers['Allow'], kind + ' OPTIONS')
        r = s.raw('HEAD', NS + '/%s/%d' % (kind, allids[0])); ok(r.status == 200 and not r.body, kind + ' HEAD item')
        r = s.raw('PUT', NS + '/' + kind); ok(r.status == 405 and 'GET' in r.headers['Allow'], kind + ' 405')
    full = {
        'events': dict(title='Full “event” & more', start_date='2027-03-28 02:30:00', end_date='2027-10-31 02:30:00', author=1, date='2026-01-15 12:00:00', description='<p>d</p> ünï', slug='full-event', excerpt='ex', status='publish', timezone='America/New_York', all_day=True, image='https://x.example/i.png', cost={'min': 1.5}, website='https://e.example/?a=b&c=d', show_map=False, show_map_link=False, hide_from_listings=True, sticky=True, featured=True),
        'venues': dict(venue='V', author=1, date='2026-07-15 12:00:00', description='d', status='publish', show_map='1', show_map_link='false', address='a', city='c', country='NL', province='p', state='s', zip='007', phone='+31 0', stateprovince='sp', website='https://v.example', image='5'),
        'organizers': dict(organizer='O', author=1, date='2026-07-15 12:00:00', description='d', status='draft', phone='00', website='https://o.example', email='a@b.example', image='9'),
        'categories': dict(name='C', description='d', slug='the-c', parent=94), 'tags': dict(name='T', description='d', slug='the-t')}
    for kind, fields in full.items():
        r = s.post('/' + kind, fields); status(r, 201, 'full ' + kind); x = item(r)
        ok(r.headers['Location'].endswith('/%s/%d' % (kind, x['id'])), kind + ' Location'); p = '/%s/%d' % (kind, x['id'])
        g = item(s.get(p)); ok(g == x, kind + ' reads as created')
        for k, v in fields.items(): ok(g[k] == v, '%s.%s kept: %r' % (kind, k, g[k]))
        for method in ('POST', 'PUT', 'PATCH'):
            r = s.send(method, p, {'description': method}); status(r, 200, kind + method); y = item(s.get(p)); ok({k for k in y if y[k] != g[k]} <= {'description'} and y['description'] == method and item(r) == y, '%s %s partial' % (kind, method)); g = y
        r = s.patch(p, {'description': None}); ok(item(r)['description'] is None, kind + ' null')
        if kind in ('events', 'venues', 'organizers'):
            b = '/%s/by-slug/%s' % (kind, g['slug']); ok(item(s.get(b))['id'] == x['id'], kind + ' by slug')
            for method in ('POST', 'PUT', 'PATCH'): ok(item(s.send(method, b, {'description': 's' + method}))['description'] == 's' + method, kind + ' by slug ' + method)
            status(s.get('/%s/by-slug/nothing-here' % kind), 404, 'unknown slug'); status(s.delete('/%s/by-slug/nothing-here' % kind), 404, 'unknown slug delete')
        r = s.delete(p); ok(r.status == 200 and item(r)['id'] == x['id'], kind + ' delete'); status(s.get(p), 404, kind + ' gone'); status(s.delete(p), 404, kind + ' gone twice'); ok(x['id'] not in s.ids(kind, {'hide_empty': 0}), kind + ' not listed')
    c, c2, t, v, o = (s.make(k, **{n: 'R ' + k})['id'] for k, n in (('categories', 'name'), ('categories', 'name'), ('tags', 'name'), ('venues', 'venue'), ('organizers', 'organizer')))
    a = s.event('Rel', categories=[c], tags=[t], venue=[v], organizer=[o], start_date='2029-05-10 10:00:00', end_date='2029-05-12 11:00:00', featured=True)
    ok((a['categories'], a['tags'], a['venue'], a['organizer']) == ([c], [t], [v], [o]), 'relations')
    e = a['id']
    for q in ({'categories': c}, {'categories[]': c}, {'categories': '%d,%d' % (c2, c)}, {'categories': [c2, c]}, {'tags': t}, {'tags': 'r-tags'}, {'venue': v}, {'organizer': o}, {'start_date': '2029-05-10 00:00:00'}, {'start_date': '2029-05-10 23:00:00'}, {'end_date': '2029-05-12 00:00:00'}, {'starts_after': '2029-05-09', 'starts_before': '2029-05-12'}, {'ends_after': '2029-05-11', 'ends_before': '2029-05-14'}, {'start_date': '2029-05-10 10:00:00', 'strict_dates': 'true'}, {'starts_after': '2029-05-10 09:00:00', 'starts_before': '2029-05-10 11:00:00', 'strict_dates': '1'}, {'search': 'REL', 'include': e}, {'featured': 'true', 'venue': v}, {'include': '%d' % e}, {'include': '%d' % e, 'start_date': '2001-01-01 00:00:00'}, {'venue': v, 'status': 'publish'}, {'venue': v, 'ticketed': 'false'}, {'venue': v, 'post_parent': 0}, {'venue': v, 'geoloc_lat': '52.1', 'geoloc_lng': '4.1'}):
        ok(s.ids('events', q) == [e], 'found by %r' % q)
    for q in ({'categories': c2}, {'tags': 'no-such'}, {'venue': v + 1000}, {'start_date': '2029-05-11 00:00:00'}, {'end_date': '2029-05-13 00:00:00', 'include': ''}, {'starts_before': '2029-05-09', 'venue': v}, {'starts_after': '2029-05-11'}, {'ends_before': '2029-05-11', 'venue': v}, {'ends_after': '2029-05-13'}, {'starts_after': '2029-05-10 10:00:00', 'strict_dates': 'true'}, {'featured': 'false', 'venue': v}, {'status': 'draft', 'venue': v}, {'include': '99999999'}, {'ticketed': 'true'}, {'post_parent': '7'}, {'search': 'nowhere to be found'}, {'ml_language': 'nl', 'venue': v}):
        ok(e not in s.ids('events', q), 'not found by %r' % q)
    for q in ({'start_date': 'soon'}, {'starts_before': '2027-02-30'}, {'featured': 'perhaps'}, {'include': 'x'}, {'status': 'odd'}, {'geoloc_lat': '5'}, {'venue': 'a'}): status(s.get('/events', q), 400, 'query %r' % q)
    for kind, name, x in (('venues', 'venue', v), ('organizers', 'organizer', o)):
        ok(s.ids(kind, {'event': e}) == [x], kind + ' event'); ok(x in s.ids(kind, {'has_events': 'true'}) and x in s.ids(kind, {'only_with_upcoming': 'true'}), kind + ' has'); ok(s.ids(kind, {'event': 99999999}) == [], kind + ' no event')
        lone = s.make(kind, **{name: 'Lone ' + kind})['id']; ok(lone not in s.ids(kind, {'has_events': '1'}) and lone in s.ids(kind), kind + ' lone'); ok(s.ids(kind, {'search': 'lone ' + kind}) == [lone], kind + ' search')
        d = s.make(kind, **{name: 'Draft', 'status': 'draft'})['id']; ok(d in s.ids(kind, {'status': 'draft'}) and d not in s.ids(kind), kind + ' draft')
    for kind, x in (('categories', c), ('tags', t)):
        ok(s.ids(kind, {'post': e}) == [x] == s.ids(kind, {'event': e}), kind + ' post'); ok(x not in s.ids(kind, {'exclude': x}), 'exclude'); ok(s.ids(kind, {'include': x}) == [x], 'include'); ok(s.ids(kind, {'slug': 'r-' + kind}) == [x], kind + ' slug'); ok(s.ids(kind, {'search': 'r ' + kind, 'post': e}) == [x], 'search')
        up = [y['name'] for y in rows(s.get('/' + kind, {'hide_empty': 0, 'per_page': 200, 'orderby': 'slug', 'order': 'asc'}), kind)]; down = [y['name'] for y in rows(s.get('/' + kind, {'hide_empty': 0, 'per_page': 200, 'orderby': 'slug', 'order': 'desc'}), kind)]; ok(up == down[::-1], 'order'); n = [y['name'] for y in rows(s.get('/' + kind, {'hide_empty': 0, 'orderby': 'name'}), kind)]; ok(n == sorted(n, key=str.casefold) or 'M' in str(n), 'by name')
        status(s.get('/' + kind, {'orderby': 'odd'}), 400, 'orderby'); status(s.get('/' + kind, {'order': 'odd'}), 400, 'order')
    k = s.make('categories', name='Kid', parent=c)['id']; ok(s.ids('categories', {'parent': c, 'hide_empty': 0}) == [k], 'parent'); status(s.patch('/categories/%d' % c, {'parent': k}), 400, 'cycle'); status(s.post('/categories', {'name': 'x', 'parent': 9999999}), 400, 'no parent'); s.delete('/categories/%d' % c); ok(item(s.get('/categories/%d' % k))['parent'] == 0, 'parent gone'); ok(item(s.get('/events/%d' % e))['categories'] == [], 'category gone')
    for bad in ({'title': ''}, {'start_date': '2027-05-10 25:00:00'}, {'end_date': '2001-01-01 00:00:00'}, {'timezone': 'Mars/Base'}, {'website': 'no url'}, {'status': 'odd'}, {'venue': [99999999]}, {'venue': 'x'}, {'all_day': 'perhaps'}, {'title': ['a']}, {'author': 'me'}, {'date': 'now'}, {'ml_language': 'xx'}): status(s.patch('/events/%d' % e, bad), 400, 'bad %r' % bad)
    status(s.post('/organizers', {'organizer': 'x', 'email': 'none'}), 400, 'bad email')
    status(s.patch('/events/%d' % e, {'excerpt': 'x'}, headers={'If-None-Match': '*'}), 412, 'If-None-Match'); status(s.patch('/events/%d' % e, {'excerpt': 'x'}, headers={'If-Match': '*'}), 200, 'If-Match *'); t0 = s.get('/venues').headers['ETag']; status(s.get('/venues', headers={'If-None-Match': t0}), 304, '304 list'); r = s.get('/events', {'per_page': 2}, headers={'If-None-Match': t0}); status(r, 200, 'other tag'); ok(r.headers['Content-Length'] == str(len(r.body)), 'Content-Length')
    e = secret(s)['id']; p = '/events/%d' % e
    status(s.get(p), 403, 'locked'); status(s.get(p, {'password': 'no'}), 403, 'wrong'); status(s.get(p, {'password': 'pw-1'}), 200, 'right'); status(s.patch(p, {'title': 'x'}), 403, 'locked update'); status(s.patch(p, {'title': 'x', 'password': 'pw-1'}), 200, 'update'); status(s.patch(p + '?password=pw-1', {'title': 'y'}), 200, 'update q'); status(s.delete(p), 403, 'locked delete'); status(s.delete(p + '?password=no'), 403, 'wrong delete'); ok(b'pw-1' not in s.get(p, {'password': 'pw-1'}).body, 'password not shown'); status(s.delete(p + '?password=pw-1'), 200, 'delete')
    n = [s.event('日本語')['slug'], s.event('日本語')['slug'], s.event('!!!')['slug'], s.event('Ünïcode Straße')['slug']]; ok(len(set(n)) == 4 and all(n), 'slugs %r' % n)
    for x in n: status(s.get('/events/by-slug/' + quote(x)), 200, 'slug ' + x)


def robust(s):
    h = {'Content-Type': 'application/json'}; ev = {'title': 'x', 'start_date': '2027-05-10 10:00:00', 'end_date': '2027-05-10 11:00:00'}
    e = s.event('r')['id']
    for body in ('{', '[]', '[1]', 'null', '"x"', '1', '{"title":"\\ud800"}', b'{"title":"\xff"}', '{"a":' * 3000 + '1' + '}' * 3000, '{"cost":' + '[' * 60 + ']' * 60 + '}', '{"cost":1e999}', '{"title":"\\u0000"}', '{"categories":{"a":{"b":1}}}', '{"author":99999999999999999999}', '{"author":-1}', '{"slug":{"a":1}}', '{"date":[]}', '{"start_date":1e400}', '{"timezone":"../../etc"}', '{"timezone":"UTC+2"}', '{"timezone":"+14:99"}', '{"start_date":"0000-00-00 00:00:00"}', '{"start_date":"9999-12-31 23:59:59","end_date":"9999-12-31 23:59:59"}', '{"website":"http://[::1"}', '{"":1}', '{"tags":[[1]]}', '{"tags":[null]}', '{"tags":[1.5]}', '{"image":' + '9' * 400 + '}'):
        for method, path in (('POST', '/events'), ('PATCH', '/events/%d' % e), ('POST', '/venues'), ('POST', '/categories')):
            r = s.raw(method, NS + path, body, h); ok(r.status < 500, 'body %r %s %s: %d' % (body[:60], method, path, r.status))
    for q in ('page=-1', 'page=1e9', 'page=999999999999', 'page=1000000000&per_page=1000', 'per_page=0', 'per_page=100000', 'page[]=1', 'page[a][b]=1', 'search[]=x', 'search=%00', 'search=%ff', 'search=%', 'search=%27%22%5C', 'categories=,', 'categories[]=', 'categories[a]=1', 'categories=%ff', 'include=' + ','.join(['1'] * 2000), 'ml_language[]=nl', 'start_date=%00', 'start_date[]=1', 'starts_before=9999-12-31', 'status[]=x', 'a' * 3000 + '=1', '&&&==', 'orderby=;drop', 'featured[]=1', 'event=99999999999999999999', 'strict_dates[]=1', 'venue=1,,2', 'ml_language=%ff', 'slug=%00', 'post_parent=x', 'password[]=1'):
        for path in ('/events', '/venues', '/categories', '/events/%d' % e):
            r = s.raw('GET', NS + path + '?' + q); ok(r.status < 500, 'query %r %s: %d' % (q[:60], path, r.status))
    for path in ('/events/by-slug/%ff', '/events/by-slug/%00', '/events/by-slug/a%2Fb', '/events/by-slug/' + 'x' * 3000, '/events/by-slug/', '/events/%31', '/EVENTS', '//events', '/../x', '/events/-1', '/events/1.5', '/nothing'):
        r = s.raw('GET', NS + path); ok(r.status < 500, 'path %r: %d' % (path[:60], r.status))
    r = s.raw('POST', NS + '/events', json.dumps({**ev, 'description': 'ä' * 1000000}), h); ok(r.status == 201 and len(item(r)['description']) == 1000000, 'large body'); s.delete('/events/%d' % item(r)['id'])
    r = s.raw('POST', NS + '/events', json.dumps({**ev, 'description': 'a' * 9000000}), h, fresh=True); ok(r.status == 413, 'too large body %d' % r.status)
    for ct in ('text/plain', 'application/xml', 'multipart/form-data', 'multipart/form-data; boundary=x', '', 'application/json; charset=utf-8', ';;', 'application/x-www-form-urlencoded'):
        for m in ('POST', 'PUT', 'DELETE'):
            r = s.raw(m, NS + '/events/%d' % e if m != 'POST' else NS + '/events', json.dumps(ev), {'Content-Type': ct}); ok(r.status < 500, 'type %r %s %d' % (ct, m, r.status))
        e = s.event('r')['id']
    for m in ('TRACE', 'FOO', 'CONNECT', 'OPTIONS', 'HEAD'): r = s.raw(m, NS + '/events', fresh=True); ok(r.status < 500, 'method ' + m)
    r = s.raw('GET', NS + '/events', headers={'Host': 'bad host!'}); ok(r.status < 500, 'host'); r = s.raw('GET', NS + '/events', headers={'Authorization': 'Basic !!!'}); ok(r.status < 500, 'authorization')
    t = s.make('tags', name='par')['id']
    jobs = []
    for i in range(40):
        jobs += [lambda i=i: s.send('POST', '/events', {**ev, 'title': 'Par', 'tags': [t]}, fresh=True), lambda i=i: s.send('PATCH', '/events/%d' % e, {'title': 'p%d' % i}, fresh=True), lambda: s.get('/events', {'per_page': 100}, fresh=True)]
    begin = time.time(); rs = []
    for i in range(0, len(jobs), 12): rs += parallel(jobs[i:i + 12])
    took = time.time() - begin
    ok(all(r.status in (200, 201) for r in rs), 'parallel %r' % [r.status for r in rs if r.status not in (200, 201)]); made = [item(r) for r in rs if r.status == 201]; ok(len({x['slug'] for x in made}) == len({x['id'] for x in made}) == 40, 'parallel slugs'); ok(len(s.ids('events', {'tags': t})) == 40, 'parallel listed')
    begin = time.time(); [s.get('/events/%d' % e) for _ in range(100)]; print('%d mixed requests, 12 at a time: %.0f/s; reads on one connection: %.0f/s' % (len(jobs), len(jobs) / took, 100 / (time.time() - begin)), flush=True)


def users(s):
    for kind, name in (('events', 'title'), ('venues', 'venue'), ('organizers', 'organizer')):
        f = {name: 'U', **({'start_date': '2027-05-10 10:00:00', 'end_date': '2027-05-10 11:00:00'} if kind == 'events' else {})}
        status(s.post('/' + kind, f), 401, kind + ' anonymous'); status(s.post('/' + kind, f, user='reader'), 403, kind + ' reader'); a = s.post('/' + kind, {**f, 'status': 'draft'}, user='author'); status(a, 201, kind + ' author'); b = s.post('/' + kind, f, user='editor'); status(b, 201, kind + ' editor'); a, b = item(a), item(b); ok(a['author'] == 2 and b['author'] == 1, 'author IDs')
        pa, pb = '/%s/%d' % (kind, a['id']), '/%s/%d' % (kind, b['id'])
        for u, want in ((None, 404), ('reader', 404), ('author', 200), ('editor', 200)): status(s.get(pa, user=u), want, 'draft %s' % u); status(s.get('/%s/by-slug/%s' % (kind, a['slug']), user=u), want, 'draft slug %s' % u); ok((a['id'] in s.ids(kind, {'status': 'draft'}, user=u)) == (want == 200), 'draft list %s' % u); status(s.get(pb, user=u), 200, 'public')
        status(s.patch(pb, {'description': 'x'}, user='author'), 403, 'author other'); status(s.patch(pa, {'description': 'x'}, user='author'), 200, 'author own'); status(s.patch(pa, {'author': 1}, user='author'), 403, 'author gives'); status(s.patch(pa, {'author': 77}, user='editor'), 400, 'no user'); status(s.delete(pb, user='author'), 403, 'author deletes other'); status(s.delete(pb), 401, 'anonymous deletes'); status(s.delete(pa, user='author'), 200, 'author deletes'); status(s.delete(pb, user='editor'), 200, 'editor deletes')
    for kind in ('categories', 'tags'): status(s.post('/' + kind, {'name': 'x'}, user='author'), 403, kind); status(s.post('/' + kind, {'name': 'x'}, user='editor'), 201, kind)
    status(s.get('/events', user='editor:wrong'), 401, 'wrong password'); status(s.get('/events', user='nobody:x'), 401, 'unknown user')
    e = s.event('P', user_='editor', description='topsecret')['id']; p = '/events/%d' % e; s.patch(p, {'password': 'k'}, user='editor'); status(s.get(p), 403, 'locked'); status(s.get(p, user='editor'), 200, 'editor'); status(s.get(p, {'password': 'k'}), 200, 'key'); status(s.get(p, user='author'), 403, 'author'); ok(b'topsecret' not in s.get('/events', {'include': e}).body and b'topsecret' in s.get('/events', {'include': e}, user='editor').body, 'list'); status(s.patch(p, {'password': ''}, user='editor'), 200, 'unlock'); status(s.get(p), 200, 'open')


VARIANT = {}
def v(name):
    def add(f): VARIANT[name] = f; return f
    return add
@v('embedded-relations')
def _(s): x = s.make('venues', venue='V')['id']; g = s.event('x', venue=[x])['venue']; return isinstance(g[0], dict) and g[0]['id'] == x and g[0]['venue'] == 'V'
@v('data-envelope')
def _(s): return 'data' in s.get('/events').json and 'id' in s.get('/venues/21').json.get('data', {})
@v('delete-moves-to-trash')
def _(s):
    e = s.event('x')['id']; p = '/events/%d' % e; a = item(s.delete(p))['status'], s.get(p).status, e in s.ids('events'), e in s.ids('events', {'status': 'trash'}); return a == ('trash', 200, False, True) and s.delete(p).status == 200 and s.get(p).status == 404
@v('page-past-end-404')
def _(s): return s.get('/events', {'page': 999}).status == 404 and s.get('/events', {'page': 1, 'search': 'no such'}).status == 200
@v('iso-times')
def _(s): return s.event('x')['start_date'] == '2027-05-10T10:00:00+02:00'
@v('problem-details')
def _(s): r = s.post('/events', {}); return r.status == 422 and r.headers['Content-Type'] == 'application/problem+json' and r.json['status'] == 422
@v('slug-suffix')
def _(s): e = s.event('Abc', slug='abc'); return e['slug'] == 'abc-%d' % e['id'] and s.get('/events/by-slug/' + e['slug']).status == 200
@v('default-window-upcoming')
def _(s):
    e = s.event('past', start_date='2020-01-01 10:00:00', end_date='2020-01-01 11:00:00')['id']; return e not in s.ids('events') and e in s.ids('events', {'include': e}) and e in s.ids('events', {'ends_before': '2021-01-01'})
# checks of the plain server that look at what the variant changes
EXCEPT = {'delete-moves-to-trash': {'term-count-keeps-deleted', 'deleted-venue-stays-linked', 'delete-by-slug-keeps-record', 'list-cache-survives-delete'}}


def main(only):
    bugs = json.load(open(HERE + '/bugs.json')); variants = json.load(open(HERE + '/variants.json'))
    ok(len(bugs) == 60 and len({b['id'] for b in bugs}) == 60 and {b['id'] for b in bugs} == set(CHECK), 'bugs.json and checks agree: %s' % ({b['id'] for b in bugs} ^ set(CHECK)))
    ok({b['id'] for b in variants} == set(VARIANT) and len(variants) == 8, 'variants.json')
    byuser = {b['id'] for b in bugs if b.get('users')}
    def holds(s, name):
        try: return CHECK[name](s)
        except (AssertionError, KeyError, TypeError, AttributeError, IndexError) as e: return 'exception %r' % e
    if not only:
        with Server() as s:
            print('started in %.2f s' % s.started); honest(s); robust(s)
        with Server() as s:
            for n in CHECK:
                if n not in byuser: ok(holds(s, n) is True, 'honest: ' + n)
        with Server(users=True) as s:
            users(s)
            s.conn.close(); s.conn = None
        for n in byuser:
            with Server(users=True) as s: ok(holds(s, n) is True, 'honest, users: ' + n)
        print('honest: %d passed, %d failed' % (passed, failed), flush=True)
    shown = 0
    for b in bugs:
        if only and b['id'] not in only: continue
        with Server(bug=b['id'], users=b['id'] in byuser) as s:
            r = holds(s, b['id']); ok(r is not True, 'bug does not show: %s' % b['id']); shown += r is not True
            if str(r).startswith('exception'): print(b['id'], r)
            status(s.get('/events', user='editor' if b['id'] in byuser else None), 200, 'serves with ' + b['id'])
    print('bugs shown: %d of %d' % (shown, len(bugs)), flush=True)
    for name, f in VARIANT.items():
        if only and name not in only: continue
        with Server(variant=name) as s:
            ok(f(s), 'variant shows: ' + name)
            for n in CHECK:
                if n not in byuser and n not in EXCEPT.get(name, ()): ok(holds(s, n) is True, 'variant %s: %s' % (name, n))
        with Server() as s:
            try: r = f(s)
            except (KeyError, TypeError, IndexError): r = False
            ok(not r, 'variant not in the plain server: ' + name)
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(set(sys.argv[1:])))
