import type { BaselineEntry } from '../../kernel/baseline-entry.js';
import { isJsonObject } from '../../wire/json.js';
import type { ReportedRequirement, RunReport } from '../run-report-schema.js';
import { hasCounterexample } from '../standing.js';
import { BASELINE, type Baseline } from './baseline-schema.js';
import { misfitOf } from './baseline.js';

const DAY = 24 * 60 * 60 * 1000;

/** The day of an instant in UTC, as a baseline writes it, or a day some days later. */
export const toDay = (ms: number, later = 0): string => new Date(ms + later * DAY).toISOString().slice(0, 10);

/** The parts of a run report that a baseline is made of. */
export type ReportedRun = Pick<RunReport, 'now' | 'learned' | 'end' | 'requirements'>;

/** The number of days after which an adopted entry expires. */
const LASTS = 90;

/** What a new baseline is made from besides a run. */
interface AdoptOptions {
  /** The present baseline; what people wrote into it is kept. */
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
 * Updates a baseline from a run. An entry is kept when its requirement was not judged, or fails in another way than the
 * entry says: a reason written for one deviation excuses no other.
 */
export function adoptRun(run: ReportedRun, { existing, strict }: AdoptOptions): readonly Adopted[] {
  const before = existing?.entries ?? [];
  const adopted = run.requirements
    .filter(({ id }) => !before.some(({ requirement }) => requirement === id))
    .flatMap((requirement) => toNew(requirement, run, strict));
  return [...before.map((entry) => ({ entry, fate: fateOf(entry, run) })), ...adopted];
}

/** The baseline to write, its entries by id. */
export const toBaseline = (adopted: readonly Adopted[]): Baseline => ({
  format: BASELINE,
  entries: adopted
    .filter(({ fate }) => fate !== 'passed')
    .map(({ entry }) => entry)
    .sort((one, other) => (one.requirement < other.requirement ? -1 : 1)),
});

function fateOf(entry: BaselineEntry, { requirements, learned, now }: ReportedRun): AdoptedFate {
  const found = requirements.find(({ id }) => id === entry.requirement);
  if (found?.verdict.outcome === 'passed') return 'passed';
  if (!found || !hasCounterexample(found)) return 'notJudged';
  const { value } = found.verdict.counterexample;
  if (misfitOf(entry, { choices: toChoices(learned), value }) !== undefined) return 'differs';
  return toDay(Date.parse(now)) > entry.expires ? 'expired' : 'kept';
}

function toChoices({ choices = {} }: ReportedRun['learned']): Readonly<Record<string, string>> {
  const all = isJsonObject(choices) ? Object.entries(choices) : [];
  return Object.fromEntries(all.flatMap(([id, choice]) => (typeof choice === 'string' ? [[id, choice]] : [])));
}

function toNew(one: ReportedRequirement, { now }: ReportedRun, strict: boolean): readonly Adopted[] {
  const { id, level } = one;
  const counts = level === 'MUST' || (strict && level === 'SHOULD');
  if (!counts || !hasCounterexample(one)) return [];
  const { kind, expected, observed } = one.verdict.counterexample.deviation;
  const blank = { reason: '', owner: '', link: '' };
  const expires = toDay(Date.parse(now), LASTS);
  return [{ fate: 'new', entry: { requirement: id, ...blank, expires, seen: { kind, expected, observed } } }];
}
