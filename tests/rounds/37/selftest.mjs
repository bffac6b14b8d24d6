// node selftest.mjs [honest|bugs|variants] : everything without an argument. Writes bugs.json from selftest.bugs.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Server, NS } from './selftest.lib.mjs';
import { BUGS } from './selftest.bugs.mjs';
const [, , only, just] = process.argv;
let passed = 0, failed = 0;
const ok = (cond, what) => { if (cond) passed++; else { failed++; console.log('FAILED: ' + what); } };
const is = (a, b, what) => ok(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} instead of ${JSON.stringify(b)}`);
const variants = JSON.parse(readFileSync('variants.json'));
writeFileSync('bugs.json', JSON.stringify(BUGS.map(([id, statement, ground, show, , users]) => ({ id, statement, ground, show: '# B=http://127.0.0.1:$PORT/vendor/events/v1\n' + show, ...(users ? { users: true } : {}) })), null, 1) + '\n');

const raw = (x) => (x && typeof x === 'object' && 'raw' in x ? x.raw : x);
const rel = (l) => l.map((x) => (typeof x === 'object' ? x.id : x));
const when = (t) => t.replace('T', ' ').slice(0, 19);

/** What interface.md states; holds for the honest server and for every variant. */
async function conform(s, variant = '') {
  const w = s.uniq();
  const bad = (r, what) => ok(r.status >= 400 && r.status < 500, `${what}: ${r.status}`);
  // index
  let r = await s.get('');
  is(r.status, 200, 'index'); ok(r.j._links.up[0].href === `http://127.0.0.1:${s.port}/`, 'up link'); is((await s.c('GET', '///')).status < 500, true, 'odd path');
  is((await s.c('GET', '//')).status, 200, 'REST root'); is((await s.get('/doc?ml_language=nl')).status, 200, 'doc'); is((await s.get('?namespace=vendor/events/v1&context=view&ml_language=de')).status, 200, 'index parameters');
  bad(await s.get('?ml_language=es'), 'language es on index'); bad(await s.get('/doc?ml_language=es'), 'language es on doc');
  // languages on everything
  for (const k of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    for (const l of ['nl', 'en', 'fr', 'de']) is((await s.get(`/${k}?ml_language=${l}`)).status, 200, `${k} in ${l}`);
    bad(await s.get(`/${k}?ml_language=xx`), `${k} in xx`);
    bad(await s.c('DELETE', `/${k}/1?ml_language=xx`), `DELETE ${k} in xx`);
    bad(await s.get(`/${k}/999999`), 'unknown id'); bad(await s.get(`/${k}/abc`), 'no digits'); bad(await s.c('PUT', `/${k}/999999`, {}), 'PUT unknown'); bad(await s.del(k, 999999), 'DELETE unknown');
    bad(await s.get(`/${k}/99999999999999999999999`), 'huge id');
    for (const q of ['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=x', 'page=1&page=2']) bad(await s.get(`/${k}?${q}`), `${k}?${q}`);
    is((await s.c('HEAD', `/${k}`)).status, 200, 'HEAD'); r = await s.c('OPTIONS', `/${k}`); ok(r.status < 300 && /POST/.test(r.headers.get('allow')), 'OPTIONS');
    r = await s.c('DELETE', `/${k}`); ok(r.status === 405 && r.headers.get('allow'), '405 with Allow');
    bad(await s.c('POST', `/${k}`, {}), 'POST without required fields'); bad(await s.c('POST', `/${k}`, '[1]'), 'array body'); bad(await s.c('POST', `/${k}`, '{"a":'), 'no JSON');
  }
  is((await s.c('GET', `//nl${NS}/events`)).status, 200, 'language segment');
  // categories and tags
  const full = {};
  for (const k of ['categories', 'tags']) {
    const t = await s.make(k, { name: `${w} B`, description: 'desc', slug: `${w}-${k}` });
    full[k] = t;
    is([t.name, t.description, t.slug], [`${w} B`, 'desc', `${w}-${k}`], k);
    const u = await s.make(k, { name: `${w} A` });
    ok(u.slug && u.slug !== t.slug, 'own slug');
    is((await s.get(`/${k}/${t.id}`)).j.name, `${w} B`, 'read term');
    is(await s.ids(`/${k}?search=${w}`), [], 'hide_empty is default');
    is(await s.ids(`/${k}?search=${w}&hide_empty=false&orderby=name&order=asc`), [u.id, t.id], 'by name');
    is(await s.ids(`/${k}?search=${w}&hide_empty=0&orderby=name&order=desc`), [t.id, u.id], 'by name desc');
    is(await s.ids(`/${k}?search=${w}&hide_empty=0&orderby=id&order=desc`), [u.id, t.id], 'by id desc');
    is(await s.ids(`/${k}?search=${w}&hide_empty=0&exclude=${t.id}`), [u.id], 'exclude');
    is(await s.ids(`/${k}?hide_empty=0&include=${t.id}`), [t.id], 'include'); is((await s.ids(`/${k}?hide_empty=0&include[]=${t.id}&include[]=${u.id}`)).length, 2, 'include[]');
    is(await s.ids(`/${k}?hide_empty=0&slug=${t.slug}`), [t.id], 'slug');
    for (const m of ['POST', 'PUT', 'PATCH']) { r = await s.c(m, `/${k}/${u.id}`, { description: m }); is([r.status, r.j.description, r.j.name], [200, m, `${w} A`], `${m} ${k}`); }
    bad(await s.patch(k, u.id, { name: null }), 'name null'); bad(await s.patch(k, u.id, { name: 5 }), 'name number');
    r = await s.del(k, u.id); ok(r.status === 200 || r.status === 204, 'DELETE'); bad(await s.get(`/${k}/${u.id}`), 'deleted');
  }
  const child = await s.make('categories', { name: `${w} C`, parent: full.categories.id });
  is(child.parent, full.categories.id, 'parent'); is(await s.ids(`/categories?hide_empty=0&parent=${full.categories.id}`), [child.id], 'parent filter'); bad(await s.c('POST', '/categories', { name: 'x', parent: 999999 }), 'unknown parent');
  // venues and organizers
  const V = { venue: `${w} Hall`, description: 'Nice', status: 'publish', show_map: 'true', show_map_link: 'false', address: `${w} street`, city: 'Köln', country: 'DE', province: 'P', state: 'S', zip: '01067', phone: '+49 1', stateprovince: 'SP', website: 'https://example.org/v', image: '12', date: '2030-07-01 12:00:00', author: 1 };
  const O = { organizer: `${w} Org`, description: 'Nice', status: 'publish', phone: '0123', website: 'https://example.org/o', email: 'o@example.org', image: 'https://example.org/i.png', date_utc: '2030-01-01 12:00:00', author: 1 };
  for (const [k, name, fields] of [['venues', 'venue', V], ['organizers', 'organizer', O]]) {
    const p = await s.make(k, fields); full[k] = p;
    const g = (await s.get(`/${k}/${p.id}`)).j;
    for (const [f, v] of Object.entries(fields)) is(raw(g[f]), v, `${k} ${f}`);
    is((await s.get(`/${k}/by-slug/${p.slug}`)).j.id, p.id, 'by slug'); bad(await s.get(`/${k}/by-slug/nothing-${w}`), 'unknown slug');
    const twin = await s.make(k, fields); ok(twin.slug !== p.slug, 'slugs differ');
    is((await s.ids(`/${k}?search=${w}`)).sort(), [p.id, twin.id].sort(), 'search');
    is(await s.ids(`/${k}?search=${w}&per_page=1&page=1`).then((l) => l.length), 1, 'per_page');
    for (const m of ['POST', 'PUT', 'PATCH']) { r = await s.c(m, `/${k}/${twin.id}`, { phone: m }); is([r.status, r.j.phone, raw(r.j[name])], [200, m, fields[name]], `${m} ${k}`); r = await s.c(m, `/${k}/by-slug/${twin.slug}`, { phone: m + 2 }); is([r.status, r.j.phone, r.j.id], [200, m + 2, twin.id], `${m} ${k} by slug`); }
    const d = await s.make(k, { [name]: w + ' draft', status: 'draft' }); ok(!(await s.ids(`/${k}?search=${w}`)).includes(d.id), 'draft is not in the list'); is(await s.ids(`/${k}?status=draft&search=${w}`), [d.id], 'status filter');
    r = await s.c('DELETE', `/${k}/by-slug/${twin.slug}`); is(r.status, 200, 'DELETE by slug'); bad(await s.get(`/${k}/${twin.id}`), 'deleted'); bad(await s.get(`/${k}/by-slug/${twin.slug}`), 'deleted, slug'); ok(!(await s.ids(`/${k}?search=${w}`)).includes(twin.id), 'deleted, list');
    for (const l of ['nl']) { const x = await s.make(k, { [name]: w + ' nl' }, { query: '?ml_language=nl' }); ok((await s.ids(`/${k}?ml_language=nl&search=${w}`)).includes(x.id) && !(await s.ids(`/${k}?ml_language=de&search=${w}`)).includes(x.id), 'language'); }
  }
  is(await s.ids(`/venues?search=${encodeURIComponent(w + ' street')}`), [full.venues.id], 'venue search in address');
  bad(await s.c('POST', '/venues', { venue: '' }), 'empty name'); bad(await s.c('POST', '/organizers', { organizer: 'x', email: 'nope' }), 'e-mail');
  // events
  const E = { title: `${w} Fête & "Kunst" <3 \u{1F389}`, start_date: '2031-07-05 10:15:30', end_date: '2031-07-05 12:00:00', author: 1, date: '2030-07-01 12:00:00', description: `descr ${w}d`, slug: `${w}-slug`, excerpt: 'short', status: 'publish', timezone: 'America/New_York', all_day: false, image: '7', cost: '12.50', website: 'https://example.org/e', show_map: false, show_map_link: false, hide_from_listings: true, sticky: true, featured: true, categories: [full.categories.id], tags: [full.tags.id], venue: [full.venues.id], organizer: [full.organizers.id] };
  const e = await s.make('events', E);
  const check = (g, want, what) => { for (const [f, v] of Object.entries(want)) { const x = raw(g[f]); is(Array.isArray(v) ? rel(x) : /^(start|end)_date$/.test(f) ? when(x) : x, v, `${what} ${f}`); } };
  check((await s.get(`/events/${e.id}`)).j, E, 'event'); check((await s.get(`/events/by-slug/${E.slug}`)).j, E, 'by slug');
  is([e.utc_start_date, e.date_utc], ['2031-07-05 14:15:30', '2030-07-01 10:00:00'], 'UTC');
  check((await s.list(`/events?search=${w}`))[0], E, 'list');
  for (const m of ['POST', 'PUT', 'PATCH']) { r = await s.c(m, `/events/${e.id}`, { cost: m }); is(r.status, 200, m); check(r.j, { ...E, cost: m }, m); r = await s.c(m, `/events/by-slug/${E.slug}`, { cost: m + 2 }); check(r.j, { ...E, cost: m + 2 }, m + ' by slug'); }
  const f = await s.make('events', { title: `${w} two`, start_date: '2031-08-01T20:00:00', end_date: '2031-08-03 02:00' });
  check(f, { start_date: '2031-08-01 20:00:00', end_date: '2031-08-03 02:00:00', all_day: false, website: null, categories: [], tags: [], venue: [], organizer: [] }, 'defaults');
  const q = async (query, want, what = query) => is(await s.ids(`/events?search=${w}&${query}`), want, what);
  await q('', [e.id, f.id]); await q('per_page=1', [e.id]); await q('per_page=1&page=2', [f.id]);
  await q('start_date=2031-07-05%2000:00:00', [e.id]); await q('start_date=2031-07-05%2011:00:00', [e.id]); await q('start_date=2031-07-05%2011:00:00&strict_dates=true', []); await q('start_date=2031-07-04%2000:00:00&end_date=2031-07-04%2000:00:00', []);
  await q('end_date=2031-08-03%2000:00:00', [f.id]); await q('starts_before=2031-07-20', [e.id]); await q('starts_after=2031-07-20', [f.id]); await q('ends_before=2031-08-01', [e.id]); await q('ends_after=2031-08-02', [f.id]);
  await q('starts_after=2031-07-05%2010:00:00&starts_before=2031-07-05%2011:00:00&strict_dates=1', [e.id]); await q('starts_after=2031-07-05%2010:30:00&strict_dates=true', [f.id]);
  bad(await s.get('/events?starts_before=tomorrow'), 'no date'); bad(await s.get('/events?start_date=2031-13-01%2000:00:00'), 'month 13');
  is(await s.ids(`/events?search=${w}d`), [e.id], 'search in description'); is(await s.ids('/events?search=' + encodeURIComponent(`${w} Fête & "`)), [e.id], 'search odd characters');
  await q(`categories=${full.categories.id}`, [e.id]); await q(`categories=${full.categories.slug}`, [e.id]); await q(`categories[]=${full.categories.id}&categories[]=999`, [e.id]); await q('categories=nothing-here', []); await q(`tags=${full.tags.id},999`, [e.id]); await q(`tags=${full.tags.slug}`, [e.id]);
  await q(`venue=${full.venues.id}`, [e.id]); await q(`organizer=${full.organizers.id},999`, [e.id]); await q('venue=99999', []); await q('featured=true', [e.id]); await q('featured=0', [f.id]); await q('status=publish', [e.id, f.id]); await q('status=draft', []);
  await q(`include=${f.id}&starts_after=2040-01-01`, [f.id]); await q(`include=${e.id},${f.id}`, [e.id, f.id]); await q('post_parent=0', [e.id, f.id]); await q('ticketed=true', []); await q('ticketed=false', [e.id, f.id]);
  bad(await s.get('/events?geoloc_lat=1.5'), 'lat alone'); is((await s.get('/events?geoloc_lat=1.5&geoloc_lng=-2&geoloc=true')).status, 200, 'lat and lng');
  for (const [k, id] of [['venues', full.venues.id], ['organizers', full.organizers.id]]) { is(await s.ids(`/${k}?event=${e.id}`), [id], `${k} of event`); is(await s.ids(`/${k}?search=${w}&has_events=true`), [id], 'has_events'); is(await s.ids(`/${k}?search=${w}&only_with_upcoming=true`), [id], 'upcoming'); is(await s.ids(`/${k}?event=${f.id}`), [], 'none'); }
  for (const k of ['categories', 'tags']) { is(await s.ids(`/${k}?post=${e.id}`), [full[k].id], `${k} of post`); is(await s.ids(`/${k}?event=${e.id}`), [full[k].id], `${k} of event`); is(await s.ids(`/${k}?search=${w}`), [full[k].id], 'not empty'); }
  const base = { title: 'x', start_date: '2031-07-05 10:00:00', end_date: '2031-07-05 12:00:00' };
  for (const x of [{ title: '' }, { title: null }, { title: 5 }, { start_date: 'x' }, { end_date: '2031-07-04 12:00:00' }, { timezone: 'Mars/Base' }, { all_day: 'maybe' }, { categories: ['x'] }, { tags: [999999] }, { venue: [-1] }, { status: 'nonsense' }, { author: 'me' }, { website: 'no url' }, { description: { a: 1 } }]) bad(await s.c('POST', '/events', { ...base, ...x }), 'POST ' + JSON.stringify(x));
  r = await s.patch('events', e.id, { tags: null, categories: [], venue: [], website: null }); check(r.j, { tags: [], categories: [], venue: [], website: null, organizer: E.organizer }, 'cleared');
  const two = [await s.make('venues', { venue: w + 'b' }), await s.make('venues', { venue: w + 'c' })].map((v) => v.id).reverse(); r = await s.patch('events', e.id, { venue: two }); check(r.j, { venue: two }, 'two venues'); await s.del('venues', two[0]); check((await s.get(`/events/${e.id}`)).j, { venue: [two[1]] }, 'venue deleted');
  // password
  const p = await s.make('events', { ...base, title: w + 'p', description: 'hidden words', password: 'sesame' });
  ok(!JSON.stringify((await s.get(`/events/${p.id}`)).j).includes('hidden words'), 'protected'); ok(JSON.stringify((await s.get(`/events/${p.id}?password=sesame`)).j).includes('hidden words'), 'password opens'); bad(await s.get(`/events/${p.id}?password=no`), 'wrong password');
  ok(!JSON.stringify(await s.list(`/events?search=${w}p`)).includes('hidden'), 'list is protected'); bad(await s.patch('events', p.id, { cost: '1' }), 'update without password'); is((await s.patch('events', p.id, { cost: '1', password: 'sesame' })).status, 200, 'update with'); bad(await s.del('events', p.id), 'DELETE without'); is((await s.c('DELETE', `/events/${p.id}?password=sesame`)).status, 200, 'DELETE with');
  is((await s.c('DELETE', `/events/by-slug/${E.slug}`)).status, 200, 'DELETE by slug'); bad(await s.get(`/events/${e.id}`), 'gone'); bad(await s.get(`/events/by-slug/${E.slug}`), 'gone'); await q('', [f.id], 'gone from the list'); bad(await s.del('events', e.id), 'DELETE twice');
  is(await s.ids(`/venues?event=${e.id}`), [], 'no venues of a deleted event');
  // conditional
  r = await s.get(`/events/${f.id}`); const tag = r.headers.get('etag'); is((await s.get(`/events/${f.id}`, { headers: { 'if-none-match': tag } })).status, 304, '304'); is((await s.patch('events', f.id, { cost: 1 }, { headers: { 'if-match': tag } })).status, 200, 'If-Match'); is((await s.patch('events', f.id, { cost: 2 }, { headers: { 'if-match': tag } })).status, 412, '412'); is((await s.get(`/events/${f.id}`, { headers: { 'if-none-match': tag } })).status, 200, 'changed'); ok(typeof (await s.get(`/events/${f.id}`)).j.cost === 'number', 'cost');
  r = await s.c('POST', '/events', new URLSearchParams({ ...base, all_day: 'true', 'tags[]': String(full.tags.id) }).toString(), { headers: { 'content-type': 'application/x-www-form-urlencoded' } }); is([r.status, r.j?.all_day, r.j && rel(r.j.tags)], [201, true, [full.tags.id]], 'form body');
  const lang = await s.ev({ title: w + 'L' }, { query: '?ml_language=de' }); is(await s.ids(`/events?ml_language=de&search=${w}L`), [lang.id], 'language'); is(await s.ids(`/events?ml_language=fr&search=${w}L`), [], 'other language'); is((await s.get(`/events/${lang.id}?ml_language=de`)).j.id, lang.id, 'item with language');
  r = await s.get(`/events?search=${w}zzz`); is(r.status, 200, 'nothing found'); is(r.headers.get('x-total'), '0', 'total');
}

async function users() {
  const s = await Server.start({ users: true });
  try {
    const e = { user: 'editor' }, a = { user: 'author' }, r = { user: 'reader' };
    const base = { title: 'U', start_date: '2031-07-05 10:00:00', end_date: '2031-07-05 12:00:00' };
    const x = await s.c('POST', '/events', base); is(x.status, 401, 'anonymous'); ok(/basic/i.test(x.headers.get('www-authenticate')), 'challenge');
    is((await s.c('POST', '/events', base, r)).status, 403, 'reader'); is((await s.get('/events', { user: 'editor:no' })).status, 401, 'wrong password'); is((await s.get('/events', { headers: { authorization: 'Bearer x' } })).status, 401, 'bearer'); is((await s.get('/events')).status, 200, 'anonymous reads');
    const mine = await s.ev({}, a), theirs = await s.ev({}, e), draft = await s.ev({ status: 'draft' }, a);
    is([mine.author, theirs.author], [2, 1], 'authors'); is((await s.patch('events', mine.id, { cost: '1' }, a)).status, 200, 'own'); is((await s.patch('events', theirs.id, { cost: '1' }, a)).status, 403, 'not own'); is((await s.del('events', theirs.id, a)).status, 403, 'not own'); is((await s.c('PUT', `/events/by-slug/${theirs.slug}`, {}, a)).status, 403, 'by slug'); is((await s.patch('events', mine.id, { cost: '2' }, e)).status, 200, 'editor');
    is((await s.patch('events', mine.id, { author: 1 }, a)).status, 403, 'author gives away'); is((await s.c('POST', '/tags', { name: 'x' }, a)).status, 403, 'tags'); is((await s.c('POST', '/tags', { name: 'x' }, e)).status, 201, 'tags');
    for (const p of [`/events/${draft.id}`, `/events/by-slug/${draft.slug}`]) { is((await s.get(p)).status, 401, p); is((await s.get(p, r)).status, 403, p); is((await s.get(p, a)).status, 200, p); is((await s.get(p, e)).status, 200, p); is((await s.get(p)).status, 401, p); }
    ok(!(await s.ids('/events?status=draft')).length, 'drafts'); ok((await s.ids('/events?status=draft', a)).includes(draft.id), 'own drafts'); is(await s.ids(`/events?include=${draft.id}`), [], 'include'); is((await s.get('/events?status=any')).status, 200, 'any'); ok(!(await s.ids('/events?status=any&per_page=100')).includes(draft.id), 'any');
    for (const k of ['venues', 'organizers']) is((await s.c('POST', '/' + k, { [k.slice(0, -1)]: 'x' }, a)).status, 201, k);
  } finally { await s.stop(); }
}

async function rough() {
  const s = await Server.start();
  try {
    const worlds = [await s.list('/events?per_page=100'), await s.list('/venues'), await s.list('/organizers')]; is(worlds.map((w) => w.length), [10, 4, 4], 'world'); ok((await s.list('/categories')).length > 1 && (await s.list('/tags')).length > 1, 'terms');
    const deep = '{"title":'.repeat(20000) + '1' + '}'.repeat(20000), arr = '{"title":"x","tags":' + '['.repeat(50000) + ']'.repeat(50000) + '}';
    const bodies = ['', '{', 'null', '1', '"x"', '[]', '{}', '{"title":"\\ud800"}', '{"__proto__":{"x":1}}', '{"constructor":1}', deep, arr, JSON.stringify({ title: 'x'.repeat(3e6) }), JSON.stringify({ title: 'y'.repeat(1e6), start_date: '2031-01-01', end_date: '2031-01-02', description: 'z'.repeat(5e5) }), '{"title":"a\\u0000b","start_date":"2031-01-01","end_date":"2031-01-02","venue":{"a":1},"tags":[[1]],"cost":{"a":[1]}}', '{"title":["x"],"start_date":5,"ml_language":{"a":1}}', '{"title":"t","start_date":"0000-00-00 00:00:00","end_date":"99999-01-01"}', '{"title":"t","start_date":"9999-12-31 23:59:59","end_date":"9999-12-31 23:59:59","timezone":"America/New_York"}', '{"title":"t","start_date":"0001-01-01 00:00:00","end_date":"0001-01-02","timezone":"Asia/Tokyo","author":9007199254740993}', '{"id":"x","name":"n","venue":"v","organizer":"o","slug":"///","parent":1e400}', '{"name":"\\u200f","venue":"...","organizer":"!!!","title":"???","start_date":"2031-01-01","end_date":"2031-01-02"}', '{"name":"x","venue":"x","organizer":"x","title":"x","status":"x","website":5,"show_map":{},"zip":[1]}'];
    for (const k of ['events', 'venues', 'organizers', 'categories', 'tags']) for (const b of bodies) for (const [m, p] of [['POST', '/' + k], ['PATCH', `/${k}/1`]]) { const r = await s.c(m, p, b); ok(r.status < 500, `${m} ${p} ${b.slice(0, 50)} -> ${r.status}`); }
    for (const t of ['text/plain', 'application/json; charset=latin1', 'application/json; charset=utf-7', 'multipart/form-data', 'application/x-www-form-urlencoded', '']) { const r = await s.c('POST', '/events', 'title=%E0%A4%A&a[b][c][d][e]=1&tags[x]=1&__proto__[a]=1', { headers: { 'content-type': t } }); ok(r.status >= 400 && r.status < 500, `${t} -> ${r.status}`); }
    for (const b of ['gzip', 'br', 'nonsense']) ok((await s.c('POST', '/events', 'xx', { headers: { 'content-encoding': b } })).status < 500, 'encoding ' + b);
    const odd = ['page=99999999999999999999', 'page=9007199254740991&per_page=500', 'per_page=1e3', 'per_page[]=1', 'page[a]=1', 'search[]=x', 'search[a]=b', 'search=%00', 'search=%25%5C_', "search='%22;--", 'search=%E0%A4%A', 'include=a', 'include=', 'include[a]=1', 'include=-1', 'exclude=,', 'categories[a]=1', 'categories[][]=1', 'tags=,,', 'tags=%00', 'venue=1.5', 'featured=x', 'featured[]=true', 'status=', 'status[]=publish', 'status=,', 'status=any', 'status=trash', 'order=x', 'order[]=asc', 'orderby=__proto__', 'orderby=constructor', 'orderby=count&order=DESC', 'orderby=parent', 'hide_empty=x', 'hide_empty[]=0', 'parent=x', 'post=0', 'post=1&event=1', 'slug[]=x', 'slug=%F0%9F%8E%89', 'strict_dates=x', 'starts_before=x&strict_dates[a]=1', 'start_date=2031-02-30%2000:00:00', 'start_date[]=2031-02-03', 'has_events=x', 'has_events[]=1', 'only_with_upcoming=x', 'event=x', 'ml_language[]=nl', 'ml_language=', 'geoloc_lat=x&geoloc_lng=1', 'password[]=x', '__proto__[a]=1', 'hasOwnProperty=1', '&&&=', 'post_parent=-1', 'include=' + Array.from({ length: 400 }, (_, i) => i + 1), 'search=' + 'x'.repeat(6000)];
    for (const k of ['events', 'venues', 'organizers', 'categories', 'tags']) for (const o of odd) { const r = await s.get(`/${k}?${o}`); ok(r.status < 500, `${k}?${o.slice(0, 60)} -> ${r.status}`); }
    for (const p of ['/events/%E0%A4%A', '/events/by-slug/%E0%A4%A', '/events/by-slug/%00', '/events/by-slug/a%2Fb', '/events/0', '/events/-1', '/events/1.5', '/events/00001', '/nothing', '/events/1/2', '/events/by-slug/', "/events/by-slug/'--"]) ok((await s.get(p)).status < 500, p);
    for (const m of ['TRACE', 'FOO', 'PURGE']) await new Promise((done) => { const c = connect(s.port, '127.0.0.1', () => c.write(`${m} ${NS}/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)); let t = ''; c.on('data', (d) => { t += d; }); c.on('close', () => { ok(/^HTTP\/1.1 4/.test(t), m + ' ' + t.slice(0, 30)); done(); }); });
    const e = await s.ev(); const t0 = Date.now(); const n = 240;
    const rs = await Promise.all([...Array(n).keys()].map((i) => (i % 3 === 0 ? s.patch('events', e.id, { [i % 2 ? 'cost' : 'excerpt']: String(i) }) : i % 3 === 1 ? s.c('POST', '/venues', { venue: 'same' }) : s.get('/events'))));
    ok(rs.every((r) => r.status < 300), 'parallel'); console.log(`${n} requests at once: ${Math.round(n / (Date.now() - t0) * 1000)} a second`); const slugs = rs.filter((r) => typeof r.j?.venue === 'string').map((r) => r.j.slug); is(new Set(slugs).size, slugs.length, 'parallel slugs');
    ok(!/"status":500/.test(s.log), 'no 500'); if (/Error/.test(s.log)) console.log(s.log.slice(0, 600));
  } finally { await s.stop(); }
}

const shown = {
  'bare-array-lists': async (s) => Array.isArray((await s.get('/events')).j),
  'relations-as-ids': async (s) => { const v = await s.make('venues', { venue: 'x' }); return (await s.ev({ venue: [v.id] })).venue[0] === v.id; },
  'trash-on-delete': async (s) => { const e = await s.ev(); const d = await s.del('events', e.id); return d.j.status === 'trash' && (await s.get(`/events/${e.id}`)).status === 410 && (await s.ids('/events?status=trash&per_page=100')).includes(e.id); },
  'problem-details': async (s) => { const r = await s.c('POST', '/venues', {}); return r.status === 422 && /problem\+json/.test(r.headers.get('content-type')); },
  'iso-dates': async (s) => (await s.ev({ timezone: 'Europe/Amsterdam' })).start_date === '2031-05-05T10:00:00+02:00',
  'rendered-texts': async (s) => (await s.ev({ title: 'T' })).title.raw === 'T',
  'upcoming-by-default': async (s) => { const w = s.uniq(); const e = await s.ev({ title: w, start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' }); return !(await s.ids(`/events?search=${w}`)).includes(e.id) && (await s.ids(`/events?search=${w}&starts_before=2021-01-01`)).includes(e.id); },
  'page-past-end-404': async (s) => (await s.get('/events?page=500')).status === 404 && (await s.get('/events?search=nothingatall')).status === 200,
};

const part = (name) => !only || only === name;
if (part('honest')) { const s = await Server.start(); try { await conform(s); } finally { await s.stop(); } await users(); await rough(); console.log(`honest server: ${passed} assertions hold, ${failed} fail`); }
if (part('bugs')) {
  const plain = await Server.start(), withUsers = await Server.start({ users: true });
  let good = 0;
  try {
    for (const [id, , , , probe, u] of BUGS) {
      if (just && !just.split(',').includes(id)) continue;
      let bad; const s = await Server.start({ bug: id, users: !!u });
      try { bad = await probe(s); } catch (e) { bad = 'error ' + e.message; } finally { await s.stop(); }
      let honest; try { honest = await probe(u ? withUsers : plain); } catch (e) { honest = 'error ' + e.message; }
      ok(bad === true, `bug ${id} does not show: ${bad}`); ok(honest === false, `honest server shows ${id}: ${honest}`);
      if (bad === true && honest === false) good++;
    }
  } finally { await plain.stop(); await withUsers.stop(); }
  console.log(`bugs: ${good} of ${BUGS.length} show with the bug and not without`);
}
if (part('variants')) {
  const plain = await Server.start(); let good = 0;
  try {
    for (const { id } of variants) {
      const before = failed; const s = await Server.start({ variant: id });
      try { ok((await shown[id](s)) === true, `variant ${id} is not there`); await conform(s, id); } catch (e) { ok(false, `variant ${id}: ${e.stack}`); } finally { await s.stop(); }
      ok((await shown[id](plain)) === false, `honest server has ${id}`);
      if (failed === before) good++;
    }
  } finally { await plain.stop(); }
  console.log(`variants: ${good} of ${variants.length} are there and keep the interface`);
}
console.log(`selftest: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
