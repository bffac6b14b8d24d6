import { unique } from './client.js';

const E = "curl -s -u editor:editor -H 'Content-Type: application/json'";
const DATES = '"start_date":"2031-05-10 20:00:00","end_date":"2031-05-10 22:00:00"';
const ev = (json = '"title":"X"') => `${E} -d '{${json},${DATES}}' $B/events`;
const add = (kind, json) => `${E} -d '${json}' $B/${kind}`;
const patch = (path, json) => `${E} -X PATCH -d '${json}' $B${path}`;
const W = (text) => `# wrong: ${text}`;
const KEPT = 'Plain sense: what was accepted is kept';
const UNASKED = 'On item updates every event field is optional; plain sense: what was not asked for is not changed.';
const AGREE = 'Plain sense: reads agree with each other';
const f = (id, statement, ground, show, probe, users) => ({ id, statement, ground, show: show.join('\n'), ...(users ? { users: true } : {}), probe });
const sorted = (a) => [...a].sort((x, y) => x - y).join();
const has = (list, x) => list.includes(x.id ?? x);
const rel = (l) => l.map((x) => x.id).join();
const json = async (c, path, as = 'editor') => (await c.get(path, as)).json;
const S = (text) => encodeURIComponent(text);
const at = (day, from = '20:00:00', to = '22:00:00') => ({ start_date: `${day} ${from}`, end_date: `${day} ${to}` });

/** Every probe answers whether the wrong outcome is there. */
export const BUGS = [
  // paging and lists
  f('venues-offset-off-by-one', 'From the second page on, the offset of the list of venues is one too high, so that one venue is on no page.', 'page: integer, default 1; per_page (paging through a list shows every venue once).', ['curl -s "$B/venues?search=WORD&per_page=2&page=1"; curl -s "$B/venues?search=WORD&per_page=2&page=2"   # 4 venues', W('2 and 1 venues; right: 2 and 2')],
    async (c) => { const w = unique('pg'); for (let i = 0; i < 4; i += 1) await c.venue({ venue: `${w} ${i}` }); return (await c.ids(`/venues?search=${w}&per_page=2&page=2`)).length !== 2; }),
  f('keyset-without-tiebreak', 'A later page of events begins after the start of the last event of the page before, so that events with the same start are left out.', 'page: Archive page to return (paging through a list shows every event once).', ['for p in 1 2 3; do curl -s "$B/events?venue=ID&per_page=2&page=$p"; done   # 6 events with one start', W('pages 2 and 3 are empty; right: two events each')],
    async (c) => { const v = await c.venue(); for (let i = 0; i < 6; i += 1) await c.event({ venue: [v.id] }); return (await c.ids(`/events?venue=${v.id}&per_page=2&page=2`)).length !== 2; }),
  f('sticky-on-every-page', 'Sticky events are put in front of every page of the list.', 'page, per_page: Events per page (paging through a list shows every event once).', ['for p in 1 2; do curl -s "$B/events?venue=ID&per_page=2&page=$p"; done   # 4 events, one of them sticky', W('the sticky event on both pages, and 3 events on the first; right: each event once, two on a page')],
    async (c) => { const v = await c.venue(); for (let i = 0; i < 4; i += 1) await c.event({ venue: [v.id], sticky: i === 1 }); const all = [...await c.ids(`/events?venue=${v.id}&per_page=2&page=1`), ...await c.ids(`/events?venue=${v.id}&per_page=2&page=2`)]; return all.length !== 4 || new Set(all).size !== 4; }),
  f('featured-filtered-after-paging', 'The filter `featured` is applied to the page after it was cut, so that pages come short and matches are on later pages.', 'featured: Filter by featured status; per_page: Events per page.', ['curl -s "$B/events?venue=ID&featured=true&per_page=2"   # 3 plain events, then one that is featured', W('an empty list; right: the featured event')],
    async (c) => { const v = await c.venue(); for (let i = 0; i < 4; i += 1) await c.event({ venue: [v.id], featured: i === 3, ...at(`2031-06-0${i + 1}`) }); return (await c.ids(`/events?venue=${v.id}&featured=true&per_page=2`)).length !== 1; }),
  f('search-forgets-per-page', 'A search of categories or tags has pages of ten whatever per_page says.', 'per_page (integer, default 10) of GET /NS/categories and GET /NS/tags.', ['curl -s "$B/tags?hide_empty=0&search=WORD&per_page=2"   # 4 tags with WORD', W('4 tags; right: 2')],
    async (c) => { const w = unique('sp'); for (let i = 0; i < 4; i += 1) await c.tag({ name: `${w} ${i}` }); return (await c.ids(`/tags?hide_empty=0&search=${w}&per_page=2`)).length !== 2; }),
  f('organizers-one-per-name', 'The list of organizers is grouped by name, so that of several organizers with one name only the first is listed.', 'GET /NS/organizers lists organizers; they are told apart by ID, and names need not be unique.', [`${add('organizers', '{"organizer":"Twin"}')}   # twice`, 'curl -s "$B/organizers?search=Twin"', W('one; right: two')],
    async (c) => { const organizer = unique('Twin'); await c.organizer({ organizer }); await c.organizer({ organizer }); return (await c.ids(`/organizers?search=${organizer}`)).length !== 2; }),

  // filters of events
  f('tags-filter-any-taxonomy', 'The filter `tags` of events does not look at the kind of term, so that it finds events by the ID or slug of a category.', 'tags: Events assigned to one of the given tags.', ['curl -s "$B/events?tags=CATEGORY"   # an event in that category', W('the event; right: an empty list')],
    async (c) => { const k = await c.category(); await c.event({ categories: [k.id] }); return (await c.ids(`/events?tags=${k.id}`)).length === 1; }),
  f('organizer-id-as-substring', 'The filter `organizer` of events compares IDs with LIKE, so that 1 finds the events of 10, 11, 21 as well.', 'organizer: Events assigned to one of the given organizer IDs.', ['curl -s "$B/events?organizer=1"   # an event of organizer 10', W('with the event of organizer 10; right: without')],
    async (c) => { let o; do o = await c.organizer(); while (o.id < 10 || !String(o.id).includes('1')); const e = await c.event({ organizer: [o.id] }); return has(await c.ids(`/events?organizer=1&per_page=500&search=${e.title}`), e); }),
  f('search-any-word', 'A search of events for several words finds the events that contain any one of them.', 'search: Events whose title or description contains the string.', ['curl -s "$B/events?search=Open%20Garden"   # an event "Open Stage"', W('found; right: not found')],
    async (c) => { const a = unique('Open'), b = unique('Garden'); const e = await c.event({ title: `${a} Stage` }); return has(await c.ids(`/events?search=${a}%20${b}`), e); }),
  f('search-plus-becomes-space', 'A search string is decoded twice, so that an encoded plus sign becomes a space.', 'search: Events whose title or description contains the string.', [ev('"title":"C++ Meetup"'), 'curl -s "$B/events?search=C%2B%2B%20Meetup"', W('not found; right: found')],
    async (c) => { const w = unique('C'); const e = await c.event({ title: `${w}++ Meetup` }); return !has(await c.ids(`/events?search=${S(`${w}++ Meetup`)}`), e); }),
  f('strict-dates-skip-ends', 'strict_dates is not handed on to ends_before and ends_after, which take whole days all the same.', 'strict_dates: When true, the date filters start at the exact times given.', ['curl -s "$B/events?search=X&strict_dates=true&ends_before=2031-05-10%2021:00:00"   # X ends at 22:00:00', W('found; right: not found')],
    async (c) => { const e = await c.event(); return has(await c.ids(`/events?search=${e.title}&strict_dates=true&ends_before=2031-05-10%2021:00:00`), e); }),
  f('end-date-needs-start-date', 'The filter end_date is read only inside the branch for start_date, so that alone it does nothing.', 'end_date: Events that end on the given date.', ['curl -s "$B/events?search=X&end_date=2031-08-01%2000:00:00"   # X ends on 2031-05-10', W('found; right: not found')],
    async (c) => { const e = await c.event(); return has(await c.ids(`/events?search=${e.title}&end_date=2031-08-01%2000:00:00`), e); }),
  f('strict-starts-before-inclusive', 'With strict_dates starts_before also finds the events that start exactly at the given time.', 'starts_before: Events starting before the date; strict_dates: the exact times given.', ['curl -s "$B/events?search=X&strict_dates=true&starts_before=2031-05-10%2020:00:00"   # X starts at 20:00:00', W('found; right: not found')],
    async (c) => { const e = await c.event(); return has(await c.ids(`/events?search=${e.title}&strict_dates=true&starts_before=2031-05-10%2020:00:00`), e); }),
  f('include-overrides-filters', 'With `include` all other filters of events are dropped, not only those by date.', 'include: Events with the given post IDs; date filters are ignored when used (only these).', ['curl -s "$B/events?include=1,2&venue=99"   # neither is at venue 99', W('both events; right: an empty list')],
    async (c) => { const e = await c.event(), v = await c.venue(); return has(await c.ids(`/events?include=${e.id}&venue=${v.id}`), e); }),

  // filters of venues and organizers
  f('organizers-language-ignored', 'The list of organizers does not look at ml_language.', 'ml_language (on every operation) selects a language.', ['curl -s "$B/organizers?ml_language=nl"; curl -s "$B/organizers?ml_language=fr"', W('the same organizers both times; right: the Dutch, then the French ones')],
    async (c) => { const o = await c.organizer({ ml_language: 'nl' }); return has(await c.ids(`/organizers?search=${o.organizer}&ml_language=fr`), o); }),
  f('event-without-venue-lists-all', 'venues?event=ID lists all venues when the event has none (the empty subset is taken for no condition).', 'event (integer; venues related to the event).', [ev(), 'curl -s "$B/venues?event=ID"', W('all venues; right: an empty list')],
    async (c) => { const e = await c.event(); return (await c.ids(`/venues?event=${e.id}`)).length !== 0; }),

  // filters of terms
  f('exclude-lost-with-include', 'When `include` is given, `exclude` of categories and tags is not applied.', 'exclude (array of integer; IDs to leave out).', ['curl -s "$B/categories?hide_empty=0&include=1,2&exclude=2"', W('1 and 2; right: 1')],
    async (c) => { const a = await c.category(), b = await c.category(); return sorted(await c.ids(`/categories?hide_empty=0&include=${a.id},${b.id}&exclude=${b.id}`)) !== String(a.id); }),
  f('parent-filter-includes-descendants', 'The filter `parent` of categories also lists the categories below the children.', 'parent (integer): the field parent is the Parent category ID.', ['curl -s "$B/categories?hide_empty=0&parent=A"   # A > B > C', W('B and C; right: B')],
    async (c) => { const a = await c.category(), b = await c.category({ parent: a.id }); await c.category({ parent: b.id }); return sorted(await c.ids(`/categories?hide_empty=0&parent=${a.id}`)) !== String(b.id); }),
  f('order-applies-to-tie-break-only', 'order=desc of categories and tags is applied to the second sort column only; the attribute itself is always sorted ascending.', 'order (string; ascending or descending); orderby (string; term attribute to sort by).', ['curl -s "$B/tags?hide_empty=0&orderby=name&order=desc"', W('from A to Z; right: from Z to A')],
    async (c) => { const w = unique('od'); const a = await c.tag({ name: `${w} a` }), b = await c.tag({ name: `${w} b` }); return (await c.ids(`/tags?hide_empty=0&search=${w}&orderby=name&order=desc`)).join() !== `${b.id},${a.id}`; }),
  f('term-count-not-decremented', 'The count of a term is not lowered when its event is deleted, so that hide_empty still shows the term.', 'hide_empty (boolean, default 1; hide terms not assigned to any post).', [`${E} -X DELETE $B/events/ID   # the only event with the tag`, 'curl -s "$B/tags?search=TAG"', W('the tag; right: an empty list')],
    async (c) => { const t = await c.tag(); const e = await c.event({ tags: [t.id] }); await c.del(`/events/${e.id}`); return has(await c.ids(`/tags?search=${t.name}`), t); }),

  // index, routes
  f('up-link-points-to-itself', 'The link `up` of the namespace root points to the namespace root.', 'The namespace root returns a link named `up` that points to the REST root.', ['curl -s $B', W('"up" is http://127.0.0.1:PORT/vendor/events/v1; right: http://127.0.0.1:PORT/')],
    async (c) => { const up = (await c.get('')).json._links.up[0].href; return up.replace(/\/$/, '') === c.base; }),
  f('by-slug-refuses-language', 'The read of an organizer by slug refuses every query parameter, ml_language too.', 'Common parameter ml_language (on every operation).', ['curl -si "$B/organizers/by-slug/city-arts?ml_language=en"', W('400; right: 200')],
    async (c) => { const o = await c.organizer(); return (await c.get(`/organizers/by-slug/${o.slug}?ml_language=en`)).status !== 200; }),
  f('post-on-slug-missing', 'POST /organizers/by-slug/{slug} is not registered, only PUT and PATCH.', 'POST, PUT, PATCH /NS/organizers/by-slug/{slug}.', [`${E} -X POST -d '{"phone":"1"}' $B/organizers/by-slug/city-arts`, W('405; right: 200')],
    async (c) => { const o = await c.organizer(); return (await c.send(`/organizers/by-slug/${o.slug}`, { phone: '1' })).status >= 400; }),
  f('numeric-slug-read-as-id', 'A slug of digits in a by-slug path is taken for an ID.', 'Events, venues and organizers are addressable by numeric ID and by slug.', [ev('"title":"2031"'), 'curl -s $B/events/by-slug/2031', W('404; right: the event')],
    async (c) => { const e = await c.event({ title: String(70000 + Math.floor(Math.random() * 20000)) }); const r = await c.get(`/events/by-slug/${e.slug}`); return r.status !== 200 || r.json.id !== e.id; }),

  // validation and storage
  f('venue-name-required-on-update', 'An update of a venue without its name is refused (the schema of creation is used).', 'POST, PUT, PATCH /NS/venues/{id}: id (required), venue fields (all optional).', [patch('/venues/1', '{"city":"Delft"}'), W('400; right: 200')],
    async (c) => { const v = await c.venue(); return (await c.patch(`/venues/${v.id}`, { city: 'Delft' })).status !== 200; }),
  f('february-30-rolls-over', 'A date that does not exist is accepted and stored as a day of the next month.', `${KEPT} (start_date: Start date and time); what is no date is refused.`, [`${E} -d '{"title":"X","start_date":"2031-02-30 20:00:00","end_date":"2031-03-05 22:00:00"}' $B/events`, W('201 with start_date 2031-03-02; right: 400')],
    async (c) => { const r = await c.send('/events', { title: unique(), start_date: '2031-02-30 20:00:00', end_date: '2031-03-05 22:00:00' }); return r.status === 201 && r.json.start_date.startsWith('2031-03-02'); }),
  f('email-plus-becomes-space', 'A plus sign in the e-mail address of an organizer is stored as a space (form decoding of a JSON value).', `${KEPT} (email: E-mail address).`, [add('organizers', '{"organizer":"X","email":"info+club@x.example"}'), W('email "info club@x.example"; right: info+club@x.example')],
    async (c) => (await c.organizer({ email: 'info+club@x.example' })).email !== 'info+club@x.example'),
  f('backslash-lost', 'Descriptions of categories and tags are unslashed when they are saved, so that backslashes vanish.', `${KEPT} (description).`, [add('tags', '{"name":"X","description":"C:\\\\new"}'), W('C:new; right: C:\\new')],
    async (c) => (await c.tag({ description: 'C:\\new' })).description !== 'C:\\new'),
  f('astral-characters-lost', 'Characters beyond U+FFFF in the name of an organizer are stored as question marks.', `${KEPT} (organizer: Organizer name).`, [add('organizers', '{"organizer":"Circus 🎪"}'), W('"Circus ?"; right: "Circus 🎪"')],
    async (c) => !(await c.organizer({ organizer: `${unique()} 🎪` })).organizer.endsWith('🎪')),
  f('excerpt-regenerated', 'An update of the description of an event writes its beginning over the excerpt.', UNASKED, [patch('/events/ID', '{"description":"new text"}'), 'curl -s $B/events/ID   # excerpt "short" before', W('excerpt "new text"; right: short')],
    async (c) => { const e = await c.event({ description: 'a', excerpt: 'short' }); await c.patch(`/events/${e.id}`, { description: 'new text' }); return (await json(c, `/events/${e.id}`)).excerpt !== 'short'; }),
  f('image-url-lost', 'The image of an organizer is read as a number, so that a URL is stored as none.', 'image: Featured image ID or URL.', [add('organizers', '{"organizer":"X","image":"https://x.example/a.png"}'), W('image null; right: the URL')],
    async (c) => (await c.organizer({ image: 'https://x.example/a.png' })).image !== 'https://x.example/a.png'),
  f('province-overwrites-state', 'Setting the province of a venue also writes it to `state`.', 'Province and State are fields of their own; plain sense: what was not asked for is not changed.', [patch('/venues/ID', '{"province":"Drenthe"}'), 'curl -s $B/venues/ID   # state "Hessen" before', W('state Drenthe; right: Hessen')],
    async (c) => { const v = await c.venue({ state: 'Hessen' }); await c.patch(`/venues/${v.id}`, { province: 'Drenthe' }); return (await json(c, `/venues/${v.id}`)).state !== 'Hessen'; }),
  f('start-patch-moves-end', 'An update of start_date alone moves end_date as well, to keep the duration.', UNASKED, [patch('/events/ID', '{"start_date":"2031-05-10 18:00:00"}'), 'curl -s $B/events/ID   # from 20:00:00 to 22:00:00 before', W('end_date 2031-05-10 20:00:00; right: 22:00:00')],
    async (c) => { const e = await c.event(); await c.patch(`/events/${e.id}`, { start_date: '2031-05-10 18:00:00' }); return (await json(c, `/events/${e.id}`)).end_date !== '2031-05-10 22:00:00'; }),
  f('seconds-lost', 'Times are cut to the minute when they are read.', `${KEPT} (end_date: End date and time, format with seconds in the filters).`, [`${E} -d '{"title":"X","start_date":"2031-05-10 00:00:00","end_date":"2031-05-10 23:59:59"}' $B/events`, W('end_date 23:59:00; right: 23:59:59')],
    async (c) => !(await c.event(at('2031-05-10', '00:00:00', '23:59:59'))).end_date.endsWith('23:59:59')),
  f('publication-date-12-hour', 'The publication date of a venue is written with hours from 1 to 12 and without am or pm.', `${KEPT} (date: Publication date).`, [add('venues', '{"venue":"X","date":"2030-02-03 16:05:06"}'), W('date 2030-02-03 04:05:06; right: 16:05:06')],
    async (c) => !(await c.venue({ date: '2030-02-03 16:05:06' })).date.includes('16:05:06')),
  f('list-times-in-utc', 'The list of events shows start_date and end_date in UTC, the item in the zone of the event.', `${AGREE} (start_date, timezone).`, [ev('"title":"X","timezone":"America/New_York"'), 'curl -s "$B/events?search=X"; curl -s $B/events/ID', W('start_date 2031-05-11 00:00:00 in the list; right: 2031-05-10 20:00:00 in both')],
    async (c) => { const e = await c.event({ timezone: 'America/New_York' }); return (await json(c, `/events?search=${e.title}`)).events[0].start_date !== '2031-05-10 20:00:00'; }),

  // slugs
  f('own-slug-counts-as-taken', 'The check of the uniqueness of a slug also finds the event itself, so that an update with the slug it has moves it to another.', `${KEPT} (slug); plain sense: an update with what is there changes nothing.`, [patch('/events/by-slug/my-event', '{"slug":"my-event"}'), W('slug my-event-2, and by-slug/my-event is 404; right: my-event')],
    async (c) => { const e = await c.event(); await c.patch(`/events/${e.id}`, { slug: e.slug, excerpt: 'x' }); return (await c.get(`/events/by-slug/${e.slug}`)).status !== 200; }),
  f('delete-by-slug-prefix', 'DELETE by slug deletes all records whose slug begins with the given one.', 'DELETE /NS/events/by-slug/{slug} deletes the event with that slug; plain sense: what was not asked for is not changed.', [`${E} -X DELETE $B/events/by-slug/jazz   # there is jazz-night, too`, 'curl -si $B/events/by-slug/jazz-night', W('404; right: 200')],
    async (c) => { const w = unique('dp'); const a = await c.event({ title: w }), b = await c.event({ title: `${w} night` }); await c.del(`/events/by-slug/${a.slug}`); return (await c.get(`/events/${b.id}`)).status !== 200; }),

  // caches and conditional requests
  f('term-delete-keeps-event-cache', 'The deletion of a category or tag forgets the cached answers of terms, but not those of events.', `${AGREE}; an event references categories and tags by ID arrays.`, [`curl -s $B/events/ID; ${E} -X DELETE $B/tags/TAG; curl -s $B/events/ID`, W('the event still has the tag; right: it has none')],
    async (c) => { const t = await c.tag(); const e = await c.event({ tags: [t.id] }); await c.get(`/events/${e.id}`); await c.del(`/tags/${t.id}`); return (await c.get(`/events/${e.id}`)).json.tags.length !== 0; }),
  f('head-poisons-cache', 'HEAD stores its empty answer in the cache that GET is answered from.', 'RFC 9110, 9.3.2: HEAD does not change what GET answers.', ['curl -sI $B/venues/1; curl -s $B/venues/1', W('an empty body; right: the venue')],
    async (c) => { const v = await c.venue(); await c.call('HEAD', `/venues/${v.id}`); return (await c.get(`/venues/${v.id}`)).text === ''; }),
  f('not-found-remembered', 'A 404 is remembered and not forgotten when the record is created.', `${KEPT}; a created record is addressable by slug.`, ['curl -s $B/venues/by-slug/new-hall', add('venues', '{"venue":"New Hall"}'), 'curl -si $B/venues/by-slug/new-hall', W('404; right: 200')],
    async (c) => { const w = unique('nf'); await c.get(`/venues/by-slug/${w}`); const v = await c.venue({ venue: w }); return (await c.get(`/venues/by-slug/${v.slug}`)).status === 404; }),
  f('etag-without-relations', 'The ETag of an event is computed without its categories, tags, venues and organizers, so that a change of these is answered with 304.', 'RFC 9110, 8.8.3: an entity tag differs for different representations; 13.1.2.', [`T=$(curl -sI $B/events/ID | grep -i etag); ${patch('/events/ID', '{"tags":[6]}')}; curl -si -H "If-None-Match: \${T#*: }" $B/events/ID`, W('304; right: 200 with the tag (when the server sends ETags)')],
    async (c) => { const e = await c.event(), v = await c.venue(); const tag = (await c.get(`/events/${e.id}`)).headers.get('etag'); await c.patch(`/events/${e.id}`, { venue: [v.id] }); return (await c.get(`/events/${e.id}`, null, { 'if-none-match': tag })).status === 304; }),
  f('delete-before-precondition', 'If-Match of a DELETE of an event, venue or organizer is looked at after the record was deleted.', 'RFC 9110, 13.1.1: the method is not performed when the condition of If-Match is false.', [`curl -si -u editor:editor -X DELETE -H 'If-Match: "old"' $B/organizers/ID; curl -si $B/organizers/ID`, W('412, but then 404; right: 412, then 200')],
    async (c) => { const o = await c.organizer(); const d = await c.del(`/organizers/${o.id}`, 'editor', { 'if-match': '"old"' }); return d.status === 412 && (await c.get(`/organizers/${o.id}`)).status === 404; }),

  // relations
  f('update-appends-links', 'An update of categories, tags, venue or organizer adds to those that are there instead of replacing them.', `${KEPT} (tags: array of integer; the field is what was sent).`, [patch('/events/ID', '{"tags":[7]}'), 'curl -s $B/events/ID   # tags [6] before', W('6 and 7; right: 7')],
    async (c) => { const a = await c.tag(), b = await c.tag(); const e = await c.event({ tags: [a.id] }); await c.patch(`/events/${e.id}`, { tags: [b.id] }); return rel((await json(c, `/events/${e.id}`)).tags) !== String(b.id); }),
  f('tags-wipe-categories', 'Saving the tags of an event first removes all its terms, categories as well.', UNASKED, [patch('/events/ID', '{"tags":[6]}'), 'curl -s $B/events/ID   # in category 1 before', W('no category any more; right: category 1')],
    async (c) => { const k = await c.category(), t = await c.tag(); const e = await c.event({ categories: [k.id] }); await c.patch(`/events/${e.id}`, { tags: [t.id] }); return (await json(c, `/events/${e.id}`)).categories.length === 0; }),
  f('organizer-delete-unlinks-venue', 'Deleting an organizer removes the links of events to the venue with the same ID (wrong table).', 'DELETE /NS/organizers/{id} deletes an organizer; plain sense: what was not asked for is not changed.', [`${E} -X DELETE $B/organizers/7; curl -s $B/events/ID   # an event at venue 7`, W('no venue; right: venue 7')],
    async (c) => { let v = await c.venue(), o = await c.organizer(); while (v.id !== o.id) { if (v.id < o.id) v = await c.venue(); else o = await c.organizer(); } const e = await c.event({ venue: [v.id] }); await c.del(`/organizers/${o.id}`); return (await json(c, `/events/${e.id}`)).venue.length === 0; }),

  // terms
  f('tag-create-overwrites', 'Creating a tag with the name of one that is there overwrites that one (insert or update by slug).', 'POST /NS/tags creates a tag; plain sense: what was not asked for is not changed.', [add('tags', '{"name":"X","description":"one"}'), add('tags', '{"name":"X","description":"two"}'), 'curl -s $B/tags/FIRST', W('description two; right: one (a second tag is made, or the request refused)')],
    async (c) => { const name = unique('T'); const a = await c.tag({ name, description: 'one' }); await c.send('/tags', { name, description: 'two' }); return (await json(c, `/tags/${a.id}`)).description !== 'one'; }),
  f('term-update-else-if', 'An update of a category or tag that names several fields changes only the name.', `${KEPT} (POST, PUT, PATCH /NS/categories/{id}: category fields, all optional).`, [patch('/categories/ID', '{"name":"Y","description":"new"}'), 'curl -s $B/categories/ID', W('the old description; right: new')],
    async (c) => { const k = await c.category({ description: 'old' }); await c.patch(`/categories/${k.id}`, { name: unique('Y'), description: 'new' }); return (await json(c, `/categories/${k.id}`)).description !== 'new'; }),

  // updates and deletion
  f('update-hits-namesakes', 'An update of an organizer is written to all organizers with the same name (WHERE by name).', 'POST, PUT, PATCH /NS/organizers/{id} updates one organizer; plain sense: what was not asked for is not changed.', [`${add('organizers', '{"organizer":"Twin"}')}   # twice`, patch('/organizers/FIRST', '{"phone":"1"}'), 'curl -s $B/organizers/SECOND', W('phone 1; right: none')],
    async (c) => { const organizer = unique('Twin'); const a = await c.organizer({ organizer }), b = await c.organizer({ organizer }); await c.patch(`/organizers/${a.id}`, { phone: '1' }); return (await json(c, `/organizers/${b.id}`)).phone === '1'; }),
  f('deleted-open-by-slug', 'Deletion marks the record, and the read by slug does not look at the mark.', `${AGREE}; what was deleted is not there by ID, and so not by slug.`, [`${E} -X DELETE $B/events/ID; curl -si $B/events/ID; curl -si $B/events/by-slug/SLUG`, W('404, then 200 with the event; right: 404 both times')],
    async (c) => { const e = await c.event(); await c.del(`/events/${e.id}`); return (await c.get(`/events/${e.id}`)).status === 404 && (await c.get(`/events/by-slug/${e.slug}`)).status === 200; }),

  // concurrency
  f('shared-state-mixes-requests', 'The body of the creation of a category or tag is kept in a variable that all requests share, so that parallel creations get the fields of one another.', `${KEPT} (every request was answered 201).`, [`for n in A B C D; do ${E} -d "{\\"name\\":\\"$n\\"}" $B/tags & done; wait`, W('four times D, say; right: A, B, C and D')],
    async (c) => { const names = Array.from({ length: 5 }, () => unique('P')); const made = await Promise.all(names.map((name) => c.send('/tags', { name }))); return made.map((r) => r.json.name).join() !== names.join(); }),

  // protected events
  f('protected-event-in-list', 'The list of events has no condition on the password, so that protected events are listed with everything, and without their password.', '`password` carries the password of a protected event; plain sense: reads agree with each other (the read by ID asks for it).', [patch('/events/ID', '{"password":"s3cret"}'), 'curl -s "$B/events?include=ID"; curl -s $B/events/ID', W('the list shows its description, the item is refused; right: neither shows it')],
    async (c) => { const description = unique('deep'); const e = await c.event({ description }); await c.patch(`/events/${e.id}`, { password: 's3cret' }); return (await c.get(`/events?include=${e.id}`)).text.includes(description) && (await c.get(`/events/${e.id}`)).status >= 400; }),

  // users
  f('put-unguarded', 'PUT of a venue has no check of the user, unlike POST and PATCH.', 'Plain sense: who may not update with PATCH may not with PUT either.', [`curl -s -X PUT -H 'Content-Type: application/json' -d '{"city":"Y"}' $B/venues/1   # without credentials`, W('200, changed; right: 401')],
    async (c) => { const v = await c.venue(); await c.send(`/venues/${v.id}`, { city: 'Hacked' }, null, 'PUT'); return (await c.send(`/venues/${v.id}`, { city: 'Hacked' }, null, 'PATCH')).status === 401 && (await json(c, `/venues/${v.id}`)).city === 'Hacked'; }, true),
  f('status-filter-opens-drafts', 'The filter `status` of venues does not look at who asks, so that everyone lists drafts.', `${AGREE} (the read by ID refuses the draft).`, [add('venues', '{"venue":"X","status":"draft"}'), 'curl -s "$B/venues?status=draft"   # without credentials', W('the draft; right: an empty list')],
    async (c) => { const v = await c.venue({ status: 'draft' }); return (await c.get(`/venues/${v.id}`)).status === 401 && has(await c.ids(`/venues?status=draft&search=${v.venue}`), v); }, true),
  f('draft-venue-in-event', 'An event shows the whole venue to everyone, also when the venue is a draft.', `${AGREE} (the read of the venue refuses the draft).`, [add('venues', '{"venue":"X","address":"Secret Road 1","status":"draft"}'), ev('"title":"Y","venue":[ID]'), 'curl -s $B/events/EVENT   # without credentials', W('with Secret Road 1; right: without')],
    async (c) => { const address = unique('Road'); const v = await c.venue({ address, status: 'draft' }); const e = await c.event({ venue: [v.id] }); return (await c.get(`/events/${e.id}`)).text.includes(address) && (await c.get(`/venues/${v.id}`)).status === 401; }, true),
  f('ownership-checked-after-change', 'An update merges the body into the record before it checks the author, so that an author takes over the events of others by sending its own ID as author.', 'Plain sense: an author writes what is its own, as every other update enforces.', ["curl -s -u author:author -X PATCH -H 'Content-Type: application/json' -d '{\"author\":2,\"title\":\"Mine\"}' $B/events/ID   # of the editor; 2 is the author", W('200, changed; right: 403')],
    async (c) => { const own = await c.event({}, 'author'); const e = await c.event(); return (await c.patch(`/events/${e.id}`, { title: 'x' }, 'author')).status === 403 && (await c.patch(`/events/${e.id}`, { title: 'Mine', author: own.author }, 'author')).status === 200; }, true),
  f('empty-password-logs-in', 'HTTP Basic with a known user and an empty password is let in (`if (given && given !== password)`).', 'RFC 7617: the user is known by user-id and password; plain sense: a wrong password is refused.', [`curl -s -u editor: -H 'Content-Type: application/json' -d '{"name":"X"}' $B/tags`, W('201; right: 401')],
    async (c) => (await c.send('/tags', { name: unique('T') }, 'editor:')).status === 201, true),
  f('author-lists-others-drafts', 'In the lists an author is treated like an editor, so that it finds the drafts of others.', `${AGREE} (the read by ID refuses the draft).`, [ev('"title":"X","status":"draft"'), 'curl -s -u author:author "$B/events?status=draft"; curl -si -u author:author $B/events/ID', W('listed, but 403; right: not listed, and 403')],
    async (c) => { const e = await c.event({ status: 'draft' }); return (await c.get(`/events/${e.id}`, 'author')).status === 403 && has(await c.ids(`/events?status=draft&search=${e.title}`, 'author'), e); }, true),
  f('update-unprotects', 'An update of an event that does not name its password removes the password.', UNASKED, [patch('/events/ID', '{"excerpt":"Y"}'), 'curl -si $B/events/ID   # protected before; without credentials', W('200 with everything; right: 403')],
    async (c) => { const e = await c.event(); await c.patch(`/events/${e.id}`, { password: 's3cret' }); const before = (await c.get(`/events/${e.id}`)).status; await c.patch(`/events/${e.id}`, { excerpt: 'Y' }); return before === 403 && (await c.get(`/events/${e.id}`)).status === 200; }, true),
  f('delete-owner-unchecked', 'DELETE by ID of an event, venue or organizer asks only whether the user may write at all, not whether the record is its own.', 'Plain sense: who may not update a record (403) may not delete it either.', ['curl -si -u author:author -X DELETE $B/organizers/ID   # of the editor', W('200, deleted; right: 403')],
    async (c) => { const o = await c.organizer(); return (await c.patch(`/organizers/${o.id}`, { phone: '1' }, 'author')).status === 403 && (await c.del(`/organizers/${o.id}`, 'author')).status === 200; }, true),
];
