import { PreconditionFailure } from 'fast-check';
import type { Inconclusive } from '../wire/errors.js';
import type { Deviation } from './deviation.js';
import { execute, type Execution, type OpenSubject } from './execution.js';
import type { Scenario } from './requirement.js';

/** How much may be spent on one requirement. */
export interface Allowance {
  readonly runs: number;
  /** Requests after which no further run is begun. */
  readonly requests: number;
  /** Requests that shrinking a failure may send on top. */
  readonly shrinkRequests: number;
}

/** What a search for a failure may spend, and how it opens each execution. */
export interface SearchOptions<Subject> {
  readonly open: OpenSubject<Subject>;
  readonly allowance: Allowance;
  readonly signal?: AbortSignal;
}

type Deviated = Extract<Execution, { kind: 'deviated' }>;

/** A confirmed failure, on the smallest scenario so far. */
export interface Failure<Subject> {
  readonly scenario: Scenario<Subject>;
  readonly execution: Deviated;
  readonly intermittent: boolean;
}

/** All that a search for a failure found. */
export interface Findings<Subject> {
  passes: number;
  requests: number;
  shrinks: number;
  readonly witnessed: Set<string>;
  inconclusive: Inconclusive | undefined;
  failure: Failure<Subject> | undefined;
  /** A defect of calproof that was met: then nothing else counts. */
  defect: unknown;
}

/** A search for a failure, one scenario after another. */
export interface Search<Subject> {
  readonly findings: Findings<Subject>;
  /** Tries one scenario, or one shrunk from a failure; throws the deviation of a failure that counts. */
  attempt(scenario: Scenario<Subject>): Promise<void>;
  /** Executes the smallest failing scenario once more; if it does not fail again, the first one is kept. */
  settle(): Promise<void>;
}

/** How often a failure that was not seen again is repeated before it counts as intermittent. */
const REPLAYS = 5;

/** Searches for a failure, confirms it on fresh records and keeps its kind while fast-check shrinks it. */
export function createSearch<Subject>({ open, allowance, signal }: SearchOptions<Subject>): Search<Subject> {
  const findings: Findings<Subject> = {
    passes: 0,
    requests: 0,
    shrinks: 0,
    witnessed: new Set(),
    inconclusive: undefined,
    failure: undefined,
    defect: undefined,
  };
  let first: Failure<Subject> | undefined;
  let shrinkRequests = 0;

  async function run(scenario: Scenario<Subject>): Promise<Execution> {
    const execution = await execute(scenario, open);
    findings.requests += execution.exchanges.length;
    return execution;
  }

  async function confirm(scenario: Scenario<Subject>, seen: Deviated): Promise<Failure<Subject>> {
    let passed = false;
    for (let replay = 0; replay < REPLAYS; replay += 1) {
      const again = await run(scenario);
      if (again.kind === 'deviated') return { scenario, execution: again, intermittent: false };
      passed ||= again.kind === 'passed';
    }
    // Inconclusive repeats do not make a failure intermittent.
    return { scenario, execution: seen, intermittent: passed };
  }

  async function explore(scenario: Scenario<Subject>): Promise<Deviation | undefined> {
    if (findings.requests >= allowance.requests) return undefined;
    const execution = await run(scenario);
    if (execution.kind === 'inconclusive') findings.inconclusive ??= execution.reason;
    if (execution.kind === 'passed') {
      findings.passes += 1;
      for (const event of execution.witnessed) findings.witnessed.add(event);
    }
    if (execution.kind !== 'deviated') return undefined;
    first = await confirm(scenario, execution);
    findings.failure = first;
    return first.execution.deviation;
  }

  async function shrink(scenario: Scenario<Subject>, failure: Failure<Subject>): Promise<Deviation | undefined> {
    if (failure.intermittent || shrinkRequests >= allowance.shrinkRequests) return undefined;
    const execution = await run(scenario);
    shrinkRequests += execution.exchanges.length;
    if (execution.kind !== 'deviated') return undefined;
    if (execution.deviation.details.kind !== failure.execution.deviation.details.kind) return undefined;
    findings.shrinks += 1;
    findings.failure = { scenario, execution, intermittent: false };
    return execution.deviation;
  }

  return {
    findings,
    async attempt(scenario) {
      if (findings.defect !== undefined || signal?.aborted) return;
      try {
        const deviation = findings.failure ? await shrink(scenario, findings.failure) : await explore(scenario);
        if (!deviation) return;
        throw deviation;
      } catch (error) {
        const isExpected = error === findings.failure?.execution.deviation || PreconditionFailure.isFailure(error);
        if (!isExpected) findings.defect = error;
        throw error;
      }
    },
    async settle() {
      if (findings.shrinks === 0 || !findings.failure || signal?.aborted) return;
      const { scenario } = findings.failure;
      const execution = await run(scenario);
      if (execution.kind === 'deviated') {
        findings.failure = { scenario, execution, intermittent: false };
      } else {
        findings.failure = first;
        findings.shrinks = 0;
      }
    },
  };
}
