/** node selftest/run.js [honest] [bugs] [variants] [fuzz]: without arguments everything. */
import { readFileSync, writeFileSync } from 'node:fs';
import { client, start, unique } from './client.js';
import { BUGS } from './bugs.js';
import { VARIANTS } from './variants.js';

const only = process.argv.slice(2);
const wants = (part) => !only.length || only.includes(part);
let passed = 0;
const failures = [];
const ok = (condition, what) => { if (condition) passed += 1; else { failures.push(what); console.log(`FAIL ${what}`); } };
const same = (a, b, what) => ok(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)} is not ${JSON.stringify(b)}`);

/** The interface, whatever the shape of the answers: used for the honest server and for the variants. */
async function walk(server, v = '') {
  const c = client(server.base, { variant: v });
  const t = (w) => `${v || 'honest'}: ${w}`;
  const m = (o, k) => o[k];
  const rel = (l) => l.map((x) => x.id).join();
  const wall = (x) => x;
  const bad = 400, made = 201;
  const items = (r, kind) => (Array.isArray(r.json) ? r.json : r.json[kind]);

  // index, documentation, protocol
  const index = await c.get('');
  ok(index.status === 200 && index.json.namespace === 'vendor/events/v1', t('index'));
  ok(index.json._links.up[0].href && (await c.call('GET', index.json._links.up[0].href)).status === 200, t('up'));
  ok((await c.get('?namespace=vendor/events/v1&context=view&ml_language=de')).status === 200, t('index parameters'));
  ok((await c.get('/doc?ml_language=en')).status === 200, t('doc'));
  ok((await c.call('GET', `${server.root}/nl/vendor/events/v1/events`)).status === 200, t('language segment'));
  for (const p of ['', '/doc', '/events', '/events/1', '/events/by-slug/jazz-night', '/venues', '/venues/1', '/venues/by-slug/harbour-hall', '/organizers', '/organizers/1', '/organizers/by-slug/city-arts', '/categories', '/categories/1', '/tags', '/tags/6']) {
    const g = await c.get(p), h = await c.call('HEAD', p), o = await c.call('OPTIONS', p);
    ok(g.status === 200 && g.json !== null && /^application\/json/.test(g.headers.get('content-type')), t(`GET ${p} ${g.status}`));
    ok(h.status === 200 && h.text === '' && h.headers.get('etag') === g.headers.get('etag'), t(`HEAD ${p} ${h.status}`));
    ok(o.status < 300 && /GET/.test(o.headers.get('allow')), t(`OPTIONS ${p} ${o.status}`));
    ok((await c.get(p, null, { 'if-none-match': g.headers.get('etag') })).status === 304, t(`304 ${p}`));
    ok((await c.get(`${p}?ml_language=xx`)).status === bad, t(`bad language ${p}`));
    ok((await c.get(`${p}?ml_language=de`)).status === 200, t(`language ${p}`));
  }
  ok((await c.send('/doc', {})).status === 405, t('405'));
  ok((await c.get('/nothing')).status === 404, t('404'));
  for (const k of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    ok((await c.get(`/${k}/999999`)).status === 404, t(`${k} unknown`));
    ok((await c.get(`/${k}/99999999999999999999999`)).status === 404, t(`${k} huge`));
    ok((await c.get(`/${k}/abc`)).status === 404, t(`${k} abc`));
    ok((await c.patch(`/${k}/999999`, {})).status === 404 && (await c.del(`/${k}/999999`)).status === 404, t(`${k} write unknown`));
    for (const q of ['page=0', 'page=x', 'per_page=0', 'per_page=-1', 'per_page=1.5']) ok((await c.get(`/${k}?${q}`)).status === bad, t(`${k}?${q}`));
    ok((await c.send(`/${k}`, {})).status === bad, t(`${k} required`));
    ok((await c.send(`/${k}`, {}, null)).status === 401 && (await c.send(`/${k}`, {}, 'reader')).status === 403, t(`${k} access`));
    ok((await c.del(`/${k}/1`, null)).status === 401 || k === 'tags', t(`${k} delete access`));
    const page = await c.get(`/${k}?page=1000`);
    ok(page.status === 200 && items(page, k).length === 0, t(`${k} beyond the last page`));
  }
  ok((await c.get('/events', 'editor:wrong')).status === 401 && (await c.get('/events', 'nobody:x')).status === 401, t('bad credentials'));
  ok(/Basic/.test((await c.send('/tags', {}, null)).headers.get('www-authenticate')), t('challenge'));

  // events: fields
  const all = {
    title: `Fête & <b>Straße</b> 🎉 ${unique()}`, start_date: '2031-10-26 02:30:00', end_date: '2031-10-26 23:59:59', date: '2030-01-02 03:04:05', date_utc: '2030-01-02 03:04:05',
    description: 'a\n\n  b "c" \\ 日本', excerpt: 'ex', status: 'publish', timezone: 'Europe/Amsterdam', all_day: true, image: 'https://x.example/A.png', cost: '€ 12,50', website: 'https://x.example/Path?a=B',
    show_map: false, show_map_link: true, hide_from_listings: true, sticky: true, featured: true, author: 2,
  };
  const w = await c.send('/events', { ...all, categories: [2, 1], tags: [7, 6], venue: [2, 1], organizer: [1, 2] });
  ok(w.status === made, t(`create event ${w.status} ${w.text}`));
  const e = (await c.get(`/events/${w.json.id}`)).json;
  for (const [k, x] of Object.entries(all)) same(/^(start|end|date)/.test(k) ? wall(m(e, k)) : m(e, k), x, t(`event ${k}`));
  same([rel(e.categories), rel(e.tags), rel(e.venue), rel(e.organizer)], ['2,1', '7,6', '2,1', '1,2'], t('relations'));
  same((await c.get(`/events/by-slug/${encodeURIComponent(e.slug)}`)).json, e, t('by slug'));
  const inList = items(await c.get(`/events?include=${e.id}`), 'events');
  same(inList, [e], t('in the list'));
  for (const [k, x] of Object.entries({ title: 'T2', start_date: '2031-10-25 10:00:00', end_date: '2031-10-27 10:00:00', description: '', excerpt: 'e2', timezone: 'America/New_York', all_day: false, image: '77', cost: 0, website: 'http://y.example', show_map: true, show_map_link: false, hide_from_listings: false, sticky: false, featured: false, author: 1, status: 'draft', date: '2029-01-01 00:00:00' })) {
    for (const method of ['PATCH', 'PUT', 'POST']) {
      const before = (await c.get(`/events/${e.id}`, 'editor')).json;
      const r = await c.call(method, method === 'PUT' ? `/events/by-slug/${encodeURIComponent(before.slug)}` : `/events/${e.id}`, { as: 'editor', body: { [k]: x } });
      const after = (await c.get(`/events/${e.id}`, 'editor')).json;
      ok(r.status === 200 && (/(start|end)?_?date$/.test(k) ? wall(m(after, k)) : m(after, k)) === x && rel(after.venue) === '2,1', t(`${method} ${k} ${r.status}`));
      for (const o of Object.keys(all)) if (o !== k && m(after, o) !== m(before, o) && !(k === 'date' && o === 'date_utc')) ok(false, t(`${k} changed ${o}`));
    }
  }
  await c.patch(`/events/${e.id}`, { status: 'publish', tags: [], venue: null, categories: '3', organizer: 2 });
  const e2 = (await c.get(`/events/${e.id}`)).json;
  same([rel(e2.categories), rel(e2.tags), rel(e2.venue), rel(e2.organizer)], ['3', '', '', '2'], t('relations replaced'));
  for (const b of [{ title: null }, { title: ' ' }, { title: 5 }, { start_date: 'soon' }, { start_date: '2031-02-30 10:00:00' }, { end_date: '2000-01-01 00:00:00' }, { timezone: 'Mars/City' }, { all_day: 'maybe' }, { venue: [99999] }, { tags: [1] }, { categories: [6] }, { organizer: 'x' }, { status: 'odd' }, { website: 'not a url' }, { cost: { a: 1 } }, { author: 77 }, { ml_language: 'it' }, { description: 4 }, { description: '\ud800' }]) {
    ok((await c.patch(`/events/${e.id}`, b)).status === bad, t(`refused ${JSON.stringify(b)}`));
  }
  same((await c.get(`/events/${e.id}`)).json, e2, t('refused updates change nothing'));
  const leap = await c.send('/events', { title: 'leap', start_date: '2032-02-29', end_date: '2032-02-29 10:00' });
  ok(leap.status === made && wall(m(leap.json, 'start_date')) === '2032-02-29 00:00:00', t('leap day'));
  const dup = await c.event({ title: 'Same Title' }), dup2 = await c.event({ title: 'Same Title' });
  ok(dup.slug !== dup2.slug && (await c.get(`/events/by-slug/${dup2.slug}`)).json.id === dup2.id, t('slugs unique'));
  const renamed = await c.patch(`/events/by-slug/${dup.slug}`, { slug: 'renamed-it' });
  ok(renamed.json.slug.startsWith('renamed-it') && (await c.get(`/events/by-slug/${renamed.json.slug}`)).json.id === dup.id && (await c.get(`/events/by-slug/${dup.slug}`)).status === (v === 'old-slugs-redirect' ? 308 : 404), t('slug changed'));
  ok((await c.patch(`/events/${dup2.id}`, { slug: renamed.json.slug })).json.slug !== renamed.json.slug, t('slug taken'));
  const form = await c.call('POST', '/events', { as: 'editor', raw: 'title=Form+%C3%A9&start_date=2031-01-01+10:00:00&end_date=2031-01-01+11:00:00&tags[]=6&tags[]=7&venue=1,2&featured=1', type: 'application/x-www-form-urlencoded' });
  ok(form.status === made && form.json.title === 'Form é' && rel(form.json.tags) === '6,7' && form.json.featured === true, t(`form ${form.text}`));

  // events: filters
  const mark = unique('flt');
  const V = await c.venue(), O = await c.organizer(), C = await c.category(), T = await c.tag();
  const A = await c.event({ title: `${mark} a ÉTÉ 100%`, start_date: '2033-03-10 09:00:00', end_date: '2033-03-10 18:00:00', venue: [V.id], categories: [C.id], timezone: 'America/Los_Angeles' });
  const B = await c.event({ title: 'b', description: `<p>${mark}</p>`, start_date: '2033-03-12 20:00:00', end_date: '2033-03-14 02:00:00', organizer: [O.id], tags: [T.id], featured: true, ml_language: 'de' });
  const D = await c.event({ title: `${mark} d`, start_date: '2033-03-20 00:00:00', end_date: '2033-03-20 23:59:59', status: 'draft' });
  const find = async (q, expected, as) => same((await c.ids(`/events?search=${mark}&${q}`, as)).sort((x, y) => x - y), expected.map((x) => x.id), t(`filter ${q}`));
  await find('', [A, B]);
  for (const [q, x] of [
    ['start_date=2033-03-10%2023:00:00', [A]], ['start_date=2033-03-11%2000:00:00', []], ['start_date=2033-03-10%2009:00:00&strict_dates=true', [A]], ['start_date=2033-03-10%2010:00:00&strict_dates=true', []], ['start_date=2033-03-10%2010:00:00&strict_dates=false', [A]],
    ['end_date=2033-03-14%2000:00:00', [B]], ['end_date=2033-03-13%2000:00:00', []], ['starts_before=2033-03-11', [A]], ['starts_after=2033-03-11', [B]], ['starts_after=2033-03-10', [A, B]], ['ends_before=2033-03-13', [A]], ['ends_after=2033-03-13', [B]],
    ['starts_after=2033-03-10%2012:00:00&strict_dates=true', [B]], ['starts_after=2033-03-09&starts_before=2033-03-11', [A]], ['ends_before=2033-03-14%2001:00:00&strict_dates=1', [A]], ['ends_before=2033-03-14%2001:00:00', [A, B]],
    [`categories=${C.id}`, [A]], [`categories=${C.slug}`, [A]], [`categories[]=${C.id}&categories[]=1`, [A]], [`tags=${T.id},6`, [B]], [`tags=${T.slug}`, [B]], ['tags=9999', []], [`venue=${V.id}`, [A]], [`venue=9999,${V.id}`, [A]], [`organizer=${O.id}`, [B]],
    ['featured=true', [B]], ['featured=false', [A]], ['featured=0', [A]], ['status=publish', [A, B]], ['status=draft', []], [`include=${A.id},${D.id}`, [A]], [`include=${A.id},${B.id}&start_date=2050-01-01%2000:00:00&ends_before=2001-01-01`, [A, B]],
    ['ticketed=true', []], ['ticketed=false', [A, B]], ['post_parent=0', [A, B]], ['post_parent=5', []], ['ml_language=de', [B]], ['ml_language=en', [A]], ['geoloc_lat=1.5&geoloc_lng=2', [A, B]], ['per_page=1&page=1', [A]],
  ]) await find(q, x);
  await find('status=draft', [D], 'editor');
  await find('status=draft', [], 'author');
  await find('status=publish,draft', [A, B, D], 'editor');
  same((await c.ids(`/events?search=${encodeURIComponent(`${mark} a été 100%`)}`)), [A.id], t('search folds case'));
  for (const q of ['start_date=x', 'starts_before=2033-13-01', 'featured=maybe', 'include=a', 'venue=x', 'geoloc_lat=1', 'status=odd', 'strict_dates=perhaps', 'post_parent=-1']) ok((await c.get(`/events?${q}`)).status === bad, t(`refused ?${q}`));
  const seen = [];
  for (let p = 1; p <= 20; p += 1) seen.push(...await c.ids(`/events?per_page=3&page=${p}`));
  const once = await c.ids('/events?per_page=100');
  same(seen, once, t('paging'));
  ok((await c.ids('/events')).length === 10, t('ten by default'));

  // venues and organizers
  const places = {
    venues: { venue: `Ünï & 🎪 ${unique()}`, description: 'd', show_map: 'true', show_map_link: 'false', address: 'a', city: 'c', country: 'NL', province: 'p', state: 's', zip: '01067', phone: '+31 (0)20', stateprovince: 'sp', website: 'https://v.example/', image: '12', date: '2030-02-03 04:05:06', date_utc: '2030-02-03 04:05:06', author: 2, status: 'publish' },
    organizers: { organizer: `Örg & 🎪 ${unique()}`, description: 'd', phone: '+1', website: 'https://o.example/', email: 'a+b@c.example', image: 'https://i.example/', date: '2030-02-03 04:05:06', date_utc: '2030-02-03 04:05:06', author: 2, status: 'publish' },
  };
  for (const [k, fields] of Object.entries(places)) {
    const title = Object.keys(fields)[0];
    const r = await c.send(`/${k}`, { ...fields, ml_language: 'nl' });
    ok(r.status === made, t(`create ${k}`));
    const p = (await c.get(`/${k}/${r.json.id}`)).json;
    for (const [n, x] of Object.entries(fields)) same(n.startsWith('date') ? wall(m(p, n)) : m(p, n), x, t(`${k} ${n}`));
    same((await c.get(`/${k}/by-slug/${encodeURIComponent(p.slug)}`)).json, p, t(`${k} by slug`));
    for (const [i, n] of Object.keys(fields).entries()) {
      const x = n === 'author' ? 1 : n === 'status' ? 'publish' : n.startsWith('date') ? '2028-01-01 00:00:00' : n === 'website' ? 'https://z.example' : n === 'email' ? 'z@z' : `${n} 2`;
      const u = await c.call(['PUT', 'PATCH', 'POST'][i % 3], i % 2 ? `/${k}/${p.id}` : `/${k}/by-slug/${encodeURIComponent(p.slug)}`, { as: 'editor', body: { [n]: x } });
      const after = (await c.get(`/${k}/${p.id}`)).json;
      ok(u.status === 200 && (n.startsWith('date') ? wall(m(after, n)) : m(after, n)) === x, t(`${k} update ${n}`));
    }
    const word = unique('cf');
    const s1 = await c.make(k, { [title]: unique(), description: word }), s2 = await c.make(k, { [title]: unique(), phone: word });
    same((await c.ids(`/${k}?search=${word.toUpperCase()}`)).sort((x, y) => x - y), [s1.id, s2.id], t(`${k} search`));
    const name = k === 'venues' ? 'venue' : 'organizer';
    const ev1 = await c.event({ [name]: [s1.id, s2.id] });
    const past = await c.event({ [name]: [p.id], start_date: '2001-01-01 10:00:00', end_date: '2001-01-01 12:00:00' });
    same((await c.ids(`/${k}?event=${ev1.id}`)).sort((x, y) => x - y), [s1.id, s2.id], t(`${k} event`));
    same(await c.ids(`/${k}?event=${past.id}`), [p.id], t(`${k} event 2`));
    same(await c.ids(`/${k}?event=99999`), [], t(`${k} no event`));
    const has = async (q) => (await c.ids(`/${k}?per_page=200&${q}`));
    const none = await c.make(k, { [title]: unique() });
    ok((await has('has_events=true')).includes(p.id) && !(await has('has_events=true')).includes(none.id) && (await has('has_events=false')).includes(none.id), t(`${k} has_events`));
    ok((await has('only_with_upcoming=1')).includes(s1.id) && !(await has('only_with_upcoming=1')).includes(p.id) && (await has('only_with_upcoming=false')).includes(p.id), t(`${k} upcoming`));
    ok((await has('ml_language=nl')).includes(p.id) && !(await has('ml_language=nl')).includes(s1.id), t(`${k} language`));
    const draft = await c.make(k, { [title]: unique(), status: 'draft' });
    ok(!(await has('status=draft')).length && (await c.ids(`/${k}?status=draft`, 'editor')).includes(draft.id) && !(await has('')).includes(draft.id), t(`${k} status`));
    ok((await c.get(`/${k}/${draft.id}`)).status === 401 && (await c.get(`/${k}/${draft.id}`, 'reader')).status === 403, t(`${k} draft`));
    ok((await c.del(`/${k}/by-slug/${s1.slug}`)).status < 300 && (await c.get(`/${k}/${s1.id}`)).status >= 400 && !(await has('')).includes(s1.id), t(`${k} delete by slug`));
    same(rel((await c.get(`/events/${ev1.id}`)).json[name]), String(s2.id), t(`${k} unlinked`));
    const own = await c.make(k, { [title]: unique() }, 'author');
    ok(own.author === 2 && (await c.patch(`/${k}/${own.id}`, { description: 'mine' }, 'author')).status === 200 && (await c.patch(`/${k}/${s2.id}`, { description: 'x' }, 'author')).status === 403 && (await c.del(`/${k}/by-slug/${s2.slug}`, 'author')).status === 403, t(`${k} author`));
  }

  // terms
  for (const k of ['categories', 'tags']) {
    const word = unique('tm');
    const a = await c.make(k, { name: `${word} b & é`, description: 'd\n1', slug: `${word}-sl`, ...(k === 'categories' ? { parent: 1 } : {}) });
    const b = await c.make(k, { name: `${word} a` }), n = await c.make(k, { name: `${word} c` });
    const g = (await c.get(`/${k}/${a.id}`)).json;
    ok(g.name === `${word} b & é` && g.description === 'd\n1' && (k === 'tags' || g.parent === 1) && (g.slug === `${word}-sl`), t(`${k} fields`));
    const ev2 = await c.event({ [k]: [a.id, b.id] });
    const q = async (x, expected) => same(await c.ids(`/${k}?search=${word}&${x}`), expected.map((y) => y.id), t(`${k} ${x}`));
    await q('', [b, a]); await q('hide_empty=1', [b, a]); await q('hide_empty=0', [b, a, n]); await q('hide_empty=false&order=desc', [n, a, b]); await q('order=descending', [a, b]); await q('order=asc&orderby=id', [a, b]);
    await q('orderby=id&order=desc&hide_empty=0', [n, b, a]); await q(`exclude=${a.id},${n.id}&hide_empty=0`, [b]); await q(`include=${a.id},${n.id}&hide_empty=0`, [a, n]); await q(`slug=${g.slug}`, [a]); await q(`slug=${word}`, []);
    await q(`post=${ev2.id}`, [b, a]); await q(`event=${ev2.id}`, [b, a]); await q('event=1', []); await q('per_page=1&page=2', [a]); await q('ml_language=fr', []);
    if (k === 'categories') { await q('parent=1', [a]); await q('parent=0', [b]); }
    for (const method of ['PUT', 'PATCH', 'POST']) { const u = await c.call(method, `/${k}/${n.id}`, { as: 'editor', body: { description: method } }); ok(u.status === 200 && (await c.get(`/${k}/${n.id}`)).json.description === method && u.json.slug === n.slug, t(`${k} ${method}`)); }
    ok((await c.patch(`/${k}/${n.id}`, { name: 'é2' }, 'author')).status === 403 && (await c.del(`/${k}/${n.id}`, null)).status === 401, t(`${k} access`));
    await c.patch(`/${k}/${a.id}`, { name: 'Renamed' });
    ok((await c.get(`/events/${ev2.id}`)).json[k][0].name === 'Renamed', t(`${k} renamed in event`));
    ok((await c.del(`/${k}/${a.id}`)).status < 300 && (await c.get(`/${k}/${a.id}`)).status === 404 && rel((await c.get(`/events/${ev2.id}`)).json[k]) === String(b.id), t(`${k} deleted`));
    ok((await c.get(`/${k === 'tags' ? 'categories' : 'tags'}/${b.id}`)).status === 404, t(`${k} kinds`));
    if (k === 'categories') {
      ok((await c.patch(`/categories/${b.id}`, { parent: b.id })).status === bad && (await c.patch('/categories/1', { parent: 2 })).status === bad && (await c.patch(`/categories/${b.id}`, { parent: 6 })).status === bad, t('parent loops'));
      await c.patch(`/categories/${n.id}`, { parent: b.id }); await c.del(`/categories/${b.id}`);
      ok((await c.get(`/categories/${n.id}`)).json.parent === 0, t('parent deleted'));
    }
  }

  // access, passwords
  const draft = await c.event({ status: 'draft' }, 'author');
  ok(draft.author === 2 && (await c.get(`/events/${draft.id}`, 'author')).status === 200 && (await c.get(`/events/by-slug/${draft.slug}`)).status === 401 && (await c.get(`/events/${draft.id}`, 'reader')).status === 403, t('draft'));
  ok((await c.ids(`/events?status=draft&search=${draft.title}`, 'author')).length === 1, t('own drafts'));
  ok((await c.send('/events', { title: 'x', start_date: '2031-01-01', end_date: '2031-01-02', author: 1 }, 'author')).status === 403, t('author of others'));
  const lock = await c.event({ description: 'deep secret' });
  ok((await c.patch(`/events/${lock.id}`, { password: 'S3 crét' })).status === 200, t('protect'));
  const key = encodeURIComponent('S3 crét');
  for (const [p, s] of [[`/events/${lock.id}`, 403], [`/events/${lock.id}?password=x`, 403], [`/events/${lock.id}?password=`, 403], [`/events/${lock.id}?password=${key}`, 200], [`/events/by-slug/${lock.slug}`, 403]]) {
    const r = await c.get(p);
    ok(r.status === s && r.text.includes('deep secret') === (s === 200) && !r.text.includes('crét'), t(`password ${p} ${r.status}`));
  }
  ok((await c.get(`/events/${lock.id}`, 'editor')).json.description === 'deep secret', t('editor reads'));
  ok(!(await c.ids('/events?search=deep%20secret')).length, t('not in public search'));
  ok((await c.patch(`/events/${lock.id}`, { excerpt: 'x', password: 'wrong' })).status === 403 && (await c.patch(`/events/${lock.id}`, { excerpt: 'x' })).status === 200 && (await c.patch(`/events/${lock.id}`, { excerpt: 'y', password: 'S3 crét' })).status === 200, t('password on update'));
  ok((await c.del(`/events/${lock.id}?password=wrong`)).status === 403 && (await c.del(`/events/${lock.id}?password=${key}`)).status < 300, t('password on delete'));
  ok((await c.get(`/events/${lock.id}?password=${key}`)).status >= 404, t('deleted'));
  const gone = await c.event();
  ok((await c.del(`/events/by-slug/${gone.slug}`)).status < 300 && (await c.get(`/events/${gone.id}`)).status >= 404 && (await c.get(`/events/by-slug/${gone.slug}`)).status >= 404 && !(await c.ids(`/events?search=${gone.title}`)).length, t('delete by slug'));
  const tag = (await c.get(`/events/${A.id}`, 'editor')).headers.get('etag');
  ok((await c.patch(`/events/${A.id}`, { excerpt: '1' }, 'editor', { 'if-match': tag })).status === 200 && (await c.patch(`/events/${A.id}`, { excerpt: '2' }, 'editor', { 'if-match': tag })).status === 412 && (await c.del(`/events/${A.id}`, 'editor', { 'if-match': tag })).status === 412, t('if-match'));
}

async function fuzz(server) {
  const c = client(server.base);
  const not5 = (r, what) => ok(r.status < 500, `fuzz ${what}: ${r.status}`);
  for (const path of ['/events', '/venues/1', '/organizers/by-slug/city-arts', '/tags', '/categories/1']) {
    for (const raw of ['', '{', '[]', 'null', '"x"', '5', '{"title":}', '[{"title":"x"}]', '{"a":"\\u0000"}', '{"__proto__":{"x":1},"title":{}}', '{"constructor":{"prototype":{}}}', `${'['.repeat(50000)}${']'.repeat(50000)}`, `{"cost":${'['.repeat(20000)}${']'.repeat(20000)}}`, `{"title":"${'x'.repeat(500000)}"}`, `{"title":"${'x'.repeat(2000000)}"}`, '{"title":"a\\u0000b"}', '{"name":"\\udfff"}', '{"parent":1e400}', '{"author":-1}', '{"author":1.5}', '{"venue":[1e20]}', '{"tags":{"a":1}}', '{"date":"9999-99-99"}', '{"start_date":"0000-00-00 00:00:00"}', '{"timezone":"UTC+99"}', '{"timezone":""}', '{"slug":"///"}', '{"slug":"%%%"}', '{"status":[]}', '{"ml_language":["nl"]}', '{"password":{"a":1}}', '{"website":"http://"}']) {
      not5(await c.call('POST', path, { as: 'editor', raw }), `${path} ${raw.slice(0, 40)}`);
    }
    for (const type of ['text/plain', 'application/xml', 'application/json; charset=latin1', 'multipart/form-data', 'x', 'application/x-www-form-urlencoded']) not5(await c.call('POST', path, { as: 'editor', raw: 'a=b&title[x][y]=1&title=2&__proto__=1', type }), `${path} ${type}`);
    not5(await c.call('POST', path, { as: 'editor', raw: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }), 'invalid UTF-8');
  }
  for (const q of ['page=99999999999999999999', 'page=1e3', 'page[]=1&page[]=2', 'per_page=1000&page=999999999', 'search=%00', 'search=%FF%FE', "search=' or 1=1 --", 'search=%25_%5C', 'include=', 'include=,,,', `include=${'1,'.repeat(3000)}`, 'categories[x]=1', 'tags=a%00b', 'venue=99999999999999999999', 'start_date=2031-02-30', 'start_date[]=1', 'orderby=drop table', 'orderby=password', 'slug=%27', 'status=publish,,draft', 'ml_language=nl&ml_language=de', '__proto__=1', '&&&=&=', 'constructor=1', 'toString=1', 'hasOwnProperty=1', 'post=99999999999999', 'password[]=1', 'geoloc_lat=x&geoloc_lng=y', 'namespace[]=1', 'context=odd', '%', '%zz=1']) {
    for (const k of ['', '/events', '/venues', '/organizers', '/tags', '/categories', '/events/1']) not5(await c.get(`${k}?${q}`), `${k}?${q.slice(0, 40)}`);
  }
  for (const p of ['/events/by-slug/%', '/events/by-slug/%E0%A4', '/events/by-slug/%00', '/events/by-slug/%2F', '/venues/by-slug/..%2f..', `/events/by-slug/${'a'.repeat(6000)}`, '/events/0', '/events/-1', '/events/1e3', '/events/000001', '//events', '/events//1', '/events/1/', '/%65vents', '/events/by-slug/', '/events/by-slug/a/b']) not5(await c.call('GET', p), p.slice(0, 40));
  for (const a of ['Basic', 'Basic !!!', 'Bearer x', 'Basic Og==', `Basic ${'A'.repeat(4000)}`]) not5(await c.call('GET', '/events', { headers: { authorization: a } }), a.slice(0, 20));
  for (const h of [{ 'if-match': 'x' }, { 'if-match': '"' }, { 'if-none-match': ',,,' }, { 'if-none-match': '*' }]) { not5(await c.get('/events', null, h), JSON.stringify(h)); not5(await c.patch('/events/1', {}, 'editor', h), JSON.stringify(h)); }
  const t0 = Date.now();
  const e = await c.event();
  const rs = await Promise.all(Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? c.send('/events', { title: 'Parallel', start_date: '2031-01-01', end_date: '2031-01-02', tags: [6, 7], venue: [1] }) : i % 4 === 1 ? c.patch(`/events/${e.id}`, { excerpt: `${i}` }) : i % 4 === 2 ? c.get('/events?per_page=50') : c.get(`/events/${e.id}`))));
  console.log(`400 parallel requests in ${Date.now() - t0} ms`);
  for (const r of rs) not5(r, 'parallel');
  ok(rs.every((r) => r.status < 300) && new Set(rs.filter((r) => r.status === 201).map((r) => r.json.slug)).size === 100, 'parallel writes all kept, with slugs of their own');
}

const here = (name) => new URL(`../${name}`, import.meta.url);
writeFileSync(here('bugs.json'), `${JSON.stringify(BUGS.map(({ probe, ...b }) => b), null, 2)}\n`);
writeFileSync(here('variants.json'), `${JSON.stringify(VARIANTS.map(({ present, ...v }) => v), null, 2)}\n`);
const attempt = async (work, what) => { try { return await work(); } catch (error) { ok(false, `${what}: ${error.stack}`); return undefined; } };

/** One server at a time. */
async function on(env, work) {
  const s = await start(env);
  try { return await work(s); } finally { await s.stop(); }
}

if (wants('honest')) {
  await on({}, (s) => attempt(() => walk(s), 'honest'));
  console.log(`honest: ${passed} passed so far`);
  await on({ USERS: '' }, (s) => attempt(async () => ok((await client(s.base).send('/tags', { name: 'open' }, null)).status === 201, 'open service'), 'open'));
}
if (wants('fuzz')) {
  await on({}, (s) => attempt(() => fuzz(s), 'fuzz'));
  console.log(`fuzz: ${passed} passed so far`);
}
if (wants('bugs')) {
  ok(BUGS.length === 60 && new Set(BUGS.map((b) => b.id)).size === 60, '60 bugs');
  ok(BUGS.every((b) => b.id && b.statement && b.ground && b.show), 'bugs are described');
  const modes = [{ USERS: '1' }, { USERS: '' }];
  const shown = (b, mode) => mode.USERS === '1' || !b.users;
  for (const mode of modes) {
    await on(mode, async (s) => {
      for (const b of BUGS) if (shown(b, mode)) ok((await attempt(() => b.probe(client(s.base)), b.id)) === false, `bug ${b.id} is not in the honest server (USERS=${mode.USERS})`);
    });
  }
  for (const b of BUGS) {
    for (const mode of modes) {
      if (!shown(b, mode)) continue;
      ok((await on({ ...mode, BUG: b.id }, (s) => attempt(() => b.probe(client(s.base)), b.id))) === true, `bug ${b.id} shows (USERS=${mode.USERS})`);
    }
  }
  console.log(`bugs: ${passed} passed so far`);
}
if (wants('variants')) {
  ok(VARIANTS.length === 8 && new Set(VARIANTS.map((v) => v.id)).size === 8, '8 variants');
  await on({}, async (s) => {
    for (const v of VARIANTS) { let there; try { there = await v.present(client(s.base)); } catch { there = false; } ok(there === false, `variant ${v.id} is not in the honest server`); }
  });
  for (const v of VARIANTS) {
    await on({ VARIANT: v.id }, async (s) => {
      ok((await attempt(() => v.present(client(s.base, { variant: v.id })), v.id)) === true, `variant ${v.id} shows`);
      // Its refusals have other status codes than the walk looks for.
      if (v.id !== 'hidden-with-problem-details') await attempt(() => walk(s, v.id), v.id);
    });
  }
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
