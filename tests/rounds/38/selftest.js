'use strict';
// Starts the server again and again: honest, with each bug, with each variant.
const http = require('http');
const { spawn } = require('child_process');
const checks = require('./checks');
const bugs = require('./bugs.json');
const variants = require('./variants.json');

process.setMaxListeners(50);
let nextPort = Number(process.env.TEST_PORT || 18400);
let passed = 0;
const failed = [];
function ok(what, condition) { if (condition) passed += 1; else { failed.push(what); console.log(`FAILED: ${what}`); } }

async function start(env) {
  const port = nextPort++;
  const child = spawn('node', ['src/server.js'], {
    cwd: __dirname, stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, BUG: '', VARIANT: '', USERS: 'editor:editor author:author reader:reader', ...env, PORT: String(port) },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let errors = '';
  child.stderr.on('data', (d) => { errors += d; });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 12 });
  const send = (method, url, body, user = 'editor', headers = {}) => new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
    const h = { ...(data !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(data) }), ...headers };
    if (user) h.Authorization = `Basic ${Buffer.from(user.includes(':') ? user : `${user}:${user}`).toString('base64')}`;
    const root = url.startsWith('//') ? url.slice(1) : `/vendor/events/v1${url}`;
    const req = http.request({ host: '127.0.0.1', port, agent, method, path: encodeURI(root).replace(/%25(?=[0-9A-Fa-f]{2})/g, '%'), headers: h }, (res) => {
      const parts = [];
      res.on('data', (d) => parts.push(d));
      res.on('end', () => {
        const text = Buffer.concat(parts).toString();
        let json; try { json = JSON.parse(text); } catch { json = undefined; }
        resolve({ status: res.statusCode, headers: res.headers, text, json });
      });
    });
    req.on('error', reject);
    req.end(data);
  });
  const c = { send, port, get: (u, user = 'editor') => send('GET', u, undefined, user), del: (u, user = 'editor') => send('DELETE', u, undefined, user) };
  c.word = () => `w${Math.random().toString(36).slice(2, 10).replace(/\d/g, 'q')}x`;
  const make = (route, base) => async (x = {}, q = '') => {
    const r = await send('POST', `${route}${q}`, { ...base(), ...x });
    if (r.status >= 300) throw new Error(`${route}: ${r.status} ${r.text}`);
    return c.reread ? (await c.get(`${route}/${r.json.id}`)).json : r.json;
  };
  c.event = make('/events', () => ({ title: `Event ${c.word()}`, start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' }));
  c.venue = make('/venues', () => ({ venue: `Venue ${c.word()}` }));
  c.organizer = make('/organizers', () => ({ organizer: `Organizer ${c.word()}` }));
  c.term = (key, x = {}, q = '') => make(`/${key}`, () => ({ name: `Term ${c.word()}` }))(x, q);
  c.errors = () => errors;
  c.stop = () => new Promise((resolve) => { agent.destroy(); child.once('exit', () => { process.removeListener('exit', end); resolve(); }); child.kill('SIGTERM'); });
  for (let i = 0; i < 200; i += 1) {
    try { await c.get('', null); return c; } catch { await new Promise((r) => setTimeout(r, 50)); }
  }
  throw new Error(`no server: ${errors}`);
}

const DEF = {
  events: { title: 'T', start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 12:00:00' }, venues: { venue: 'V' }, organizers: { organizer: 'O' }, categories: { name: 'C' }, tags: { name: 'T' },
};
const NAME = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };

async function honest(c) {
  const eq = (what, a, b) => ok(`${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`, JSON.stringify(a) === JSON.stringify(b));
  const { get, send, del } = c;
  let r = await get('', null);
  eq('index', r.status, 200);
  eq('up', r.json._links.up[0].href, `http://127.0.0.1:${c.port}/`);
  eq('rest root', (await get('//', null)).status, 200);
  eq('index params', (await get('?namespace=vendor/events/v1&context=view&ml_language=nl', null)).status, 200);
  eq('up in nl', (await get('//nl/vendor/events/v1', null)).json._links.up[0].href, `http://127.0.0.1:${c.port}/nl/`);
  r = await get('/doc?ml_language=de', null); eq('doc', [r.status, Boolean(r.json.paths['/events'])], [200, true]);
  eq('seed events', (await get('/events', null)).json.total, 10);
  eq('seed venues', (await get('/venues', null)).json.total, 4);
  eq('seed organizers', (await get('/organizers', null)).json.total, 4);
  eq('nl segment', (await get('//nl/vendor/events/v1/events', null)).json.events.every((e) => e.language === 'nl'), true);
  for (const l of ['nl', 'en', 'fr', 'de']) {
    r = await get(`/events?ml_language=${l}`, null);
    ok(`events in ${l}`, r.json.events.length > 0 && r.json.events.every((e) => e.language === l));
    for (const key of Object.keys(DEF)) eq(`${key} ${l}`, (await get(`/${key}?ml_language=${l}`, null)).status, 200);
  }
  for (const key of Object.keys(DEF)) {
    eq(`${key} unknown language`, (await get(`/${key}?ml_language=xx`, null)).status, 400);
    eq(`${key} anonymous create`, (await send('POST', `/${key}`, DEF[key], null)).status, 401);
    eq(`${key} reader create`, (await send('POST', `/${key}`, DEF[key], 'reader')).status, 403);
    eq(`${key} wrong password`, (await get(`/${key}`, 'editor:no')).status, 401);
    eq(`${key} without required`, (await send('POST', `/${key}`, {})).status, 400);
    r = await send('POST', `/${key}?ml_language=de`, DEF[key]);
    eq(`${key} create`, r.status, 201);
    const { id, slug } = r.json;
    ok(`${key} location`, r.headers.location.endsWith(`/${key}/${id}`));
    eq(`${key} language`, r.json.language, 'de');
    r = await get(`/${key}/${id}`, null);
    eq(`${key} read`, [r.status, r.json[NAME[key]]], [200, DEF[key][NAME[key]]]);
    ok(`${key} json`, /^application\/json/.test(r.headers['content-type']));
    eq(`${key} 304`, (await send('GET', `/${key}/${id}`, undefined, null, { 'If-None-Match': r.headers.etag })).status, 304);
    eq(`${key} If-Match`, (await send('PATCH', `/${key}/${id}`, { description: 'd' }, 'editor', { 'If-Match': '"x"' })).status, 412);
    eq(`${key} If-Match fits`, (await send('PATCH', `/${key}/${id}`, { description: 'c' }, 'editor', { 'If-Match': (await get(`/${key}/${id}`)).headers.etag })).status, 200);
    for (const m of ['POST', 'PUT', 'PATCH']) {
      eq(`${key} ${m}`, (await send(m, `/${key}/${id}`, { description: m })).json.description, m);
      eq(`${key} ${m} kept`, (await get(`/${key}/${id}`)).json[NAME[key]], DEF[key][NAME[key]]);
      eq(`${key} ${m} empty body`, (await send(m, `/${key}/${id}`, {})).status, 200);
      eq(`${key} ${m} anonymous`, (await send(m, `/${key}/${id}`, { description: 'z' }, null)).status, 401);
    }
    r = await send('HEAD', `/${key}/${id}`, undefined, null); eq(`${key} HEAD`, [r.status, r.text], [200, '']);
    r = await send('OPTIONS', `/${key}/${id}`, undefined, null); ok(`${key} OPTIONS`, r.status === 200 && ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].every((m) => r.headers.allow.includes(m)));
    r = await send('PUT', `/${key}`, {}); ok(`${key} 405`, r.status === 405 && r.headers.allow.includes('POST') && r.json.code);
    for (const bad of ['page=0', 'page=x', 'per_page=0', 'per_page=-1', 'page=1.5', 'per_page[a][b]=1']) eq(`${key} ${bad}`, (await get(`/${key}?${bad}`, null)).status, 400);
    r = await get(`/${key}?page=99`, null); eq(`${key} beyond`, [r.status, r.json[key].length], [200, 0]);
    const all = (await get(`/${key}?per_page=100&hide_empty=0`)).json; const seen = [];
    for (let p = 1; p <= Math.ceil(all.total / 3); p += 1) seen.push(...(await get(`/${key}?per_page=3&hide_empty=0&page=${p}`)).json[key].map((x) => x.id));
    eq(`${key} pages`, seen, all[key].map((x) => x.id));
    for (const bad of [`/${key}/999999`, `/${key}/99999999999999999999999`, `/${key}/abc`, `/${key}/-1`]) eq(bad, (await get(bad)).status, 404);
    if (slug && NAME[key] !== 'name') {
      eq(`${key} by slug`, (await get(`/${key}/by-slug/${slug}`, null)).json.id, id);
      for (const m of ['POST', 'PUT', 'PATCH']) eq(`${key} ${m} by slug`, (await send(m, `/${key}/by-slug/${slug}`, { description: `${m}s` })).json.description, `${m}s`);
      eq(`${key} no slug`, (await get(`/${key}/by-slug/no-such-slug`)).status, 404);
      const other = (await send('POST', `/${key}`, DEF[key])).json;
      ok(`${key} slugs differ`, other.slug !== slug);
      eq(`${key} delete by slug`, (await del(`/${key}/by-slug/${other.slug}`)).status, 200);
      eq(`${key} gone by slug`, [(await get(`/${key}/by-slug/${other.slug}`)).status, (await get(`/${key}/${other.id}`)).status], [404, 404]);
      const own = (await send('POST', `/${key}`, DEF[key], 'author')).json;
      eq(`${key} author own`, (await send('PATCH', `/${key}/${own.id}`, { description: 'o' }, 'author')).status, 200);
      eq(`${key} author other`, (await send('PATCH', `/${key}/${id}`, { description: 'o' }, 'author')).status, 403);
      eq(`${key} author other delete`, (await del(`/${key}/${id}`, 'author')).status, 403);
      await send('PATCH', `/${key}/${own.id}`, { status: 'draft' });
      eq(`${key} draft`, [(await get(`/${key}/${own.id}`, null)).status, (await get(`/${key}/${own.id}`, 'reader')).status, (await get(`/${key}/${own.id}`, 'author')).status, (await get(`/${key}/${own.id}`)).status], [404, 404, 200, 200]);
      eq(`${key} status filter`, [(await get(`/${key}?status=draft`, null)).json.total, (await get(`/${key}?status=draft`)).json.total, (await get(`/${key}?status=bogus`)).status], [0, 1, 400]);
      await del(`/${key}/${own.id}`);
    }
    eq(`${key} delete`, (await del(`/${key}/${id}`)).status, 200);
    eq(`${key} deleted`, [(await get(`/${key}/${id}`)).status, (await del(`/${key}/${id}`)).status], [404, 404]);
    ok(`${key} not listed`, !(await get(`/${key}?hide_empty=0&per_page=100`)).json[key].some((x) => x.id === id));
  }
  // every field is kept
  const cat = await c.term('categories'); const tag = await c.term('tags'); const v = await c.venue(); const v2 = await c.venue(); const o = await c.organizer();
  const full = {
    title: 'Full & <b>"é"</b> 漢字', start_date: '2032-03-28 02:30:00', end_date: '2032-03-29 04:00:00', author: 2, date: '2030-01-02 03:04:05', description: 'D\n"é"', slug: 'full-event', excerpt: 'E',
    status: 'publish', timezone: 'America/New_York', all_day: true, image: '17', cost: '5 – 10', website: 'https://x.example/?a=1&b=2', show_map: false, show_map_link: false, hide_from_listings: true, sticky: true, featured: true,
  };
  r = await send('POST', '/events', { ...full, categories: [cat.id], tags: [tag.id], venue: [v2.id, v.id], organizer: [o.id] });
  const e = (await get(`/events/${r.json.id}`, null)).json;
  for (const [k, x] of Object.entries(full)) eq(`event ${k}`, e[k], x);
  eq('relations', [e.categories, e.tags, e.venue, e.organizer].map((l) => l.map((x) => x.id)), [[cat.id], [tag.id], [v2.id, v.id], [o.id]]);
  eq('date_utc', e.date_utc, '2030-01-02 02:04:05');
  eq('utc start', e.utc_start_date, '2032-03-28 06:30:00');
  const venue = { venue: 'V é', author: 1, date_utc: '2030-07-01 10:00:00', description: 'x', status: 'publish', show_map: 'true', show_map_link: '0', address: 'a', city: 'b', country: 'c', province: 'd', state: 'e', zip: '01234', phone: 'g', stateprovince: 'h', website: 'https://i.example', image: 'https://i.example/x.png' };
  r = await send('POST', '/venues', venue); for (const [k, x] of Object.entries(venue)) eq(`venue ${k}`, (await get(`/venues/${r.json.id}`)).json[k], x);
  eq('venue date', r.json.date, '2030-07-01 12:00:00');
  const org = { organizer: 'O é', author: 1, date: '2030-07-01 10:00:00', description: 'x', status: 'publish', phone: '1', website: 'https://i.example', email: 'a@b.example', image: '3' };
  r = await send('POST', '/organizers', org); for (const [k, x] of Object.entries(org)) eq(`organizer ${k}`, (await get(`/organizers/${r.json.id}`)).json[k], x);
  for (const n of ['description', 'phone', 'website', 'email', 'image']) eq(`organizer null ${n}`, (await c.organizer({ [n]: null }))[n], null);
  for (const x of [0, 12.5, null, '', ['1', '2'], { a: 1 }]) eq('cost', (await c.event({ cost: x })).cost, x);
  eq('form', (await send('POST', '/events', 'title=F&start_date=2031-05-10+10:00:00&end_date=2031-05-10+11:00:00&all_day=false&categories[]=96&tags=95,96', 'editor', { 'Content-Type': 'application/x-www-form-urlencoded' })).json.tags.length, 2);
  // filters
  const has = async (q, id, user) => (await get(`/events?per_page=200&${q}`, user)).json.events.some((x) => x.id === id);
  for (const [q, want] of [
    [`categories=${cat.id}`, 1], [`categories[]=${cat.id}&categories[]=99999`, 1], [`categories=${cat.slug}`, 1], ['categories=99999', 0], [`tags=${tag.slug},${tag.id}`, 1], [`venue=${v.id}`, 1], ['venue=41', 0], [`organizer=${o.id},61`, 1],
    ['featured=true', 1], ['featured=0', 0], ['search=漢字', 1], ['search=FULL', 1], ['search=nothing-like-it', 0], ['search=<b>', 1], ['start_date=2032-03-28+00:00:00', 1], ['start_date=2032-03-28+20:00:00', 1], ['start_date=2032-03-27+00:00:00', 0],
    ['start_date=2032-03-28+02:30:00&strict_dates=true', 1], ['start_date=2032-03-28+02:30:01&strict_dates=1', 0], ['end_date=2032-03-29+04:00:00', 1], ['end_date=2032-03-29', 1], ['end_date=2032-03-28', 0], ['end_date=2032-03-29+04:00:00&strict_dates=true', 1],
    ['starts_before=2032-03-29', 1], ['starts_before=2032-03-28', 1], ['starts_before=2032-03-28&strict_dates=true', 0], ['starts_before=2032-03-27', 0], ['starts_after=2032-03-27', 1], ['starts_after=2032-03-28+02:30:00&strict_dates=true', 0], ['starts_after=2032-03-29', 0],
    ['ends_before=2032-03-30', 1], ['ends_before=2032-03-28', 0], ['ends_after=2032-03-28', 1], ['ends_after=2032-03-30', 0], ['status=publish', 1], ['status=draft', 0], [`include=101,${e.id}&starts_after=2090-01-01`, 1], ['post_parent=0', 1], ['post_parent=7', 0], ['ticketed=false', 1], ['ticketed=true', 0], ['geoloc=true', 0], ['ml_language=en', 1], ['ml_language=fr', 0], ['search=Full+%26+<b>', 1],
  ]) eq(`filter ${q}`, await has(q, e.id), Boolean(want));
  for (const q of ['starts_after=never', 'start_date=2031-02-30', 'venue=abc', 'include=x', 'geoloc_lat=1', 'geoloc_lng=1', 'featured=maybe', 'post_parent=x']) eq(`bad ${q}`, (await get(`/events?${q}`)).status, 400);
  for (const x of [{ title: '' }, { title: null }, { title: [] }, { start_date: 'soon' }, { end_date: '2001-01-01' }, { timezone: 'Mars/Base' }, { all_day: 'perhaps' }, { website: 'no url' }, { venue: [99999] }, { tags: ['x'] }, { author: 99 }, { author: 'x' }, { status: 'odd' }, { featured: [] , cost: {}, tags: {} }, { ml_language: 'xx' }, { description: 'a\u0000b' }, { slug: {} }]) {
    ok(`bad event ${JSON.stringify(x)}`, (await send('POST', '/events', { ...DEF.events, ...x })).status === 400);
  }
  eq('venue event', (await get(`/venues?event=${e.id}`)).json.total, 2);
  eq('venue has_events', [(await get('/venues?has_events=true&per_page=99')).json.venues.some((x) => x.id === v.id), (await get('/venues?has_events=false&per_page=99')).json.venues.some((x) => x.id === v.id)], [true, false]);
  eq('venue upcoming', (await get('/venues?only_with_upcoming=true&per_page=99')).json.venues.some((x) => x.id === v.id), true);
  eq('venue search', [(await get('/venues?search=köln')).json.total, (await get('/venues?search=TOWN')).json.total], [1, 1]);
  eq('organizer search', (await get('/organizers?search=council.example')).json.total, 1);
  eq('organizer event', (await get(`/organizers?event=${e.id}`)).json.organizers.map((x) => x.id), [o.id]);
  for (const key of ['categories', 'tags']) {
    const t = key === 'tags' ? tag : cat;
    for (const p of ['post', 'event']) eq(`${key} ${p}`, (await get(`/${key}?${p}=${e.id}`)).json[key].map((x) => x.id), [t.id]);
    eq(`${key} slug`, (await get(`/${key}?slug=${t.slug}`)).json[key].map((x) => x.id), [t.id]);
    eq(`${key} exclude`, (await get(`/${key}?exclude=${t.id},96&per_page=99`)).json[key].some((x) => x.id === t.id || x.id === 96), false);
    eq(`${key} include`, (await get(`/${key}?include=${t.id},96`)).json[key].length, 2);
    eq(`${key} search`, (await get(`/${key}?search=${t.name.slice(5)}`)).json.total, 1);
    const asc = (await get(`/${key}?orderby=id&order=asc&per_page=99`)).json[key].map((x) => x.id);
    eq(`${key} desc`, (await get(`/${key}?orderby=id&order=desc&per_page=99`)).json[key].map((x) => x.id), asc.slice().reverse());
    for (const by of ['name', 'slug', 'count', 'description', 'id']) eq(`${key} by ${by}`, (await get(`/${key}?orderby=${by}`)).status, 200);
    for (const bad of ['order=up', 'orderby=toString', 'orderby=x']) eq(`${key} ${bad}`, (await get(`/${key}?${bad}`)).status, 400);
    const empty = await c.term(key);
    eq(`${key} hide_empty`, [(await get(`/${key}?include=${empty.id}`)).json.total, (await get(`/${key}?include=${empty.id}&hide_empty=false`)).json.total], [0, 1]);
    eq(`${key} author`, (await send('PATCH', `/${key}/${empty.id}`, { name: 'x' }, 'author')).status, 403);
  }
  eq('parent', (await get('/categories?parent=96')).json.categories.map((x) => x.id), [97]);
  eq('parent loop', (await send('PATCH', '/categories/96', { parent: 97 })).status, 400);
  eq('unknown parent', (await send('POST', '/categories', { name: 'x', parent: 4321 })).status, 400);
  // passwords
  const p = await c.event({ description: 'secret text' });
  await send('PATCH', `/events/${p.id}`, { password: 'Pa ss' });
  eq('password', [(await get(`/events/${p.id}`, null)).status, (await get(`/events/${p.id}?password=pa+ss`, null)).status, (await get(`/events/${p.id}?password=Pa+ss`, null)).json.description, (await get(`/events/${p.id}`)).status, (await get(`/events/by-slug/${p.slug}`, null)).status], [403, 403, 'secret text', 200, 403]);
  eq('password wrong write', [(await send('PATCH', `/events/${p.id}`, { password: 'x', title: 'n' })).status, (await del(`/events/${p.id}?password=x`)).status], [403, 403]);
  ok('no leak', !(await get(`/events?include=${p.id}`, null)).text.includes('secret text') && (await get('/events?search=secret', null)).json.total === 0 && !(await get(`/events?include=${p.id}`)).text.includes('Pa ss'));
  eq('password delete', (await del(`/events/${p.id}?password=Pa+ss`)).status, 200);
  eq('password ignored when unprotected', (await get(`/events/${e.id}?password=x`, null)).status, 200);
  // never a 5xx
  const deep = '['.repeat(100000) + ']'.repeat(100000);
  const odd = [
    ['POST', '/events', '{"title":'], ['POST', '/events', '[]'], ['POST', '/events', 'null'], ['POST', '/events', '"x"'], ['POST', '/events', ''], ['POST', '/events', `{"cost":${deep}}`], ['PATCH', '/events/101', deep], ['POST', '/events', `{"title":"${'x'.repeat(3e6)}"}`],
    ['POST', '/events', '{"__proto__":{"a":1},"title":{"a":1}}'], ['POST', '/events', '{"title":"\\ud800","start_date":1,"end_date":2}'], ['PATCH', '/events/101', '{"cost":1e999,"venue":[null],"tags":[1.5]}'], ['GET', '/events?categories[a][b][c][d]=1'], ['GET', '/events?search=%FF%00&page[]=1'], ['GET', '/events?search=%00'], ['GET', `/events?search=${'a'.repeat(6000)}`],
    ['GET', '/events?__proto__[x]=1&constructor=1'], ['GET', '/events/by-slug/%E0%A4%A'], ['GET', '/events/by-slug/%00'], ['GET', "/events/by-slug/' OR 1=1 --"].map((x) => x.replace(/ /g, '%20')), ['GET', '/tags?orderby=__proto__'], ['GET', '/tags?include=1,,2,&exclude=,'], ['GET', '/events?include=99999999999999999999'], ['GET', '/events?page=999999999999999&per_page=1000000'], ['GET', '/venues?search=%25%27'], ['GET', `/events?include=${Array.from({ length: 1500 }, (_, i) => i).join(',')}`],
    ['GET', '/events?geoloc_lat=1e400&geoloc_lng=x'], ['GET', '/events?starts_before=0000-01-01+00:00:00Z'], ['GET', '/events?starts_after=9999-12-31T23:59:59-12:00'], ['POST', '/events', '{"title":"y","start_date":"9999-12-31 23:59:59","end_date":"9999-12-31 23:59:59","timezone":"America/New_York"}'], ['POST', '/events', '{"title":"y","start_date":"0000-01-01","end_date":"0000-01-01","timezone":"Asia/Tokyo"}'], ['DELETE', '/events/101', '{bad'], ['PROPFIND', '/events'], ['PATCH', '/events', '{}'], ['POST', '/events/101', '{"id":5,"slug":"!!!"}'], ['POST', '/tags', `{"name":"${'é'.repeat(5000)}"}`], ['GET', '//nowhere'], ['GET', '//%'],
  ];
  for (const [m, u, b] of odd) { const x = await send(m, u, b); ok(`odd ${m} ${u.slice(0, 60)} ${String(b).slice(0, 40)}: ${x.status}`, x.status < 500 && x.json !== undefined); }
  ok('bad type', (await send('POST', '/events', 'x', 'editor', { 'Content-Type': 'text/plain' })).status === 415);
  const many = await Promise.all(Array.from({ length: 80 }, (_, i) => (i % 4 === 0 ? get('/events?per_page=5') : i % 4 === 1 ? send('POST', '/events', DEF.events) : i % 4 === 2 ? send('PATCH', '/events/103', { venue: [41, 42], excerpt: String(i) }) : send('POST', '/venues', DEF.venues))));
  ok('parallel', many.every((x) => x.status < 300));
  eq('parallel slugs', new Set(many.filter((_, i) => i % 4 === 1).map((x) => x.json.slug)).size, 20);
  const began = Date.now(); const n = 400; let done = 0;
  await Promise.all(Array.from({ length: 8 }, async () => { while (done < n) { done += 1; await get(`/events/${101 + (done % 9)}`); } }));
  console.log(`reads a second: ${Math.round(n / ((Date.now() - began) / 1000))}`);
  eq('nothing on stderr', c.errors(), '');
}

const names = (l) => l.map((x) => x.id);
const rec = (r) => r.json.data ?? r.json;
const items = (r, key) => (Array.isArray(r.json.data) ? r.json.data : r.json[key]);
const variantChecks = {
  'put-replaces': async (c) => {
    const t = await c.term('tags'); const e = await c.event({ description: 'd', excerpt: 'x', featured: true, show_map: false, tags: [t.id], slug: c.word() });
    await c.send('PATCH', `/events/${e.id}`, { excerpt: 'y' }); const kept = (await c.get(`/events/${e.id}`)).json;
    await c.send('PUT', `/events/${e.id}`, { excerpt: 'z' }); const r = (await c.get(`/events/${e.id}`)).json;
    const v = await c.venue({ city: 'x', zip: '1' }); await c.send('PUT', `/venues/by-slug/${v.slug}`, { zip: '2' }); const w = (await c.get(`/venues/${v.id}`)).json;
    const a = await c.term('categories'); const b = await c.term('categories', { parent: a.id, description: 'q' }); await c.send('PUT', `/categories/${b.id}`, { name: 'New' }); const d = (await c.get(`/categories/${b.id}`)).json;
    return kept.description === 'd' && kept.featured && r.description === '' && r.excerpt === 'z' && !r.featured && r.show_map && !r.tags.length && r.title === e.title && r.slug === e.slug && r.start_date === e.start_date && w.city === null && w.zip === '2' && w.venue === v.venue && d.parent === 0 && d.description === '' && d.name === 'New' && d.slug === b.slug;
  },
  'camel-case-data': async (c) => { const r = await c.get('/events?per_page=2'); const one = await c.get('/events/101'); return r.json.meta.total === 10 && r.json.data[0].startDate !== undefined && one.json.data.allDay === false && one.json.data.start_date === undefined && (await c.send('GET', '/events/101', undefined, 'editor', { 'If-None-Match': one.headers.etag })).status === 304; },
  'gone-and-previous': async (c) => {
    const out = [];
    for (const key of Object.keys(DEF)) { const m = await c.send('POST', `/${key}`, DEF[key]); const d = await c.del(`/${key}/${m.json.id}`); out.push(m.status === 200, !m.headers.location, d.json.deleted === true, d.json.previous.id === m.json.id, (await c.get(`/${key}/${m.json.id}`)).status === 410, (await c.del(`/${key}/${m.json.id}`)).status === 410, (await c.get(`/${key}/99999`)).status === 404); if (NAME[key] !== 'name') out.push((await c.get(`/${key}/by-slug/${m.json.slug}`)).status === 410); }
    return out.every(Boolean);
  },
  'newest-first': async (c) => { for (const key of Object.keys(DEF)) { const l = names((await c.get(`/${key}?hide_empty=0&per_page=100`)).json[key]); if (l.some((x, i) => i && x > l[i - 1])) return false; } const l = names((await c.get('/tags?orderby=id&hide_empty=0')).json.tags); return l[0] < l[1]; },
  'sparse-records': async (c) => { const e = await c.event(); const v = (await c.get('/venues/44')).json; return !('excerpt' in e) && !('website' in e) && !('tags' in e) && e.all_day === false && !('phone' in v) && v.city === 'Lyon' && !('state' in (await c.get('/events/109')).json.venue[0]); },
  'times-as-timestamps': async (c) => { const e = await c.event({ timezone: 'Europe/Amsterdam' }); return e.start_date === Date.UTC(2031, 4, 10, 8) / 1000 && e.utc_start_date === e.start_date && e.date === e.date_utc && Math.abs(e.date - Date.now() / 1000) < 60; },
  'draft-by-default': async (c) => { const e = await c.event(); const p = await c.event({ status: 'publish' }); const v = await c.venue(); const o = await c.organizer(); return [e, v, o].every((x) => x.status === 'draft') && (await c.get(`/events/${e.id}`, null)).status === 404 && (await c.get(`/events/${p.id}`, null)).status === 200 && names((await c.get('/events?per_page=100')).json.events).includes(e.id); },
  'strict-input': async (c) => (await c.get('/events?foo=1')).status === 400 && (await c.get('/tags?parent=1')).status === 400 && (await c.send('PATCH', '/events/101', { nothing: 1 })).status === 400 && (await c.get('/venues?per_page=101')).status === 400 && (await c.send('POST', '/venues', { venue: 'V', featured: true })).status === 400
    && (await c.get('?namespace=vendor/events/v1&context=view&ml_language=nl')).status === 200 && (await c.get('/events?page=1&per_page=100&start_date=2031-01-01+00:00:00&end_date=2031-01-01+00:00:00&starts_before=2031-01-01&starts_after=2031-01-01&ends_before=2031-01-01&ends_after=2031-01-01&strict_dates=1&search=x&categories=1&tags=1&venue=1&organizer=1&featured=1&status=publish&geoloc=1&geoloc_lat=1&geoloc_lng=1&include=1&post_parent=1&ticketed=1&ml_language=nl')).status === 200
    && (await c.get('/categories?page=1&per_page=5&search=x&exclude=1&include=2&order=asc&orderby=name&hide_empty=1&parent=1&post=1&event=1&slug=x&ml_language=de')).status === 200 && (await c.get('/organizers?page=1&per_page=5&search=x&event=1&has_events=1&only_with_upcoming=1&status=publish&ml_language=de')).status === 200,
};
/** What must hold under every variant. */
async function holds(c, name) {
  const good = (what, x) => ok(`${name}: ${what}`, x);
  for (const [key, base] of Object.entries(DEF)) {
    const made = await c.send('POST', `/${key}`, base); good(`${key} created`, made.status < 300);
    const { id } = rec(made); const one = await c.get(`/${key}/${id}`);
    good(`${key} read`, one.status === 200 && rec(one)[NAME[key]] === base[NAME[key]]);
    for (const m of ['POST', 'PUT', 'PATCH']) { await c.send(m, `/${key}/${id}`, { description: `d ${m}` }); const r = rec(await c.get(`/${key}/${id}`)); good(`${key} ${m}`, r.description === `d ${m}` && r[NAME[key]] === base[NAME[key]]); }
    if (NAME[key] !== 'name') {
      const { slug } = rec(one);
      good(`${key} by slug`, rec(await c.get(`/${key}/by-slug/${slug}`)).id === id);
      for (const m of ['POST', 'PUT', 'PATCH']) good(`${key} ${m} by slug`, (await c.send(m, `/${key}/by-slug/${slug}`, { description: 's' })).status === 200);
      const other = rec(await c.send('POST', `/${key}`, base)); good(`${key} slugs differ`, other.slug !== slug);
      good(`${key} deleted by slug`, (await c.del(`/${key}/by-slug/${other.slug}`)).status < 300 && (await c.get(`/${key}/${other.id}`)).status >= 400);
    }
    good(`${key} listed`, names(items(await c.get(`/${key}?per_page=50${NAME[key] === 'name' ? '&hide_empty=0' : ''}`), key)).includes(id));
    good(`${key} page size`, items(await c.get(`/${key}?per_page=2`), key).length === 2);
    good(`${key} required`, (await c.send('POST', `/${key}`, {})).status === 400);
    const tag = (await c.get(`/${key}/${id}`)).headers.etag;
    good(`${key} If-Match`, (await c.send('PATCH', `/${key}/${id}`, { description: 'm' }, 'editor', { 'If-Match': tag })).status === 200 && (await c.send('PATCH', `/${key}/${id}`, { description: 'n' }, 'editor', { 'If-Match': tag })).status === 412);
    good(`${key} deleted`, (await c.del(`/${key}/${id}`)).status < 300 && !names(items(await c.get(`/${key}?per_page=50`), key)).includes(id) && (await c.get(`/${key}/${id}`, null)).status >= 400);
  }
  good('categories', names(items(await c.get('/events?categories=96,markets'), 'events')).length === 4);
  good('language', items(await c.get('/events?ml_language=nl'), 'events').every((e) => e.language === 'nl'));
  good('up', (await c.get('')).json._links.up[0].href === `http://127.0.0.1:${c.port}/` && (await c.get('/doc?ml_language=de')).status === 200);
  good('no errors', c.errors() === '');
}

async function pool(list, size, fn) {
  const todo = list.slice();
  await Promise.all(Array.from({ length: size }, async () => { while (todo.length) await fn(todo.shift()); }));
}
(async () => {
  ok('60 bugs', bugs.length === 60 && new Set(bugs.map((b) => b.id)).size === 60 && bugs.every((b) => b.statement && b.ground && b.show));
  ok('8 variants', variants.length === 8);
  let c = await start({});
  await honest(c); await c.stop();
  console.log(`interface: ${passed} passed, ${failed.length} failed`);
  c = await start({ USERS: '' }); ok('open service', (await c.send('POST', '/events', DEF.events, null)).status === 201); await c.stop();
  // each with a server of its own: honest and with the bug, without login and with users (only with users where `users` says so)
  await pool(bugs, 2, async ({ id, users }) => {
    const { check } = checks.find((x) => x.id === id);
    for (const [BUG, USERS, want] of users ? [['', '1', false], [id, '1', true]] : [['', '', false], [id, '', true], [id, '1', true]]) {
      const what = `${id} (${BUG ? 'bug' : 'honest'}, ${USERS ? 'users' : 'no login'}): ${want ? 'not there' : 'there'}`;
      const s = await start({ BUG, USERS });
      try { ok(what, await check(s) === want); ok(`${what}, errors: ${s.errors()}`, s.errors() === ''); } catch (error) { ok(`${what}: ${error.stack}`, false); }
      await s.stop();
    }
  });
  await pool(variants, 2, async ({ id }) => {
    for (const USERS of ['', '1']) {
      const s = await start({ VARIANT: id, USERS });
      try { if (USERS || id !== 'draft-by-default') ok(`variant ${id} is not there`, await variantChecks[id](s)); await holds(s, id); } catch (error) { ok(`variant ${id}: ${error.stack}`, false); }
      await s.stop();
    }
    const h = await start({}); let there; try { there = await variantChecks[id](h); } catch { there = false; } ok(`variant ${id} is in the honest server`, !there); await h.stop();
  });
  console.log(`${bugs.length} bugs, ${variants.length} variants; ${passed} passed, ${failed.length} failed`);
  process.exit(failed.length ? 1 : 0);
})();
