import asyncio, sys
sys.path.insert(0, '/work/round27'); import selftest
from selftest import Server
async def main():
    async with Server() as s:
        async def a(*x, **k):
            r = await s.ask(*x, **k); print(x, {q: v for q, v in k.items()}, '->', r[0], r[2][:int(k.pop('n', 160)) if False else 170]); return r
        W = {'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00'}
        for body in ({**W, 'title': ''}, {**W, 'title': None}, {**W, 'title': 'x', 'venue': [999]}, {**W, 'title': 'x', 'categories': ['a']}, {**W, 'title': 'x', 'categories': 'x'}, {**W, 'title': 'x', 'featured': 'banana'},
                     {**W, 'title': 'a\u0000b'}, {**W, 'title': 'x', 'cost': {'a': '\u0000'}}, {**W, 'title': 'x', 'author': 99999999999999999999999}, {**W, 'title': 'x', 'author': 'me'}, {**W, 'title': 'x', 'end_date': '2031-05-10 09:00:00'},
                     {**W, 'title': 'x', 'end_date': 5}, {**W, 'title': 'x', 'timezone': 'Mars/X'}, {**W, 'title': 'x', 'website': 'nope'}, {**W, 'title': 'x', 'status': 'weird'}, {**W, 'title': 'x', 'date': 'x'},
                     {**W, 'title': 'x', 'slug': '///'}, {**W, 'title': 'x', 'venue': {'a': 1}}, {**W, 'title': 'x', 'venue': True}, {**W, 'title': 'x', 'tags': [1.5]}, {**W, 'title': 'x', 'image': []}, {**W, 'title': 'x', 'description': 5}, [], 'x', 5, None):
            r = await s.ask('POST', '/events', body); print(body, r[0], r[2][:110])
            assert r[0] < 500
        r = await a('POST', '/events', {**W, 'title': 'Zürich & "Café" 日本 😀', 'all_day': True, 'venue': None, 'cost': {'a': [1]}, 'description': None, 'show_map': None, 'status': None, 'date': None, 'slug': None, 'author': None, 'timezone': None, 'categories': [], 'website': None})
        print(r[2])
        await a('PATCH', '/events/1', {'start_date': '2031-06-10', 'end_date': '2031-06-12 10:00'}); await a('PATCH', '/events/1', {'all_day': False, 'timezone': 'Asia/Tokyo', 'start_date': '2031-06-10T10:00:00Z'})
        i = r[3]['id']
        for b in ({'start_date': '2031-06-11', 'end_date': '2031-06-12 10:00'}, {'all_day': False, 'timezone': 'Asia/Tokyo', 'start_date': '2031-06-10T10:00:00Z'}, {'end_date': '2030-01-01'}, {}, {'slug': 'A b_c'}, {'slug': ''}, {'title': None}):
            x = await s.ask('PATCH', f'/events/{i}', b); print(b, x[0], {k: (x[3] or {}).get(k) for k in ('start_date', 'end_date', 'utc_start_date', 'timezone', 'slug', 'all_day')})
        for p, h in (('title=Form+X&start_date=2031-01-01+10:00:00&end_date=2031-01-01+11:00:00&featured=true&cost=5', 'application/x-www-form-urlencoded'),):
            await a('POST', '/events', raw=p, headers={'Content-Type': h})
        r = await a('POST', '/tags', {'name': 'T'}); await a('POST', '/tags', {'name': 'T', 'slug': 't'}); await a('POST', '/categories', {'name': 'C', 'parent': 77}); c = await a('POST', '/categories', {'name': 'C', 'parent': 0})
        await a('PATCH', f"/categories/{c[3]['id']}", {'parent': c[3]['id']}); await a('PATCH', f"/categories/{c[3]['id']}", {'description': None, 'slug': 'neu'})
        for path in ('/events?page=0', '/events?per_page=0', '/events?per_page=1000', '/events?page=99999999999999999999', '/events?page=5', '/events?include=99999999999999999999999', '/events?venue=a', '/events?categories[]=1&categories[]=neu', '/events?search=%00', '/events?search=%FF',
                     '/events?start_date=2031-06-10T10:00:00%2B02:00', '/events?geoloc=true', '/events?strict_dates=maybe', '/events?status=x', '/tags?orderby=zz', '/tags?order=up', '/tags?hide_empty=false&slug=t', '/tags?post=x', '/venues?event=abc', '/venues?has_events=zz', '/categories?parent=0&hide_empty=0',
                     '/events/0', '/events/99999999999999999999999999', '/events/-1', '/events/by-slug/', '/events/by-slug/a%2Fb', '/events/by-slug/nope', '/events/', '/nope', '/categories/by-slug/neu', '/events?include=1&search=%25', '/events?per_page=&page=', '/events/1/x', '?context=zz', '?namespace=other', '/events?categories=zz', '/events?start_date=0001-01-01', '/events?starts_before=9998-12-31&starts_after=1000-01-01'):
            from yarl import URL
            async with s.http.get(URL(f'http://127.0.0.1:{s.port}/vendor/events/v1{path}', encoded=True)) as r: t = await r.text(); print(path, r.status, t[:100]); assert r.status < 500
        for m, p in (('HEAD', '/events'), ('OPTIONS', '/events'), ('PROPFIND', '/events'), ('PUT', '/events'), ('POST', '/doc')):
            r = await s.ask(m, p); print(m, p, r[0], r[1].get('Allow'))
    async with Server(USERS='1') as s:
        ids = {}
        for who in (None, 'reader', 'author', 'editor', 'editor:x', 'nobody'):
            for st in ('publish', 'draft'):
                r = await s.ask('POST', '/venues', {'venue': f'{who} {st}', 'status': st}, as_=who); print('create', who, st, r[0], r[1].get('WWW-Authenticate'))
                if r[0] == 201: ids[who, st] = r[3]['id']
        for (o, st), i in ids.items():
            for who in (None, 'reader', 'author', 'editor', 'author:x'):
                g = (await s.ask('GET', f'/venues/{i}', as_=who))[0]; p = (await s.ask('PATCH', f'/venues/{i}', {'city': 'x'}, as_=who))[0]
                p2 = (await s.ask('PATCH', f'/venues/by-slug/{o}-{st}', {'city': 'x'}, as_=who))[0]; p3 = (await s.ask('PATCH', f'/venues/{i}', {'author': 2}, as_=who))[0] if who in (None, 'reader') else '-'
                d = (await s.ask('DELETE', f'/venues/{i}', as_=who))[0] if who in (None, 'reader') or who == 'author' and o == 'editor' else '-'
                print(o, st, who, 'get', g, 'patch', p, p2, p3, 'delete', d)
        for who in (None, 'reader', 'author', 'editor'):
            for q in ({}, {'status': 'draft'}, {'status': 'any'}, {'event': 5}, {'has_events': 'true', 'search': 'x'}, {'has_events': '0', 'only_with_upcoming': '1'}): r = await s.ask('GET', '/venues', query=q, as_=who); print(who, q, r[0], [v['venue'] for v in r[3].get('venues', [])])
        W = {'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00'}
        for who in ('author', 'editor'):
            r = await s.ask('POST', '/events', {**W, 'title': 'x', 'venue': [ids['editor', 'draft']]}, as_=who); print('ref hidden', who, r[0]); 
            r = await s.ask('POST', '/events', {**W, 'title': 'x', 'author': 1}, as_=who); print('as other', who, r[0]); e = r[3].get('id')
        r = await s.ask('GET', '/events', as_='author', query={'search': 'x', 'start_date': '2031-05-10', 'venue': ids['editor', 'draft'], 'tags': '1,x'}); print(r[0], r[2][:200])
        r = await s.ask('GET', '/events', as_='author', query={'page': 9}); print(r[0], r[2][:200])
        r = await s.ask('GET', '/tags', as_='author', query={'post': 9, 'page': 2, 'hide_empty': 0}); print(r[0], r[2][:200])
        r = await s.ask('GET', '/events/1', as_='author'); r = await s.ask('GET', '/events'); print([x['venue'] for x in r[3]['events']]); r = await s.ask('GET', '/events', as_='editor'); print([x['venue'] for x in r[3]['events']])
asyncio.run(main())
