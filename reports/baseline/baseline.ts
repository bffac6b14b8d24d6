import { isDeepStrictEqual } from 'node:util';
import type { BaselineEntry, EntryUse, InputCondition, ReadingCondition } from '../../kernel/baseline-entry.js';
import type { Judged, RunEnd } from '../../kernel/run-event.js';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import type { Counterexample, Verdict } from '../../kernel/verdict.js';
import { type JsonValue, valueAtPointer } from '../../wire/json.js';
import type { Baseline } from './baseline-schema.js';
export type { BaselineEntry } from '../../kernel/baseline-entry.js';

/** What the conditions of an entry are compared with. */
interface FailureFacts {
  /** The alternative that the target follows, by the id of the reading. */
  readonly choices: Readonly<Record<string, string>>;
  /** The smallest input that fails, as the report states it. */
  readonly value: JsonValue;
}

/** Why a failure is not the one that an entry describes; undefined when it is. */
export function misfitOf({ reading, input }: BaselineEntry, { choices, value }: FailureFacts): string | undefined {
  return (reading && misfitOfReading(reading, choices)) ?? (input && misfitOfInput(input, value));
}

function misfitOfReading({ id, alternative }: ReadingCondition, choices: FailureFacts['choices']): string | undefined {
  const followed = choices[id];
  if (followed === alternative) return undefined;
  return `the target follows ${followed ?? 'no alternative'} of ${id}, not ${alternative}`;
}

function misfitOfInput(condition: InputCondition, value: JsonValue): string | undefined {
  const found = valueAtPointer(value, condition.at);
  if (found !== undefined && holds(condition, found)) return undefined;
  const shown = found === undefined ? 'nothing' : JSON.stringify(found);
  return `its input has ${shown} at ${condition.at === '' ? 'its root' : condition.at}`;
}

function holds(condition: InputCondition, found: JsonValue): boolean {
  if ('is' in condition) return isDeepStrictEqual(found, condition.is);
  return typeof found === 'string' && new RegExp(condition.matches, 'u').test(found);
}

/** What a baseline is compared with besides verdicts. */
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
      return { entry, state: 'notJudged', why: `is inconclusive: ${verdict.reason}` };
    case 'inapplicable':
      return { entry, state: 'notJudged', why: `is not applicable: ${verdict.reason}` };
    case 'untested':
      return { entry, state: 'notJudged', why: `was not run: ${verdict.reason}` };
    case undefined:
      return { entry, state: 'notJudged', why: 'is not part of this run' };
  }
}

function toFailingUse(entry: BaselineEntry, { value }: Counterexample, context: BaselineContext): EntryUse {
  const { choices, today } = context;
  const misfit = misfitOf(entry, { choices, value: toReported(value) });
  if (misfit !== undefined) return { entry, state: 'differs', why: `fails, but not as its entry describes: ${misfit}` };
  // ISO dates sort as they follow each other.
  if (today > entry.expires)
    return { entry, state: 'expired', why: `fails, and its entry expired on ${entry.expires}` };
  return { entry, state: 'known', why: `fails as known until ${entry.expires}` };
}

/** A value as the report holds it: JSON has no negative zero, for example. */
const toReported = (value: unknown): JsonValue => JSON.parse(JSON.stringify(toJsonValue(value))) as JsonValue;
