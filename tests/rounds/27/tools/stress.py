import asyncio, random, sys, time, collections
sys.path.insert(0, '/work/round27'); from selftest import Server
async def main():
    async with Server() as s:
        W = {'start_date': '2031-05-10 10:00:00', 'end_date': '2031-05-10 12:00:00'}
        pool = collections.defaultdict(list); seen = collections.Counter(); times = []
        async def worker(n):
            rnd = random.Random(n)
            for _ in range(120):
                k = rnd.choice(['events', 'events', 'venues', 'organizers', 'categories', 'tags']); t = time.time()
                pick = lambda kk: [rnd.choice(pool[kk])] if pool[kk] else []
                name = {'events': 'title', 'venues': 'venue', 'organizers': 'organizer'}.get(k, 'name')
                body = {name: 'Same name'}
                if k == 'events': body.update(W, venue=pick('venues'), organizer=pick('organizers'), categories=pick('categories'), tags=pick('tags'))
                if k == 'categories' and pick(k): body['parent'] = pick(k)[0]
                op = rnd.choice('cclgudr')
                if op == 'c': r = await s.ask('POST', '/' + k, body); r[0] == 201 and pool[k].append(r[3]['id'])
                elif op == 'l' or not pool[k]: r = await s.ask('GET', '/' + k, query={'search': 'same'})
                elif op == 'g': r = await s.ask('GET', f'/{k}/{pick(k)[0]}')
                elif op == 'u': r = await s.ask('PATCH', f'/{k}/{pick(k)[0]}', body)
                elif op == 'r': r = await s.ask('POST', f'/{k}/{pick(k)[0]}', {'slug': 'same'} if k in ('events', 'tags', 'categories') else {'description': 'x'})
                else:
                    i = pick(k)[0]; r = await s.ask('DELETE', f'/{k}/{i}')
                    if i in pool[k] and rnd.random() < .7: pool[k].remove(i)
                times.append(time.time() - t); seen[op, r[0]] += 1
                if r[0] >= 500: print(op, k, r[2])
        t = time.time(); await asyncio.gather(*[worker(n) for n in range(10)]); t = time.time() - t
        times.sort(); print(f'{len(times)/t:.0f} per s, median {times[len(times)//2]*1000:.1f} ms, 99% {times[int(len(times)*.99)]*1000:.1f} ms'); print(sorted(seen.items()))
asyncio.run(main())
