import { twelveHours } from './dates.js';
import { bug, variant } from './switches.js';

const post = (kind, row, base) => ({
  id: row.id, author: row.author, status: row.status, language: row.language, slug: row.slug,
  date: row.date, date_utc: row.date_utc, modified_utc: row.modified_utc,
  description: row.description, image: row.image,
  rest_url: `${base}/${kind}/${row.id}`,
});

export const presentVenue = (row, base) => ({
  ...post('venues', row, base), ...(bug('publication-date-12-hour') ? { date: twelveHours(row.date) } : {}), venue: row.venue, address: row.address, city: row.city, country: row.country,
  province: row.province, state: row.state, stateprovince: row.stateprovince, zip: row.zip, phone: row.phone,
  website: row.website, show_map: row.show_map, show_map_link: row.show_map_link,
});
export const presentOrganizer = (row, base) => ({
  ...post('organizers', row, base), organizer: row.organizer, phone: row.phone, website: row.website, email: row.email,
});
export const presentTerm = (row, base) => {
  const kind = row.taxonomy === 'category' ? 'categories' : 'tags';
  return {
    id: row.id, name: row.name, slug: row.slug, description: row.description, taxonomy: row.taxonomy, language: row.language,
    ...(row.taxonomy === 'category' ? { parent: row.parent } : {}),
    ...(row.count === undefined ? {} : { count: row.count }),
    rest_url: `${base}/${kind}/${row.id}`,
  };
};
export const presentEvent = (row, links, base) => ({
  ...post('events', row, base),
  title: row.title, excerpt: row.excerpt, timezone: row.timezone,
  start_date: row.start_date, end_date: row.end_date, utc_start_date: row.utc_start_date, utc_end_date: row.utc_end_date,
  all_day: Boolean(row.all_day), cost: row.cost === null ? null : JSON.parse(row.cost), website: row.website,
  show_map: Boolean(row.show_map), show_map_link: Boolean(row.show_map_link), hide_from_listings: Boolean(row.hide_from_listings),
  sticky: Boolean(row.sticky), featured: Boolean(row.featured), post_parent: row.post_parent, protected: Boolean(row.password),
  categories: links.categories, tags: links.tags, venue: links.venue, organizer: links.organizer,
});

const map = (v, change) => {
  if (Array.isArray(v)) return v.map((x) => map(x, change));
  if (!v || typeof v !== 'object') return v;
  return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, change(k, x, v) ?? map(x, change)]));
};
const TEXTS = new Set(['title', 'description', 'excerpt', 'name']);
const escape = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const rendered = (k, x, v) => (v.id !== undefined && typeof x === 'string' && (TEXTS.has(k) || ((k === 'venue' || k === 'organizer') && v.start_date === undefined)) ? { raw: x, rendered: escape(x) } : undefined);
const idsAsText = (k, x) => (/^(id|author|parent|post_parent)$/.test(k) && typeof x === 'number' ? String(x) : undefined);
const split = (k, x, v) => {
  if (typeof x !== 'string' || !/^(utc_)?(start|end)_date$|^date(_utc)?$|^modified_utc$/.test(k)) return undefined;
  return { day: x.slice(0, 10), time: x.slice(11), zone: /^(start|end)/.test(k) ? v.timezone : 'UTC' };
};
/** The shape in which answers leave the service. */
export function shape(payload) {
  if (variant('enveloped-answers') && payload?.id !== undefined) return { data: payload, links: { self: payload.rest_url } };
  if (payload?._links) return payload;
  if (variant('rendered-text')) return map(payload, rendered);
  if (variant('ids-as-strings')) return map(payload, idsAsText);
  if (variant('split-times')) return map(payload, split);
  return payload;
}
