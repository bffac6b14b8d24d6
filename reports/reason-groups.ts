import { toPrintableLine } from '../wire/printable.js';
import { someOf } from '../wire/wording.js';
import { decidingExchange } from './counterexample.js';
import type { ReportedExchange } from './exchange-schema.js';
import type { ReportedRequirement, ReportedVerdict } from './run-report-schema.js';
import { type Failed, isFailed } from './standing.js';

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
  /** The exchange that stood in the way. */
  readonly exchange?: ReportedExchange;
}

/** The requirements with one of these outcomes by reason, the most frequent first; a failure may be the reason. */
export function groupByReason(all: readonly ReportedRequirement[], outcome: OpenOutcome): readonly ReasonGroup[] {
  const failures = new Map(all.filter(isFailed).map((one) => [one.id, one]));
  const open = all.flatMap(({ id, verdict }) =>
    verdict.outcome === outcome ? [{ id, ...toReason(verdict, failures) }] : [],
  );
  const groups = [...groupBy(open, ({ reason }) => toTemplate(reason)).values()];
  return groups
    .map((group): ReasonGroup => {
      const [first] = group;
      const exchange = group.find((one) => one.exchange)?.exchange;
      const reason = group.every((one) => one.reason === first?.reason)
        ? (first?.reason ?? '')
        : toTemplate(first?.reason ?? '');
      return { reason: toPrintableLine(reason), ids: group.map(({ id }) => id), ...(exchange && { exchange }) };
    })
    .sort((one, other) => other.ids.length - one.ids.length);
}

type Open = Extract<ReportedVerdict, { outcome: OpenOutcome }>;

/** Why there is no verdict: a failure that is reported, or what stood in the way. */
function toReason(verdict: Open, failures: ReadonlyMap<string, Failed>): Omit<ReasonGroup, 'ids'> {
  if (verdict.outcome !== 'cantTell') return { reason: verdict.reason };
  const cause = failures.get(verdict.cause ?? '');
  if (!cause)
    return { reason: verdict.reason, ...(verdict.obstacle?.exchange && { exchange: verdict.obstacle.exchange }) };
  const { counterexample } = cause.verdict;
  const exchange = decidingExchange(counterexample);
  return { reason: `${cause.id} failed: ${counterexample.deviation.observed}`, ...(exchange && { exchange }) };
}

/** Ids, numbers and quoted values differ between otherwise equal reasons. */
const toTemplate = (reason: string): string =>
  toPrintableLine(reason)
    .replace(/"[^"]*"/g, '"..."')
    .replace(/(?<![\w.])\d{3,}\b/g, 'N')
    .replace(/(?<=\/)\d+/g, 'N');

/** What has no verdict for one root: reasons that differ in the kind of record alone, which are named together. */
export interface Root {
  readonly reason: string;
  readonly count: number;
}

const KIND = /\b(events|venues|organizers|categories|tags|event|venue|organizer|category|tag)\b/;

/** The reasons for an outcome by root, the most frequent first. */
export function groupByRoot(all: readonly ReportedRequirement[], outcome: OpenOutcome): readonly Root[] {
  const groups = groupBy(groupByReason(all, outcome), ({ reason }) => reason.split(KIND).map(withoutKind).join(''));
  return [...groups.values()]
    .map((group) => ({
      reason: joinReasons(group.map(({ reason }) => reason)),
      count: group.reduce((sum, { ids }) => sum + ids.length, 0),
    }))
    .sort((one, other) => other.count - one.count);
}

/** `split` by a pattern with a group puts what matched at the odd places. */
const withoutKind = (part: string, at: number): string => (at % 2 === 1 ? '...' : part);

/** How many kinds of records are named. */
const NAMED = 5;

function joinReasons(reasons: readonly string[]): string {
  const parts = reasons.map((reason) => reason.split(KIND));
  const joined = (parts[0] ?? []).map((_, at) => someOf([...new Set(parts.map((one) => one[at] ?? ''))], NAMED));
  return joined.join('');
}
