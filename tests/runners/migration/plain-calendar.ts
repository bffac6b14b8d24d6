import type { RequestListener } from 'node:http';
import { shifted } from '../../../generators/wall-time.js';

/** A record as it is shown. */
export interface PlainRecord {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** A calendar of so many records that the reference server would take long to answer for. */
export interface PlainCalendar {
  readonly events: readonly PlainRecord[];
  readonly venues: readonly PlainRecord[];
  /** Records a page at most. */
  readonly cap: number;
  /** Parameters that it ignores. */
  readonly ignored?: readonly string[];
  readonly hasTotals?: boolean;
}

/** A calendar of walks on different days, with IDs and slugs that nothing else has. */
export function plainCalendar(count: number): PlainCalendar {
  const venues = Array.from({ length: 300 }, (_, index) => ({
    id: 1_000 + index,
    venue: `Hall ${index}`,
    slug: `hall-${index}`,
    city: `City ${index}`,
  }));
  const events = Array.from({ length: count }, (_, index) => {
    const start = shifted('2024-01-01 09:00:00', index * 6_000);
    return {
      id: 10_000 + index,
      title: `Walk ${index}`,
      slug: `walk-${index}`,
      description: `Bring number ${index}.`,
      status: 'publish',
      start_date: start,
      end_date: shifted(start, 3_600),
      venue: venues[index % venues.length],
    };
  });
  return { events, venues, cap: 20 };
}

const PREFIX = '/vendor/events/v1';

/** Answers for a calendar: lists with windows, IDs and statuses, events by ID and slug, and no other collections. */
export function answerPlainly(calendar: PlainCalendar): RequestListener {
  return ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    for (const name of calendar.ignored ?? []) searchParams.delete(name);
    const body = toBody(pathname, searchParams, calendar);
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  };
}

function toBody(path: string, query: URLSearchParams, calendar: PlainCalendar): unknown {
  if (path === PREFIX) return { namespace: 'vendor/events/v1', routes: {} };
  const [, collection = '', by, slug] = path.slice(PREFIX.length).split('/');
  const { events, venues } = calendar;
  const all = { events, venues, organizers: [], categories: [], tags: [] }[collection];
  if (!all || !path.startsWith(PREFIX)) return undefined;
  if (by === undefined) return toPage(collection, all.filter(toFilter(collection, query)), query, calendar);
  return all.find((one) => (by === 'by-slug' ? one['slug'] === slug : String(one.id) === by));
}

function toFilter(collection: string, query: URLSearchParams): (record: PlainRecord) => boolean {
  const status = query.get('status') ?? 'publish';
  if (collection !== 'events') return () => status === 'publish';
  const ids = query.get('include')?.split(',');
  const [from, to] = [query.get('starts_after') ?? '', `${query.get('starts_before') ?? '9'} 99`];
  return (record) => {
    if (record['status'] !== status) return false;
    const start = String(record['start_date']);
    return ids ? ids.includes(String(record.id)) : start >= from && start <= to;
  };
}

function toPage(
  collection: string,
  found: readonly PlainRecord[],
  query: URLSearchParams,
  { cap, hasTotals = true }: PlainCalendar,
): unknown {
  const size = Math.min(cap, Number(query.get('per_page') ?? 10));
  const page = Number(query.get('page') ?? 1);
  const items = found.slice((page - 1) * size, page * size);
  const totals = { total: found.length, total_pages: Math.ceil(found.length / size) };
  return { [collection]: items, ...(hasTotals && totals) };
}
