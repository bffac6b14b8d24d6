import type { StoredEvent } from '../store/record.js';

const shown = new Set([
  'id',
  'rest_url',
  'title',
  'status',
  'all_day',
  'timezone',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
]);

/** What a list shows of a protected event: title, dates and ids; all else is null (gap.access.password). */
export function redact(event: StoredEvent, full: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const scalars = Object.entries(full).map(([name, value]) => [name, shown.has(name) ? value : null] as const);
  const links = Object.entries(event.links).map(([name, ids]) => [name, ids.map((id) => ({ id }))] as const);
  return Object.fromEntries([...scalars, ...links]);
}
