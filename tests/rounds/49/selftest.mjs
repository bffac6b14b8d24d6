// node selftest.mjs [--record] [--only id,id]: starts the server with each switch and shows by requests that
// the honest server is right, every bug shows, and every variant differs and still passes all checks.
// --record writes the requests of each bug into bugs.json as curl lines.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const NS = '/vendor/events/v1';
const run = JSON.parse(readFileSync('run.json', 'utf8'));
const bugs = JSON.parse(readFileSync('bugs.json', 'utf8'));
const variants = JSON.parse(readFileSync('variants.json', 'utf8'));
const record = process.argv.includes('--record');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1].split(',') : null;
let port = 42000 + (process.pid % 2000);

async function withServer(env, work) {
  port++;
  const child = spawn(run.command[0], run.command.slice(1), { env: { PATH: process.env.PATH, PORT: String(port), ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (d) => (errors += d));
  try {
    for (let i = 0; ; i++) {
      if (child.exitCode !== null || i > 150) throw new Error(`server did not start: ${errors}`);
      try { await fetch(`http://127.0.0.1:${port}/`); break; } catch { await new Promise((r) => setTimeout(r, 60)); }
    }
    return await work(new Client(port), () => errors);
  } finally {
    child.kill('SIGKILL');
  }
}

let serial = 0;
class Client {
  lines = [];
  constructor(port) { this.root = `http://127.0.0.1:${port}`; }
  u(stem = 'Probe') { return `${stem} x${(++serial).toString(36)}q`; }
  async call(method, path, { json, form, headers = {}, user, raw, type, follow = true } = {}) {
    const h = { ...headers };
    let body;
    if (json !== undefined) { h['Content-Type'] = 'application/json'; body = JSON.stringify(json); }
    if (form !== undefined) { h['Content-Type'] = 'application/x-www-form-urlencoded'; body = form; }
    if (raw !== undefined) { h['Content-Type'] = type ?? 'application/json'; body = raw; }
    if (user) h.Authorization = 'Basic ' + Buffer.from(`${user}:${user}`).toString('base64');
    const url = path.startsWith('http') ? path : this.root + (path.startsWith('//') ? path.slice(1) : NS + path);
    const q = (s) => `'${s.replace(/'/g, "'\\''")}'`;
    const res = await fetch(url, { method, headers: h, body, redirect: follow ? 'follow' : 'manual' });
    this.lines.push(['curl -gs', method === 'HEAD' ? '-I' : method === 'GET' ? '' : `-X ${method}`, user ? `-u ${user}:${user}` : '',
      ...Object.entries(h).filter(([k]) => k !== 'Authorization').map(([k, v]) => `-H ${q(`${k}: ${v}`)}`), body !== undefined ? `--data-raw ${q(body)}` : '', `http://127.0.0.1:$PORT${q(url.replace(this.root, ''))}`]
      .filter(Boolean).join(' ') + `   # ${res.status}`);
    const text = await res.text();
    let parsed = null;
    try { parsed = JSON.parse(text); } catch { /* no JSON */ }
    return { status: res.status, headers: res.headers, body: parsed, text };
  }
  get(path, o) { return this.call('GET', path, o); }
  post(path, json, o) { return this.call('POST', path, { json, ...o }); }
  patch(path, json, o) { return this.call('PATCH', path, { json, ...o }); }
  put(path, json, o) { return this.call('PUT', path, { json, ...o }); }
  del(path, o) { return this.call('DELETE', path, o); }
  async make(path, json, o) {
    const r = await this.post(path, json, o);
    if (r.status !== 201) throw new Error(`POST ${path} ${JSON.stringify(json)}: ${r.status} ${r.text}`);
    return r.body;
  }
  event(more = {}, o) { return this.make('/events', { title: this.u(), start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00', ...more }, o); }
  venue(more = {}) { return this.make('/venues', { venue: this.u('Hall'), ...more }); }
  organizer(more = {}) { return this.make('/organizers', { organizer: this.u('Org'), ...more }); }
  category(more = {}) { return this.make('/categories', { name: this.u('Cat'), ...more }); }
  tag(more = {}) { return this.make('/tags', { name: this.u('Tag'), ...more }); }
  async ids(path, o) { return items(await this.get(path, o)).map((x) => x.id); }
}
// Shapes that differ between variants.
const items = (r) => (Array.isArray(r.body) ? r.body : Object.values(r.body ?? {}).find(Array.isArray) ?? [`no list: ${r.status}`]);
const T = (v) => (v && typeof v === 'object' ? v.raw : v);
const rel = (list) => list.map((x) => (typeof x === 'object' ? x.id : x)).sort((a, b) => a - b);
const cls = (r) => `${String(r.status)[0]}xx`;
const enc = encodeURIComponent;
const byId = async (c, path, id) => (await c.get(`${path}/${id}`)).body;

/** Each check gives what it got and what is right. */
const checks = {
  'list-tiebreak': async (c) => {
    const t = await c.tag();
    for (let i = 0; i < 7; i++) await c.event({ tags: [t.id], start_date: '2027-07-01 12:00:00', end_date: '2027-07-01 13:00:00' });
    const seen = [];
    for (const p of [1, 2, 3]) seen.push(...(await c.ids(`/events?tags=${t.id}&per_page=3&page=${p}`)));
    return [new Set(seen).size, 7];
  },
  'category-join-dup': async (c) => {
    const [a, b] = [await c.category(), await c.category()];
    const e = await c.event({ categories: [a.id, b.id] });
    return [await c.ids(`/events?categories=${a.id},${b.id}`), [e.id]];
  },
  'strict-false-string': async (c) => {
    const v = await c.venue();
    const e = await c.event({ venue: [v.id] });
    return [await c.ids(`/events?venue=${v.id}&starts_after=2027-05-10%2015:00:00&strict_dates=false`), [e.id]];
  },
  'featured-false': async (c) => {
    const v = await c.venue();
    await c.event({ venue: [v.id], featured: true });
    const e = await c.event({ venue: [v.id], featured: false });
    return [await c.ids(`/events?venue=${v.id}&featured=false`), [e.id]];
  },
  'search-wildcards': async (c) => {
    const w = c.u('wild').replace(/\W/g, '');
    const e = await c.event({ title: `${w} 5_7` });
    await c.event({ title: `${w} 567` });
    return [await c.ids(`/events?search=${enc(`${w} 5_7`)}`), [e.id]];
  },
  'search-nonascii': async (c) => {
    const name = c.u('Säger');
    const o = await c.organizer({ organizer: name });
    return [await c.ids(`/organizers?search=${enc(name)}`), [o.id]];
  },
  'search-or': async (c) => {
    const w = c.u('orword');
    const v = await c.venue();
    const e = await c.event({ venue: [v.id], description: w });
    await c.event({ description: w });
    await c.event({ description: w, status: 'draft' });
    return [await c.ids(`/events?search=${enc(w)}&venue=${v.id}`), [e.id]];
  },
  'include-dates': async (c) => {
    const e = await c.event();
    return [await c.ids(`/events?include=${e.id}&starts_after=2028-01-01`), [e.id]];
  },
  'starts-before-column': async (c) => {
    const v = await c.venue();
    const e = await c.event({ venue: [v.id], start_date: '2027-09-01 10:00:00', end_date: '2027-09-05 10:00:00' });
    return [await c.ids(`/events?venue=${v.id}&starts_before=2027-09-03`), [e.id]];
  },
  'starts-after-utc': async (c) => {
    const v = await c.venue();
    const e = await c.event({ venue: [v.id], start_date: '2027-09-10 00:30:00', end_date: '2027-09-10 02:00:00', timezone: 'Europe/Amsterdam' });
    return [await c.ids(`/events?venue=${v.id}&starts_after=2027-09-10`), [e.id]];
  },
  'venue-and': async (c) => {
    const [a, b] = [await c.venue(), await c.venue()];
    const e = await c.event({ venue: [a.id] });
    return [await c.ids(`/events?venue=${a.id},${b.id}`), [e.id]];
  },
  'organizer-primary': async (c) => {
    const [a, b] = [await c.organizer(), await c.organizer()];
    const e = await c.event({ organizer: [a.id, b.id] });
    return [await c.ids(`/events?organizer=${b.id}`), [e.id]];
  },
  'status-venue': async (c) => {
    const v = await c.venue();
    const e = await c.event({ venue: [v.id], status: 'draft' });
    await c.event({ venue: [v.id] });
    return [await c.ids(`/events?venue=${v.id}&status=draft`), [e.id]];
  },
  'next-link-array': async (c) => {
    const t = await c.tag();
    const made = [await c.event({ tags: [t.id] }), await c.event({ tags: [t.id] })].map((e) => e.id);
    const first = await c.get(`/events?tags[]=${t.id}&per_page=1`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = next ? await c.get(next) : { body: [] };
    return [[...items(first), ...items(second)].map((x) => x.id).sort((a, b) => a - b), made];
  },
  'form-boolean': async (c) => {
    const r = await c.call('POST', '/events', { form: `title=${enc(c.u())}&start_date=2027-05-10+10:00:00&end_date=2027-05-10+12:00:00&featured=false&all_day=false` });
    return [[r.body.featured, r.body.start_date], [false, '2027-05-10 10:00:00']];
  },
  'patch-defaults': async (c) => {
    const e = await c.event({ all_day: true, website: 'https://keep.example/' });
    await c.patch(`/events/${e.id}`, { title: c.u('New') });
    const n = await byId(c, '/events', e.id);
    return [[n.all_day, n.website], [true, 'https://keep.example/']];
  },
  'empty-string-update': async (c) => {
    const e = await c.event({ description: 'old', excerpt: 'old' });
    const r = await c.patch(`/events/${e.id}`, { description: '', excerpt: '' });
    const n = await byId(c, '/events', e.id);
    return [[r.status, T(n.description), T(n.excerpt)], [200, '', '']];
  },
  'categories-append': async (c) => {
    const [a, b] = [await c.category(), await c.category()];
    const e = await c.event({ categories: [a.id] });
    await c.patch(`/events/by-slug/${e.slug}`, { categories: [b.id] });
    return [rel((await byId(c, '/events', e.id)).categories), [b.id]];
  },
  'tags-empty': async (c) => {
    const t = await c.tag();
    const e = await c.event({ tags: [t.id] });
    await c.patch(`/events/${e.id}`, { tags: [] });
    return [rel((await byId(c, '/events', e.id)).tags), []];
  },
  'slug-collision-update': async (c) => {
    const [a, b] = [await c.event(), await c.event()];
    await c.patch(`/events/${b.id}`, { slug: a.slug });
    return [(await byId(c, '/events', b.id)).slug === a.slug, false];
  },
  'slug-nonlatin-empty': async (c) => {
    const o = await c.organizer({ organizer: '夏祭り実行委員会' });
    return [[o.slug !== '', (await c.get(`/organizers/by-slug/${enc(o.slug)}`)).body?.id], [true, o.id]];
  },
  'by-slug-nonascii': async (c) => {
    const e = await c.event({ title: '夏祭り' });
    return [(await c.get(`/events/by-slug/${enc(e.slug)}`)).body?.id, e.id];
  },
  'dst-end-offset': async (c) => {
    const e = await c.event({ start_date: '2027-10-29 20:00:00', end_date: '2027-11-01 10:00:00', timezone: 'Europe/Amsterdam' });
    return [[e.utc_start_date, e.utc_end_date], ['2027-10-29 18:00:00', '2027-11-01 09:00:00']];
  },
  'timezone-update': async (c) => {
    const e = await c.event({ timezone: 'Europe/Amsterdam' });
    await c.patch(`/events/${e.id}`, { timezone: 'America/New_York' });
    const n = await byId(c, '/events', e.id);
    return [[n.start_date, n.timezone, n.utc_start_date], ['2027-05-10 10:00:00', 'America/New_York', '2027-05-10 14:00:00']];
  },
  'start-shift': async (c) => {
    const e = await c.event();
    await c.patch(`/events/${e.id}`, { end_date: '2027-05-10 13:00:00' });
    const n = await byId(c, '/events', e.id);
    return [[n.start_date, n.end_date], ['2027-05-10 10:00:00', '2027-05-10 13:00:00']];
  },
  'date-utc-venue': async (c) => {
    const v = await c.venue({ date_utc: '2026-07-05 12:00:00' });
    return [(await byId(c, '/venues', v.id)).date_utc, '2026-07-05 12:00:00'];
  },
  'patch-end-before-start': async (c) => {
    const e = await c.event();
    return [cls(await c.patch(`/events/${e.id}`, { end_date: '2027-05-09 12:00:00' })), '4xx'];
  },
  'date-rollover': async (c) => [cls(await c.post('/events', { title: c.u(), start_date: '2027-02-30 10:00:00', end_date: '2027-03-05 10:00:00' })), '4xx'],
  'all-day-span': async (c) => {
    const e = await c.event({ all_day: true, start_date: '2027-06-01', end_date: '2027-06-03' });
    return [[e.start_date.slice(0, 10), e.end_date.slice(0, 10)], ['2027-06-01', '2027-06-03']];
  },
  'no-transaction': async (c) => {
    const title = c.u('Ghost');
    const r = await c.post('/events', { title, start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00', categories: [999999] });
    return [[cls(r), await c.ids(`/events?search=${enc(title)}`)], ['4xx', []]];
  },
  'cache-slug-stale': async (c) => {
    const v = await c.venue({ city: 'Old' });
    await c.get(`/venues/by-slug/${v.slug}`);
    await c.patch(`/venues/${v.id}`, { city: 'New' });
    return [(await c.get(`/venues/by-slug/${v.slug}`)).body.city, 'New'];
  },
  'cache-lang': async (c) => {
    const [e] = items(await c.get('/events?search=Marathon&per_page=1'));
    const get = async (l) => T((await c.get(`/events/${e.id}?ml_language=${l}`)).body.title);
    return [[await get('en'), await get('de')], ['Marathon', 'Marathonlauf']];
  },
  'cache-embed': async (c) => {
    const o = await c.organizer();
    const e = await c.event({ organizer: [o.id] });
    await c.get(`/events/${e.id}`);
    const name = c.u('Renamed');
    await c.patch(`/organizers/${o.id}`, { organizer: name });
    const [got] = (await byId(c, '/events', e.id)).organizer;
    return [typeof got === 'number' ? name : T(got.organizer), name];
  },
  'tags-list-stale': async (c) => {
    const t = await c.tag();
    const path = `/tags?hide_empty=0&include=${t.id}`;
    const before = await c.ids(path);
    await c.del(`/tags/${t.id}`);
    return [[before, await c.ids(path)], [[t.id], []]];
  },
  'etag-second': async (c) => {
    await new Promise((r) => setTimeout(r, 1050 - (Date.now() % 1000)));
    const e = await c.event();
    const tag = (await c.get(`/events/${e.id}`)).headers.get('etag');
    await c.patch(`/events/${e.id}`, { title: c.u('Changed') });
    return [(await c.get(`/events/${e.id}`, { headers: { 'If-None-Match': tag } })).status, 200];
  },
  'if-match-delete': async (c) => {
    const v = await c.venue();
    const h = { headers: { 'If-Match': '"other"' } };
    return [[(await c.patch(`/venues/${v.id}`, { city: 'X' }, h)).status, (await c.del(`/venues/${v.id}`, h)).status], [412, 412]];
  },
  'allow-missing': async (c) => {
    const r = await c.del('/venues');
    return [[r.status, r.headers.get('allow')], [405, 'GET, HEAD, POST, OPTIONS']];
  },
  'id-parseint': async (c) => {
    const o = await c.organizer();
    return [(await c.get(`/organizers/${o.id}abc`)).status, 404];
  },
  'tag-location': async (c) => {
    const r = await c.post('/tags', { name: c.u('Tag') });
    return [(await c.get(r.headers.get('location'))).body?.id, r.body.id];
  },
  'hide-empty-false': async (c) => {
    const t = await c.tag();
    return [[await c.ids(`/tags?include=${t.id}&hide_empty=false`), await c.ids(`/tags?include=${t.id}`)], [[t.id], []]];
  },
  'parent-descendants': async (c) => {
    const a = await c.category();
    const b = await c.category({ parent: a.id });
    await c.category({ parent: b.id });
    return [await c.ids(`/categories?hide_empty=0&parent=${a.id}`), [b.id]];
  },
  'category-cycle': async (c) => {
    const a = await c.category();
    const b = await c.category({ parent: a.id });
    return [cls(await c.patch(`/categories/${a.id}`, { parent: b.id })), '4xx'];
  },
  'category-orphans': async (c) => {
    const a = await c.category();
    const b = await c.category({ parent: a.id });
    await c.del(`/categories/${a.id}`);
    return [(await byId(c, '/categories', b.id)).parent, 0];
  },
  'orderby-id-text': async (c) => {
    const got = await c.ids('/categories?orderby=id&hide_empty=0&per_page=12');
    return [got, [...got].sort((a, b) => a - b)];
  },
  'exclude-search': async (c) => {
    const w = c.u('excl');
    const [a, b] = [await c.category({ name: w + ' a' }), await c.category({ name: w + ' b' })];
    return [await c.ids(`/categories?hide_empty=0&search=${enc(w)}&exclude=${a.id}`), [b.id]];
  },
  'count-stale': async (c) => {
    const t = await c.tag();
    const e = await c.event({ tags: [t.id] });
    const before = await c.ids(`/tags?include=${t.id}`);
    await c.del(`/events/${e.id}`);
    return [[before, await c.ids(`/tags?include=${t.id}`)], [[t.id], []]];
  },
  'venue-search-null': async (c) => {
    const city = c.u('Town');
    const v = await c.venue({ city });
    return [await c.ids(`/venues?search=${enc(city)}`), [v.id]];
  },
  'event-filter-first': async (c) => {
    const [a, b] = [await c.venue(), await c.venue()];
    const e = await c.event({ venue: [a.id, b.id] });
    return [(await c.ids(`/venues?event=${e.id}`)).sort((x, y) => x - y), [a.id, b.id]];
  },
  'zip-number': async (c) => {
    const v = await c.venue({ zip: '02115' });
    return [(await byId(c, '/venues', v.id)).zip, '02115'];
  },
  'org-slug-delete-prefix': async (c) => {
    const name = c.u('Org');
    const [a, b] = [await c.organizer({ organizer: name }), await c.organizer({ organizer: name })];
    await c.del(`/organizers/by-slug/${a.slug}`);
    return [(await c.get(`/organizers/${b.id}`)).status, 200];
  },
  'venue-delete-500': async (c) => {
    const v = await c.venue();
    const e = await c.event({ venue: [v.id] });
    await c.del(`/venues/${v.id}`);
    const r = await c.get(`/events/${e.id}`);
    return [[r.status, rel(r.body?.venue ?? ['none'])], [200, []]];
  },
  'offset-default': async (c) => {
    const [whole, one, two] = [await c.ids('/organizers?per_page=10'), await c.ids('/organizers?per_page=5'), await c.ids('/organizers?per_page=5&page=2')];
    return [[...one, ...two], whole];
  },
  'double-escape': async (c) => {
    const o = await c.organizer({ organizer: c.u('Salt & Pepper') });
    await c.patch(`/organizers/${o.id}`, { phone: '1' });
    return [T((await byId(c, '/organizers', o.id)).organizer), T(o.organizer)];
  },
  'lost-update': async (c) => {
    const v = await c.venue();
    await Promise.all([c.patch(`/venues/${v.id}`, { city: 'A' }), c.patch(`/venues/${v.id}`, { phone: '7' }), c.patch(`/venues/${v.id}`, { zip: 'Z' })]);
    const n = await byId(c, '/venues', v.id);
    return [[n.city, n.phone, n.zip], ['A', '7', 'Z']];
  },
  'slug-race': async (c) => {
    const title = c.u('Race');
    const made = await Promise.all([1, 2, 3].map(() => c.event({ title })));
    return [new Set(made.map((e) => e.slug)).size, 3];
  },
  'lang-delete-400': async (c) => {
    const v = await c.venue();
    return [cls(await c.del(`/venues/${v.id}?ml_language=de`)), '2xx'];
  },
  'users-by-slug-owner': async (c) => {
    const e = await c.event({}, { user: 'editor' });
    return [[(await c.patch(`/events/${e.id}`, { title: 'Mine' }, { user: 'author' })).status, (await c.patch(`/events/by-slug/${e.slug}`, { title: 'Mine' }, { user: 'author' })).status], [403, 403]];
  },
  'users-draft-slug': async (c) => {
    const e = await c.event({ status: 'draft' }, { user: 'editor' });
    return [[(await c.get(`/events/${e.id}`)).status, (await c.get(`/events/by-slug/${e.slug}`)).status], [404, 404]];
  },
  'users-cache': async (c) => {
    const e = await c.event({ status: 'draft' }, { user: 'editor' });
    return [[(await c.get(`/events/${e.id}`, { user: 'editor' })).status, (await c.get(`/events/${e.id}`)).status], [200, 404]];
  },
  'users-reader-tag': async (c) => {
    const t = await c.make('/tags', { name: c.u('Tag') }, { user: 'editor' });
    return [(await c.del(`/tags/${t.id}`, { user: 'reader' })).status, 403];
  },
};

/** Every resource answers, and the world is there. */
async function smoke(c) {
  const bad = [];
  for (const p of ['/', '/doc', '/events', '/venues', '/organizers', '/categories', '/tags', '/events?per_page=50&starts_after=2020-01-01']) {
    const r = await c.get(p);
    if (r.status !== 200) bad.push(`${p}: ${r.status}`);
    else if (!['/', '/doc'].includes(p) && items(r).length < 10) bad.push(`${p}: ${items(r).length} items`);
  }
  return bad;
}

/** What holds for the honest server and for each variant. */
async function general(c) {
  const bad = [];
  const is = (name, got, want) => { if (!isDeepStrictEqual(got, want)) bad.push(`${name}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`); };
  const e = await c.event();
  is('up', (await c.get('')).body._links.up[0].href, c.root + '/');
  is('up below prefix', (await c.get('//de' + NS)).body._links.up[0].href, c.root + '/de/');
  is('root', (await c.get('//')).status, 200);
  for (const l of ['nl', 'en', 'fr', 'de']) for (const p of ['', '/doc', '/events', `/events/${e.id}`, `/events/by-slug/${e.slug}`, '/venues', '/organizers', '/categories', '/tags']) is(`lang ${l} ${p}`, (await c.get(`${p}?ml_language=${l}`)).status, 200);
  is('bad language', cls(await c.get('/events?ml_language=xx')), '4xx');
  is('two languages', cls(await c.get('/events?ml_language=de&ml_language=fr')), '4xx');
  const [m] = items(await c.get('/events?search=Marathon&per_page=1'));
  is('prefix', T((await c.get(`//de${NS}/events/${m.id}`)).body.title), 'Marathonlauf');
  is('prefix by slug', T((await c.get(`//de${NS}/events/by-slug/marathon`)).body.title), 'Marathonlauf');
  is('search in language', (await c.ids('/events?search=Marathonlauf&ml_language=de')).includes(m.id), true);
  await c.patch(`/events/${e.id}?ml_language=fr`, { title: 'Titre' });
  is('translation apart', [T((await byId(c, '/events', e.id)).title), T((await c.get(`/events/${e.id}?ml_language=fr`)).body.title)], [T(e.title), 'Titre']);
  const bodies = [['/venues', { venue: c.u() }, 'venue'], ['/organizers', { organizer: c.u() }, 'organizer'], ['/categories', { name: c.u() }, 'name'], ['/tags', { name: c.u() }, 'name'], ['/events', { title: c.u(), start_date: '2027-01-01', end_date: '2027-01-02' }, 'title']];
  for (const [p, body, f] of bodies) {
    is(`${p} empty`, cls(await c.post(p, {})), '4xx');
    is(`${p} array`, cls(await c.post(p, [])), '4xx');
    is(`${p} malformed`, (await c.call('POST', p, { raw: '{"a":' })).status, 400);
    is(`${p} xml`, (await c.call('POST', p, { raw: '<a/>', type: 'application/xml' })).status, 415);
    is(`${p} object`, cls(await c.post(p, { ...body, [f]: { a: 1 } })), '4xx');
    is(`${p} null`, cls(await c.post(p, { ...body, [f]: null })), '4xx');
    for (const q of ['page=0', 'page=x', 'per_page=0', 'per_page=-1', 'per_page=2.5', 'page=1&page=2', 'per_page[a]=1']) is(`${p} ${q}`, cls(await c.get(`${p}?${q}`)), '4xx');
    const r = await c.make(p, body);
    is(`${p} created`, T((await byId(c, p, r.id))[f]), T(r[f]));
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const name = c.u(method);
      is(`${p} ${method}`, T((await c.call(method, `${p}/${r.id}`, { json: { [f]: name } })).body[f]), name);
      if (r.slug && !['/categories', '/tags'].includes(p)) {
        const s = c.u(method);
        is(`${p} ${method} by slug`, T((await c.call(method, `${p}/by-slug/${r.slug}`, { json: { [f]: s } })).body[f]), s);
        is(`${p} ${method} unknown slug`, (await c.call(method, `${p}/by-slug/no-such`, { json: { [f]: s } })).status, 404);
      }
    }
    is(`${p} HEAD`, [(await c.call('HEAD', `${p}/${r.id}`)).status, (await c.call('HEAD', p)).text], [200, '']);
    is(`${p} OPTIONS`, [(await c.call('OPTIONS', `${p}/${r.id}`)).status, (await c.call('OPTIONS', `${p}/${r.id}`)).headers.get('allow')], [204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
    is(`${p} 405`, (await c.put(p, {})).status, 405);
    const got = await c.get(`${p}/${r.id}`);
    is(`${p} 304`, (await c.get(`${p}/${r.id}`, { headers: { 'If-None-Match': got.headers.get('etag') } })).status, 304);
    is(`${p} If-Match`, (await c.patch(`${p}/${r.id}`, { description: 'm' }, { headers: { 'If-Match': got.headers.get('etag') } })).status, 200);
    is(`${p} If-Match again`, (await c.patch(`${p}/${r.id}`, { description: 'n' }, { headers: { 'If-Match': got.headers.get('etag') } })).status, 412);
    is(`${p} delete`, cls(await c.del(`${p}/${r.id}`)), '2xx');
    is(`${p} deleted`, cls(await c.get(`${p}/${r.id}`)), '4xx');
    is(`${p} deleted again`, cls(await c.del(`${p}/${r.id}`)), '4xx');
    for (const x of ['999999', '99999999999999999999999', 'abc', '12abc', '0']) is(`${p}/${x}`, (await c.get(`${p}/${x}`)).status, 404);
    const all = await c.get(`${p}?per_page=50&hide_empty=0`);
    const walk = [];
    for (let n = 1; walk.length < items(all).length && n < 9; n++) walk.push(...(await c.ids(`${p}?per_page=7&page=${n}&hide_empty=0`)));
    is(`${p} pages`, walk.slice(0, items(all).length), items(all).map((x) => x.id));
  }
  is('percent', (await c.get('/events/by-slug/%E0%A4%A')).status, 400);
  is('case', (await c.get('/EVENTS')).status, 404);
  is('date', cls(await c.get('/events?start_date=soon')), '4xx');
  is('venue filter', cls(await c.get('/events?venue=abc')), '4xx');
  is('lat alone', cls(await c.get('/events?geoloc_lat=52')), '4xx');
  is('geoloc', (await c.ids('/events?geoloc_lat=52.36&geoloc_lng=4.88')).length > 0, true);
  is('unknown tag', cls(await c.patch(`/events/${e.id}`, { tags: [999999] })), '4xx');
  is('clear website', (await c.patch(`/events/${e.id}`, { website: null, cost: 0 })).body.cost, '0');
  is('html', T((await c.patch(`/events/${e.id}`, { title: `A & B "c" <d> 'e' 🎭` })).body.title), `A & B "c" <d> 'e' 🎭`);
  is('quote', (await c.get("/events?search='")).status, 200);
  is('filter by slug', (await c.ids('/events?categories=jazz')).length > 0, true);
  is('by slug percent', cls(await c.get('/events/by-slug/a%2Fb')), '4xx');
  is('upcoming', (await c.ids('/venues?only_with_upcoming=true')).length > 0, true);
  is('has_events', [(await c.ids('/organizers?has_events=1&per_page=50')).length > 5, (await c.ids('/organizers?has_events=0')).length > 0], [true, true]);
  is('order', (await c.ids('/tags?orderby=id&order=desc')).slice(0, 2).reduce((a, b) => a > b), true);
  return bad;
}

async function access(c) {
  const bad = [];
  const is = (name, got, want) => { if (!isDeepStrictEqual(got, want)) bad.push(`${name}: got ${got}, want ${want}`); };
  const body = { title: 'T', start_date: '2027-01-01', end_date: '2027-01-02' };
  is('anonymous write', (await c.post('/events', body)).status, 401);
  is('challenge', (await c.post('/events', body)).headers.get('www-authenticate')?.startsWith('Basic'), true);
  is('reader write', (await c.post('/events', body, { user: 'reader' })).status, 403);
  is('wrong password', (await c.get('/events', { headers: { Authorization: 'Basic ' + Buffer.from('editor:x').toString('base64') } })).status, 401);
  const own = await c.make('/events', body, { user: 'author' });
  is('own', (await c.patch(`/events/${own.id}`, { title: 'U' }, { user: 'author' })).status, 200);
  is('not to another', (await c.patch(`/events/${own.id}`, { author: 1 }, { user: 'author' })).status, 403);
  is('editor all', (await c.del(`/events/${own.id}`, { user: 'editor' })).status, 200);
  const t = await c.make('/tags', { name: c.u('Tag') }, { user: 'editor' });
  const d = await c.make('/events', { ...body, status: 'draft', tags: [t.id] }, { user: 'editor' });
  is('terms of a draft', [...await c.ids(`/tags?post=${d.id}`), ...await c.ids(`/tags?post=${d.id}`, { user: 'reader' })], [t.id]);
  is('drafts', (await c.get('/events?status=draft')).status, 401);
  is('drafts reader', (await c.get('/events?status=draft', { user: 'reader' })).status, 200);
  return bad;
}

const shows = {
  trash: async (c) => { const e = await c.event(); await c.del(`/events/${e.id}`); return [(await c.get(`/events/${e.id}`)).status, (await c.ids('/events?status=trash&starts_after=2020-01-01')).includes(e.id), (await c.patch(`/events/${e.id}`, { status: 'publish' })).status]; },
  problem: async (c) => { const r = await c.post('/tags', {}); return [r.status, r.headers.get('content-type').split(';')[0]]; },
  'put-replaces': async (c) => { const e = await c.event({ website: 'https://a.example' }); return [(await c.put(`/events/${e.id}`, { title: 'P' })).body.website]; },
  flat: async (c) => [Array.isArray((await c.get('/tags')).body)],
  'delete-204': async (c) => [(await c.del(`/tags/${(await c.tag()).id}`)).status],
  rendered: async (c) => [typeof (await c.tag()).name],
  'slug-redirect': async (c) => [(await c.get(`/events/by-slug/${(await c.event()).slug}`, { follow: false })).status],
  'order-and-clamp': async (c) => [(await c.get('/tags?per_page=200')).status],
};
const want = { trash: [410, true, 200], problem: [422, 'application/problem+json'], 'put-replaces': [null], flat: [true], 'delete-204': [204], rendered: ['object'], 'slug-redirect': [302], 'order-and-clamp': [200] };

const notes = {"lost-update": "# the three PATCH are sent at the same time", "slug-race": "# the three POST are sent at the same time", "etag-second": "# all within one second; If-None-Match takes the ETag of the first GET"};
let failures = 0;
const report = (ok, what, detail = '') => { if (!ok) failures++; console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}${ok ? '' : ' ' + detail}`); };
const attempt = async (f) => { try { return await f(); } catch (e) { return [`threw ${e.message}`, 'no error']; } };
const equal = ([got, right]) => isDeepStrictEqual(got, right);

if (!only) {
  for (const users of [false, true]) {
    await withServer(users ? { USERS: '1' } : {}, async (c, errors) => {
      report(!(await smoke(c)).length, `honest server${users ? ' with USERS' : ''} starts`);
      const bad = users ? await access(c) : await general(c);
      report(!bad.length, users ? 'access' : 'general', bad.join('\n     '));
      for (const b of bugs.filter((b) => Boolean(b.users) === users)) {
        const r = await attempt(() => checks[b.id](c));
        report(equal(r), `honest: ${b.id}`, JSON.stringify(r));
      }
      report(!errors().trim(), 'no errors logged', errors());
    });
  }
}
for (const b of bugs.filter((b) => !only || only.includes(b.id))) {
  await withServer({ BUG: b.id, ...(b.users ? { USERS: '1' } : {}) }, async (c) => {
    const bad = await smoke(c);
    c.lines = [];
    const r = await attempt(() => checks[b.id](c));
    report(!bad.length && !equal(r) && !String(r[0]).startsWith('threw'), `bug: ${b.id}`, JSON.stringify([bad, r]));
    b.show = [...(notes[b.id] ? [notes[b.id]] : []), ...c.lines, `wrong: ${JSON.stringify(r[0])}`, `right: ${JSON.stringify(r[1])}`].join('\n');
  });
}
const honest = {};
if (!only) await withServer({}, async (c) => { for (const v of variants) honest[v.id] = await shows[v.id](c); });
for (const v of variants.filter((v) => !only || only.includes(v.id))) {
  await withServer({ VARIANT: v.id }, async (c, errors) => {
    const bad = [...(await smoke(c)), ...(await general(c))];
    for (const b of bugs.filter((b) => !b.users)) {
      const r = await attempt(() => checks[b.id](c));
      if (!equal(r)) bad.push(`${b.id}: ${JSON.stringify(r)}`);
    }
    const r = await shows[v.id](c);
    if (!isDeepStrictEqual(r, want[v.id])) bad.push(`shows ${JSON.stringify(r)}`);
    if (isDeepStrictEqual(r, honest[v.id])) bad.push('does not differ');
    if (errors().trim()) bad.push(errors());
    report(!bad.length, `variant: ${v.id}`, bad.join('\n     '));
  });
}
if (record && !only) writeFileSync('bugs.json', JSON.stringify(bugs, null, 1) + '\n');
console.log(failures ? `${failures} failure(s)` : 'all passed');
process.exit(failures ? 1 : 0);
