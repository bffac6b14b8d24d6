#!/usr/bin/env python3
"""Starts the server honest, with each bug and with each variant, and proves bugs.json and variants.json. Usage: selftest.py [id ...]"""
import base64, concurrent.futures, http.client, json, os, re, socket, subprocess, sys, time
from urllib.parse import quote

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = json.load(open(os.path.join(HERE, 'run.json')))
BUGS = json.load(open(os.path.join(HERE, 'bugs.json')))
VARIANTS = json.load(open(os.path.join(HERE, 'variants.json')))
NS = '/vendor/events/v1'


class Headers(dict):
    def __getitem__(self, k): return dict.__getitem__(self, k.lower())
    def get(self, k, d=None): return dict.get(self, k.lower(), d)
    def __contains__(self, k): return dict.__contains__(self, k.lower())


class Server:
    def __init__(self, **env):
        s = socket.socket(); s.bind(('127.0.0.1', 0)); self.port = s.getsockname()[1]; s.close()
        base = {k: v for k, v in os.environ.items() if k not in ('BUG', 'VARIANT', 'USERS', 'TZ')}
        self.t0 = time.time()
        self.p = subprocess.Popen(RUN['command'], cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env={**base, 'PORT': str(self.port), **env})
        line = self.p.stdout.readline().strip()
        if line != 'listening':
            raise RuntimeError('no listening: ' + line + self.p.stderr.read()[-500:])
        self.started = time.time() - self.t0

    def call(self, method, path, body=None, headers=None, who=None, base=NS):
        h = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode(); h.setdefault('Content-Type', 'application/json')
        if who:
            h['Authorization'] = 'Basic ' + base64.b64encode(f'{who}:{who}'.encode()).decode()
        c = http.client.HTTPConnection('127.0.0.1', self.port, timeout=20)
        c.request(method, base + quote(path, safe="/?&=%$,:[]+-_.~"), data, h)
        r = c.getresponse(); raw = r.read(); c.close()
        try: out = json.loads(raw) if raw else None
        except ValueError: out = raw.decode('utf-8', 'replace')
        return r.status, out, Headers({k.lower(): v for k, v in r.getheaders()})

    def stop(self):
        self.p.terminate(); self.p.wait(10); self.p.stdout.close(); self.p.stderr.close()

    def __enter__(self): return self
    def __exit__(self, *a): self.stop()


def fill(x, saved):
    if isinstance(x, str):
        m = re.fullmatch(r'\$(\w+)\.(\w+)', x)
        if m: return saved[m[1]][m[2]]
        return re.sub(r'\$(\w+)\.(\w+)', lambda m: str(saved[m[1]][m[2]]), x)
    if isinstance(x, list): return [fill(v, saved) for v in x]
    if isinstance(x, dict): return {k: fill(v, saved) for k, v in x.items()}
    return x


def play(server, show):
    """-> list of failed checks"""
    saved, failed = {}, []
    for i, st in enumerate(show):
        try:
            method, path = fill(st['do'], saved).split(' ', 1)
            status, body, headers = server.call(method, path, fill(st.get('json'), saved), st.get('headers'), st.get('as'))
        except Exception as e:
            failed.append(f'step {i}: {e!r}'); break
        if st.get('save'): saved[st['save']] = body
        for c in st.get('check', []):
            try: ok = eval(c, {'status': status, 'body': body, 'headers': headers})
            except Exception as e: ok = False; c += f' ({e!r})'
            if not ok: failed.append(f'step {i} {st["do"]}: {c} -> {status} {str(body)[:200]}')
    return failed


def prove(bug):
    env = {'USERS': '1'} if bug.get('users') else {}
    out = []
    with Server(**env) as s:
        f = play(s, bug['show'])
        if f: out.append('fails honest: ' + '; '.join(f))
    with Server(BUG=bug['id'], **env) as s:
        f = play(s, bug['show'])
        if not f: out.append('not seen with the bug')
        elif any('500' in x.split('->')[-1][:5] for x in f): out.append('the bug answers 500: ' + f[0])
        elif len(f) and f[0].startswith('step 0') and len(bug['show']) > 2: out.append('fails already at its first step: ' + f[0])
    return out


def smoke(_):
    bad = []
    with Server() as s:
        def want(st, *a, **k):
            r = s.call(*a, **k)
            if r[0] != st: bad.append(f'{a}: {r[0]} instead of {st}: {str(r[1])[:200]}')
            return r[1]
        want(200, 'GET', ''); want(200, 'GET', '/doc'); want(200, 'GET', '/', base='/fr' + NS); want(200, 'GET', '/', base='')
        mk = {'events': {'title': 'T', 'start_date': '2031-01-01 10:00:00', 'end_date': '2031-01-01 11:00:00'}, 'venues': {'venue': 'T'},
              'organizers': {'organizer': 'T'}, 'categories': {'name': 'T'}, 'tags': {'name': 'T'}}
        name = {'events': 'title', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'name', 'tags': 'name'}
        for c, data in mk.items():
            if want(200, 'GET', f'/{c}')[c] != []: bad.append(f'{c} does not start empty')
            want(400, 'POST', f'/{c}', {})
            want(400, 'POST', f'/{c}', {**data, name[c]: 5})
            for lang in ('nl', 'en', 'fr', 'de'): want(200, 'GET', f'/{c}?ml_language={lang}')
            want(400, 'GET', f'/{c}?ml_language=xx'); want(400, 'GET', f'/{c}?page=0'); want(400, 'GET', f'/{c}?per_page=x')
            ways = ['id'] + (['slug'] if c in ('events', 'venues', 'organizers') else [])
            for way in ways:
                r = want(201, 'POST', f'/{c}', data)
                at = f'/{c}/{r["id"]}' if way == 'id' else f'/{c}/by-slug/{r["slug"]}'
                want(200, 'GET', at); want(200, 'HEAD', at)
                for m in ('POST', 'PUT', 'PATCH'):
                    u = want(200, m, at, {name[c]: m, 'description': 'é☃' + m})
                    g = want(200, 'GET', at)
                    if g[name[c]] != m or g['description'] != 'é☃' + m or u != g: bad.append(f'{m} {at} is not kept')
                want(405, 'PUT', f'/{c}', {}) if way == 'id' else None
                want(200, 'DELETE', at); want(404, 'GET', at); want(404, 'DELETE', at); want(404, 'PATCH', at, {})
        full = {'title': 'Full', 'start_date': '2031-06-01 10:00:00', 'end_date': '2031-06-02 11:00:00', 'author': 3, 'date': '2020-01-01 00:00:00',
                'date_utc': '2019-12-31 23:00:00', 'description': 'd & <b>', 'slug': 'full-x', 'excerpt': 'e', 'status': 'draft', 'timezone': 'Europe/Paris',
                'all_day': False, 'image': '12', 'cost': 0, 'website': 'https://x.example/', 'show_map': False, 'show_map_link': False,
                'hide_from_listings': True, 'sticky': True, 'featured': True}
        v = want(201, 'POST', '/venues', {'venue': 'V', **{k: k for k in 'show_map show_map_link address city country province state zip phone stateprovince'.split()}, 'website': 'http://v.example', 'image': 'https://i.example/a.png', 'description': None})
        o = want(201, 'POST', '/organizers', {'organizer': 'O', 'phone': '+1', 'website': 'http://o.example', 'email': 'a@b.example', 'image': '3'})
        c1 = want(201, 'POST', '/categories', {'name': 'C1', 'slug': 'c-one'}); c2 = want(201, 'POST', '/categories', {'name': 'C2', 'parent': c1['id']})
        t = want(201, 'POST', '/tags', {'name': 'Tg', 'description': 'x'})
        full.update(venue=[v['id']], organizer=[o['id']], categories=[c2['id'], c1['id']], tags=[t['id']])
        e = want(201, 'POST', '/events', full)
        for k, x in full.items():
            if e[k] != x: bad.append(f'event field {k}: {e[k]!r} instead of {x!r}')
        ve = want(201, 'POST', '/events', mk['events'])
        def n(k, path, coll='events'):
            r = want(200, 'GET', path)
            if r is not None and len(r[coll]) != k: bad.append(f'{path}: {len(r[coll])} instead of {k}')
        for k, p in [(1, 'start_date=2031-06-01 00:00:00'), (0, 'start_date=2031-06-02 00:00:00'), (1, 'end_date=2031-06-02 23:00:00'), (0, 'end_date=2031-06-02 23:00:00&strict_dates=true'),
                     (1, 'starts_before=2031-01-01'), (0, 'starts_before=2031-01-01 09:00:00&strict_dates=1'), (2, 'starts_after=2031-01-01 23:00:00'), (1, 'ends_after=2031-02-01'),
                     (1, 'ends_before=2031-02-01'), (1, 'search=FULL'), (1, 'categories=c-one'), (1, f'categories[]={c2["id"]}'), (1, 'tags=tg'), (1, f'venue={v["id"]}'), (1, f'organizer={o["id"]}'),
                     (0, 'venue=99999'), (1, 'featured=true'), (1, 'featured=0'), (1, 'status=draft'), (0, 'geoloc=true'), (2, 'geoloc=false'), (0, 'geoloc_lat=1&geoloc_lng=2'), (2, f'include={e["id"]},{ve["id"]}&starts_after=2099-01-01'),
                     (2, 'post_parent=0'), (0, 'post_parent=7'), (0, 'ticketed=true'), (2, 'ticketed=false'), (1, 'per_page=1'), (1, 'per_page=1&page=2'), (0, 'page=2')]:
            n(k, '/events?' + p)
        want(400, 'GET', '/events?geoloc_lat=1'); want(400, 'GET', '/events?starts_after=2031-02-30')
        for coll in ('venues', 'organizers'):
            for k, p in [(1, f'event={e["id"]}'), (0, f'event={ve["id"]}'), (1, 'has_events=true'), (0, 'has_events=false'), (1, 'only_with_upcoming=true'), (1, 'status=publish'), (0, 'status=draft'), (0, 'search=nix')]:
                n(k, f'/{coll}?{p}', coll)
        n(1, '/venues?search=stateprov', 'venues')
        for k, p in [(2, ''), (1, f'exclude={c1["id"]}'), (1, f'include={c1["id"]}'), (1, f'parent={c1["id"]}'), (1, 'parent=0'), (2, f'post={e["id"]}'), (0, f'event={ve["id"]}'), (1, 'slug=c-one'), (1, 'search=c2'), (2, 'orderby=slug&order=desc'), (2, 'orderby=count')]:
            n(k, '/categories?' + p, 'categories')
        for k, p in [(1, ''), (1, f'event={e["id"]}'), (0, f'exclude={t["id"]}'), (1, 'hide_empty=0&orderby=id&order=DESC')]: n(k, '/tags?' + p, 'tags')
        if want(200, 'GET', f'/categories/{c1["id"]}')['count'] != 1: bad.append('count')
        st, b, h = s.call('GET', f'/events/{e["id"]}')
        if s.call('GET', f'/events/{e["id"]}', headers={'If-None-Match': h['etag']})[0] != 304: bad.append('no 304')
        h2 = s.call('HEAD', f'/events/{e["id"]}')[2]
        if h2.get('content-length') != h.get('content-length') or h2.get('etag') != h.get('etag'): bad.append(f'HEAD differs {h2} {h}')
        want(412, 'PATCH', f'/events/{e["id"]}', {'title': 'x'}, headers={'If-Match': '"no"'})
        want(200, 'PATCH', f'/events/{e["id"]}', {'title': 'x', 'password': 'p'}, headers={'If-Match': h['etag']}); want(200, 'GET', f'/events/{e["id"]}?password=p')
        want(404, 'GET', '/events/99999999999999999999999'); want(404, 'GET', '/events/abc'); want(404, 'GET', '/tags/by-slug/tg'); want(405, 'DELETE', '/events')
        want(200, 'DELETE', f'/venues/{v["id"]}')
        if want(200, 'GET', f'/events/{e["id"]}')['venue'] != []: bad.append('dead venue')
        c = http.client.HTTPConnection('127.0.0.1', s.port)
        c.request('POST', NS + '/events', f'title=F+1&start_date=2031-01-01&end_date=2031-01-02&featured=1&tags[]={t["id"]}', {'Content-Type': 'application/x-www-form-urlencoded'})
        x = c.getresponse(); y = json.loads(x.read())
        if x.status != 201 or y['title'] != 'F 1' or y['featured'] is not True or y['tags'] != [t['id']]: bad.append(f'form: {y}')
        t0 = time.time(); reqs = 0
        while time.time() - t0 < 2:
            c.request('GET', NS + ('/events' if reqs % 2 else f'/events/{e["id"]}')); c.getresponse().read(); reqs += 1
        print(f'honest: started in {s.started:.2f} s, {reqs / 2:.0f} requests a second on one connection', flush=True)
    with Server(USERS='1') as s:
        for who, st in ((None, 401), ('reader', 403), ('author', 201), ('editor', 201)):
            for c, data in mk.items():
                r = s.call('POST', f'/{c}', data, who=who)[0]
                if r != st: bad.append(f'{who} POST {c}: {r}')
    return bad


def variant(v):
    bad = []
    with Server(VARIANT=v['id']) as s:
        def want(ok, *a, **k):
            st, b, h = s.call(*a, **k)
            if st in (307, 308):
                loc = h['location']; st, b, h = s.call(a[0], loc[loc.index(NS) + len(NS):], *a[2:], **k)
            if st not in ok: bad.append(f'{a}: {st} {str(b)[:200]}')
            return b
        def ident(b):
            return b['id'] if 'id' in b else ident(next(x for x in b.values() if isinstance(x, dict) and 'id' in x))
        def slug_of(b):
            m = re.search(r'"slug": "([^"]+)"', json.dumps(b)); return m[1]
        up = want((200,), 'GET', ''); 
        if 'up' not in up.get('_links', {}): bad.append('no up link')
        want((200,), 'GET', '/doc'); want((200,), 'GET', '/doc/')
        for c, f, d in (('venues', 'venue', {}), ('organizers', 'organizer', {}), ('categories', 'name', {}), ('tags', 'name', {}),
                        ('events', 'title', {'start_date': '2031-01-01 10:00:00', 'end_date': '2031-01-01 11:00:00'})):
            want((400, 422), 'POST', f'/{c}', {})
            for way in ('id', 'slug'):
                b = want((200, 201), 'POST', f'/{c}', {f: f'Nm{way}', **d}); i = ident(b)
                at = f'/{c}/{i}'
                if way == 'slug':
                    if c in ('categories', 'tags'): continue
                    at = f'/{c}/by-slug/' + slug_of(b)
                for m in ('POST', 'PUT', 'PATCH'):
                    want((200, 204), m, at, {f: f'Quix {m}{way}'})
                    if f'Quix {m}{way}' not in json.dumps(want((200,), 'GET', at)): bad.append(f'{m} {at} not kept')
                q = 'hide_empty=false&' if c in ('categories', 'tags') else ''
                if f'Quix PATCH{way}' not in json.dumps(want((200,), 'GET', f'/{c}?{q}search=Quix')): bad.append(f'{c} not listed')
                want((200, 204), 'DELETE', at); want((404, 410), 'GET', at)
                if f'Quix PATCH{way}' in json.dumps(want((200,), 'GET', f'/{c}?{q}search=Quix')): bad.append(f'{c} listed after its delete')
            want((200,), 'GET', f'/{c}?ml_language=fr')
    return bad


def main():
    pick = set(sys.argv[1:])
    jobs = [(b['id'], prove, b) for b in BUGS] + [('variant ' + v['id'], variant, v) for v in VARIANTS] + [('smoke', smoke, None)]
    if pick: jobs = [j for j in jobs if j[0] in pick or j[0].split()[-1] in pick]
    wrong = 0
    if not pick:
        assert len(BUGS) == 60 and len({b['id'] for b in BUGS}) == 60 and 6 <= sum(1 for b in BUGS if b.get('users')) <= 8 and len(VARIANTS) == 8
        src = open(os.path.join(HERE, 'server.rb')).read()
        known = set(re.findall(r"b\?\('([a-z0-9-]+)'\)", src)) | set(re.findall(r"^      when '([a-z0-9-]+)'", src, re.M))
        if known != {b['id'] for b in BUGS}: wrong += 1; print('server and bugs.json differ:', known ^ {b['id'] for b in BUGS})
    with concurrent.futures.ThreadPoolExecutor(2) as ex:
        futs = {ex.submit(f, a): n for n, f, a in jobs}
        for fu in concurrent.futures.as_completed(futs):
            try: r = fu.result()
            except Exception as e: r = [repr(e)]
            if r: wrong += 1; print('WRONG', futs[fu], *r, sep='\n   ', flush=True)
    print(f'{len(jobs)} jobs, {wrong} wrong')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
