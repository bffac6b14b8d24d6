import { toIso } from './dates.js';
import { variant } from './switches.js';

const post = (kind, row, base) => ({
  id: row.id, author: row.author, status: row.status, language: row.language, slug: row.slug,
  date: row.date, date_utc: row.date_utc, modified_utc: row.modified_utc,
  description: row.description, image: row.image,
  rest_url: `${base}/${kind}/${row.id}`,
});

export const presentVenue = (row, base) => ({
  ...post('venues', row, base), venue: row.venue, address: row.address, city: row.city, country: row.country,
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

const camel = (k) => k.replace(/_([a-z])/g, (_, c) => c.toUpperCase());
function camelKeys(v) {
  if (Array.isArray(v)) return v.map(camelKeys);
  if (v && typeof v === 'object') return Object.fromEntries(Object.entries(v).map(([k, x]) => [k.startsWith('_') ? k : camel(k), camelKeys(x)]));
  return v;
}
function isoTimes(v) {
  if (Array.isArray(v)) return v.map(isoTimes);
  if (!v || typeof v !== 'object') return v;
  return Object.fromEntries(Object.entries(v).map(([k, x]) => {
    if (typeof x === 'string' && /^(start_date|end_date)$/.test(k) && v.timezone) return [k, toIso(x, v.timezone)];
    if (typeof x === 'string' && /^(utc_start_date|utc_end_date|date_utc|modified_utc|date)$/.test(k)) return [k, toIso(x, 'utc')];
    return [k, isoTimes(x)];
  }));
}
function idsOnly(v) {
  if (Array.isArray(v)) return v.map(idsOnly);
  if (!v || typeof v !== 'object' || !('start_date' in v)) return v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, idsOnly(x)])) : v;
  const out = { ...v };
  for (const k of ['categories', 'tags', 'venue', 'organizer']) out[k] = v[k].map((x) => x.id);
  return out;
}
/** The shape in which answers leave the service. */
export function shape(payload) {
  if (variant('relations-as-ids')) return idsOnly(payload);
  if (variant('iso-times')) return isoTimes(payload);
  if (variant('camel-case-members')) return camelKeys(payload);
  return payload;
}
