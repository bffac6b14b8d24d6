import { z } from 'zod';
import { bug } from './flags.js';
import { isDateTime, isTimeZone } from './time.js';

export const LANGUAGES = ['nl', 'en', 'fr', 'de'] as const;
export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future'] as const;
const wellFormed = (s: string) => !/\p{Surrogate}/u.test(s);

export const str = z.string().refine(wellFormed, 'must be well-formed text');
const required = str.refine((s) => s.trim() !== '', 'must not be empty');
const optional = str.nullable().optional();
const TRUE = [true, 1, 'true', '1', 'yes', 'on'];
const FALSE = [false, 0, 'false', '0', 'no', 'off', ''];
export const bool = z.preprocess((v) => {
  const x = typeof v === 'string' ? v.toLowerCase() : v;
  return TRUE.includes(x as any) ? true : FALSE.includes(x as any) ? false : v;
}, z.boolean());
const flag = bool.nullable().optional();
const dateTime = str.refine(isDateTime, 'must be a date');
const optionalDate = dateTime.nullable().optional();
export const id = z.preprocess((v) => (typeof v === 'string' && /^\d{1,15}$/.test(v) ? Number(v) : v), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));
const splitList = (v: unknown) => (typeof v === 'string' ? v.split(',').map((s) => s.trim()).filter(Boolean) : typeof v === 'number' ? [v] : v);
const ids = z.preprocess(splitList, z.array(id.pipe(z.number().min(1))).max(500)).nullable().optional();
const image = z.preprocess((v) => (typeof v === 'number' ? String(v) : v), optional);
const text = z.preprocess((v) => (typeof v === 'boolean' ? String(v) : v), optional);
const url = str.refine((s) => s === '' || URL.canParse(s), 'must be a URL').nullable().optional();
const status = z.enum(STATUSES).nullable().optional();
const author = id.nullable().optional();
const shallow = (v: unknown): boolean => {
  let level: unknown[] = [v];
  for (let depth = 0; level.length; depth++) {
    if (depth > 8) return false;
    level = level.flatMap((x) => (x && typeof x === 'object' ? Object.values(x) : []));
  }
  return true;
};
const cost = z.unknown().refine(shallow, 'is nested too deeply').refine((v) => !/\\ud[89a-f]/i.test(JSON.stringify(shallow(v) ? v : '') ?? ''), 'must be well-formed text').optional();

const post = { author, date: optionalDate, date_utc: optionalDate, description: optional, status };
const eventFields = {
  ...post, slug: optional, excerpt: optional, timezone: str.refine(isTimeZone, 'must be a time zone').nullable().optional(), image, cost, website: url,
  show_map: flag, show_map_link: flag, hide_from_listings: flag, sticky: flag, featured: flag,
  categories: ids, tags: ids, venue: ids, organizer: ids, password: optional,
};
export const eventCreate = z.object({
  ...eventFields, title: required, start_date: dateTime,
  end_date: bug('end-date-not-required') ? dateTime.optional() : dateTime, all_day: flag.default(false),
});
export const eventUpdate = z.object({
  ...eventFields, title: required.optional(), start_date: dateTime.optional(), end_date: dateTime.optional(),
  all_day: flag,
  ...(bug('patch-clears-categories') ? { categories: ids.default(null) } : {}),
});
const venueFields = {
  ...post, show_map: text, show_map_link: text, address: optional, city: optional, country: optional, province: optional, state: optional,
  zip: optional, phone: optional, stateprovince: optional, website: optional, image,
};
export const venueCreate = z.object({ ...venueFields, venue: required });
export const venueUpdate = z.object({ ...venueFields, venue: required.optional() });
const organizerFields = { ...post, phone: optional, website: optional, email: optional, image };
export const organizerCreate = z.object({ ...organizerFields, organizer: required });
export const organizerUpdate = z.object({ ...organizerFields, organizer: required.optional() });
const termFields = { description: optional, slug: optional };
export const tagCreate = z.object({ ...termFields, name: required });
export const tagUpdate = z.object({ ...termFields, name: required.optional() });
export const categoryCreate = tagCreate.extend({ parent: id.nullable().optional() });
export const categoryUpdate = tagUpdate.extend({ parent: id.nullable().optional() });

const last = (v: unknown) => (Array.isArray(v) ? v[v.length - 1] : v);
const one = <T extends z.ZodType>(schema: T) => z.preprocess(last, schema);
const many = (v: unknown) => (v === undefined ? undefined : [v].flat().flatMap((s) => String(s).split(',')).map((s) => s.trim()).filter(Boolean));
const posInt = (max: number) => z.string().regex(/^\d{1,9}$/, 'must be a positive integer').transform(Number).pipe(z.number().min(1).max(max));
const idQ = z.string().regex(/^\d+$/, 'must be an integer').transform((s) => (s.length > 15 ? -1 : Number(s)));
const idsQ = z.preprocess(many, z.array(idQ).optional());
const termsQ = z.preprocess(many, z.array(str).optional());
const oneOpt = <T extends z.ZodType>(schema: T) => one(schema.optional());
const dateQ = oneOpt(dateTime);
const num = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a number').transform(Number).optional();
const looseBool = bool.optional();
export const mlLanguage = oneOpt(z.enum(LANGUAGES));
export const anyQuery = z.object({ ml_language: mlLanguage });
export const itemQuery = z.object({ ml_language: mlLanguage, password: oneOpt(str) });
const perPage = (size: number) => one(posInt(999999999).transform((n) => Math.min(n, 100)).default(size));
const paging = { page: one(posInt(999999999).default(1)), per_page: perPage(10), search: oneOpt(str), ml_language: mlLanguage };
const statusQ = z.preprocess(many, z.array(z.enum([...STATUSES, 'trash', 'any'])).optional());
export const eventQuery = z.object({
  ...paging, start_date: dateQ, end_date: dateQ, starts_before: dateQ, starts_after: dateQ, ends_before: dateQ, ends_after: dateQ,
  strict_dates: bug('strict-dates-false-is-true') ? z.preprocess(Boolean, z.boolean()) : one(looseBool),
  categories: termsQ, tags: termsQ, venue: idsQ, organizer: idsQ, featured: one(looseBool), status: statusQ,
  geoloc: one(looseBool), geoloc_lat: one(num), geoloc_lng: one(num), include: idsQ, post_parent: oneOpt(idQ), ticketed: one(looseBool),
}).refine((q) => (q.geoloc_lat === undefined) === (q.geoloc_lng === undefined), { message: 'geoloc_lat and geoloc_lng go together', path: ['geoloc_lat'] });
export const placeQuery = z.object({ ...paging, event: oneOpt(idQ), has_events: one(looseBool), only_with_upcoming: one(looseBool), status: statusQ });
const termPaging = {
  ...paging, exclude: idsQ, include: idsQ,
  order: one(z.string().toLowerCase().pipe(z.enum(['asc', 'desc', 'ascending', 'descending'])).default('asc')),
  orderby: one(z.enum(['id', 'term_id', 'name', 'slug', 'description', 'parent', 'count', 'include']).default('name')),
  post: oneOpt(idQ), event: oneOpt(idQ), slug: oneOpt(str),
};
export const categoryQuery = z.object({ ...termPaging, hide_empty: one(bool.default(true)), parent: oneOpt(idQ) });
export const tagQuery = z.object({
  ...termPaging, hide_empty: one(bool.default(true)),
});
