import { z } from 'zod';
import { LANGS, MAX_PER_PAGE, bug, variant } from './config';
import { isTimeZone, parseDate } from './time';

export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'] as const;

const words: Record<string, boolean> = { true: true, '1': true, yes: true, on: true, false: false, '0': false, no: false, off: false, '': false };
const toBool = (v: unknown) => (v === 1 ? true : v === 0 ? false : typeof v === 'string' && v.toLowerCase() in words ? words[v.toLowerCase()] : v);
const toInt = (v: unknown) => (typeof v === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(v) ? Number(v) : v);
const toList = (v: unknown): unknown => {
  if (typeof v === 'string') return v.split(',').map((s) => s.trim()).filter((s) => s !== '');
  if (typeof v === 'number') return [v];
  if (Array.isArray(v)) return v.flatMap((x) => (typeof x === 'string' ? (toList(x) as unknown[]) : [x]));
  return v;
};

const bool = z.preprocess(toBool, z.boolean());
const int = z.preprocess(toInt, z.number().int());
const positive = z.preprocess(toInt, z.number().int().positive());
const ids = z.preprocess(toList, z.array(positive).max(500));
const idsOrSlugs = z.preprocess(toList, z.array(z.union([z.string().max(200), z.number().int()])).max(500));
const text = (max = 20000) => z.string().max(max).refine((s) => !s.includes('\u0000'), 'must not hold NUL characters');
const nonBlank = (max = 1000) => text(max).transform((s) => s.trim()).refine((s) => s !== '', 'must not be empty');
const date = z.string().transform((s, ctx) => {
  const d = parseDate(s);
  if (!d) ctx.addIssue({ code: 'custom', message: 'is not a date of the form YYYY-MM-DD HH:MM:SS' });
  return d ?? z.NEVER;
});
const url = z.string().max(2000).refine((s) => s === '' || /^https?:\/\/[^\s]+$/i.test(s), 'is not a URL');
const image = z.preprocess((v) => (typeof v === 'number' ? String(v) : v), z.string().max(2000).refine((s) => s === '' || /^\d+$/.test(s) || /^https?:\/\/\S+$/i.test(s), 'is neither an image ID nor a URL'));
const status = z.enum(['publish', 'draft', 'pending', 'private', 'future']);

export const langField = z.enum(LANGS);

const posted = { author: positive.optional(), date: date.nullish(), date_utc: date.nullish(), status: status.nullish(), image: image.nullish() };

export const eventFields = z.object({
  ...posted,
  title: nonBlank().optional(), start_date: date.optional(), end_date: date.optional(),
  description: text(100000).nullish(), slug: text(300).nullish(), excerpt: text().nullish(),
  timezone: z.string().refine(isTimeZone, 'is not a time zone').nullish(),
  all_day: bool.optional(), cost: z.union([text(200), z.number()]).nullish(), website: url.nullish(),
  show_map: bool.optional(), show_map_link: bool.optional(), hide_from_listings: bool.optional(), sticky: bool.optional(), featured: bool.optional(),
  categories: ids.nullish(), tags: ids.nullish(), venue: ids.nullish(), organizer: ids.nullish(),
  password: z.string().nullish(),
});
export type EventInput = z.infer<typeof eventFields>;

const flagText = z.preprocess((v) => (typeof v === 'boolean' ? String(v) : v), text(10)).nullish();
const shortText = text(1000).nullish();
const placeCommon = { ...posted, author: positive.nullish(), description: text(100000).nullish(), phone: shortText, website: url.nullish() };
export const venueFields = z.object({
  ...placeCommon, venue: nonBlank().optional(), show_map: flagText, show_map_link: flagText,
  address: shortText, city: shortText, country: shortText, province: shortText, state: shortText, zip: shortText, stateprovince: shortText,
});
export const organizerFields = z.object({
  ...placeCommon, organizer: nonBlank().optional(),
  email: z.string().refine((s) => s === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(s), 'is not an e-mail address').nullish(),
});
export type PlaceInput = Partial<z.infer<typeof venueFields> & z.infer<typeof organizerFields>>;

export const tagFields = z.object({ name: nonBlank().optional(), description: text(100000).nullish(), slug: text(300).nullish() });
export const categoryFields = tagFields.extend({ parent: z.preprocess(toInt, z.number().int().nonnegative()).nullish() });
export type TermInput = Partial<z.infer<typeof categoryFields>>;

const paging = {
  page: positive.default(1),
  per_page: z.preprocess(toInt, z.number().int().min(1).max(variant('order-and-clamp') ? Number.MAX_SAFE_INTEGER : MAX_PER_PAGE)).default(10),
};
const statuses = z.preprocess(toList, z.array(z.enum([...STATUSES, 'any'])));
const filterBool = bool.optional();
const looseFlag = z.preprocess((v) => (typeof v === 'string' ? Boolean(v) && v !== '0' : v), z.boolean());

export const eventQuery = z.object({
  ...paging,
  start_date: date.optional(), end_date: date.optional(), starts_before: date.optional(), starts_after: date.optional(),
  ends_before: date.optional(), ends_after: date.optional(),
  strict_dates: bug('strict-false-string') ? looseFlag.default(false) : bool.default(false),
  search: z.string().optional(), categories: idsOrSlugs.optional(), tags: idsOrSlugs.optional(),
  venue: ids.optional(), organizer: ids.optional(), featured: filterBool, status: statuses.optional(),
  geoloc: filterBool, geoloc_lat: z.coerce.number().min(-90).max(90).optional(), geoloc_lng: z.coerce.number().min(-180).max(180).optional(),
  include: ids.optional(), post_parent: z.preprocess(toInt, z.number().int().nonnegative()).optional(), ticketed: filterBool,
}).refine((q) => (q.geoloc_lat === undefined) === (q.geoloc_lng === undefined), { path: ['geoloc_lat'], message: 'and geoloc_lng must be given together' });
export type EventQuery = z.infer<typeof eventQuery>;

export const placeQuery = z.object({
  ...paging, search: z.string().optional(), event: positive.optional(), has_events: filterBool, only_with_upcoming: bool.default(false), status: statuses.optional(),
});
export type PlaceQuery = z.infer<typeof placeQuery>;

const lower = (v: unknown) => (typeof v === 'string' ? v.toLowerCase() : v);
export const termQuery = z.object({
  ...paging, search: z.string().optional(), exclude: ids.optional(), include: ids.optional(),
  order: z.preprocess((v) => ({ ascending: 'asc', descending: 'desc' })[lower(v) as string] ?? lower(v), z.enum(['asc', 'desc'])).default('asc'),
  orderby: z.enum(['name', 'id', 'term_id', 'slug', 'count', 'description', 'parent', 'include']).default('name'),
  hide_empty: (bug('hide-empty-false') ? looseFlag : bool).default(true),
  parent: int.optional(), post: positive.optional(), event: positive.optional(), slug: z.string().optional(),
});
export type TermQuery = z.infer<typeof termQuery>;
export const indexQuery = z.object({ namespace: z.string().default('vendor/events/v1'), context: z.enum(['view', 'embed', 'edit', 'help']).default('view') });
