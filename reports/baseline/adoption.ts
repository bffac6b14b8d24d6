import type { BaselineEntry } from '../../kernel/baseline-entry.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { Level } from '../../kernel/requirement.js';
import type { RunEnd } from '../../kernel/run-event.js';
import type { VerdictOutcome } from '../../kernel/verdict.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { BASELINE, type Baseline } from './baseline-schema.js';
import { misfitOf } from './baseline.js';

const DAY = 24 * 60 * 60 * 1000;

/** The day of an instant in UTC, as a baseline writes it, or a day some days later. */
export const toDay = (ms: number, later = 0): string => new Date(ms + later * DAY).toISOString().slice(0, 10);

/** A failure as a run report tells it. */
interface ReportedFailure {
  readonly outcome: 'failed' | 'known';
  readonly counterexample: {
    readonly value: JsonValue;
    readonly deviation: Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;
  };
}

/** A requirement as a run report tells it. */
export interface ReportedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly verdict: ReportedFailure | { readonly outcome: Exclude<VerdictOutcome, 'failed'> };
}

/** The parts of a run report that a baseline is made of. */
export interface ReportedRun {
  readonly now: string;
  readonly learned: JsonObject;
  readonly end: RunEnd['end'];
  readonly requirements: readonly ReportedRequirement[];
}

/** For how many days a deviation may last that is adopted without a date of its own. */
const LASTS = 90;

/** What a new baseline is made of besides the failures of a run. */
interface AdoptOptions {
  /** The baseline there is; what a person wrote into it is kept. */
  readonly existing: Baseline | undefined;
  /** Whether a SHOULD that failed is adopted too. */
  readonly strict: boolean;
}

/** What became of an entry: adopted, as it was, or taken out. */
export type AdoptedFate = 'new' | 'kept' | 'expired' | 'differs' | 'notJudged' | 'passed';

/** An entry, and what became of it. */
export interface Adopted {
  readonly entry: BaselineEntry;
  readonly fate: AdoptedFate;
}

/**
 * Brings a baseline up to date with a run. An entry whose requirement was not judged, or fails in another way than it
 * says, stays as it is: a reason written for one deviation excuses no other.
 */
export function adoptRun(run: ReportedRun, { existing, strict }: AdoptOptions): readonly Adopted[] {
  const before = existing?.entries ?? [];
  const adopted = run.requirements
    .filter(({ id }) => !before.some(({ requirement }) => requirement === id))
    .flatMap((requirement) => toNew(requirement, run, strict));
  return [...before.map((entry) => ({ entry, fate: fateOf(entry, run) })), ...adopted];
}

/** The baseline that is left to write, its entries by id. */
export const toBaseline = (adopted: readonly Adopted[]): Baseline => ({
  format: BASELINE,
  entries: adopted
    .filter(({ fate }) => fate !== 'passed')
    .map(({ entry }) => entry)
    .sort((one, other) => (one.requirement < other.requirement ? -1 : 1)),
});

function fateOf(entry: BaselineEntry, { requirements, learned, now }: ReportedRun): AdoptedFate {
  const verdict = requirements.find(({ id }) => id === entry.requirement)?.verdict;
  if (verdict?.outcome === 'passed') return 'passed';
  if (!verdict || !('counterexample' in verdict)) return 'notJudged';
  const { value } = verdict.counterexample;
  if (misfitOf(entry, { choices: toChoices(learned), value }) !== undefined) return 'differs';
  return toDay(Date.parse(now)) > entry.expires ? 'expired' : 'kept';
}

function toChoices({ choices = {} }: ReportedRun['learned']): Readonly<Record<string, string>> {
  const all = isJsonObject(choices) ? Object.entries(choices) : [];
  return Object.fromEntries(all.flatMap(([id, choice]) => (typeof choice === 'string' ? [[id, choice]] : [])));
}

function toNew({ id, level, verdict }: ReportedRequirement, { now }: ReportedRun, strict: boolean): readonly Adopted[] {
  const counts = level === 'MUST' || (strict && level === 'SHOULD');
  if (!counts || !('counterexample' in verdict)) return [];
  const { kind, expected, observed } = verdict.counterexample.deviation;
  const blank = { reason: '', owner: '', link: '' };
  const expires = toDay(Date.parse(now), LASTS);
  return [{ fate: 'new', entry: { requirement: id, ...blank, expires, seen: { kind, expected, observed } } }];
}
