import { toPrintableLine } from '../wire/printable.js';
import type { ReportedRequirement } from './run-report-schema.js';
import { unexplained } from './standing.js';

/** Sorts items into groups, in the order in which each group first occurs. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The outcomes that say nothing about the target. */
export const openOutcomes = ['cantTell', 'untested', 'inapplicable'] as const;
export type OpenOutcome = (typeof openOutcomes)[number];

export const openTitles: Readonly<Record<OpenOutcome, string>> = {
  cantTell: 'Inconclusive',
  untested: 'Not run',
  inapplicable: 'Not applicable',
};

/** Requirements that have no verdict for the same reason. */
export interface ReasonGroup {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** The requirements with one of these outcomes by reason, the most frequent first, except those that a failure explains. */
export function groupByReason(all: readonly ReportedRequirement[], outcome: OpenOutcome): readonly ReasonGroup[] {
  const open = unexplained(all).flatMap(({ id, verdict }) =>
    verdict.outcome === outcome ? [{ id, reason: verdict.reason }] : [],
  );
  const groups = [...groupBy(open, ({ reason }) => withoutIds(reason))];
  return groups
    .map(([reason, group]) => ({ reason, ids: group.map(({ id }) => id) }))
    .sort((one, other) => other.ids.length - one.ids.length);
}

/** Ids in paths differ between otherwise equal reasons. */
const withoutIds = (reason: string): string => toPrintableLine(reason).replace(/(?<=\/)\d+/g, 'N');
