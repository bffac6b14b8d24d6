import type { Baseline } from './baseline/schema.js';
import type { BaselineEntry, EntryUse } from './baseline/entry.js';
import { misfitOf } from './baseline/misfit.js';
import type { JsonValue } from './json.js';
import { toJsonValue } from './reports/json-value.js';
import type { Judged, RunEnd } from './run-event.js';
import type { Counterexample, Verdict } from './verdict.js';

export type { BaselineEntry } from './baseline/entry.js';

/** What a baseline is held against besides verdicts. */
export interface BaselineContext {
  readonly baseline: Baseline;
  /** The alternative that the target follows, by the id of the reading. */
  readonly choices: Readonly<Record<string, string>>;
  /** The present day in UTC: `YYYY-MM-DD`. */
  readonly today: string;
}

/** A run's end with its known deviations marked, and with what became of each entry. */
export const applyBaseline = (end: RunEnd, context: BaselineContext): RunEnd => ({
  ...end,
  judged: end.judged.map((one) => markKnown(one, context)),
  baseline: context.baseline.entries.map((entry) => {
    const judged = end.judged.find(({ requirement }) => requirement.id === entry.requirement);
    return toUse(entry, judged?.verdict, context);
  }),
});

/** Marks a failure that the baseline knows; any other verdict stays as it is. */
export function markKnown(one: Judged, context: BaselineContext): Judged {
  const use = useOf(one, context);
  return use?.state === 'known' ? { ...one, known: use.entry } : one;
}

/** What became of the entry for one requirement; undefined where there is none. */
export function useOf({ requirement, verdict }: Judged, context: BaselineContext): EntryUse | undefined {
  const entry = context.baseline.entries.find((one) => one.requirement === requirement.id);
  return entry && toUse(entry, verdict, context);
}

function toUse(entry: BaselineEntry, verdict: Verdict | undefined, context: BaselineContext): EntryUse {
  switch (verdict?.outcome) {
    case 'failed':
      return toFailingUse(entry, verdict.counterexample, context);
    case 'passed':
      return { entry, state: 'stale', why: 'passes again' };
    case 'cantTell':
      return { entry, state: 'notJudged', why: `could not be told: ${verdict.reason}` };
    case 'inapplicable':
      return { entry, state: 'notJudged', why: `does not apply: ${verdict.reason}` };
    case 'untested':
      return { entry, state: 'notJudged', why: `was not judged: ${verdict.reason}` };
    case undefined:
      return { entry, state: 'notJudged', why: 'was left out of this run' };
  }
}

function toFailingUse(entry: BaselineEntry, { value }: Counterexample, context: BaselineContext): EntryUse {
  const { choices, today } = context;
  const misfit = misfitOf(entry, { choices, value: toReported(value) });
  if (misfit !== undefined) return { entry, state: 'differs', why: `fails, but not as its entry says: ${misfit}` };
  // ISO dates sort as they follow each other.
  if (today > entry.expires)
    return { entry, state: 'expired', why: `fails, and its entry expired on ${entry.expires}` };
  return { entry, state: 'known', why: `fails as known until ${entry.expires}` };
}

/** A value as a reader of the report finds it: a negative zero, say, is none in JSON. */
const toReported = (value: unknown): JsonValue => JSON.parse(JSON.stringify(toJsonValue(value))) as JsonValue;
