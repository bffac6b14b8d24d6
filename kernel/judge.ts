import fc from 'fast-check';
import { Inconclusive } from '../wire/errors.js';
import { createExamination, shrinkWhile, type Shrinking } from './examination.js';
import { DoesNotApply, NotTaken, Obstructed, WorldLacks } from './deviation.js';
import type { Requirement, RequirementInfo, Scenario } from './requirement.js';
import { createSearch, type Failure, type Findings, type Search, type SearchOptions, unansweredIn } from './search.js';
import { seedOf } from './seed.js';
import { replayPathOf } from './stored-scenario.js';
import { BUDGET_EXHAUSTED, type Counterexample, type Failed, type Verdict } from './verdict.js';

/** The world and the allowance of requests that a requirement is judged with. */
export interface JudgeOptions<Subject, World> extends SearchOptions<Subject> {
  readonly world: World;
  /** Whether the world was taken as found, so that it may lack what a requirement needs. Default false. */
  readonly sampled?: boolean;
}

/** How an execution was drawn, and how it ended. */
type Details<Subject> = fc.RunDetails<[Scenario<Subject>]> & { readonly turn: number };

/**
 * Judges one requirement on one target: search, confirm, shrink, confirm the minimum. Throws only for a defect of
 * calproof; whatever a target does ends in a verdict.
 */
export async function judge<Subject, World>(
  requirement: Requirement<Subject, World>,
  options: JudgeOptions<Subject, World>,
): Promise<Verdict> {
  const found = await search(requirement, options);
  return found.outcome === 'failed' ? toExamined(await examine(requirement, found, options)) : found;
}

/** The first half of judging: a failure is the first input that failed, once. */
export async function search<Subject, World>(
  requirement: Requirement<Subject, World>,
  { world, sampled = false, ...options }: JudgeOptions<Subject, World>,
): Promise<Verdict> {
  const searching = createSearch(options);
  const { findings } = searching;
  const details = await executeInTurn(requirement, world, { search: searching, runs: options.allowance.runs });
  if (findings.defect !== undefined) throw findings.defect;
  return toVerdict({ requirement, findings, details, sampled, aborted: options.signal?.aborted === true });
}

/** The second half: repeats a failure that was found, and shrinks it. */
export async function examine<Subject, World>(
  requirement: Requirement<Subject, World>,
  found: Failed,
  { world, ...options }: JudgeOptions<Subject, World>,
): Promise<Failed> {
  const { seed, path } = found.counterexample;
  const [turn = '', ...inTurn] = path.split(':');
  const { findings, attempt, goesOn, settle } = createExamination(options);
  let drawn = inTurn.join(':');
  for (const shrinking of passesOf(found)) {
    const scenarios = shrinkWhile(requirement.scenarios(world, { turn: Number(turn) }), goesOn);
    const property = fc.asyncProperty(scenarios, attempt(shrinking));
    const { counterexamplePath } = await fc.check(property, { seed, path: drawn, numRuns: 1 });
    drawn = counterexamplePath ?? drawn;
    if (!findings.smallest || !goesOn()) break;
  }
  await settle();
  if (findings.defect !== undefined) throw findings.defect;
  const { smallest, shrinks, intermittent } = findings;
  const requests = found.requests + findings.requests;
  if (!smallest) return { ...found, requests, intermittent };
  const shrunk = shrinks === 0 ? path : `${turn}:${drawn}`;
  return { ...found, requests, counterexample: toCounterexample(smallest, { seed, path: shrunk, shrinks }) };
}

/**
 * Values made simpler would cost what leaving out parts needs, so they come last. What is made of commands shrinks by
 * what ran, and so in one pass.
 */
const passesOf = ({ counterexample: { replayPath } }: Failed): readonly Shrinking[] =>
  replayPath === undefined ? ['fewer parts', 'simpler'] : ['commands'];

/**
 * A request that got no response once decides nothing where repeats of it were answered: a server may close a kept
 * connection at any time, also while a write is sent over it (RFC 9112 section 9.3.1).
 */
export function toExamined(failed: Failed): Verdict {
  const { intermittent, requests, counterexample } = failed;
  const lost = intermittent ? unansweredIn(counterexample.exchanges) : undefined;
  return lost === undefined ? failed : { outcome: 'cantTell', reason: `${lost}; repeats were answered`, requests };
}

interface Executing<Subject> {
  readonly search: Search<Subject>;
  readonly runs: number;
}

/**
 * Draws and executes one input for each turn, until one fails. The seed is that of the requirement and the turn: what
 * is drawn depends neither on the run's seed nor on what was drawn before, but for values that are `varied`.
 */
async function executeInTurn<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  { search, runs }: Executing<Subject>,
): Promise<Details<Subject> | undefined> {
  let latest: Details<Subject> | undefined;
  for (let turn = 0; turn < runs && !latest?.failed; turn += 1) {
    try {
      const property = fc.asyncProperty(requirement.scenarios(world, { turn }), (scenario) =>
        search.attempt(scenario, turn),
      );
      const settings = { seed: seedOf(turn, requirement.id), numRuns: 1, endOnFailure: true };
      latest = { turn, ...(await fc.check(property, settings)) };
    } catch (error) {
      // Nothing can be drawn: the world lacks what it would be drawn from. What is executed throws nothing.
      if (!(error instanceof Inconclusive)) throw error;
      search.findings.inconclusive ??= error;
    }
  }
  return latest;
}

interface Evidence<Subject> {
  readonly requirement: RequirementInfo;
  readonly findings: Findings<Subject>;
  /** Of the last execution, if there was one. */
  readonly details: Details<Subject> | undefined;
  readonly aborted: boolean;
  readonly sampled: boolean;
}

/** Maps the findings and the end of fast-check's run (done, failed, out of inputs, interrupted) to a verdict. */
function toVerdict<Subject>({ requirement, findings, details, aborted, sampled }: Evidence<Subject>): Verdict {
  const { failure, passes, requests, inconclusive, stall } = findings;
  const stalled = stall === undefined ? {} : { stall };
  if (failure && details) return { ...toFailed(failure, findings, details), ...stalled };
  if (aborted) return { outcome: 'untested', reason: 'the run ended before a verdict was reached', requests };
  if (passes === 0 && inconclusive) return { ...toInconclusive(inconclusive, { requests, sampled }), ...stalled };
  if (details?.interrupted)
    return { outcome: 'cantTell', reason: 'interrupted before a verdict was reached', requests };
  if (details?.failed)
    return { outcome: 'cantTell', reason: 'too few generated inputs met its preconditions', requests };
  if (passes === 0) return { outcome: 'untested', reason: BUDGET_EXHAUSTED, requests };
  const missing = requirement.witnesses?.find((event) => !findings.witnessed.has(event));
  if (missing)
    return toInconclusive(new WorldLacks(`no input was conclusive: in none ${missing}`), { requests, sampled });
  return { outcome: 'passed', runs: passes, requests, ...stalled };
}

export function toInconclusive(
  error: Inconclusive,
  { requests, sampled }: { readonly requests: number; readonly sampled: boolean },
): Verdict {
  const { message, need } = error;
  const isOfTarget = error instanceof DoesNotApply || error instanceof NotTaken;
  if (isOfTarget || (sampled && error instanceof WorldLacks)) {
    const capability = need ?? (isOfTarget ? 'target' : 'world');
    return { outcome: 'inapplicable', capability, reason: message, requests };
  }
  return {
    outcome: 'cantTell',
    reason: message,
    requests,
    ...(need !== undefined && { need }),
    ...(error instanceof Obstructed && { obstacle: error.details }),
  };
}

function toFailed<Subject>(failure: Failure<Subject>, findings: Findings<Subject>, details: Details<Subject>): Verdict {
  const { passes, requests } = findings;
  const counterexample = toCounterexample(failure, { seed: details.seed, path: toPath(details), shrinks: 0 });
  return { outcome: 'failed', runs: passes + 1, requests, counterexample, intermittent: false };
}

function toCounterexample<Subject>(
  { scenario: { value }, execution: { deviation, exchanges } }: Failure<Subject>,
  drawn: Pick<Counterexample, 'seed' | 'path' | 'shrinks'>,
): Counterexample {
  const replayPath = replayPathOf(value);
  const shown = { value, deviation: deviation.details, exchanges };
  return { ...shown, ...drawn, ...(replayPath !== undefined && { replayPath }) };
}

/** The turn, then fast-check's path. */
const toPath = <Subject>({ turn, counterexamplePath }: Details<Subject>): string =>
  `${turn}:${counterexamplePath ?? ''}`;
