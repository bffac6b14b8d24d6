#!/usr/bin/env python3
"""Starts the server with each switch and shows by requests that all is as it should be.
   selftest.py [id ...]        only these switches;  --write  puts the recorded curl lines into bugs.json"""
import http.client, json, os, random, string, subprocess, sys, threading, time
from urllib.parse import quote, urlencode, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 4317
NS = '/vendor/events/v1'
AUTH = {'editor': 'Basic ZWRpdG9yOmVkaXRvcg==', 'author': 'Basic YXV0aG9yOmF1dGhvcg==', 'reader': 'Basic cmVhZGVyOnJlYWRlcg=='}
log = []


def req(method, path, body=None, form=None, raw=None, headers=None, user=None, follow=True):
    """Sends one request and notes it as a curl line; returns status, headers, body."""
    h = dict(headers or {})
    url = path if path.startswith('/') and ('vendor' in path or path == '/') else NS + '/' + path
    data = None
    if body is not None:
        h['Content-Type'] = 'application/json'
        data = json.dumps(body, ensure_ascii=False).encode()
    elif form is not None:
        h['Content-Type'] = 'application/x-www-form-urlencoded'
        data = form.encode()
    elif raw is not None:
        h['Content-Type'] = 'application/json'
        data = raw.encode()
    curl = 'curl -si' + (' -I' if method == 'HEAD' else ' -X ' + method if method != 'GET' else '')
    curl += ''.join(" -H '%s: %s'" % kv for kv in h.items()) + (' -u %s:%s' % (user, user) if user else '')
    if data is not None:
        curl += " -d '%s'" % data.decode().replace("'", "'\\''")
    log.append(curl + " 'http://127.0.0.1:$PORT%s'" % url.replace("'", '%27'))
    if user:
        h['Authorization'] = AUTH[user]
    c = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
    c.request(method, url, data, h)
    a = c.getresponse()
    text = a.read().decode()
    hs = {k.lower(): v for k, v in a.getheaders()}
    c.close()
    if follow and a.status == 302 and method == 'GET':
        u = urlsplit(hs['location'])
        return req(method, u.path + ('?' + u.query if u.query else ''), headers=headers, user=user)
    try:
        return a.status, hs, json.loads(text) if text else None
    except ValueError:
        return a.status, hs, text


def tok():
    return 'q' + ''.join(random.choice(string.ascii_lowercase) for _ in range(9))


def make(kind, user=None, **f):
    s, _, b = req('POST', kind, f, user=user)
    assert s == 201, (kind, f, s, b)
    return b


def ev(title=None, user=None, **f):
    f.setdefault('start_date', '2035-05-05 10:00:00')
    f.setdefault('end_date', f['start_date'][:10] + ' 23:00:00')
    return make('events', user=user, title=title or 'Event ' + tok(), **f)


def cat(**f): return make('categories', **{'name': 'Cat ' + tok(), **f})
def tag(**f): return make('tags', **{'name': 'Tag ' + tok(), **f})
def ven(**f): return make('venues', **{'venue': 'Venue ' + tok(), **f})
def org(**f): return make('organizers', **{'organizer': 'Org ' + tok(), **f})
def patch(path, **f): return req('PATCH', path, f)
def get(path, **k): return req('GET', path, **k)
def plain(v): return v['raw'] if isinstance(v, dict) and 'raw' in v else v
def idof(x): return x['id'] if isinstance(x, dict) else x


def lst(path, **k):
    """The items and the total of a list, in either shape."""
    s, h, b = get(path, **k)
    if s != 200:
        return [], 'HTTP %d' % s
    if isinstance(b, dict):
        b = next(v for v in b.values() if isinstance(v, list))
    return b, int(h['x-total'])


def total(path, want, **k):
    items, n = lst(path, **k)
    return n == want and len(items) == want, 'total %s, %d items (expected %d)' % (n, len(items), want)


def eq(got, want):
    return got == want, '%s (expected %s)' % (json.dumps(got, ensure_ascii=False), json.dumps(want, ensure_ascii=False))


def refused(s):
    return 400 <= s < 500, 'HTTP %d (expected 4xx)' % s


def b01():
    t = tag()['id']
    ids = sorted(ev(tags=[t])['id'] for _ in range(8))
    return eq(sorted(idof(x) for p in (1, 2, 3) for x in lst('events?tags=%d&per_page=3&page=%d' % (t, p))[0]), ids)
def b02():
    a, b = cat()['id'], cat()['id']
    ev(categories=[a, b])
    return total('events?categories=%d,%d' % (a, b), 1)
def b03():
    t = tok()
    ev(t + ' 100 percent')
    return total('events?search=%s%%25percent' % t, 0)
def b04():
    t = tok()
    ev(description='About ' + t)
    return total('events?featured=true&search=' + t, 0)
def b05():
    t = tag()['id']
    ev(tags=[t], start_date='2035-06-10 15:00:00')
    return total('events?tags=%d&starts_before=2035-06-10' % t, 1)
def b06():
    return total('events?include=%d&starts_after=2040-01-01' % ev()['id'], 1)
def b07():
    a, b = org()['id'], org()['id']
    ev(organizer=[a, b])
    return total('events?organizer=%d' % b, 1)
def b08():
    c, t = cat()['id'], tag()['id']
    ev(categories=[c])
    ev(tags=[t])
    return total('events?categories=%d&tags=%d' % (c, t), 0)
def b09():
    t = tag()['id']
    for i in '12':
        patch('events/%d?ml_language=nl' % ev('English ' + i, tags=[t])['id'], title='Nederlands ' + i)
    _, h, _ = get('events?ml_language=nl&per_page=1&tags=%d' % t)
    u = urlsplit(h['link'].split('>')[0][1:])
    return eq(plain(lst(u.path + '?' + u.query)[0][0]['title'])[:10], 'Nederlands')
def b10():
    t = tag()['id']
    e = ev(tags=[t])
    lst('events?tags=%d' % t)
    patch('events/by-slug/' + e['slug'], status='draft')
    return total('events?tags=%d' % t, 0)
def b11():
    t = tag()['id']
    ev(tags=[t], start_date='2035-06-10', end_date='2035-06-10', all_day=True)
    return total('events?tags=%d&ends_before=2035-06-10' % t, 1)
def b12():
    a, b = tok(), tok()
    patch('events/%d?ml_language=nl' % ev(a)['id'], title=b)
    return total('events?ml_language=nl&search=' + b, 1)
def b13():
    return eq(get('events/%d' % ev(all_day=True, timezone='Asia/Tokyo', start_date='2035-07-01', end_date='2035-07-02')['id'])[2]['start_date'], '2035-07-01 00:00:00')
def b14():
    e = ev(timezone='Europe/Amsterdam', start_date='2035-03-24 20:00:00', end_date='2035-03-25 10:00:00')
    return eq(e['utc_end_date'], '2035-03-25 08:00:00')
def b15():
    e = ev(timezone='Europe/Amsterdam', start_date='2035-07-01 12:00:00')
    return eq(patch('events/%d' % e['id'], timezone='America/New_York')[2]['utc_start_date'], '2035-07-01 16:00:00')
def b16():
    return refused(patch('events/%d' % ev()['id'], start_date='2036-01-01 10:00:00')[0])
def b17():
    return eq(patch('events/by-slug/' + ev(sticky=True)['slug'], cost='5')[2]['sticky'], True)
def b18():
    return eq(len(patch('events/%d' % ev(tags=[tag()['id']])['id'], tags=[])[2]['tags']), 0)
def b19():
    e = ev('R&B ' + tok())
    patch('events/%d' % e['id'], cost='5')
    return eq(plain(get('events/%d' % e['id'])[2]['title']), plain(e['title']))
def b20():
    e = ev(slug=tok())
    get('events/by-slug/' + e['slug'])
    patch('events/%d' % e['id'], slug=tok())
    n = ev(slug=e['slug'])
    return eq(get('events/by-slug/' + e['slug'])[2]['id'], n['id'])
def b21():
    e, t = ev()['id'], tag()['id']
    seen = get('events/%d' % e)[1]['etag']
    patch('events/%d' % e, tags=[t])
    return eq(get('events/%d' % e, headers={'If-None-Match': seen})[0], 200)
def b22():
    return refused(req('POST', 'events', {'title': 'X', 'start_date': '2035-02-30 10:00:00', 'end_date': '2035-03-02 10:00:00'})[0])
def b23():
    return eq(ev(start_date='2035-12-31 18:00:00')['end_date'], '2035-12-31 23:00:00')
def b24():
    t = tag()['id']
    return eq(req('POST', 'events', {'title': 'X', 'start_date': '2035-05-05 10:00:00', 'end_date': '2035-05-05 12:00:00', 'tags': [t, t]})[0], 201)
def b25():
    c, n = cat()['id'], 'New ' + tok()
    e = ev(categories=[c])['id']
    get('events/%d' % e)
    patch('categories/%d' % c, name=n)
    return eq(get('events/%d' % e)[2]['categories'][0]['name'], n)
def b26():
    return eq(patch('events/by-slug/' + ev()['slug'], slug=tok())[0], 200)
def b27():
    t, out = 'Race ' + tok(), []
    threads = [threading.Thread(target=lambda: out.append(ev(t)['slug'])) for _ in range(4)]
    for x in threads: x.start()
    for x in threads: x.join()
    return eq(len(set(out)), 4)
def b28():
    return eq(len(plain(patch('venues/%d' % ven()['id'], description='x' * 1500)[2]['description'])), 1500)
def b29():
    n = 'Hall ' + tok()
    a, b = ven(venue=n, status='draft'), ven(venue=n)
    return eq(get('venues/by-slug/' + b['slug'])[2]['id'], b['id'])
def b30():
    a, b = tok(), tok()
    patch('venues/%d' % ven(city=a)['id'], city=b)
    return total('venues?search=' + b, 1)
def b31():
    return total('venues?event=%d' % ev(venue=[ven()['id'], ven()['id']])['id'], 2)
def b32():
    return eq(patch('venues/%d' % ven(zip='04109')['id'], zip='01067')[2]['zip'], '01067')
def b33():
    v = ven(description='English')['id']
    patch('venues/%d?ml_language=nl' % v, description='Nederlands')
    get('venues/%d' % v)
    return eq(plain(get('venues/%d?ml_language=nl' % v)[2]['description']), 'Nederlands')
def b34():
    return eq(patch('venues/%d' % ven()['id'], show_map='false')[2]['show_map'], False)
def b35():
    s, h, _ = req('PUT', 'venues', {})
    return s == 405 and 'POST' in h.get('allow', ''), 'HTTP %d, Allow: %s' % (s, h.get('allow'))
def b36():
    a = org(organizer='東京音楽' + ''.join(random.choice('春夏秋冬山川風月') for _ in range(6)))
    s, _, b = get('organizers/by-slug/' + quote(a['slug']))
    return eq([s, isinstance(b, dict) and b.get('id')], [200, a['id']])
def b37():
    return eq(get('organizers/by-slug/%25')[0], 404)
def b38():
    o = org()['id']
    e = ev(organizer=[o])['id']
    req('DELETE', 'organizers/%d' % o)
    return eq(get('events/%d' % e)[0], 200)
def b39():
    t = tok()
    ev(organizer=[org(organizer=t)['id']], start_date='2020-01-01 10:00:00')
    return total('organizers?only_with_upcoming=true&search=' + t, 0)
def b40():
    return eq(req('POST', 'organizers', form=urlencode({'organizer': tok(), 'phone': '+31 20'}))[2]['phone'], '+31 20')
def b41():
    o = org(description='English')['id']
    patch('organizers/%d?ml_language=de' % o, description='Deutsch')
    return eq(plain(get('/de%s/organizers/%d' % (NS, o))[2]['description']), 'Deutsch')
def b42():
    return eq(get("organizers?search=O'Brien")[0], 200)
def b43():
    a = cat()['id']
    return refused(patch('categories/%d' % a, parent=cat(parent=a)['id'])[0])
def b44():
    t = tok()
    ids = [cat(name='%s %d' % (t, i))['id'] for i in range(3)]
    return total('categories?hide_empty=0&search=%s&exclude=%d' % (t, ids[0]), 2)
def b45():
    t = tok()
    cat(slug=t), cat(slug=t + '-more')
    return total('categories?hide_empty=0&slug=' + t, 1)
def b46():
    return refused(req('PUT', 'categories/%d' % cat()['id'], raw='{"name": ')[0])
def b47():
    return eq(get('categories/%d' % tag()['id'])[0], 404)
def b48():
    n = tok() + ' 🎉'
    return eq(get('tags/%d' % tag(name=n)['id'])[2]['name'], n)
def b49():
    a, b = tag()['id'], tag()['id']
    e = ev(tags=[a, b])['id']
    req('DELETE', 'tags/%d' % a)
    return eq([idof(x) for x in get('events/%d' % e)[2]['tags']], [b])
def b50():
    counts = [x['count'] for x in lst('tags?orderby=count&order=desc&per_page=50')[0]]
    return eq(counts[:12], sorted(counts, reverse=True)[:12])
def b51():
    t = tag()['id']
    return total('tags?event=%d' % ev(tags=[t])['id'], 1)
def b52():
    t = tok()
    tag(name=t)
    return total('tags?hide_empty=false&search=' + t, 1)
def b53():
    t = tag()['id']
    s = req('DELETE', 'tags/%d' % t, headers={'If-Match': '"other"'})[0]
    return eq([s, get('tags/%d' % t)[0]], [412, 200])
def b54():
    s, h, b = req('POST', 'tags', {'name': tok()})
    return eq(get(urlsplit(h['location']).path)[0], 200)
def b55():
    t = tok()
    e = ev(categories=[cat(name=t)['id']])
    req('DELETE', 'events/by-slug/' + e['slug'])
    return total('categories?search=' + t, 0)
def b56():
    e = ev(user='editor')
    return refused(req('PATCH', 'events/by-slug/' + e['slug'], {'cost': '5'}, user='author')[0])
def b57():
    return refused(get('events/by-slug/' + ev(user='editor', status='draft')['slug'])[0])
def b58():
    make('venues', user='editor', venue=tok(), status='draft')
    items = lst('venues?status=draft')[0]
    return eq([x['status'] for x in items if x['status'] == 'draft'][:1], [])
def b59():
    return eq(req('HEAD', 'categories/9999999')[0], 404)
def b60():
    return eq(ev(date='2026-07-01 12:00:00')['date_utc'], '2026-07-01 10:00:00')


def v_bare(): return isinstance(get('events')[2], list)
def v_trash():
    e = ev()['id']
    return req('DELETE', 'events/%d' % e)[2]['status'] == 'trash' and get('events/%d' % e)[0] == 410
def v_problem():
    s, h, b = req('POST', 'events', {})
    return s == 422 and h['content-type'].startswith('application/problem+json') and req('DELETE', 'events/%d' % ev()['id'])[0] == 204
def v_ids(): t = tag()['id']; return ev(tags=[t])['tags'] == [t]
def v_rendered(): return ev(description='A')['description'] == {'raw': 'A', 'rendered': '<p>A</p>\n'}
def v_pages(): return get('events?page=999')[0] == 404 and get('events?per_page=51')[0] == 400
def v_sticky():
    a = lst('events?per_page=50')[0]
    return a[0]['sticky'] and all(not x['hide_from_listings'] for x in a) and [x['id'] for x in lst('tags')[0]] == sorted(x['id'] for x in lst('tags')[0])
def v_redirect(): return get('venues/by-slug/concertgebouw', follow=False)[0] == 302


PROBES = {k: f for k, f in globals().items() if len(k) == 3 and k[0] == 'b' and k[1:].isdigit()}
# Sister probes that the same fault is bound to reach (same cause, seen from another side).
ALSO = {}


def probe(f):
    del log[:]
    try:
        return f()
    except Exception as e:
        return False, '%s: %s' % (type(e).__name__, e)


def smoke(users):
    """What must hold at start with any switch on: every list and every address form answers with sound data."""
    bad = []
    for k in ('events', 'venues', 'organizers', 'categories', 'tags'):
        items, n = lst(k + '?per_page=50')
        if not (isinstance(n, int) and len(items) == min(n, 50) and n > 9): bad.append(k)
        for x in items[:5]:
            for path in ['%s/%d' % (k, x['id'])] + (['%s/by-slug/%s' % (k, quote(x['slug']))] if k in ('events', 'venues', 'organizers') else []):
                s, _, b = get(path)
                if s != 200 or b['id'] != x['id']: bad.append(path)
    for path in ('', 'doc'):
        if get(NS + '/' + path)[0] != 200: bad.append(path)
    return bad


class Server:
    def __init__(self, **env):
        run = json.load(open(HERE + '/run.json'))
        self.p = subprocess.Popen(run['command'], cwd=HERE, env={**os.environ, 'PORT': str(PORT), **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(150):
            try:
                http.client.HTTPConnection('127.0.0.1', PORT, timeout=5).connect()
                return
            except OSError:
                time.sleep(.1)
    def __enter__(self): return self
    def __exit__(self, *a):
        self.p.terminate()
        self.p.wait()


def main():
    args = [a for a in sys.argv[1:] if not a.startswith('-')]
    bugs, variants = json.load(open(HERE + '/bugs.json')), json.load(open(HERE + '/variants.json'))
    users = {b['id'] for b in bugs if b.get('users')}
    assert len(bugs) == 60 and {b['id'] for b in bugs} == set(PROBES) and len(variants) == 8
    fail, right = [], {}
    for u in (False, True):
        with Server(**({'USERS': '1'} if u else {})):
            bad = smoke(u)
            if bad: fail.append(('honest', bad))
            for k, f in PROBES.items():
                if (k in users) == u:
                    ok, right[k] = probe(f)
                    if not ok: fail.append(('honest', k, right[k]))
            if not u:
                for v in variants:
                    if probe(globals()['v_' + v['id']]) is True: fail.append(('honest', v['id']))
    for b in bugs:
        i = b['id']
        if args and i not in args: continue
        u = i in users
        with Server(BUG=i, **({'USERS': '1'} if u else {})):
            bad = smoke(u)
            if bad: fail.append((i, 'smoke', bad))
            ok, wrong = probe(PROBES[i])
            b['show'] = '\n'.join(log + ['# wrong (BUG=%s%s): %s' % (i, ', USERS=1' if u else '', wrong), '# right: ' + right[i]])
            if ok or 'Error:' in wrong: fail.append((i, 'does not show', wrong))
            for k, f in PROBES.items():
                if k != i and (k in users) == u and k not in ALSO.get(i, ()):
                    ok, what = probe(f)
                    if not ok: fail.append((i, 'breaks', k, what))
        print(i, 'ok' if not any(x[0] == i for x in fail) else [x for x in fail if x[0] == i], flush=True)
    for v in variants:
        i = v['id']
        if args and i not in args: continue
        with Server(VARIANT=i):
            if probe(globals()['v_' + i]) is not True: fail.append((i, 'does not differ'))
            bad = smoke(False)
            if bad: fail.append((i, 'smoke', bad))
            for k, f in PROBES.items():
                if k not in users and not (i == 'ids' and k == 'b25'):
                    ok, what = probe(f)
                    if not ok: fail.append((i, 'breaks', k, what))
        print(i, 'ok' if not any(x[0] == i for x in fail) else [x for x in fail if x[0] == i], flush=True)
    if '--write' in sys.argv:
        json.dump(bugs, open(HERE + '/bugs.json', 'w'), indent=1, ensure_ascii=False)
    print('FAILED:' if fail else 'ALL PASS', *fail, sep='\n')
    sys.exit(bool(fail))


if __name__ == '__main__':
    main()
