// Starts the server with each switch and shows by requests that it does what it says.
// node selftest.mjs [id...]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const here = new URL('.', import.meta.url).pathname;
const [program, ...args] = JSON.parse(readFileSync(here + 'run.json')).command;
const bugs = JSON.parse(readFileSync(here + 'bugs.json'));
const variants = JSON.parse(readFileSync(here + 'variants.json'));
const PORT = 4700 + (process.pid % 200);
const NS = '/vendor/events/v1';

function request(method, path, { body, headers = {}, user, raw } = {}) {
  return new Promise((resolve, reject) => {
    const h = { ...headers };
    let data = raw;
    if (body !== undefined) { data = JSON.stringify(body); h['content-type'] ??= 'application/json'; }
    if (data !== undefined) h['content-length'] = Buffer.byteLength(data);
    if (user) h.authorization = 'Basic ' + Buffer.from(`${user}:${user}`).toString('base64');
    const req = http.request({ host: '127.0.0.1', port: PORT, method, path: path.startsWith('//') ? path.slice(1) : NS + path, headers: h, agent: false }, (res) => {
      const chunks = [];
      res.on('data', (c) => chunks.push(c));
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        let json; try { json = JSON.parse(text); } catch { /* not JSON */ }
        resolve({ s: res.statusCode, h: res.headers, text, b: json });
      });
    });
    req.on('error', reject);
    req.end(data);
  });
}
const get = (path, o) => request('GET', path, o);
const post = (path, body, o) => request('POST', path, { body, ...o });
const patch = (path, body, o) => request('PATCH', path, { body, ...o });
const put = (path, body, o) => request('PUT', path, { body, ...o });
const del = (path, o) => request('DELETE', path, o);

async function withServer(env, work) {
  const child = spawn(program, args, { cwd: here, env: { PATH: process.env.PATH, PORT: String(PORT), ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (d) => { log += d; });
  const ended = new Promise((r) => child.once('exit', r));
  try {
    for (let i = 0; ; i++) {
      try { await get('//'); break; } catch (e) { if (i > 150) throw new Error('no start: ' + log); await new Promise((r) => setTimeout(r, 100)); }
    }
    return await work();
  } finally { child.kill(); await ended; }
}

// ---- helpers of the probes
let n = 0;
const day = { start_date: '2027-05-10 10:00:00', end_date: '2027-05-10 12:00:00' };
const event = async (more = {}, o) => (await post('/events', { title: `Probe ${++n}`, ...day, ...more }, o)).b;
const ids = (r, kind) => r.b[kind].map((x) => x.id);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const has = (list, ...want) => want.every((w) => list.includes(w));
const uniq = (a) => new Set(a).size === a.length;

/** Each gives true when the server is right. */
const probes = {
  async b01() { const e = await event({ featured: true }); return (await patch(`/events/${e.id}`, { featured: false })).b.featured === false; },
  async b02() { const e = await event({ tags: [31, 32] }); return e.tags.length === 2 && (await patch(`/events/${e.id}`, { tags: [] })).b.tags.length === 0; },
  async b03() { const e = await event({ organizer: [201] }); return (await patch(`/events/by-slug/${e.slug}`, { excerpt: 'x' })).b.organizer.length === 1; },
  async b04() { const e = await event(); return (await patch(`/events/${e.id}`, { timezone: 'America/New_York' })).b.utc_start_date === '2027-05-10 14:00:00'; },
  async b05() {
    const a = await event({ start_date: '2027-07-10 10:00:00', end_date: '2027-07-10 12:00:00', timezone: 'Europe/Amsterdam' });
    const b = await event({ start_date: '2027-01-10 10:00:00', end_date: '2027-01-10 12:00:00', timezone: 'Europe/Amsterdam' });
    return a.utc_start_date === '2027-07-10 08:00:00' && b.utc_start_date === '2027-01-10 09:00:00';
  },
  async b06() {
    const e = await event({ all_day: true });
    const r = await patch(`/events/${e.id}`, { all_day: true, start_date: '2027-05-10 00:00:00', end_date: '2027-05-12 00:00:00' });
    return r.b.end_date.startsWith('2027-05-12');
  },
  async b07() { return (await post('/events', { title: 'T', start_date: '2027-02-30 10:00:00', end_date: '2027-03-05 12:00:00' })).s === 400; },
  async b08() {
    const a = await event({ slug: 'one' }); const b = await event({ slug: 'two' });
    const r = await patch(`/events/${b.id}`, { slug: a.slug });
    return r.b.slug !== a.slug && (await get(`/events/by-slug/${r.b.slug}`)).b.id === b.id;
  },
  async b09() {
    const t = (await post('/tags', { name: 'lonely' })).b; const e = await event({ slug: 'gone', tags: [t.id] });
    if ((await get(`/tags/${t.id}`)).b.count !== 1 || (await del(`/events/by-slug/${e.slug}`)).s !== 200) return undefined;
    return (await get(`/tags/${t.id}`)).b.count === 0 && (await get(`/tags?include=${t.id}`)).b.total === 0;
  },
  async b10() {
    const r = await get('/events?starts_after=2000-01-01&search=e_m&per_page=100');
    return (await get('/events?starts_after=2000-01-01&search=M%25r')).b.total === 0 && r.b.total > 0 && r.b.events.every((e) => /e_m/i.test(e.title + e.description));
  },
  async b11() {
    const r = await get('/events?search=doors&categories=14&per_page=100');
    return r.b.total > 0 && r.b.events.every((e) => e.status === 'publish' && e.categories.some((c) => c.id === 14));
  },
  async b12() { const r = await get('/events?starts_after=2000-01-01&per_page=100&categories=11,12'); return uniq(ids(r, 'events')) && r.b.total === r.b.events.length && r.b.total > 9; },
  async b13() { return (await get('/events?starts_after=2000-01-01&tags=31,32')).b.total > (await get('/events?starts_after=2000-01-01&tags=31')).b.total; },
  async b14() {
    const r = await get('/events?starts_after=2000-01-01&organizer=201&per_page=2&page=2');
    return r.b.events.length === 2 && r.b.events.every((e) => e.organizer.some((o) => o.id === 201));
  },
  async b15() {
    const e = await event({ start_date: '2028-05-10 10:00:00', end_date: '2028-05-10 12:00:00' });
    const q = (t) => get(`/events?strict_dates=true&starts_after=2028-05-10%20${t}&starts_before=2028-05-11`);
    return ids(await q('09:00:00'), 'events').includes(e.id) && !ids(await q('11:00:00'), 'events').includes(e.id);
  },
  async b16() { return same(ids(await get('/events?include=1001,1040'), 'events'), [1001, 1040]); },
  async b17() {
    const seen = []; const total = (await get('/events?per_page=1')).b.total;
    for (let p = 1; p <= Math.ceil(total / 3); p++) seen.push(...ids(await get(`/events?per_page=3&page=${p}`), 'events'));
    return uniq(seen) && seen.length === total;
  },
  async b18() { const e = await event({ start_date: '2028-06-10 10:00:00', end_date: '2028-06-10 12:00:00' }); return ids(await get('/events?start_date=2028-06-10%2000:00:00&end_date=2028-06-10%2000:00:00'), 'events').includes(e.id); },
  async b19() { return (await event({ start_date: '2029-12-31 20:00:00', end_date: '2029-12-31 23:00:00' })).start_date === '2029-12-31 20:00:00'; },
  async b20() {
    const r = await post('/events', { title: 'Ghost', slug: 'ghost', ...day, tags: [99999] });
    return r.s === 400 && (await get('/events/by-slug/ghost')).s === 404;
  },
  async b21() {
    const e = (await get('/events/1031')).b; if (!e.protected || e.description) return undefined;
    return (await get(`/events/by-slug/${e.slug}`)).b.description === '' && (await get('/events/1031?password=sesame')).b.description !== '' && (await get('/events/1031?password=x')).s === 403;
  },
  async b22() {
    const t = (await get('/events/1041?ml_language=nl')).b.title;
    return t.includes('(NL)') && (await get('/events?ml_language=nl&search=(NL)&per_page=100')).b.events.some((e) => e.id === 1041);
  },
  async b23() {
    const v = (await post('/venues', { venue: 'Before' })).b; const e = await event({ venue: [v.id] });
    await patch(`/venues/${v.id}`, { venue: 'After' });
    return (await get(`/events/${e.id}`)).b.venue[0].venue === 'After';
  },
  async b24() { const v = (await post('/venues', { venue: '日本武道館' })).b; return v.slug !== '' && (await get(`/venues/by-slug/${encodeURIComponent(v.slug)}`)).b?.id === v.id; },
  async b25() { return (await patch('/venues/by-slug/de-doelen', { city: 'X' }, { headers: { 'if-match': '"old"' } })).s === 412 && (await patch('/venues/102', { city: 'X' }, { headers: { 'if-match': '"old"' } })).s === 412; },
  async b26() { const r = await get('/venues?per_page=1'); return r.b.total === r.b.total_pages; },
  async b27() { const e = await event({ venue: [101, 102] }); return has(ids(await get(`/venues?event=${e.id}`), 'venues'), 101, 102); },
  async b28() { const r = await get('/venues?has_events=true&per_page=100'); return r.b.total > 5 && uniq(ids(r, 'venues')); },
  async b29() { return (await patch('/venues/101', { zip: '02134' })).b.zip === '02134'; },
  async b30() { return (await request('HEAD', '/venues/by-slug/de-doelen')).s === 200; },
  async b31() {
    const v = (await post('/venues', { venue: 'Busy', city: 'old', phone: 'old' })).b;
    const r = await Promise.all([patch(`/venues/${v.id}`, { city: 'A' }), patch(`/venues/${v.id}`, { phone: '1' })]);
    const now = (await get(`/venues/${v.id}`)).b;
    return r.every((x) => x.s === 200) && now.city === 'A' && now.phone === '1';
  },
  async b32() { const r = await get('/organizers?search=O%27Neill'); return r.s === 200 && has(ids(r, 'organizers'), 202); },
  async b33() {
    const all = ids(await get('/organizers?per_page=50'), 'organizers');
    return same(ids(await get('/organizers?per_page=3&page=2'), 'organizers'), all.slice(3, 6));
  },
  async b34() { return (await patch('/organizers/204', { phone: null })).b.phone === null; },
  async b35() { return (await post('/organizers', { organizer: 'E', description: 'Fun 🎉 for all' })).b.description === 'Fun 🎉 for all'; },
  async b36() {
    const p = '/organizers/by-slug/city-music-foundation'; const en = (await get(p)).b.organizer;
    return en === 'City Music Foundation' && (await get(p + '?ml_language=nl')).b.organizer === 'Stichting Stadsmuziek';
  },
  async b37() { return (await get('/organizers?ml_language=de&per_page=50')).b.organizers.every((o) => typeof o.organizer === 'string' && o.organizer); },
  async b38() { return (await get('/organizers/201abc')).s === 404; },
  async b39() {
    const [a, b] = [ids(await get('/organizers?only_with_upcoming=true&per_page=50'), 'organizers'), ids(await get('/organizers?only_with_upcoming=1&per_page=50'), 'organizers')];
    return a.length > 0 && !a.includes(212) && !a.includes(209) && same(a, b);
  },
  async b40() { return same(ids(await get('/categories?include=11,12,14&exclude=12&orderby=id'), 'categories'), [11, 14]); },
  async b41() { const c = (await get('/categories?orderby=count&order=desc&per_page=50')).b.categories.map((x) => x.count); return same(c, [...c].sort((x, y) => y - x)); },
  async b42() { return has(ids(await get('/categories?hide_empty=false&per_page=50'), 'categories'), 22) && !ids(await get('/categories?per_page=50'), 'categories').includes(22); },
  async b43() {
    const a = (await post('/categories', { name: 'a' })).b; const b = (await post('/categories', { name: 'b', parent: a.id })).b;
    return (await patch(`/categories/${a.id}`, { parent: a.id })).s === 400 && (await patch(`/categories/${a.id}`, { parent: b.id })).s === 400;
  },
  async b44() {
    const a = (await post('/categories', { name: 'a' })).b; const b = (await post('/categories', { name: 'b', parent: a.id })).b;
    await del(`/categories/${a.id}`); return (await get(`/categories/${b.id}`)).b.parent === 0;
  },
  async b45() { await patch('/categories/17', { description: 'a' }); return (await patch('/categories/17', { description: 'b' })).b.name === 'Food & Drink'; },
  async b46() {
    for (let i = 0; i < 4; i++) {
      await patch('/categories/11', { description: `a${i}` }); const { etag } = (await get('/categories/11')).h;
      if ((await get('/categories/11', { headers: { 'if-none-match': etag } })).s !== 304) return undefined;
      await patch('/categories/11', { description: `b${i}` });
      if ((await get('/categories/11', { headers: { 'if-none-match': etag } })).s === 304) return false;
    }
    return true;
  },
  async b47() { const s = (await get('/tags?orderby=slug&per_page=50')).b.tags.map((t) => t.slug); return same(s, [...s].sort()); },
  async b48() { return same(ids(await get('/tags?post=1001'), 'tags'), ids(await get('/tags?event=1001'), 'tags')); },
  async b49() {
    const t = (await post('/tags', { name: 'first' })).b; const e = await event({ tags: [t.id] });
    await del(`/tags/${t.id}`); const u = (await post('/tags', { name: 'second' })).b;
    return u.count === 0 && (await get(`/events/${e.id}`)).b.tags.length === 0;
  },
  async b50() { return same((await get('/tags?slug=art')).b.tags.map((t) => t.slug), ['art']); },
  async b51() { return (await patch('/tags/37', { description: 'x' })).b.slug === 'late'; },
  async b52() { const r = await del('/tags'); return r.s === 405 && !!r.h.allow; },
  async b53() { const t = (await post('/tags', { name: 'stay' })).b; return (await del(`/tags/${t.id}?ml_language=xx`)).s === 400 && (await get(`/tags/${t.id}`)).s === 200; },
  async b54() { return (await patch('/venues/by-slug/concertgebouw', { city: 'X' }, { user: 'author' })).s === 403 && (await patch('/venues/101', { city: 'X' }, { user: 'author' })).s === 403; },
  async b55() { return (await get('/organizers?status=draft')).s === 401; },
  async b56() { return (await del('/tags/45', { user: 'reader' })).s === 403; },
  async b57() {
    const e = (await get('/events/1025', { user: 'editor' })).b;
    return e.status === 'draft' && (await get('/events/1025')).s === 401 && (await get(`/events/by-slug/${e.slug}`)).s === 401;
  },
  async b58() { return (await get('/events?include=1025')).b.total === 0; },
  async b59() {
    const a = (await get('/events/1041')).b.title; const nl = (await get('//nl' + NS + '/events/1041')).b.title;
    return a !== nl && (await get('/events/1041')).b.title === a;
  },
  async b60() {
    const v = (await post('/venues', { venue: 'a very long name of a venue '.repeat(6) })).b;
    return v.slug.length > 100 && (await get(`/venues/by-slug/${v.slug}`)).s === 200;
  },
};

const variantProbes = { // true when the variant shows
  async trash() {
    const e = await event({ slug: 'bin' }); await del(`/events/${e.id}`);
    return (await get(`/events/${e.id}`)).s === 404 && (await get('/events/by-slug/bin')).s === 404 && (await get('/events?status=trash&starts_after=2000-01-01')).b.events?.some((x) => x.id === e.id) === true;
  },
  async 'put-replaces'() { const v = (await post('/venues', { venue: 'V', city: 'C' })).b; const r = (await put(`/venues/${v.id}`, { venue: 'W' })).b; return r.venue === 'W' && r.city === null; },
  async bare() { const r = await get('/events'); return Array.isArray(r.b) && r.b.length === 10 && Number(r.h['x-total']) > 10 && r.b.every((e) => e.tags.every((t) => typeof t === 'number')); },
  async rendered() { const c = (await get('/categories/17')).b; return c.name === 'Food &#038; Drink' && c.description.startsWith('<p>'); },
  async paging() { return (await get('/events?page=99')).s === 404 && (await get('/events?per_page=500')).b.events?.length > 10; },
  async codes() {
    const r = await post('/tags', { name: 'x' }); const bad = await post('/tags', {});
    return r.s === 200 && (await del(`/tags/${r.b.id}`)).s === 204 && bad.s === 422 && bad.h['content-type'].startsWith('application/problem+json');
  },
  async languages() { const r = await get('/events?ml_language=fr&per_page=100'); return r.b.total > 0 && r.b.events.every((e) => e.language === 'fr'); },
  async 'slug-redirect'() { const r = await get('/venues/by-slug/de-doelen?ml_language=nl'); return r.s === 302 && r.h.location.endsWith('/venues/102?ml_language=nl') ; },
};

const PATHS = ['', '/doc', '/events', '/events?page=2&per_page=5', '/events/1040', '/events?search=a', '/events?featured=true', '/events?venue=101&organizer=201',
  '/events?categories=music&tags=free', '/events?include=1040', '/venues', '/venues/101', '/venues/by-slug/de-doelen', '/venues?search=paris&has_events=1',
  '/organizers', '/organizers/201', '/organizers?search=music', '/organizers/by-slug/run-club', '/categories', '/categories/11', '/categories?hide_empty=0&parent=11',
  '/tags', '/tags/31', '/tags?orderby=count&order=desc', '/events?ml_language=de', '/tags?ml_language=nl'];
const BODIES = { events: { title: 'Smoke', ...day }, venues: { venue: 'Smoke' }, organizers: { organizer: 'Smoke' }, categories: { name: 'Smoke' }, tags: { name: 'Smoke' } };

/** All is well at start, whatever the switch. */
async function smoke(user) {
  const wrong = [];
  const expect = (what, s, ...want) => { if (!want.includes(s)) wrong.push(`${what} -> ${s}`); };
  for (const p of PATHS) expect(`GET ${p}`, (await get(p)).s, 200, 302);
  for (const [kind, body] of Object.entries(BODIES)) {
    const made = await post(`/${kind}`, body, { user });
    expect(`POST ${kind}`, made.s, 200, 201);
    const at = `/${kind}/${made.b?.id}`;
    expect(`GET ${at}`, (await get(at)).s, 200);
    for (const m of ['POST', 'PUT', 'PATCH']) expect(`${m} ${at}`, (await request(m, at, { body: { description: m }, user })).s, 200);
    expect(`empty POST ${kind}`, (await post(`/${kind}`, {}, { user })).s, 400, 422);
    expect(`DELETE ${at}`, (await del(at, { user })).s, 200, 204);
    expect(`GET deleted ${at}`, (await get(at)).s, 404);
    expect(`GET ${kind}/abc`, (await get(`/${kind}/abc`)).s, 404);
    expect(`GET ${kind}/999999`, (await get(`/${kind}/999999`)).s, 404);
  }
  return wrong;
}

/** More of what an honest server does. */
async function honest() {
  const wrong = [];
  const ok = (what, cond) => { if (!cond) wrong.push(what); };
  const J = { 'content-type': 'application/json' };
  ok('malformed JSON', (await request('POST', '/tags', { raw: '{"name":', headers: J })).s === 400);
  ok('JSON that is no object', (await request('POST', '/tags', { raw: '[1]', headers: J })).s === 400 && (await request('PATCH', '/tags/31', { raw: 'null', headers: J })).s === 400);
  ok('content type', (await request('POST', '/tags', { raw: '<a/>', headers: { 'content-type': 'text/xml' } })).s === 415);
  const form = await request('POST', '/events', { raw: 'title=F+%26+G&start_date=2027-01-01+10:00:00&end_date=2027-01-01+11:00:00&all_day=false&tags[]=31&tags[]=32&venue=101,102', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  ok('form', form.s === 201 && form.b.title === 'F & G' && form.b.all_day === false && form.b.tags.length === 2 && form.b.venue.length === 2);
  ok('Location', (await get('/' + form.h.location.split('/v1/')[1])).b.id === form.b.id);
  ok('DELETE with content type but no body', (await del(`/events/${form.b.id}`, { headers: J })).s === 200);
  ok('empty title', (await post('/events', { title: ' ', ...day })).s === 400);
  ok('null title', (await patch('/events/1040', { title: null })).s === 400);
  ok('title as object', (await patch('/events/1040', { title: {} })).s === 400);
  ok('ids as objects', (await patch('/events/1040', { tags: [{ id: 31 }] })).s === 400);
  ok('huge ids', (await patch('/events/1040', { tags: [1e30] })).s === 400 && (await get('/events/99999999999999999999999')).s === 404);
  ok('double ids', (await event({ venue: [101, 101] })).venue.length === 1);
  ok('bad zone', (await patch('/events/1040', { timezone: 'Mars/Phobos' })).s === 400);
  ok('end before start', (await patch('/events/1040', { end_date: '2001-01-01 00:00:00' })).s === 400);
  ok('bad boolean', (await patch('/events/1040', { featured: 'maybe' })).s === 400);
  ok('cost 0', (await event({ cost: 0 })).cost === '0');
  ok('null website', (await patch('/events/1041', { website: null })).b.website === null);
  ok('bad website', (await patch('/events/1041', { website: 'nope' })).s === 400);
  ok('parent 0', (await patch('/categories/18', { parent: 0 })).b.parent === 0);
  for (const q of ['page=0', 'page=x', 'per_page=0', 'per_page=-1', 'per_page=101', 'page=1.5', 'page=99999999999999999999', 'status=nope', 'ml_language=xx', 'featured=maybe', 'start_date=soon', 'venue=abc', 'geoloc_lat=52', 'starts_after=2027-13-01']) ok(`?${q}`, (await get(`/events?${q}`)).s === 400);
  for (const k of ['venues', 'organizers', 'categories', 'tags']) for (const q of ['page=0', 'ml_language=xx', 'per_page=a', k === 'tags' || k === 'categories' ? 'orderby=rand' : 'status=nope']) ok(`${k}?${q}`, (await get(`/${k}?${q}`)).s === 400);
  ok('page past the end', (await get('/events?page=99')).b.events.length === 0);
  ok('geoloc', (await get('/events?geoloc=true')).b.total > 0 && (await get('/events?geoloc=false')).b.total > 0 && (await get('/events?geoloc_lat=52.35&geoloc_lng=4.88')).b.events.every((e) => e.venue.some((v) => v.city === 'Amsterdam' || v.city === 'Haarlem')));
  ok('arrays', same(ids(await get('/events?include[]=1040&include[]=1041'), 'events'), ids(await get('/events?include=1041,1040'), 'events')));
  ok('up', (await get('')).b._links.up[0].href === `http://127.0.0.1:${PORT}/` && (await get('//nl' + NS)).b._links.up[0].href.endsWith('/nl/'));
  ok('405', (await del('/events')).h.allow.includes('POST') && (await request('PUT', '/doc')).s === 405 && (await request('OPTIONS', '/venues/by-slug/x')).s === 204);
  for (const p of ['', '/doc', '/events', '/tags/31', '/events/1040', '/organizers/by-slug/run-club']) { const h = await request('HEAD', p); const g = await get(p); ok(`HEAD ${p}`, h.s === 200 && h.text === '' && h.h.etag === g.h.etag && h.h['content-length'] === g.h['content-length']); }
  const { etag } = (await get('/venues/103')).h;
  ok('304', (await get('/venues/103', { headers: { 'if-none-match': etag } })).s === 304 && (await request('HEAD', '/venues/103', { headers: { 'if-none-match': etag } })).s === 304);
  ok('If-Match', (await patch('/venues/103', { city: 'U' }, { headers: { 'if-match': etag } })).s === 200 && (await patch('/venues/103', { city: 'V' }, { headers: { 'if-match': etag } })).s === 412);
  const first = await get('/events?ml_language=nl&per_page=2&search=a');
  ok('next', (await get('/' + first.b.next_rest_url.split('/v1/')[1])).b.page === 2 && first.b.next_rest_url.includes('ml_language=nl'));
  const nl = (await post('/venues?ml_language=nl', { venue: 'Zaal' })).b;
  await patch(`/venues/${nl.id}`, { venue: 'Salle', ml_language: 'fr' });
  ok('languages', (await get(`/venues/${nl.id}?ml_language=fr`)).b.venue === 'Salle' && (await get(`/venues/${nl.id}?ml_language=nl`)).b.venue === 'Zaal' && (await get(`/venues/${nl.id}`)).b.venue === 'Zaal');
  ok('prefix', (await get('//de' + NS + '/venues/101')).b.venue === 'Konzerthaus Amsterdam' && (await get('//de' + NS + '/venues/101?ml_language=en')).b.venue === 'Concertgebouw');
  ok('nothing there', (await get('//nope')).s === 404 && (await get('/nope')).s === 404 && (await get('/tags/by-slug/free')).s === 404 && (await get('/events/by-slug/%E0%A4%A')).s === 400);
  ok('trailing slash', (await get('/events/')).s === 200);
  ok('concurrent slugs', uniq((await Promise.all([1, 2, 3, 4].map(() => post('/organizers', { organizer: 'Twin' })))).map((r) => r.b.slug)));
  return wrong;
}

async function honestUsers() {
  const wrong = [];
  const ok = (what, cond) => { if (!cond) wrong.push(what); };
  const r = await post('/events', { title: 'x', ...day });
  ok('anonymous write', r.s === 401 && !!r.h['www-authenticate']);
  ok('bad password', (await get('/events', { headers: { authorization: 'Basic ' + Buffer.from('editor:no').toString('base64') } })).s === 401);
  ok('reader', (await post('/events', { title: 'x', ...day }, { user: 'reader' })).s === 403 && (await get('/events/1025', { user: 'reader' })).s === 200);
  const mine = await event({}, { user: 'author' });
  ok('author', mine.author === 2 && (await patch(`/events/${mine.id}`, { excerpt: 'y' }, { user: 'author' })).s === 200 && (await del('/events/1001', { user: 'author' })).s === 403);
  ok('author terms', (await post('/tags', { name: 'x' }, { user: 'author' })).s === 403);
  ok('author spoof', (await patch(`/events/${mine.id}`, { author: 1 }, { user: 'author' })).s === 403);
  ok('editor', (await del(`/events/${mine.id}`, { user: 'editor' })).s === 200);
  ok('draft hidden', (await get('/events?status=draft')).s === 401 && (await get('/events?status=draft', { user: 'editor' })).b.total >= 0 && (await get('/venues/111')).s === 401);
  return wrong;
}

// ---- run
const only = process.argv.slice(2);
const wanted = (id) => !only.length || only.includes(id);
let failures = 0;
const report = (what, good, detail = '') => { if (!good) failures++; if (!good || only.length) console.log(`${good ? 'ok  ' : 'FAIL'} ${what} ${detail}`); };
const run = async (f) => { try { return await f(); } catch (e) { return `error: ${e.message}`; } };

for (const users of [false, true]) {
  await withServer(users ? { USERS: '1' } : {}, async () => {
    const s = await smoke(users ? 'editor' : undefined);
    report(`honest${users ? ' with users' : ''}: start`, !s.length, s.join('; '));
    for (const b of bugs.filter((x) => !!x.users === users && wanted(x.id))) { const v = await run(probes[b.id]); report(`honest: ${b.id}`, v === true, String(v)); }
  });
  await withServer(users ? { USERS: '1' } : {}, async () => { const w = await (users ? honestUsers() : honest()); report('honest: more', !w.length, w.join('; ')); });
}
await withServer({}, async () => { for (const v of variants) { const r = await run(variantProbes[v.id]); report(`honest is not ${v.id}`, r === false, String(r)); } });
for (const b of bugs.filter((x) => wanted(x.id))) {
  await withServer({ BUG: b.id, ...(b.users ? { USERS: '1' } : {}) }, async () => {
    const s = await smoke(b.users ? 'editor' : undefined);
    report(`${b.id}: start`, !s.length, s.join('; '));
    const v = await run(probes[b.id]);
    report(`${b.id} shows`, v === false, String(v));
  });
}
for (const v of variants.filter((x) => wanted(x.id))) {
  await withServer({ VARIANT: v.id }, async () => {
    const s = await smoke();
    report(`${v.id}: start`, !s.length, s.join('; '));
    report(`${v.id} shows`, (await run(variantProbes[v.id])) === true);
  });
}
console.log(`${bugs.length} bugs, ${variants.length} variants: ${failures ? failures + ' failures' : 'all pass'}`);
process.exit(failures ? 1 : 0);
