"""Shows every bug (honest passes, bug fails) and every variant, tries every operation of the honest server and of the variants.
usage: /usr/bin/python3 selftest.py [bugs|smoke|all|write] [id ...]     (write: makes bugs.json of shows.py and of what was seen)"""
import asyncio, base64, json, os, re, shlex, signal, sys, time
from urllib.parse import quote, urlencode
sys.dont_write_bytecode = True
import aiohttp
from yarl import URL
from shows import BUGS
HERE = os.path.dirname(os.path.abspath(__file__))
NS = '/vendor/events/v1'
SAFE = '/%'
RUN = json.load(open(HERE + '/run.json'))['command']
ports = iter(range(18300, 19900))


class Server:
    def __init__(self, **env): self.env = env
    async def __aenter__(self):
        self.port = next(ports)
        env = {k: v for k, v in os.environ.items() if k not in ('BUG', 'VARIANT', 'USERS')}
        self.proc = await asyncio.create_subprocess_exec(*RUN, cwd=HERE, stdout=asyncio.subprocess.PIPE,
                                                         env={**env, **self.env, 'PORT': str(self.port)})
        t = time.time()
        while b'listening' not in (line := await asyncio.wait_for(self.proc.stdout.readline(), 30)):
            if not line: raise RuntimeError('did not start')
        self.took = time.time() - t
        self.http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=10))
        return self
    async def __aexit__(self, *_):
        await self.http.close()
        self.proc.send_signal(signal.SIGKILL)      # the server that this object started
        await self.proc.wait()
    async def ask(self, method, path, body=None, query=None, as_=None, raw=None, headers=None, ns=NS, redirect=True):
        h = dict(headers or {})
        if as_:
            up = as_ if ':' in as_ else f'{as_}:{as_}'
            h['Authorization'] = 'Basic ' + base64.b64encode(up.encode()).decode()
        data = raw.encode() if raw is not None else json.dumps(body).encode() if body is not None else None
        if data is not None: h.setdefault('Content-Type', 'application/json')
        async with self.http.request(method, URL(f'http://127.0.0.1:{self.port}{ns}{quote(path, safe=SAFE)}' + ('?' + urlencode(query) if query else ''), encoded=True), data=data, headers=h, allow_redirects=redirect) as r:
            raw = await r.read()
            text = raw.decode(errors='replace')
            try: js = json.loads(text)
            except ValueError: js = None
            return r.status, r.headers, text, js


def fill(v, vars_):
    if isinstance(v, str):
        if re.fullmatch(r'\$\w+', v): return vars_[v[1:]]
        return re.sub(r'\$(\w+)', lambda m: str(vars_[m.group(1)]), v)
    if isinstance(v, list): return [fill(x, vars_) for x in v]
    if isinstance(v, dict): return {k: fill(x, vars_) for k, x in v.items()}
    return v


def at(o, path):
    head, _, rest = path.partition('.')
    if head.endswith('[]'):
        return [at(x, rest) if rest else x for x in o[head[:-2]]]
    o = o[int(head)] if isinstance(o, list) else o[head]
    return at(o, rest) if rest else o


def failed(check, res, vars_):
    status, headers, text, js = res
    if 'status' in check: return status != check['status'] and f'status {status}: {text[:150]}'
    if 'lacks_text' in check: return check['lacks_text'] in text and f"shows {check['lacks_text']}"
    if 'header' in check: return not re.search(check['matches'], headers.get(check['header'], '')) and f"header {check['header']}"
    if 'gathered' in check:
        have, want = vars_[check['gathered']], fill(check['same_set'], vars_)
        return sorted(have) != sorted(want) and f"all pages together hold {have}, not {want}"
    try: v = at(js, check['at'])
    except (KeyError, IndexError, TypeError) as e: return f"nothing at {check['at']}: {text[:200]}"
    for k, want in check.items():
        if k == 'at': continue
        want = fill(want, vars_) if k != 'matches' else want
        good = {'equals': lambda: v == want and type(v) == type(want), 'same_set': lambda: sorted(v) == sorted(want), 'holds': lambda: want in v,
                'lacks': lambda: want not in v, 'matches': lambda: bool(re.search(want, v))}[k]()
        if not good: return f"{check['at']} is {v!r}, not {k} {want!r}"
    return False


async def converse(s, show):
    vars_ = {}
    async def step(x):
        res = await s.ask(x['method'], fill(x['path'], vars_), fill(x['body'], vars_) if 'body' in x else None,
                          fill(x.get('query'), vars_), x.get('as'), x.get('raw'), fill(x.get('headers'), vars_))
        return x, res
    for x in show:
        if 'parallel' in x: done = await asyncio.gather(*[step(y) for y in x['parallel']])
        else: done = [await step(x)]
        for y, res in done:
            for k, p in y.get('gather', {}).items(): vars_[k] = vars_.get(k, []) + at(res[3], p)
            for c in y.get('check', []):
                why = failed(c, res, vars_)
                if why: return y, f"{y['method']} {fill(y['path'], vars_)} {fill(y.get('query'), vars_) or ''}: {why}"
            for k, h in y.get('save_header', {}).items(): vars_[k] = res[1].get(h, 'none')
            for k, p in y.get('save', {}).items(): 
                try: vars_[k] = at(res[3], p)
                except KeyError: pass
    return None


async def show_bug(b, sem, out):
    env = {'USERS': '1'} if b['users'] else {}
    step = buggy = None
    async with sem:
        async with Server(**env) as s: honest = await converse(s, b['show'])
        async with Server(BUG=b['id'], **env) as s: buggy = await converse(s, b['show'])
    step, buggy = buggy or (None, None)
    good = honest is None and buggy is not None and ('status 500' not in buggy or b['id'] == 'tag-parallel-create-fails')
    b['seen'] = step, buggy
    out[b['id']] = good
    print('ok  ' if good else 'BAD ', b['id'], '| honest:', honest or 'passes', '| bug:', buggy or 'PASSES', flush=True)


def record(js, kind):
    if isinstance(js, dict):
        if 'entities' in js and 'result' in js: return js['entities'].get(kind, {}).get(str(js['result']), {'id': js['result']})
        for k in ('record', 'properties', 'data'):
            if isinstance(js.get(k), dict): return js[k]
    return js


def find_id(js, headers, kind):
    r = record(js, kind)
    return str(r['id']) if isinstance(r, dict) and 'id' in r else headers['Location'].rsplit('/', 1)[1]


def slug_of(js, kind):
    r = record(js, kind)
    return r.get('slug') or r['Slug']


# what makes a variant different: (verb and path, body, what the answer must match: status, headers, text)
EV = {'title': 'Größe & so', 'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00', 'slug': 'Mein_Fest', 'timezone': 'Europe/Berlin'}
SIGNS = {
    None: [('POST /events', EV, r'^201 .*Location.*"title": "Größe & so".*"start_date": "2031-05-10 10:00:00"'), ('GET /events', None, r'(?i)^200 .*etag.*"events": \[')],
    'odata-minimal': [('POST /events', EV, r"(?s)^201 .*Location': '[^']*/[0-9]{10,}'.*\n$"), ('PATCH /events/$', {'title': 'X'}, r'^204 '), ('GET /events', None, r'@odata.count.*"value": \[.*"StartDate"'),
                      ('DELETE /events/$', None, '^204 ')],
    'google-like': [('POST /events', EV, r'"kind": "calendar#events", "id": "\d+".*"start": \{"dateTime": "2031-05-10T10:00:00\+02:00", "timeZone": "Europe/Berlin"'), ('GET /events', None, '"kind": "calendar#eventsList", "items"')],
    'kebab-epoch': [('POST /events', EV, r'^200 .*"all-day": 0, "start-date": 1936166400'), ('GET /events', None, '"total-items": .*"entries": '), ('GET /events/999999', None, r'(?s)^404 .*text/plain.*no such record')],
    'normalized': [('POST /events', EV, r'"result": (\d+), "entities": \{"events": \{"\1"'), ('POST /venues', {'venue': 'A'}, r'"result": \d,'), ('GET /events?page=9', None, '^404 ')],
    'language-maps': [('POST /events?ml_language=de', EV, r'"record": .*"title": \{"de": "Größe & so"\}.*"translations"'), ('GET /events', None, '"records": .*"paging"')],
    'ascii-slugs-gzip': [('POST /events', EV, r'gzip.*"slug": "mein-fest"'), ('POST /events', EV, r'"slug": "mein-fest-[0-9a-f]{6}"'), ('POST /venues', {'venue': 'Größe', 'status': 'draft'}, '"slug": "groesse"'),
                         ('GET /venues', None, 'Größe'), ('DELETE /venues/$', None, '^204'), ('DELETE /venues/$', None, '^204'), ('GET /venues/$', None, '^404')],
    'json-ld-hydra': [('POST /events', EV, r'application/ld\+json.*"@id": "/vendor/events/v1/events/\d+"'), ('GET /events', None, '"hydra:member": ')],
    'siren': [('POST /events', EV, r'vnd.siren\+json.*"properties": .*"actions"'), ('POST /events', EV, '^409'), ('GET /events', None, '"entities": '), ('DELETE /events/$', None, r'(?s)^200 .*text/plain.*\n$'),
              ('GET /events/$', None, '^410')],
}


async def sign(s, line):
    what, body, want = line
    verb, path = what.split(' ')
    path, _, q = path.partition('?')
    r = await s.ask(verb, path.replace('$', getattr(s, 'last', '')), body, dict([q.split('=')]) if q else None)
    if r[0] in (200, 201) and verb == 'POST': s.last = find_id(r[3], r[1], path[1:])
    return re.search(want, f'{r[0]} {dict(r[1])}\n{r[2]}', re.S)


async def smoke(variant):
    """Every operation once and more; no check looks at what the interface leaves open."""
    bad = []
    async with Server(**({'VARIANT': variant} if variant else {})) as s:
        async def ask(method, path, *a, want=(200, 201, 202, 204), **k):
            r = await s.ask(method, path, *a, **k)
            if r[0] not in (want if isinstance(want, tuple) else (want,)): bad.append(f'{method} {path} {k or a}: {r[0]} {r[2][:120]}')
            return r
        async def lists(path, text, yes=True, **q):
            r = await ask('GET', path, query=q)
            if (text in r[2]) != yes: bad.append(f"GET {path} {q}: {'lacks' if yes else 'shows'} {text}")
        INV = (400, 422)
        await ask('GET', ''); await ask('GET', '', query={'context': 'view', 'namespace': 'vendor/events/v1', 'ml_language': 'de'}); await ask('GET', '/doc')
        for lang in ('nl', 'de', 'fr'): await ask('GET', '/events', ns=f'/{lang}{NS}')
        await ask('GET', '/', ns='')
        ids = {}
        for kind, body in (('categories', {'name': 'Cat Alpha', 'description': 'd', 'slug': 'cat-alpha'}), ('tags', {'name': 'Tag Alpha', 'slug': 'tag-alpha'}),
                           ('venues', {'venue': 'Venue Alpha', 'city': 'Gouda', 'show_map': 'true', 'website': 'https://v.example/'}),
                           ('organizers', {'organizer': 'Organizer Alpha', 'email': 'a@b.example', 'description': None})):
            r = await ask('POST', '/' + kind, body); ids[kind] = find_id(r[3], r[1], kind)
        n = lambda k: int(ids[k])
        r = await ask('POST', '/events', {'title': 'Event Alpha', 'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00', 'description': 'Beschreibung ü',
                                          'categories': [n('categories')], 'tags': [n('tags')], 'venue': [n('venues')], 'organizer': [n('organizers')],
                                          'cost': '12', 'website': 'https://e.example', 'featured': True, 'timezone': 'America/New_York', 'date': '2025-01-01 10:00:00',
                                          'all_day': False, 'image': '5', 'excerpt': 'x', 'status': 'publish', 'show_map': False, 'author': 1})
        e = find_id(r[3], r[1], 'events'); ids['events'] = e
        r = await ask('GET', f'/events/{e}')
        slug = slug_of(r[3], 'events')
        W = {'start_date': '2031-06-10 10:00:00', 'end_date': '2031-06-10 12:00:00'}
        r = await ask('POST', '/events', {'title': 'Event Beta', **W}); e2 = find_id(r[3], r[1], 'events')
        for q in ({'start_date': '2031-05-10 00:00:00'}, {'end_date': '2031-05-10 23:00:00'}, {'starts_before': '2031-06-01'}, {'starts_after': '2031-05-01', 'ends_before': '2031-06-01'},
                  {'search': 'alpha'}, {'search': 'schreibung'}, {'categories': ids['categories']}, {'categories': 'cat-alpha'}, {'tags': ids['tags']}, {'tags': 'tag-alpha'}, {'venue': ids['venues']},
                  {'organizer': ids['organizers']}, {'featured': 'true'}, {'include': e}, {'include': e, 'starts_after': '2040-01-01'}, {'start_date': '2031-05-10 09:00:00', 'strict_dates': 'true'}):
            await lists('/events', 'Event Alpha', **q); await lists('/events', 'Event Beta', False, **q)
        for q in ({'featured': 'false'}, {'ends_after': '2031-06-01'}, {'starts_after': '2031-06-01'}): await lists('/events', 'Event Beta', **q); await lists('/events', 'Event Alpha', False, **q)
        await lists('/events', 'Event Beta', status='publish', ticketed='false', geoloc='false', post_parent=0, page=1, per_page=10)
        await ask('GET', '/events', query={'geoloc_lat': 1}, want=INV); await ask('GET', '/events', query={'page': 'x'}, want=INV)
        await ask('GET', '/events', query={'ml_language': 'xx'}, want=INV); await ask('GET', '/events', query={'start_date': '2031-02-30'}, want=INV)
        p1, p2 = [(await ask('GET', '/events', query={'per_page': 1, 'page': p}))[2] for p in (1, 2)]
        if len({t for t in ('Event Alpha', 'Event Beta') if (t in p1) != (t in p2)}) != 2: bad.append('pages')
        for kind, name in (('venues', 'Venue'), ('organizers', 'Organizer')):
            await ask('POST', '/' + kind, {name.lower(): name + ' Beta'})
            for q in ({'event': e}, {'has_events': 'true'}, {'only_with_upcoming': 'true'}): await lists('/' + kind, name + ' Alpha', **q); await lists('/' + kind, name + ' Beta', False, **q)
            await lists('/' + kind, name + ' Beta', search='beta', status='publish')
        await lists('/venues', 'Venue Alpha', search='Gouda')
        for kind, name in (('categories', 'Cat'), ('tags', 'Tag')):
            body = {'name': name + ' Beta'}
            if kind == 'categories': body['parent'] = n('categories')
            r = await ask('POST', '/' + kind, body); b = find_id(r[3], r[1], kind)
            await lists('/' + kind, name + ' Beta', False); await lists('/' + kind, name + ' Alpha')
            await lists('/' + kind, name + ' Beta', hide_empty='false', include=b, order='desc', orderby='name')
            await lists('/' + kind, name + ' Beta', False, hide_empty='0', exclude=b)
            for q in ({'post': e}, {'event': e}, {'slug': name.lower() + '-alpha'}, {'search': 'alpha'}): await lists('/' + kind, name + ' Alpha', **q)
            if kind == 'categories': await lists('/categories', 'Cat Beta', hide_empty='0', parent=ids[kind]); await lists('/categories', 'Cat Alpha"', False, hide_empty='0', parent=ids[kind])
        names = {'events': 'title', 'venues': 'venue', 'organizers': 'organizer', 'categories': 'name', 'tags': 'name'}
        for kind, i in ids.items():
            await ask('POST', f'/{kind}', {}, want=INV); await ask('POST', f'/{kind}', raw='{', want=400)
            await ask('GET', f'/{kind}/99999', want=404); await ask('DELETE', f'/{kind}/99999', want=404); await ask('GET', f'/{kind}/abc', want=404)
            r = await ask('DELETE', f'/{kind}', want=405)
            if 'GET' not in r[1].get('Allow', ''): bad.append('Allow')
            await ask('PATCH', f'/{kind}/{i}', {names[kind]: 5}, want=INV)
            for verb in ('POST', 'PUT', 'PATCH'):
                await ask(verb, f'/{kind}/{i}', {names[kind]: f'{verb} name', 'description': 'desc ' + verb})
                r = await ask('GET', f'/{kind}/{i}')
                if f'{verb} name' not in r[2] or 'desc ' + verb not in r[2]: bad.append(f'{verb} {kind}')
                if kind in ('categories', 'tags'): continue
                sl = slug_of(r[3], kind)
                await ask(verb, f'/{kind}/by-slug/{sl}', {names[kind]: f'{verb} by slug', 'description': 'Über'})
                r = await ask('GET', f'/{kind}/by-slug/{sl}')
                if f'{verb} by slug' not in r[2] or 'Über' not in r[2]: bad.append(f'{verb} {kind} by slug')
        r = await ask('PATCH', f'/events/by-slug/{slug}', {'slug': 'new-slug'}); await ask('GET', '/events/by-slug/new-slug'); await ask('GET', f'/events/by-slug/{slug}', want=404)
        await ask('PATCH', f'/events/{e2}', {'password': 'pw', 'description': 'hidden text'}); r = await ask('GET', f'/events/{e2}', query={'password': 'pw'})
        if 'hidden text' not in r[2]: bad.append('password read')
        for q in ({}, {'password': 'no'}):
            r = await ask('GET', f'/events/{e2}', query=q, want=(200, 401, 403))
            if 'hidden text' in r[2]: bad.append('password leak')
        await ask('DELETE', f'/events/{e2}', query={'password': 'no'}, want=(401, 403)); await ask('DELETE', f'/events/{e2}', query={'password': 'pw'})
        if variant in (None, 'kebab-epoch', 'language-maps', 'json-ld-hydra', 'siren'):
            r = await ask('GET', f'/venues/{ids["venues"]}'); await ask('GET', f'/venues/{ids["venues"]}', headers={'If-None-Match': r[1]['ETag']}, want=304)
            await ask('PATCH', f'/venues/{ids["venues"]}', {'city': 'x'}, headers={'If-Match': '"no"'}, want=412); await ask('PATCH', f'/venues/{ids["venues"]}', {'city': 'x'}, headers={'If-Match': r[1]['ETag']})
        r = await ask('POST', '/events', {'title': 'Gone', **W}, query={'ml_language': 'de'}); g = find_id(r[3], r[1], 'events')
        await lists('/events', 'Gone', ml_language='de'); await lists('/events', 'Gone', False, ml_language='fr')
        r = await ask('GET', f'/events/{g}'); await ask('DELETE', f'/events/by-slug/{slug_of(r[3], "events")}')
        for kind in ('venues', 'organizers'):
            r = await ask('POST', f'/{kind}', {names[kind]: 'Away'}); r = await ask('GET', f'/{kind}/{find_id(r[3], r[1], kind)}'); await ask('DELETE', f'/{kind}/by-slug/{slug_of(r[3], kind)}')
        for kind, i in ids.items():
            await ask('DELETE', f'/{kind}/{i}')
            r = await ask('GET', f'/{kind}/{i}', want=(404, 410))
            await ask('DELETE', f'/{kind}/{i}', want=(404, 410) if variant != 'ascii-slugs-gzip' else 204)
        await lists('/events', 'by slug', False)
        for line in SIGNS[variant]:
            if not await sign(s, line): bad.append(f'not there: {line}')
        t = time.time(); await asyncio.gather(*[s.ask('GET', '/events') for _ in range(50)]); ms = (time.time() - t) * 20
        took = s.took
    print('ok  ' if not bad else 'BAD ', 'smoke', variant or 'honest', f'(start {took:.1f} s, {ms:.1f} ms a list)', *bad[:12], sep='\n   ' if bad else ' ', flush=True)
    return not bad


def curl(x):
    """A step as a line for the shell; $NAME are values of answers before, $B is the address of the namespace."""
    if 'parallel' in x: return ' & '.join(map(curl, x['parallel'])) + ' & wait'
    out = ['curl -s', *([] if x['method'] == 'GET' else ['-I'] if x['method'] == 'HEAD' else ['-X ' + x['method']])]
    if 'as' in x: out.append('-u ' + (x['as'] if ':' in x['as'] else f"{x['as']}:{x['as']}"))
    for k, v in x.get('headers', {}).items(): out.append(f'-H "{k}: {v}"' if '$' in v else '-H ' + shlex.quote(f'{k}: {v}'))
    if 'body' in x:
        if 'Content-Type' not in x.get('headers', {}): out.append('-H Content-Type:application/json')
        body = re.sub(r'"(\$\w+)"', r'\1', json.dumps(x['body'], ensure_ascii=False))
        out.append('-d "' + body.replace('"', '\\"') + '"' if '$' in body else '-d ' + shlex.quote(body))
    q = '&'.join(f"{k}={v if str(v).startswith('$') else quote(str(v))}" for k, v in x.get('query', {}).items())
    return ' '.join(out) + f' "$B{x["path"]}' + ('?' + q if q else '') + '"'


def says(c):
    if 'status' in c: return f"status {c['status']}"
    if 'lacks_text' in c: return f"the text {c['lacks_text']!r} is not there"
    if 'header' in c: return f"header {c['header']} matches {c['matches']}"
    if 'gathered' in c: return 'all pages together hold each of the events once'
    return ', '.join(f"{c['at']} {k} {json.dumps(v, ensure_ascii=False)}" for k, v in c.items() if k != 'at')


def listed(b):
    step, why = b['seen']
    lines = []
    for x in b['show']:
        line, mine = curl(x), x is step or step in x.get('parallel', [])
        for k, v in x.get('save', {}).items():
            if any(re.search(r'\$' + k + r'\b', json.dumps(y)) for y in b['show']): line += f'   # {v} -> ${k}'
        for k, v in x.get('save_header', {}).items(): line += f'   # {v} -> ${k}'
        if mine: line += f"   # RIGHT: {'; '.join(map(says, step['check']))}. WRONG: {why.partition(': ')[2] if '}: ' not in why else why.partition('}: ')[2]}"
        lines.append(line)
        if mine: break
    return {'id': b['id'], 'statement': b['statement'], 'ground': b['ground'], 'show': lines, **({'users': True} if b['users'] else {})}


async def main():
    what = sys.argv[1] if len(sys.argv) > 1 else 'all'
    good = True
    if what in ('smoke', 'all'):
        for v in [None] + [x['id'] for x in json.load(open(HERE + '/variants.json'))]:
            if len(sys.argv) < 3 or v in sys.argv[2:]: good &= await smoke(v)
    if what in ('bugs', 'all', 'write'):
        bugs = [b for b in BUGS if len(sys.argv) < 3 or b['id'] in sys.argv[2:]]
        sem, out = asyncio.Semaphore(2), {}
        await asyncio.gather(*[show_bug(b, sem, out) for b in bugs])
        print(f'{sum(out.values())} of {len(bugs)} bugs shown'); good &= all(out.values())
        if what == 'write' and all(out.values()):
            with open(HERE + '/bugs.json', 'w') as f: json.dump([listed(b) for b in bugs], f, indent=1, ensure_ascii=False); f.write('\n')
    if what != 'write':
        listed_ids = [b['id'] for b in json.load(open(HERE + '/bugs.json'))]
        if listed_ids != [b['id'] for b in BUGS]: print('bugs.json and shows.py differ'); good = False
    await asyncio.sleep(3)
    left = [p for p in os.listdir('/tmp') if p.startswith('cal35-')]
    print('folders left:', left)
    print('ALL GOOD' if good and not left else 'NOT GOOD')
    return 0 if good and not left else 1

if __name__ == '__main__':
    sys.exit(asyncio.run(main()))
