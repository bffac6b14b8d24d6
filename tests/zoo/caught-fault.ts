import proof from '../../docs/proof.json' with { type: 'json' };
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { RunEnd } from '../../kernel/run-event.js';
import { runTrial } from '../../kernel/run/run.js';
import { seedOf } from '../../kernel/seed.js';
import { redactRun } from '../../reports/redacted-run.js';
import { toRunReport } from '../../reports/run-report.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import type { Failed } from '../../reports/standing.js';
import { chooseFailure, chooseFailures, type ReportedFailure } from '../../runners/commands/replay-failures.js';
import { dealFor } from '../../runners/run/budget.js';
import { requirements } from '../../suites/index.js';
import { systemClock } from '../../wire/clock.js';
import { toCurl } from '../../wire/curl.js';
import type { Exchange } from '../../wire/exchange.js';
import { createRedaction } from '../../wire/redaction.js';
import type { Fault } from '../../zoo/fault.js';
import { faults } from '../../zoo/faults/index.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import { factsWith } from '../reports/sample-run.js';
import { onBare, seed, through } from './bare.js';

/** A fault, and the requirements that the proof says catch it: those that need no other first. */
export interface Catchable {
  readonly fault: Fault;
  readonly by: readonly CalendarRequirement[];
}

/** Some faults of the zoo, by chance and the same ones for the same seed. */
export const sampleFaults = (count: number, by: number): readonly Catchable[] =>
  faults
    .toSorted((one, other) => seedOf(by, one.id) - seedOf(by, other.id))
    .slice(0, count)
    .map((fault) => ({ fault, by: catchersOf(fault) }));

function catchersOf({ id }: Fault): readonly CalendarRequirement[] {
  const ids = proof.faults.find((row) => row.id === id)?.caughtBy.map(({ requirement }) => requirement) ?? [];
  return requirements
    .filter((one) => ids.includes(one.id))
    .toSorted((one, other) => Number(one.monitors ?? false) - Number(other.monitors ?? false));
}

/** A failure, as the report of its run holds it. */
export interface Caught {
  readonly report: RunReport;
  readonly failed: Failed;
  readonly failure: ReportedFailure;
}

/**
 * Judges a faulty target by each requirement that should fail on it, alone, until one does; else by all at once, as for a
 * monitor, which watches what others send. @throws where none fails
 */
export async function catchFault({ fault, by }: Catchable, sight: WireShapes): Promise<Caught> {
  for (const judged of [...by.map((one) => [one]), requirements]) {
    const report = await judgeFaulty(fault, judged, sight);
    const failed = report.requirements.find(
      ({ id, verdict }) => verdict.outcome === 'failed' && by.some((one) => one.id === id),
    );
    const [failure] = failed ? chooseFailures(report, { id: failed.id, known: requirements }) : [];
    if (failed && failure) return { report, failed: chooseFailure(report, failed.id), failure };
  }
  throw new Error(`nothing catches ${fault.id}: ${by.map(({ id }) => id).join(', ')}`);
}

async function judgeFaulty(
  fault: Fault,
  judged: readonly CalendarRequirement[],
  sight: WireShapes,
): Promise<RunReport> {
  const on = await onBare(through(fault, sight));
  const plan = dealFor(on.opened, judged, { effort: 'standard', maxRequests: undefined });
  const how = { plan, concurrency: 1, clock: systemClock, startedAt: systemClock.now() };
  let end: RunEnd | undefined;
  for await (const event of runTrial({ ...how, trial: on.trial, requirements: judged })) {
    if (event.type === 'ended') end = event;
  }
  if (!end) throw new Error('the run ended without an end');
  return toStored(end, on.opened.creates);
}

/** As a file holds it. */
function toStored(end: RunEnd, world: readonly Exchange[]): RunReport {
  const facts = factsWith({ url: 'http://127.0.0.1', seed, now: new Date(systemClock.now()).toISOString() });
  const redaction = createRedaction([]);
  const report = toRunReport(redactRun(end, redaction), {
    facts,
    world: world.map(redaction.exchange),
    conclusion: { code: 1, sentence: 'The target deviates.' },
    toCurl: (exchange) => toCurl(exchange, { origin: 'http://127.0.0.1' }),
    clauseText: () => undefined,
  });
  return JSON.parse(JSON.stringify(report));
}
