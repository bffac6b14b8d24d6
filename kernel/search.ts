import { PreconditionFailure } from 'fast-check';
import type { Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';
import { isUnanswered, routeOf, toSilence } from '../wire/client/outage.js';
import { execute, type Execution, type OpenSubject, sentBy } from './execution.js';
import type { Watched } from './monitor.js';
import type { Scenario } from './requirement.js';

/** How much may be spent on one requirement. */
export interface Allowance {
  readonly runs: number;
  /** Requests after which no further run is begun. */
  readonly requests: number;
  /** Requests that confirming and shrinking a failure may send on top; it is confirmed once in any case. */
  readonly shrinkRequests: number;
  /** What these may come to where few failures share; by default no more. */
  readonly shrinkAtMost?: number;
}

/** What a requirement may spend, and how each of its executions is opened. */
export interface SearchOptions<Subject> {
  readonly open: OpenSubject<Subject>;
  readonly allowance: Allowance;
  readonly signal?: AbortSignal;
  /**
   * Whether other requirements are judged at the same time: then load may explain a request without a response, and what
   * it decides is not looked into, but left to be judged again alone.
   */
  readonly beside?: boolean;
  /** Takes what monitors made of each execution, with its turn. */
  readonly note?: (watched: readonly Watched[], turn: number) => void;
}

export type Deviated = Extract<Execution, { kind: 'deviated' }>;

/** A scenario that failed, and how. */
export interface Failure<Subject> {
  readonly scenario: Scenario<Subject>;
  readonly execution: Deviated;
}

/** All that a search for a failure found. */
export interface Findings<Subject> {
  passes: number;
  requests: number;
  readonly witnessed: Set<string>;
  inconclusive: Inconclusive | undefined;
  failure: Failure<Subject> | undefined;
  /** The first request without a response that may have decided an execution. */
  stall: string | undefined;
  /** A defect of calproof that was met: then nothing else counts. */
  defect: unknown;
}

/** A search for a failure, one scenario after another. */
export interface Search<Subject> {
  readonly findings: Findings<Subject>;
  /** Tries the scenario of a turn; throws the deviation of the first that fails. */
  attempt(scenario: Scenario<Subject>, turn: number): Promise<void>;
}

/** The request without a response that may have decided an execution. What could not be cleaned up is no part of it. */
const toStall = ({ kind, exchanges }: Execution): Exchange | undefined =>
  kind === 'deviated' || kind === 'inconclusive' ? exchanges.find(isStalled) : undefined;

const isStalled = ({ phase, outcome }: Exchange): boolean => phase !== 'clean-up' && isUnanswered(outcome);

/** The first request of an execution that got no response, and how. */
export function unansweredIn(exchanges: readonly Exchange[]): string | undefined {
  const found = exchanges.find(isStalled);
  return found && describe(found);
}

const describe = ({ request, outcome }: Exchange): string => `${routeOf(request)}: ${toSilence(outcome)}`;

/** How often an execution is repeated that this decided: that a connection was closed shows at once, silence does not. */
function toRepeats(stall: Exchange | undefined): number {
  if (!stall) return 0;
  return stall.outcome.kind === 'reset' ? 2 : 1;
}

/** Searches for a failure. */
export function createSearch<Subject>({
  open,
  allowance,
  signal,
  beside = false,
  note = () => {},
}: SearchOptions<Subject>): Search<Subject> {
  const findings: Findings<Subject> = {
    passes: 0,
    requests: 0,
    witnessed: new Set(),
    inconclusive: undefined,
    failure: undefined,
    stall: undefined,
    defect: undefined,
  };

  async function run(scenario: Scenario<Subject>, turn: number): Promise<Execution> {
    const execution = await execute(scenario, open);
    findings.requests += sentBy(execution);
    note(execution.watched ?? [], turn);
    return execution;
  }

  /** What a request without a response decides is executed again, unless it is left for later. */
  async function runAnswered(scenario: Scenario<Subject>, turn: number): Promise<Execution> {
    let execution = await run(scenario, turn);
    const stall = toStall(execution);
    if (stall) findings.stall ??= describe(stall);
    if (beside) return execution;
    for (let repeat = 0; repeat < toRepeats(toStall(execution)); repeat += 1) execution = await run(scenario, turn);
    return execution;
  }

  async function explore(scenario: Scenario<Subject>, turn: number): Promise<Failure<Subject> | undefined> {
    if (findings.requests >= allowance.requests) return undefined;
    const execution = await runAnswered(scenario, turn);
    if (execution.kind === 'inconclusive') findings.inconclusive ??= execution.reason;
    if (execution.kind === 'passed') {
      findings.passes += 1;
      for (const event of execution.witnessed) findings.witnessed.add(event);
    }
    return execution.kind === 'deviated' ? { scenario, execution } : undefined;
  }

  return {
    findings,
    attempt: (tried, turn) =>
      toAttempt<Subject>(findings, signal, async (scenario) => {
        findings.failure = await explore(scenario, turn);
        return findings.failure;
      })(tried),
  };
}

/** What fast-check calls with each scenario: it throws the deviation of one that failed, and notes our own defects. */
export const toAttempt =
  <Subject>(
    findings: { defect: unknown },
    signal: AbortSignal | undefined,
    attempt: (scenario: Scenario<Subject>) => Promise<Failure<Subject> | undefined>,
  ) =>
  async (scenario: Scenario<Subject>): Promise<void> => {
    if (findings.defect !== undefined || signal?.aborted) return;
    const failure = await attempt(scenario).catch((error: unknown) => {
      if (!PreconditionFailure.isFailure(error)) findings.defect = error;
      throw error;
    });
    if (failure) throw failure.execution.deviation;
  };
