import type { Call } from './call.js';
import { spanOf } from './date-filters.js';
import { fieldTypes } from './field-types.js';
import { isPost, isRelation, relations } from './kinds.js';
import { idsOf, type Row, textOf, type Values } from './row.js';
import { showValue } from './show-value.js';
import { eventsOf, findLive, type Site, statusOf } from './site.js';
import { toShownSlug } from './slugs.js';
import { valuesIn } from './translations.js';
import { toUtcText, toWall } from './zones.js';

/** What a record shows. */
type Shown = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A record as it is shown; a key for what it does not have is left out. `isUnlocked`: its password was given. */
export function show({ site, base, language }: Call, row: Row, { isUnlocked = false } = {}): Shown {
  const isLocked = row.password !== undefined && !isUnlocked;
  const values = visible(site, { row, isLocked }, valuesIn(row, language));
  const fields = Object.keys(fieldTypes[row.kind]).map((field) => [field, showValue(row.kind, field, values[field])]);
  const shown: Shown = {
    ...Object.fromEntries(fields),
    id: row.id,
    slug: toShownSlug(row.slug),
    ...(isPost(row.kind) ? published(site, row) : { count: eventsOf(site, row).length }),
    ...(row.kind === 'events' && inUtc(site, row)),
    link: `${base}/${row.kind}/${row.id}`,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => !isEmpty(value)));
}

const open = ['title', 'start_date', 'end_date', 'timezone', 'all_day'];

/** The values that may be seen, with what follows from others filled in, and without links to what was deleted. */
function visible(site: Site, { row, isLocked }: { row: Row; isLocked: boolean }, values: Values): Values {
  const seen = Object.entries(values).flatMap(([field, value]) => {
    if (isLocked && !open.includes(field)) return [];
    if (row.kind !== 'events' || !isRelation(field)) return [[field, value] as const];
    return [[field, idsOf(values, field).filter((id) => findLive(site, relations[field], id))] as const];
  });
  return { ...defaults(site, row), ...Object.fromEntries(seen) };
}

function defaults(site: Site, { kind, fields }: Row): Values {
  if (kind === 'events') return { all_day: false, timezone: site.zone };
  return kind === 'venues' ? { stateprovince: textOf(fields, 'state') || textOf(fields, 'province') } : {};
}

const published = (site: Site, row: Row): Shown => ({
  status: statusOf(site, row),
  date: toWall(row.date, site.zone).replace(' ', 'T'),
  date_utc: toUtcText(row.date),
});

const inUtc = (site: Site, row: Row): Shown => {
  const { start, end } = spanOf(site, row);
  return { utc_start_date: toUtcText(start), utc_end_date: toUtcText(end) };
};
