"""Proves the server, its bugs and its variants. Optional arguments: ids of bugs or variants, or the word smoke."""
import base64
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
NS = '/vendor/events/v1'


class Server:
    def __init__(self, **env):
        with socket.socket() as s:
            s.bind(('127.0.0.1', 0))
            self.port = s.getsockname()[1]
        command = json.load(open(os.path.join(HERE, 'run.json')))['command']
        clean = {k: v for k, v in os.environ.items() if k not in ('BUG', 'VARIANT', 'USERS')}
        self.proc = subprocess.Popen(command, cwd=HERE, env={**clean, **env, 'PORT': str(self.port)},
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.proc.stdout.readline().strip()
        if line != 'listening':
            raise SystemExit('the server did not start with %r' % env)
        self.conn = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.conn.close()
        self.proc.kill()
        self.proc.wait()

    def ask(self, method, path, js=None, headers=None, as_=None, raw=None):
        headers = dict(headers or {})
        body = raw
        if js is not None:
            body = json.dumps(js).encode()
            headers.setdefault('Content-Type', 'application/json')
        if as_:
            headers['Authorization'] = 'Basic ' + base64.b64encode(('%s:%s' % (as_, as_)).encode()).decode()
        try:
            self.conn.request(method, path, body, headers)
            r = self.conn.getresponse()
            data = r.read()
        except (http.client.HTTPException, OSError):
            self.conn.close()
            self.conn.request(method, path, body, headers)
            r = self.conn.getresponse()
            data = r.read()
        try:
            out = json.loads(data) if data else None
        except ValueError:
            out = data.decode('utf-8', 'replace')
        return r.status, out, {k.lower(): v for k, v in r.getheaders()}


def fill(value, saved):
    if isinstance(value, dict):
        return {k: fill(v, saved) for k, v in value.items()}
    if isinstance(value, list):
        return [fill(v, saved) for v in value]
    if isinstance(value, str):
        m = re.fullmatch(r'\$(\w+)\.(\w+)', value)
        if m:
            return saved[m.group(1)][m.group(2)]
        return re.sub(r'\$(\w+)\.(\w+)', lambda m: str(saved[m.group(1)][m.group(2)]), value)
    return value


def play(server, steps):
    """-> the checks that fail, as text"""
    saved, failed = {}, []
    for i, step in enumerate(steps):
        try:
            method, path = fill(step['do'], saved).split(' ', 1)
            js = fill(step['json'], saved) if 'json' in step else None
        except (KeyError, TypeError):
            failed.append('%d %s: nothing was saved to refer to' % (i, step['do']))
            continue
        status, body, headers = server.ask(method, path, js, step.get('headers'), step.get('as'))
        if 'save' in step:
            saved[step['save']] = body
        for check in step.get('check', []):
            try:
                ok = eval(check, {'status': status, 'body': body, 'headers': headers})
            except Exception as err:
                ok = False
            if not ok:
                failed.append('%d %s: %s (status %s, %s)' % (i, step['do'], check, status, str(body)[:200]))
    return failed


def smoke(s):
    """Every operation of the honest server."""
    def want(cond, what):
        if not cond:
            raise SystemExit('smoke: ' + what)

    st, b, h = s.ask('GET', NS)
    want(st == 200 and b['_links']['up'][0]['href'] == 'http://127.0.0.1:%d/' % s.port, 'root %r' % b)
    want(s.ask('GET', '/')[0] == 200 and s.ask('GET', NS + '/doc')[0] == 200, 'REST root and doc')
    want(s.ask('GET', NS + '?namespace=vendor/events/v1&context=view&ml_language=nl')[0] == 200, 'root parameters')
    made = {}
    bodies = {
        'categories': {'name': 'Cat', 'description': 'd', 'slug': 'Ça 1'}, 'tags': {'name': 'Tag', 'description': 'd', 'slug': 'tag-x'},
        'venues': dict(venue='Hall', author=4, date='2029-07-01 10:00:00', description='D', status='draft', show_map='1',
                       show_map_link='0', address='a', city='c', country='BE', province='p', state='s', zip='01', phone='+1',
                       stateprovince='sp', website='https://a.example/?x=1', image='12'),
        'organizers': dict(organizer='Club', author=4, date='2029-01-01 10:00:00', description='D', status='publish', phone='+1',
                           website='a.example', email='a@b.example', image='https://a.example/i.png'),
    }
    for kind, body in bodies.items():
        st, b, h = s.ask('POST', NS + '/' + kind, body)
        want(st == 201 and all(b[k] == v for k, v in body.items()), '%s create %s %r' % (kind, st, b))
        want(h['location'].endswith('/%s/%d' % (kind, b['id'])), 'location')
        made[kind] = b['id']
    st, b, h = s.ask('POST', NS + '/categories', {'name': 'Sub', 'parent': made['categories']})
    want(st == 201 and b['parent'] == made['categories'], 'sub category')
    event = dict(title='T <b> & "q" 😀', start_date='2031-03-30 02:30:00', end_date='2032-02-29 23:59:59', author=7,
                 date='2029-07-01 10:00:00', date_utc='2029-07-01 08:00:00', description='line\n two', slug='été c++ 10%', excerpt='x',
                 status='pending', timezone='America/New_York', all_day=True, image='5', cost=0, website='https://e.example/',
                 show_map=False, show_map_link=False, hide_from_listings=True, sticky=True, featured=True,
                 categories=[made['categories']], tags=[made['tags']], venue=[made['venues']], organizer=[made['organizers']])
    st, b, h = s.ask('POST', NS + '/events', event)
    want(st == 201 and all(b[k] == v for k, v in event.items()), 'event create %s %r' % (st, b))
    made['events'] = b['id']
    eid = b['id']
    address = {'events': '%C3%A9t%C3%A9%20c++%2010%25', 'venues': 'hall', 'organizers': 'club'}
    field = {'events': 'description', 'venues': 'city', 'organizers': 'phone', 'categories': 'description', 'tags': 'description'}
    for kind, pk in made.items():
        forms = ['/%s/%d' % (kind, pk)] + (['/%s/by-slug/%s' % (kind, address[kind])] if kind in address else [])
        for form in forms:
            first = s.ask('GET', NS + form)
            want(first[0] == 200 and first[1]['id'] == pk, 'read ' + form)
            head = s.ask('HEAD', NS + form)
            want(head[0] == 200 and head[1] is None and head[2]['content-length'] == first[2]['content-length'], 'head ' + form)
            want(s.ask('GET', NS + form, headers={'If-None-Match': first[2]['etag']})[0] == 304, '304 ' + form)
            for method in ('POST', 'PUT', 'PATCH'):
                word = method + form
                st, b, h = s.ask(method, NS + form, {field[kind]: word})
                want(st == 200 and b[field[kind]] == word, 'update %s %s %r' % (method, form, b))
                now = s.ask('GET', NS + form)[1]
                want(now == {**first[1], field[kind]: word}, 'only %s changed by %s %s' % (field[kind], method, form))
            want(s.ask('PATCH', NS + form, {field[kind]: []})[0] == 400, 'refused update ' + form)
            want(s.ask('PATCH', NS + form, {}, {'If-Match': '"no"'})[0] == 412, '412 ' + form)
            st, b, h = s.ask('OPTIONS', NS + form)
            want(st == 204 and 'DELETE' in h['allow'], 'options')
    s.ask('PATCH', NS + '/events/%d' % eid, {'description': 'line two'})
    queries = {
        'events': ['page=1&per_page=1', 'start_date=2031-03-30%2000:00:00', 'end_date=2032-02-29%2012:00:00', 'starts_before=2031-04-01',
                   'starts_after=2031-03-30', 'ends_before=2032-02-29', 'ends_after=2032-02-28', 'starts_after=2031-03-30%2002:29:59&strict_dates=true',
                   'start_date=2031-03-30%2002:30:00&strict_dates=1', 'search=LINE', 'search=%3Cb%3E', 'categories=%d' % made['categories'],
                   'categories=%C3%87a%201', 'categories[]=%d' % made['categories'], 'tags=tag-x,zzz', 'venue=999,%d' % made['venues'],
                   'organizer=%d' % made['organizers'], 'featured=true', 'status=pending', 'geoloc=false', 'include=%d&starts_after=2040-01-01' % eid,
                   'post_parent=0', 'ticketed=false', 'ml_language=en'],
        'venues': ['search=%2B1', 'search=hall', 'event=%d' % eid, 'has_events=true', 'only_with_upcoming=true', 'status=draft', 'ml_language=en'],
        'organizers': ['search=CLUB', 'event=%d' % eid, 'has_events=1', 'only_with_upcoming=1', 'only_with_upcoming=false', 'status=publish'],
        'categories': ['', 'search=cat', 'exclude=999', 'include=%d' % made['categories'], 'order=desc', 'orderby=count&order=ascending',
                       'hide_empty=1', 'parent=0', 'post=%d' % eid, 'event=%d' % eid, 'slug=%C3%87a%201'],
        'tags': ['', 'search=tag', 'exclude=999', 'include=%d' % made['tags'], 'order=desc&orderby=id', 'hide_empty=true', 'post=%d' % eid,
                 'event=%d' % eid, 'slug=tag-x'],
    }
    for kind, qs in queries.items():
        for q in qs:
            st, b, h = s.ask('GET', NS + '/%s?%s' % (kind, q))
            want(st == 200 and [x['id'] for x in b[kind]] == [made[kind]] and h['x-wp-total'] == '1', '%s?%s %r' % (kind, q, b))
            want(b[kind][0] == s.ask('GET', NS + '/%s/%d' % (kind, made[kind]))[1], 'list and item agree')
    empty = {
        'events': ['page=2', 'start_date=2031-03-29%2000:00:00', 'starts_before=2031-03-29', 'starts_after=2031-03-31', 'ends_before=2032-02-28',
                   'ends_after=2032-03-01', 'starts_after=2031-03-30%2002:30:00&strict_dates=true', 'starts_before=2031-03-30%2002:30:00&strict_dates=true',
                   'end_date=2031-03-30%2000:00:00', 'search=%25', 'categories=999', 'tags=zzz', 'venue=999', 'organizer=999',
                   'featured=false', 'status=publish', 'geoloc=true', 'geoloc_lat=1.5&geoloc_lng=2', 'include=999', 'post_parent=5', 'ticketed=1',
                   'ml_language=fr'],
        'venues': ['search=zzz', 'event=999', 'has_events=false', 'status=publish', 'ml_language=nl', 'page=99999999999999999'],
        'organizers': ['search=%25', 'event=999', 'has_events=0', 'status=draft'],
        'categories': ['search=zzz', 'exclude=%d' % made['categories'], 'include=999', 'parent=%d' % made['categories'], 'post=999', 'event=999', 'slug=a'],
        'tags': ['search=zzz', 'exclude=%d' % made['tags'], 'post=999', 'event=999', 'slug=tag', 'ml_language=de'],
    }
    for kind, qs in empty.items():
        for q in qs:
            st, b, h = s.ask('GET', NS + '/%s?%s' % (kind, q))
            want(st == 200 and b[kind] == [] and (q.startswith('page') or b['total'] == 0), '%s?%s %r' % (kind, q, b))
    st, b, h = s.ask('GET', NS + '/categories?hide_empty=0')
    want([c['name'] for c in b['categories']] == ['Cat', 'Sub'] and [c['count'] for c in b['categories']] == [1, 0], 'counts')
    for path in ('/events?page=0', '/events?page=x', '/tags?per_page=0', '/events?starts_after=soon', '/events?featured=maybe', '/events?venue=x',
                 '/tags?orderby=zzz', '/tags?order=up', '/events?geoloc_lat=1', '/venues?ml_language=es', '/events?strict_dates=x&starts_after=2031-01-01',
                 '/events?end_date=2031-02-29'):
        want(s.ask('GET', NS + path)[0] == 400, 'refused ' + path)
    for kind, body in (('events', {'title': 'x'}), ('events', {**event, 'slug': 'n', 'tags': [999]}), ('events', {**event, 'slug': 'n', 'all_day': 'x'}),
                       ('events', {**event, 'slug': 'n', 'end_date': '2030-01-01'}), ('venues', {}), ('venues', {'venue': 5}), ('organizers', {'organizer': ''}),
                       ('categories', {'name': 'x', 'parent': 999}), ('tags', {'description': 'x'}), ('tags', ['x']), ('tags', {'name': '\ud800'}),
                       ('events', {**event, 'slug': 'n', 'timezone': 'Mars/X'}), ('events', {**event, 'slug': 'n', 'author': 2 ** 70})):
        want(s.ask('POST', NS + '/' + kind, body)[0] == 400, 'refused create %s %r' % (kind, body))
    want(s.ask('POST', NS + '/tags', raw=b'{"name": ', headers={'Content-Type': 'application/json'})[0] == 400, 'malformed')
    want(s.ask('POST', NS + '/tags', raw=b'<a/>', headers={'Content-Type': 'text/xml'})[0] == 415, 'media type')
    st, b, h = s.ask('POST', NS + '/tags', raw=b'name=a+b%C3%A9', headers={'Content-Type': 'application/x-www-form-urlencoded'})
    want(st == 201 and b['name'] == 'a bé', 'form')
    want(s.ask('GET', NS + '/tags?search=A%20B')[1]['total'] == 0, 'hidden')
    for path in ('/events/999', '/events/99999999999999999999999', '/venues/by-slug/zzz', '/tags/by-slug/tag-x', '/nothing', '/events/x'):
        want(s.ask('GET', NS + path)[0] == 404, 'absent ' + path)
    st, b, h = s.ask('DELETE', NS + '/events')
    want(st == 405 and 'GET' in h['allow'], '405')
    st, b, h = s.ask('PATCH', NS + '/events/%d?password=' % eid, {'password': 'pw', 'website': None, 'categories': None, 'cost': '010'})
    want(st == 200 and b['website'] is None and b['categories'] == [] and b['cost'] == '010' and b['venue'] == [made['venues']], 'nulls %r' % b)
    want(s.ask('GET', NS + '/events/%d?password=pw' % eid)[0] == 200, 'password')
    st, b, h = s.ask('POST', '/fr' + NS + '/events', {'title': 'Bonjour', 'start_date': '2031-01-01T10:00:00Z', 'end_date': '2031-01-01 12:00', 'venue': [made['venues']]})
    want(st == 201 and b['ml_language'] == 'fr' and b['start_date'] == '2031-01-01 11:00:00', 'path language %r' % b)
    want([e['id'] for e in s.ask('GET', '/fr' + NS + '/events')[1]['events']] == [b['id']], 'path language list')
    second = b['id']
    want([x['id'] for x in s.ask('GET', NS + '/events')[1]['events']] == [second, eid], 'all languages')
    for form in ('/events/by-slug/bonjour', '/events/%d' % eid, '/venues/by-slug/hall', '/organizers/by-slug/club', '/categories/%d' % made['categories'], '/tags/%d' % made['tags']):
        want(s.ask('DELETE', NS + form)[0] == 200 and s.ask('GET', NS + form)[0] == 404, 'delete ' + form)
        want(s.ask('DELETE', NS + form)[0] == 404 and s.ask('PATCH', NS + form, {})[0] == 404, 'deleted ' + form)
    st, b, h = s.ask('GET', NS + '/categories?hide_empty=0')
    want([(c['name'], c['parent']) for c in b['categories']] == [('Sub', 0)], 'orphan')


def smoke_users(s):
    def want(cond, what):
        if not cond:
            raise SystemExit('users: ' + what)

    def add(as_, kind, **body):
        st, b, h = s.ask('POST', NS + '/' + kind, body, as_=as_)
        want(st == 201, '%s makes %s: %s %r' % (as_, kind, st, b))
        return b['id']
    when = dict(start_date='2031-01-01 10:00:00', end_date='2031-01-01 11:00:00')
    for kind, body in (('events', dict(when, title='x')), ('venues', {'venue': 'x'}), ('organizers', {'organizer': 'x'}), ('categories', {'name': 'x'}), ('tags', {'name': 'x'})):
        want(s.ask('POST', NS + '/' + kind, body)[0] == 401 and s.ask('POST', NS + '/' + kind, body, as_='reader')[0] == 403, 'create ' + kind)
        want(s.ask('GET', NS + '/' + kind, headers={'Authorization': 'Basic eDp5'})[0] == 401, 'wrong credentials')
        e, a = add('editor', kind, **body), add('author', kind, **body)
        for pk, who, st in ((e, None, 401), (e, 'reader', 403), (e, 'author', 403), (a, 'author', 200), (a, 'editor', 200)):
            for method in ('POST', 'PUT', 'PATCH'):
                want(s.ask(method, NS + '/%s/%d' % (kind, pk), {}, as_=who)[0] == st, '%s %s by %s' % (method, kind, who))
        for pk, who, st in ((e, None, 401), (e, 'reader', 403), (e, 'author', 403), (a, 'author', 200), (e, 'editor', 200)):
            want(s.ask('DELETE', NS + '/%s/%d' % (kind, pk), as_=who)[0] == st, 'delete %s by %s' % (kind, who))
    e = add('editor', 'events', title='d', status='draft', **when)
    a = add('author', 'events', title='o', status='draft', **when)
    p = add('editor', 'events', title='p', **when)
    for who, ids in ((None, [p]), ('reader', [p]), ('author', [a, p]), ('editor', [e, a, p])):
        want([x['id'] for x in s.ask('GET', NS + '/events', as_=who)[1]['events']] == ids, 'list by %s' % who)
        want([x['id'] for x in s.ask('GET', NS + '/events?include=%d,%d,%d' % (e, a, p), as_=who)[1]['events']] == ids, 'include by %s' % who)
        want((s.ask('GET', NS + '/events/%d' % e, as_=who)[0] == 200) == (who == 'editor'), 'read by %s' % who)
    want(s.ask('PATCH', NS + '/events/%d' % p, {'password': 'pw'}, as_='editor')[0] == 200, 'protect')
    want(s.ask('GET', NS + '/events/%d' % p)[0] == 401 and s.ask('GET', NS + '/events/%d?password=pw' % p)[0] == 200, 'password')


def rate(s):
    s.ask('POST', NS + '/events', {'title': 'x', 'start_date': '2031-01-01 10:00:00', 'end_date': '2031-01-01 11:00:00'})
    t, n = time.time(), 600
    for i in range(n):
        s.ask('GET', NS + '/events/1')
    return n / (time.time() - t)


def variant_answers(s):
    """Each variant makes, reads, lists, changes and deletes something, whatever its shapes."""
    def find(b):
        while isinstance(b, dict) and 'id' not in b:
            b = next(v for v in b.values() if isinstance(v, dict))
        return b
    for kind, body in (('venues', {'venue': 'A'}), ('organizers', {'organizer': 'A'}), ('categories', {'name': 'A'}), ('tags', {'name': 'A'}),
                       ('events', {'title': 'A & B', 'description': 'd', 'start_date': '2027-05-01 10:00:00', 'end_date': '2027-05-01 11:00:00'})):
        st, b, h = s.ask('POST', NS + '/' + kind, body)
        pk = find(b)['id']
        path = NS + '/%s/%s' % (kind, pk)
        ok = st in (200, 201) and s.ask('GET', path)[0] == 200 and str(find(s.ask('GET', path)[1])['id']) == str(pk)
        ok = ok and (str(pk) in json.dumps(s.ask('GET', NS + '/%s?hide_empty=0' % kind if kind in ('categories', 'tags') else NS + '/' + kind)[1]))
        if kind in ('events', 'venues', 'organizers'):
            ok = ok and s.ask('GET', NS + '/%s/by-slug/%s' % (kind, find(b)['slug']))[0] in (200, 307)
        for method in ('POST', 'PUT', 'PATCH'):
            ok = ok and s.ask(method, path, {'description': 'x'})[0] == 200
        ok = ok and 400 <= s.ask('POST', NS + '/' + kind, {})[0] < 500 and s.ask('GET', NS + '/%s?ml_language=xx' % kind)[0] in (400, 422)
        ok = ok and s.ask('DELETE', path)[0] in (200, 202, 204) and s.ask('GET', path)[0] in (200, 404, 410)
        if not ok:
            return '%s %s %r' % (kind, st, b)
    return '' if s.ask('GET', NS)[0] == 200 and s.ask('GET', NS + '/doc')[0] == 200 else 'root'


def main():
    only = sys.argv[1:]
    bugs = json.load(open(os.path.join(HERE, 'bugs.json')))
    variants = json.load(open(os.path.join(HERE, 'variants.json')))
    bad = 0
    if not only or 'smoke' in only:
        t = time.time()
        with Server() as s:
            started = time.time() - t
            smoke(s)
        with Server(USERS='1') as s:
            smoke_users(s)
        with Server() as s:
            print('smoke test ok, started in %.2f s, %.0f requests a second on one connection' % (started, rate(s)), flush=True)
    assert len(bugs) == 60 and len({b['id'] for b in bugs}) == 60 and len(variants) == 8
    n = 0
    for b in bugs:
        if only and b['id'] not in only:
            continue
        env = {'USERS': '1'} if b.get('users') else {}
        with Server(**env) as s:
            honest = play(s, b['show'])
        with Server(BUG=b['id'], **env) as s:
            broken = play(s, b['show'])
        if honest or not broken:
            bad += 1
            print('FAIL', b['id'], 'honest: %s' % honest if honest else 'the bug does not show', flush=True)
        else:
            n += 1
            if only:
                print('ok', b['id'], broken, flush=True)
    m = 0
    for v in variants:
        if only and v['id'] not in only:
            continue
        with Server(VARIANT=v['id']) as s:
            wrong = variant_answers(s)
        if wrong:
            bad += 1
            print('FAIL', v['id'], wrong, flush=True)
        else:
            m += 1
    print('%d bugs shown, %d variants answer, %d failures' % (n, m, bad))
    sys.exit(1 if bad else 0)


if __name__ == '__main__':
    main()
