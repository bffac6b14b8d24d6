import { Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';
import type { DeviationDetails } from './deviation.js';
import { execute, type Execution } from './execution.js';
import { type JudgeOptions, search } from './judge.js';
import type { Requirement, Scenario } from './requirement.js';
import { scenarioOf, type StoredScenario } from './stored-scenario.js';
import { BUDGET_EXHAUSTED, type Counterexample, type Verdict } from './verdict.js';

type Seen = Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;

/** A failure as a report holds it. */
export interface StoredFailure extends StoredScenario {
  readonly deviation: Seen;
  readonly intermittent: boolean;
}

/** The result of replaying a failure. */
export type Replayed =
  /** The input passes, and so does the requirement as any run judges it, with all that must be witnessed. */
  | { readonly kind: 'fixed' }
  | { readonly kind: 'failing'; readonly now: Seen; readonly exchanges: readonly Exchange[] }
  /** It fails in another way. */
  | { readonly kind: 'changed'; readonly now: Seen; readonly exchanges: readonly Exchange[] }
  /** The input no longer applies, or nothing shows that its pass means anything. */
  | { readonly kind: 'unrepeatable'; readonly reason: string };

/** What a stored scenario is replayed in. */
type ReplayOptions<Subject, World> = Omit<JudgeOptions<Subject, World>, 'allowance'>;

/** An intermittent failure is tried as often as the judge repeated it. */
const TRIES = 5;

/**
 * Replays a failure: the same input on fresh records. An input that passes, or no longer applies, shows little by
 * itself, so its requirement is then judged with inputs that are drawn for the target as it is now.
 */
export async function replay<Subject, World>(
  requirement: Requirement<Subject, World>,
  failed: StoredFailure,
  options: ReplayOptions<Subject, World>,
): Promise<Replayed> {
  const scenario = find(requirement, options.world, failed);
  const repeated: Replayed =
    typeof scenario === 'string' ? { kind: 'unrepeatable', reason: scenario } : await repeat(scenario, failed, options);
  if (repeated.kind === 'failing' || repeated.kind === 'changed') return repeated;
  const allowance = { runs: requirement.runs ?? 1, requests: Number.POSITIVE_INFINITY, shrinkRequests: 0 };
  const verdict = await search(requirement, { ...options, allowance });
  return withVerdict(repeated, verdict, failed);
}

async function repeat<Subject, World>(
  scenario: Scenario<Subject>,
  failed: StoredFailure,
  { open }: ReplayOptions<Subject, World>,
): Promise<Replayed> {
  let last: Replayed = { kind: 'unrepeatable', reason: 'it was not replayed' };
  for (let tries = failed.intermittent ? TRIES : 1; tries > 0; tries -= 1) {
    last = toReplayed(await execute(scenario, open), failed);
    if (last.kind !== 'fixed') return last;
  }
  return last;
}

/** An input that passes is fixed only where its requirement passes, too; any that fails shows the failure. */
function withVerdict(repeated: Replayed, verdict: Verdict, failed: StoredFailure): Replayed {
  if (verdict.outcome === 'failed') return toDeviating(verdict.counterexample, failed);
  if (verdict.outcome === 'passed' || repeated.kind === 'unrepeatable') return repeated;
  return { kind: 'unrepeatable', reason: verdict.reason };
}

function find<Subject, World>(
  requirement: Requirement<Subject, World>,
  world: World,
  failed: StoredFailure,
): Scenario<Subject> | string {
  try {
    return scenarioOf(requirement, world, failed) ?? 'its input cannot be rebuilt from the report';
  } catch (error) {
    if (error instanceof Inconclusive) return error.message;
    throw error;
  }
}

function toReplayed(execution: Execution, failed: StoredFailure): Replayed {
  switch (execution.kind) {
    case 'passed':
      return { kind: 'fixed' };
    case 'inconclusive':
      return { kind: 'unrepeatable', reason: execution.reason.message };
    case 'spent':
      return { kind: 'unrepeatable', reason: BUDGET_EXHAUSTED };
    case 'deviated':
      return toDeviating({ deviation: execution.deviation.details, exchanges: execution.exchanges }, failed);
  }
}

const toDeviating = (
  { deviation: now, exchanges }: Pick<Counterexample, 'deviation' | 'exchanges'>,
  { deviation }: StoredFailure,
): Replayed => ({ kind: now.kind === deviation.kind ? 'failing' : 'changed', now, exchanges });
