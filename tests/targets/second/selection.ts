import type { Call } from './call.js';
import { idsIn, integerIn } from './query.js';
import type { Kind } from './kinds.js';
import { invalid } from './problem.js';
import type { Row } from './row.js';
import { findLive, type Site } from './site.js';

/** Whether a record is in a list. */
export type Test = (row: Row) => boolean;

/** The records that pass every test, of all that a list could show. */
export const select = (rows: readonly Row[], tests: readonly (Test | undefined)[]): readonly Row[] =>
  rows.filter((row) => tests.every((test) => test === undefined || test(row)));

/** The record that a parameter names; undefined when it is not given. Throws a Problem when there is no such record. */
export function namedIn({ site, query }: Call, name: string, kind: Kind): Row | undefined {
  const id = integerIn(query, name);
  return id === undefined ? undefined : expectKnown(site, { name, kind, id: String(id) });
}

/** The ids that a parameter names. Throws a Problem when one of them is that of no record. */
export function knownIdsIn({ site, query }: Call, name: string, kind: Kind): readonly string[] | undefined {
  const ids = idsIn(query, name);
  ids?.forEach((id) => expectKnown(site, { name, kind, id }));
  return ids;
}

function expectKnown(site: Site, { name, kind, id }: { name: string; kind: Kind; id: string }): Row {
  const row = findLive(site, kind, id);
  if (!row) throw invalid({ [name]: `names no record: ${id}` });
  return row;
}
