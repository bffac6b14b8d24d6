import type { RunEnd } from '../kernel/run-event.js';
import type { Shard } from '../kernel/run/shard.js';
import { plural, someOf } from '../wire/wording.js';
import type { ReportedUse, RunReport } from './run-report-schema.js';
import { causeOf, countOutcomes, levels, type Result, standingOf, toResult } from './standing.js';
import { applicableMusts, nearlyNoVerdicts, noVerdicts, tooFewVerdicts } from './too-few-verdicts.js';

/** Conforms, deviates, wrong use, could not judge, interrupted. */
export type ExitCode = RunReport['exitCode'] | 2;

/** What a run comes to as a whole: its exit code, and why in one sentence. */
export interface Conclusion {
  readonly code: RunReport['exitCode'];
  readonly sentence: string;
}

/** What decides the exit code of a run besides its verdicts. */
export interface ConclusionOptions {
  /** Whether a failed SHOULD counts as a deviation too. */
  readonly strict: boolean;
  /** The part of a run that was judged; whether that is enough only the whole run can say. */
  readonly shard?: Shard;
}

/** As much of a run report as its conclusion needs. */
interface Concluded extends Pick<RunReport, 'end' | 'left' | 'outages'> {
  readonly baseline?: readonly Pick<ReportedUse, 'state'>[];
  readonly requirements: readonly Result[];
}

/** The conclusion of a run that has ended. */
export const conclude = ({ judged, ...end }: RunEnd, options: ConclusionOptions): Conclusion =>
  concludeReport({ ...end, requirements: judged.map(toResult) }, options);

/**
 * What was found decides, in this order: an interruption, a deviation (of a target that could be judged at all) or an
 * outdated baseline, a defect of calproof, too few verdicts, records left behind.
 */
export function concludeReport(run: Concluded, { strict, shard }: ConclusionOptions): Conclusion {
  if (run.end === 'interrupted') return { code: 130, sentence: 'Interrupted before everything was judged.' };
  const { requirements, baseline = [], left } = run;
  const breaches = requirements.filter((one) => standingOf(one, strict) === 'breach');
  const outdated = toOutdated(baseline);
  const broken = [toDeviates(breaches), outdated].filter((one) => one !== undefined);
  const cutOff = run.end === 'cut off' ? toCutOff(run) : undefined;
  const isWhole = run.end === 'finished' && !shard && outdated === undefined;
  const doubt = isWhole && breaches.length > 0 ? nearlyNoVerdicts(requirements) : undefined;
  if (doubt !== undefined) return { code: 3, sentence: `${doubt} ${toFailed(breaches)}` };
  if (broken.length > 0) return { code: 1, sentence: [...broken, ...(cutOff === undefined ? [] : [cutOff])].join(' ') };
  const tooFew = shard ? noVerdicts : tooFewVerdicts;
  const problem = cutOff ?? ownDefects(requirements) ?? tooFew(requirements) ?? leftBehind(left);
  if (problem !== undefined) return { code: 3, sentence: problem };
  if (shard) return { code: 0, sentence: toPartSentence(requirements, shard) };
  return {
    code: 0,
    sentence: `The target conforms${toExceptions(requirements)}: ${toPassCount(requirements)} passed.`,
  };
}

/** The states of an entry that fail a run, whatever the level of its requirement. */
const OUTDATED = ['stale', 'expired'] as const;

function toOutdated(uses: readonly Pick<ReportedUse, 'state'>[]): string | undefined {
  const counts = OUTDATED.map((state) => [uses.filter((use) => use.state === state).length, state] as const);
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, state]) => plural(count, `${state} entry`, `${state} entries`));
  return parts.length === 0 ? undefined : `The baseline is outdated: ${parts.join(' and ')}.`;
}

const toDeviates = (breaches: readonly Result[]): string | undefined =>
  breaches.length === 0 ? undefined : `The target deviates: ${toFailed(breaches)}`;

const toFailed = (breaches: readonly Result[]): string => `${toBreachCount(breaches)} failed${toExplained(breaches)}.`;

/** What ended a run when its target stopped answering. */
function toCutOff({ requirements, outages = [] }: Concluded): string {
  const open = requirements.filter(({ verdict }) => verdict.outcome === 'untested').length;
  const why = outages.at(-1)?.reason ?? 'no answer';
  return `The target stopped answering (${why}), so ${plural(open, 'requirement')} could not be judged.`;
}

function toExceptions(all: readonly Result[]): string {
  const { known } = countOutcomes(all);
  return known === 0 ? '' : ` except for ${plural(known, 'known deviation')}`;
}

function toBreachCount(breaches: readonly Result[]): string {
  const counts = levels.map((level) => [level, breaches.filter((one) => one.level === level).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([level, count]) => `${count} ${level}`);
  return `${parts.join(' and ')} ${breaches.length === 1 ? 'requirement' : 'requirements'}`;
}

function toExplained(breaches: readonly Result[]): string {
  const explained = breaches.filter((one) => causeOf(one) !== undefined).length;
  return explained === 0 ? '' : `, ${explained} of them because of another failure`;
}

function toPassCount(all: readonly Result[]): string {
  const musts = applicableMusts(all);
  return `${countOutcomes(musts).passed} of ${plural(musts.length, 'applicable MUST requirement')}`;
}

function ownDefects(all: readonly Result[]): string | undefined {
  const ids = all.filter(({ verdict }) => verdict.defect).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return `The target could not be judged: calproof itself failed on ${someOf(ids, 4)}; please report it.`;
}

/** Nobody may take one part for the whole. */
const toPartSentence = (all: readonly Result[], { index, count }: Shard): string =>
  `Shard ${index} of ${count} has no deviations${toExceptions(all)}: ${toPassCount(all)} passed. calproof merge concludes the whole run.`;

const leftBehind = (left: readonly string[]): string | undefined =>
  left.length === 0 ? undefined : `Clean-up is incomplete: ${plural(left.length, 'record')} left behind.`;
