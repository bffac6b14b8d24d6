import fc from 'fast-check';
import { Inconclusive } from '../wire/errors.js';
import { WorldLacks } from './deviation.js';
import type { Requirement, RequirementInfo, Scenario } from './requirement.js';
import { createSearch, type Failure, type Findings, type SearchOptions } from './search.js';
import { seedOf } from './seed.js';
import { replayPathOf } from './stored-scenario.js';
import type { Counterexample, Verdict } from './verdict.js';

/** What a requirement is judged with: the world, the seed and the allowance of requests. */
export interface JudgeOptions<Subject, World> extends SearchOptions<Subject> {
  readonly world: World;
  /** The run's seed; the requirement's own is derived from it. */
  readonly seed: number;
  /** Whether the world was taken as found, and so may lack what a requirement is about. Default false. */
  readonly sampled?: boolean;
}

type Details<Subject> = fc.RunDetails<[Scenario<Subject>]>;

/**
 * Judges one requirement on one target: search, confirm, shrink, confirm the minimum. Throws only for a defect of the
 * harness; everything that a target can do is a verdict.
 */
export async function judge<Subject, World>(
  requirement: Requirement<Subject, World>,
  { world, seed, sampled = false, ...options }: JudgeOptions<Subject, World>,
): Promise<Verdict> {
  const search = createSearch(options);
  const scenarios = drawFrom(requirement, world);
  if (scenarios instanceof Inconclusive) return toInconclusive(scenarios, { requests: 0, sampled });
  const details = await fc.check(fc.asyncProperty(scenarios, search.attempt), {
    seed: seedOf(seed, requirement.id),
    numRuns: options.allowance.runs,
  });
  await search.settle();
  if (search.findings.defect !== undefined) throw search.findings.defect;
  return toVerdict({
    requirement,
    findings: search.findings,
    details,
    sampled,
    aborted: options.signal?.aborted === true,
  });
}

/** The scenarios of a requirement; a world that lacks what they are drawn from is a reason why nothing can be told. */
function drawFrom<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
): fc.Arbitrary<Scenario<Subject>> | Inconclusive {
  try {
    return requirement.scenarios(world);
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
}

interface Evidence<Subject> {
  readonly requirement: RequirementInfo;
  readonly findings: Findings<Subject>;
  readonly details: Details<Subject>;
  readonly aborted: boolean;
  readonly sampled: boolean;
}

/** Maps what the search found and how fast-check's run ended (done, failed, out of inputs, interrupted) to a verdict. */
function toVerdict<Subject>({ requirement, findings, details, aborted, sampled }: Evidence<Subject>): Verdict {
  const { failure, passes, requests, inconclusive } = findings;
  if (failure) return toFailed(failure, findings, details);
  if (aborted) return { outcome: 'untested', reason: 'the run was ended before', requests };
  if (passes === 0 && inconclusive) return toInconclusive(inconclusive, { requests, sampled });
  if (details.interrupted) return { outcome: 'cantTell', reason: 'interrupted before it could be told', requests };
  if (details.failed) return { outcome: 'cantTell', reason: 'too few inputs fit what it is about', requests };
  if (passes === 0) return { outcome: 'untested', reason: 'no requests were left for it', requests };
  const missing = requirement.witnesses?.find((event) => !findings.witnessed.has(event));
  if (missing) return toInconclusive(new WorldLacks(`no input could tell: in none ${missing}`), { requests, sampled });
  return { outcome: 'passed', runs: passes, requests };
}

function toInconclusive(
  error: Inconclusive,
  { requests, sampled }: { readonly requests: number; readonly sampled: boolean },
): Verdict {
  const { message, need } = error;
  if (sampled && error instanceof WorldLacks) {
    return { outcome: 'inapplicable', capability: 'world', reason: message, requests };
  }
  const verdict = { outcome: 'cantTell', reason: message, requests } as const;
  return need === undefined ? verdict : { ...verdict, need };
}

function toFailed<Subject>(failure: Failure<Subject>, findings: Findings<Subject>, details: Details<Subject>): Verdict {
  const { value } = failure.scenario;
  const replayPath = replayPathOf(value);
  const counterexample: Counterexample = {
    value,
    deviation: failure.execution.deviation.details,
    exchanges: failure.execution.exchanges,
    shrinks: findings.shrinks,
    seed: details.seed,
    path: toPath(details.counterexamplePath ?? '', findings.shrinks),
    ...(replayPath !== undefined && { replayPath }),
  };
  const { passes, requests } = findings;
  return { outcome: 'failed', runs: passes + 1, requests, counterexample, intermittent: failure.intermittent };
}

/** fast-check's path is that of the last shrink; where the first input stands, it is the number of its run alone. */
const toPath = (path: string, shrinks: number): string => (shrinks === 0 ? (path.split(':')[0] ?? '') : path);
