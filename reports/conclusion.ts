import type { EntryState, EntryUse } from '../kernel/baseline-entry.js';
import type { Level } from '../kernel/requirement.js';
import type { Judged, RunEnd } from '../kernel/run-event.js';
import type { Shard } from '../kernel/shard.js';
import { plural, someOf } from '../wire/wording.js';
import { causeOf, countOutcomes, isApplicable, isConclusive, standingOf } from './standing.js';

/** The states of an entry that fail a run, whatever the level of its requirement. */
const OUTDATED: readonly EntryState[] = ['stale', 'expired'];

/** What of a baseline fails a run, in a sentence; undefined when it still holds. */
function toOutdatedSentence(uses: readonly EntryUse[]): string | undefined {
  const counts = OUTDATED.map((state) => [uses.filter((use) => use.state === state).length, state] as const);
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => plural(count, `${state} entry`, `${state} entries`));
  return parts.length === 0 ? undefined : `The baseline no longer holds: ${parts.join(' and ')}.`;
}

/** Conforms, deviates, wrong use, could not judge, interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** What a run comes to as a whole: its exit code, and why in one sentence. */
export interface Conclusion {
  readonly code: ExitCode;
  readonly sentence: string;
}

/** What decides the exit code of a run besides its verdicts. */
export interface ConclusionOptions {
  /** Whether a failed SHOULD counts as a deviation too. */
  readonly strict: boolean;
  /** The part of a run that was judged; whether enough was told is for the whole to say. */
  readonly shard?: Shard;
}

/** The share of the applicable MUST requirements that must be told before a run says that a target conforms. */
const ENOUGH = 0.8;

/**
 * What was seen decides, in this order: an interruption, a deviation or a baseline that no longer holds, a defect of
 * ours, too little told, records left behind.
 */
export function conclude(end: RunEnd, { strict, shard }: ConclusionOptions): Conclusion {
  if (end.end === 'interrupted') return { code: 130, sentence: 'Interrupted before everything was judged.' };
  const breaches = end.judged.filter((one) => standingOf(one, strict) === 'breach');
  const broken = [toDeviates(breaches), toOutdatedSentence(end.baseline ?? [])].filter((one) => one !== undefined);
  const away = end.end === 'cut off' ? toCutOff(end) : undefined;
  if (broken.length > 0) return { code: 1, sentence: [...broken, ...(away === undefined ? [] : [away])].join(' ') };
  if (away !== undefined) return { code: 3, sentence: away };
  const doubt =
    ownDefects(end.judged) ?? (shard ? noneConclusive : tooFewConclusive)(end.judged) ?? leftBehind(end.left);
  if (doubt !== undefined) return { code: 3, sentence: doubt };
  if (shard) return { code: 0, sentence: toPartSentence(end.judged, shard) };
  return { code: 0, sentence: `The target conforms${toButFor(end.judged)}: ${toPassCount(end.judged)} passed.` };
}

const toDeviates = (breaches: readonly Judged[]): string | undefined =>
  breaches.length === 0 ? undefined : `The target deviates: ${toBreachCount(breaches)} failed${toExplained(breaches)}.`;

/** What ended a run whose target went away. */
function toCutOff({ judged, outages = [] }: RunEnd): string {
  const open = judged.filter(({ verdict }) => verdict.outcome === 'untested').length;
  const why = outages.at(-1)?.reason ?? 'no answer';
  return `The target stopped answering (${why}), so ${plural(open, 'requirement')} could not be judged.`;
}

function toButFor(judged: readonly Judged[]): string {
  const { known } = countOutcomes(judged);
  return known === 0 ? '' : ` but for ${plural(known, 'known deviation')}`;
}

function toBreachCount(breaches: readonly Judged[]): string {
  const levels: readonly Level[] = ['MUST', 'SHOULD'];
  const counts = levels.map(
    (level) => [level, breaches.filter((one) => one.requirement.level === level).length] as const,
  );
  const parts = counts.filter(([, count]) => count > 0).map(([level, count]) => `${count} ${level}`);
  return `${parts.join(' and ')} ${breaches.length === 1 ? 'requirement' : 'requirements'}`;
}

function toExplained(breaches: readonly Judged[]): string {
  const explained = breaches.filter((one) => causeOf(one) !== undefined).length;
  return explained === 0 ? '' : `, ${explained} of them because of another`;
}

const applicableMusts = (judged: readonly Judged[]): readonly Judged[] =>
  judged.filter((one) => one.requirement.level === 'MUST' && isApplicable(one));

function toPassCount(judged: readonly Judged[]): string {
  const musts = applicableMusts(judged);
  const passed = musts.filter(({ verdict }) => verdict.outcome === 'passed');
  return `${passed.length} of ${plural(musts.length, 'applicable MUST requirement')}`;
}

function ownDefects(judged: readonly Judged[]): string | undefined {
  const defects = judged.filter(({ verdict }) => verdict.outcome === 'untested' && verdict.defect);
  if (defects.length === 0) return undefined;
  return `The target could not be judged: calproof itself failed on ${someOf(
    defects.map(({ requirement }) => requirement.id),
    4,
  )}; please report it.`;
}

/** Nobody may take one part for the whole. */
const toPartSentence = (judged: readonly Judged[], { index, count }: Shard): string =>
  `Shard ${index} of ${count} deviates nowhere${toButFor(judged)}: ${toPassCount(judged)} passed. calproof merge says what all shards come to.`;

/** What does not apply need not be told. */
const noneConclusive = (judged: readonly Judged[]): string | undefined =>
  judged.some(isConclusive) || !judged.some(isApplicable)
    ? undefined
    : 'The target could not be judged: nothing was told.';

function tooFewConclusive(judged: readonly Judged[]): string | undefined {
  if (!judged.some(isConclusive)) return 'The target could not be judged: nothing was told.';
  const musts = applicableMusts(judged);
  const told = musts.filter(isConclusive);
  if (told.length < musts.length * ENOUGH) {
    const all = plural(musts.length, 'applicable MUST requirement');
    return `The target could not be judged: ${told.length} of ${all} were told, ${ENOUGH * 100} % are needed.`;
  }
  const untold = inconclusiveOperations(musts, lackedBy(judged));
  if (untold.length === 0) return undefined;
  return `The target could not be judged: no MUST was told about ${someOf(untold, 4)}.`;
}

/** Operations that this mode and this target allow to be judged, and about which no MUST was told all the same. */
function inconclusiveOperations(musts: readonly Judged[], lacked: ReadonlySet<string>): readonly string[] {
  const told = new Set(musts.filter(isConclusive).flatMap(({ requirement }) => requirement.operations));
  const open = new Set(musts.flatMap(({ requirement }) => requirement.operations));
  return [...open].filter((operation) => !told.has(operation) && !lacked.has(operation)).sort();
}

/** What does not apply names what the target lacks: an operation, where requirements need that. */
const lackedBy = (judged: readonly Judged[]): ReadonlySet<string> =>
  new Set(judged.flatMap(({ verdict }) => (verdict.outcome === 'inapplicable' ? [verdict.capability] : [])));

const leftBehind = (left: readonly string[]): string | undefined =>
  left.length === 0 ? undefined : `The run did not end in order: ${plural(left.length, 'record')} left behind.`;
