import { NS, SITE_TZ, variant } from './config';
import { PlaceRow } from './db';
import { FullEvent } from './repos/events';
import { CountedTerm } from './repos/terms';
import { abbreviation, toWall } from './time';
import { escapeHtml } from './text';

/** How answers depend on who asks, and where. */
export interface Shape { base: string; lang: string; media: Map<number, string>; password?: string }

const text = (s: string) => (variant('rendered') ? { raw: s, rendered: escapeHtml(s) } : s);
const markup = (s: string) => (variant('rendered') ? { raw: s, rendered: s ? `<p>${s}</p>\n` : '' } : s);
const api = (s: Shape, path: string) => `${s.base}/${NS}/${path}`;

function image(value: string | null, shape: Shape) {
  if (!value) return null;
  return /^\d+$/.test(value) ? { id: Number(value), url: shape.media.get(Number(value)) ?? null } : { id: null, url: value };
}

function dates(row: { date_utc: string; modified_utc: string }) {
  return { date: toWall(row.date_utc, SITE_TZ), date_utc: row.date_utc, modified: toWall(row.modified_utc, SITE_TZ), modified_utc: row.modified_utc };
}

export function term(t: CountedTerm, shape: Shape) {
  const path = t.kind === 'category' ? 'categories' : 'tags';
  return {
    id: t.id, name: text(t.title), slug: t.slug, description: markup(t.description), ...(t.kind === 'category' ? { parent: t.parent } : {}), count: t.count,
    language: t.lang, urls: { self: api(shape, `${path}/${t.id}`), collection: api(shape, path) },
  };
}

export function place(p: PlaceRow, shape: Shape) {
  const common = {
    id: p.id, status: p.status, author: p.author, ...dates(p), slug: p.slug, description: markup(p.description), phone: p.phone, website: p.website,
    image: image(p.image, shape), language: p.lang,
  };
  if (p.kind === 'organizer') return { ...common, organizer: text(p.title), email: p.email, rest_url: api(shape, `organizers/${p.id}`) };
  return {
    ...common, venue: text(p.title), address: p.address, city: p.city, country: p.country, province: p.province, state: p.state,
    zip: p.zip === null ? null : String(p.zip), stateprovince: p.stateprovince ?? p.state ?? p.province, show_map: p.show_map, show_map_link: p.show_map_link,
    ...(p.lat !== null ? { geo_lat: p.lat, geo_lng: p.lng } : {}), rest_url: api(shape, `venues/${p.id}`),
  };
}

export function event({ row: e, venues, organizers, categories, tags }: FullEvent, shape: Shape) {
  const closed = e.password !== null && e.password !== shape.password;
  const flat = variant('flat');
  return {
    id: e.id, status: e.status, author: e.author, ...dates(e), title: text(e.title), description: markup(closed ? '' : e.description),
    excerpt: markup(closed ? '' : e.excerpt), protected: e.password !== null, slug: e.slug, language: e.lang, rest_url: api(shape, `events/${e.id}`),
    url: `${shape.base}/event/${encodeURIComponent(e.slug)}`, image: image(e.image, shape), all_day: e.all_day === 1,
    start_date: e.start_date, end_date: e.end_date, timezone: e.timezone, timezone_abbr: abbreviation(e.start_utc, e.timezone),
    utc_start_date: e.start_utc, utc_end_date: e.end_utc, cost: e.cost ?? '', website: e.website,
    show_map: e.show_map === 1, show_map_link: e.show_map_link === 1, hide_from_listings: e.hide_from_listings === 1, sticky: e.sticky === 1, featured: e.featured === 1,
    ticketed: e.ticketed === 1, post_parent: e.post_parent,
    categories: flat ? categories.map((c) => c.id) : categories.map((c) => term(c, shape)),
    tags: flat ? tags.map((c) => c.id) : tags.map((c) => term(c, shape)),
    venue: flat ? venues.map((v) => v.id) : venues.map((v) => place(v, shape)),
    organizer: flat ? organizers.map((o) => o.id) : organizers.map((o) => place(o, shape)),
  };
}
