import { Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';
import type { DeviationDetails } from './deviation.js';
import { execute, type Execution, type OpenSubject } from './execution.js';
import type { Requirement, Scenario } from './requirement.js';
import { scenarioOf, type StoredScenario } from './stored-scenario.js';
import { BUDGET_EXHAUSTED } from './verdict.js';

type Seen = Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;

/** A failure as a report holds it. */
export interface StoredFailure extends StoredScenario {
  readonly deviation: Seen;
  readonly intermittent: boolean;
}

/** The result of replaying a failure. */
export type Replayed =
  | { readonly kind: 'fixed' }
  | { readonly kind: 'failing'; readonly now: Seen; readonly exchanges: readonly Exchange[] }
  /** It fails in another way. */
  | { readonly kind: 'changed'; readonly now: Seen; readonly exchanges: readonly Exchange[] }
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** What a stored scenario is replayed in. */
interface ReplayOptions<Subject, World> {
  readonly world: World;
  readonly open: OpenSubject<Subject>;
}

/** An intermittent failure is tried as often as the judge repeated it. */
const TRIES = 5;

/** Replays a failure: the same input on fresh records. */
export async function replay<Subject, World>(
  requirement: Requirement<Subject, World>,
  failed: StoredFailure,
  { world, open }: ReplayOptions<Subject, World>,
): Promise<Replayed> {
  const scenario = find(requirement, world, failed);
  if (typeof scenario === 'string') return { kind: 'inconclusive', reason: scenario };
  let last: Replayed = { kind: 'inconclusive', reason: 'it was not replayed' };
  for (let tries = failed.intermittent ? TRIES : 1; tries > 0; tries -= 1) {
    last = toReplayed(await execute(scenario, open), failed);
    if (last.kind !== 'fixed') return last;
  }
  return last;
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

function toReplayed(execution: Execution, { deviation }: StoredFailure): Replayed {
  switch (execution.kind) {
    case 'passed':
      return { kind: 'fixed' };
    case 'inconclusive':
      return { kind: 'inconclusive', reason: execution.reason.message };
    case 'spent':
      return { kind: 'inconclusive', reason: BUDGET_EXHAUSTED };
    case 'deviated': {
      const { details } = execution.deviation;
      const isSame = details.kind === deviation.kind;
      return { kind: isSame ? 'failing' : 'changed', now: details, exchanges: execution.exchanges };
    }
  }
}
