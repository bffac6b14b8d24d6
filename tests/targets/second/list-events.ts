import type { Call } from './call.js';
import { dateFilter } from './date-filters.js';
import { relations } from './kinds.js';
import { statuses } from './parsers.js';
import { premiumTests } from './premium.js';
import { booleanIn, textIn, wordIn } from './query.js';
import { idsOf, type Row } from './row.js';
import { isFound } from './search.js';
import { knownIdsIn, select, type Test } from './selection.js';
import { idsBelow, live, type Site, statusOf } from './site.js';

/** The events that a query selects, the newest first. `include` sets all filters aside. */
export function listEvents(call: Call): readonly Row[] {
  const { site } = call;
  const rows = live(site, 'events').filter(({ fields }) => fields.hide_from_listings !== true);
  const included = knownIdsIn(call, 'include', 'events');
  const tests = included ? [(row: Row) => included.includes(row.id)] : toTests(call);
  return select(rows, tests).toReversed();
}

function toTests(call: Call): readonly (Test | undefined)[] {
  const { site, query, language } = call;
  const search = textIn(query, 'search');
  const status = wordIn(query, 'status', statuses);
  const isFeatured = booleanIn(query, 'featured');
  return [
    dateFilter(site, query),
    search === undefined ? undefined : (row) => isFound(row, search, language),
    status === undefined ? undefined : (row) => statusOf(site, row) === status,
    isFeatured === undefined ? undefined : ({ fields }) => (fields.featured === true) === isFeatured,
    ...linkTests(call),
    ...premiumTests(call),
  ];
}

/** One test for each relation that is asked for. A category stands for all below it, too. */
const linkTests = (call: Call): readonly Test[] =>
  Object.entries(relations).flatMap(([field, kind]) => {
    const ids = knownIdsIn(call, field, kind);
    if (!ids) return [];
    const wanted = kind === 'categories' ? withAllBelow(call.site, ids) : ids;
    return [({ fields }: Row): boolean => idsOf(fields, field).some((id) => wanted.includes(id))];
  });

const withAllBelow = (site: Site, ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => [id, ...idsBelow(site, id)]);
