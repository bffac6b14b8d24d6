'use strict';
const { bug, variant } = require('./switches');
const { SITE_TZ, toUtc, iso, moment, FORMAT } = require('./times');
const { mayEdit, passwordOpens } = require('./access');
const { VENUE_TEXTS, ORGANIZER_TEXTS } = require('./models');

const NS = 'vendor/events/v1';
const baseUrl = (ctx) => `${ctx.origin}${ctx.state.segment ? `/${ctx.state.segment}` : ''}`;
const restUrl = (ctx, path) => `${baseUrl(ctx)}/${NS}/${path}`;
const local = (wall, tz) => (variant('iso-times') ? iso(wall, tz) : wall);
const utc = (wall) => (variant('iso-times') ? `${wall.replace(' ', 'T')}Z` : wall);
const title = (text) => (variant('wordpress-shapes') ? { raw: text, rendered: text } : text);

function postMembers(ctx, r, route) {
  const updated = moment.utc(r.updatedAt);
  return {
    id: r.id, slug: r.slug, author: r.author, status: r.status, language: r.language,
    date: local(r.date, SITE_TZ), date_utc: utc(r.dateUtc),
    modified: local(updated.clone().tz(SITE_TZ).format(FORMAT), SITE_TZ), modified_utc: utc(updated.format(FORMAT)),
    url: `${baseUrl(ctx)}/${route}/${encodeURIComponent(r.slug)}`, rest_url: restUrl(ctx, `${route}/${r.id}`), image: r.image ?? null,
  };
}
const pick = (r, names) => Object.fromEntries(names.map((n) => [n, r[n] ?? null]));
function venue(ctx, v) {
  return { ...postMembers(ctx, v, 'venues'), venue: title(v.name), description: v.description ?? null, ...pick(v, VENUE_TEXTS), show_map: v.showMap ?? null, show_map_link: v.showMapLink ?? null };
}
function organizer(ctx, o) {
  return { ...postMembers(ctx, o, 'organizers'), organizer: title(o.name), description: o.description ?? null, ...pick(o, ORGANIZER_TEXTS) };
}
function term(ctx, t, route, count) {
  const out = { id: t.id, name: title(t.name), slug: t.slug, description: t.description ?? '', language: t.language };
  if (route === 'categories') out.parent = t.parent;
  if (count !== undefined) out.count = count;
  out.rest_url = restUrl(ctx, `${route}/${t.id}`);
  return out;
}
function event(ctx, e, { password, inList = false } = {}) {
  const opened = passwordOpens(ctx, e, password) || (bug('list-shows-protected-text') && inList);
  const seen = (list) => (list || []).filter((r) => (r.status === 'publish' || mayEdit(ctx, r)) && r.status !== 'trash');
  const terms = (list) => (list || []).slice().sort((a, b) => a.id - b.id);
  const related = variant('relations-as-ids')
    ? { categories: terms(e.categories).map((t) => t.id), tags: terms(e.tags).map((t) => t.id), venue: seen(e.venue).map((v) => v.id), organizer: seen(e.organizer).map((o) => o.id) }
    : {
      categories: terms(e.categories).map((t) => term(ctx, t, 'categories')), tags: terms(e.tags).map((t) => term(ctx, t, 'tags')),
      venue: seen(e.venue).map((v) => venue(ctx, v)), organizer: seen(e.organizer).map((o) => organizer(ctx, o)),
    };
  const out = {
    ...postMembers(ctx, e, 'events'),
    title: title(e.title), description: opened ? title(e.description) : title(''), excerpt: opened ? title(e.excerpt) : title(''),
    start_date: local(e.startDate, e.timezone), end_date: local(e.endDate, e.timezone),
    utc_start_date: utc(e.utcStart), utc_end_date: utc(e.utcEnd), timezone: e.timezone, all_day: e.allDay,
    cost: e.cost, website: e.website ?? null, show_map: e.showMap, show_map_link: e.showMapLink,
    hide_from_listings: e.hideFromListings, sticky: e.sticky, featured: e.featured, password_protected: Boolean(e.password), ...related,
  };
  if (bug('password-in-answers')) out.password = e.password;
  return out;
}
/** The envelope of every list, with its links to the neighbouring pages. */
function list(ctx, key, items, { page, perPage, total }) {
  const pages = Math.ceil(total / perPage);
  ctx.set('X-Total', String(total));
  ctx.set('X-Total-Pages', String(pages));
  const link = (n) => {
    const params = new URLSearchParams(ctx.querystring);
    params.set('page', String(n));
    params.set('per_page', String(perPage));
    return `${restUrl(ctx, key)}?${params}`;
  };
  const next = page < pages ? link(page + 1) : null;
  const previous = page > 1 && pages > 0 ? link(Math.min(page - 1, pages)) : null;
  const links = [next && `<${next}>; rel="next"`, previous && `<${previous}>; rel="prev"`].filter(Boolean);
  if (links.length) ctx.set('Link', links.join(', '));
  if (variant('wordpress-shapes')) return items;
  const out = { [key]: items, rest_url: `${restUrl(ctx, key)}${ctx.search}`, total, total_pages: pages };
  if (next) out.next_rest_url = next;
  if (previous) out.previous_rest_url = previous;
  return out;
}
module.exports = { NS, baseUrl, restUrl, venue, organizer, term, event, list, toUtc };
