import { randomInt } from 'node:crypto';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { defaultProfiles } from '../../contract/clauses/clause.js';
import type { RunEnd } from '../../kernel/run-event.js';
import { runTrial } from '../../kernel/run.js';
import { requirements } from '../../suites/index.js';
import { type Clock, createVirtualClock, systemClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';
import { bareCase, type Case, type CaseResult, toCell } from '../../zoo/proof/case-result.js';
import { dealFor } from '../run/budget.js';
import { select } from '../run/selection.js';
import { needsOf, openSession, type Session } from '../run/session.js';
import { type CaseTarget, openCase } from './open-case.js';
import { toIntercept } from './proof-cases.js';
import type { ProofSetup } from './proof-setup.js';
import { remembered } from './world-key.js';
import { createWriteLedger } from './write-ledger.js';

/** What one case of a proof is judged with. */
export interface JudgeCaseOptions {
  /** How the bare target shows its records; not needed to judge the bare target. */
  readonly sight?: WireShapes;
  readonly signal?: AbortSignal;
  /** Put around what the case puts before the target. */
  readonly around?: (intercept: Interceptor) => Interceptor;
}

/** The requirements that a proof at an effort is about: those of any target. */
export const provenAt = (effort: ProofSetup['effort']): readonly CalendarRequirement[] =>
  select(requirements, { only: [], skip: [], profiles: defaultProfiles, effort });

/**
 * Judges all requirements on a target with something before it, which stands there before the target is learned.
 * Whatever reached a lasting target is deleted at the end. Throws CannotTell and Deviation for a target that cannot be
 * made ready.
 */
export async function judgeCase(one: Case, proving: ProofSetup, options: JudgeCaseOptions = {}): Promise<CaseResult> {
  const stage = one.seed === undefined ? proving : { ...proving, seed: one.seed };
  const place = await openCase(stage, one);
  const clock = clockOf(stage);
  const book = createWriteLedger({ namespace: place.address.namespace, send: place.transport.send, ...options });
  const intercept = [
    ...toInterceptors(one, { setup: stage, clock, ...options }),
    ...(place.isLasting ? [book.intercept] : []),
  ];
  const session = await open({ setup: stage, target: place, clock, intercept, ...options });
  try {
    return toCaseResult(one, session, await run(session, stage, clock, options.signal));
  } finally {
    if (place.isLasting) await book.undo();
    await session.close();
  }
}

/** Runs at the same service must not meet in a marker; where each has a server of its own, worlds are to be alike. */
const randomFor = ({ target }: ProofSetup): number => (target.kind === 'embedded' ? 0.5 : randomInt(2 ** 31) / 2 ** 31);

/** Nothing waits for real, but for a service elsewhere, which may ask for patience itself. */
const clockOf = ({ target, now }: ProofSetup): Clock =>
  target.kind === 'embedded' || target.address.isLoopback ? createVirtualClock(now) : systemClock;

interface Standing extends JudgeCaseOptions {
  readonly setup: ProofSetup;
  readonly clock: Clock;
}

function toInterceptors(one: Case, { setup, clock, sight, around }: Standing): readonly Interceptor[] {
  if (one.kind === bareCase.kind || sight === undefined) return [];
  const interceptors = toIntercept(one, { seed: setup.seed, lens: createWireView(sight), clock });
  return around ? interceptors.map(around) : interceptors;
}

/** What the target of one case is opened with; the first interceptor is the outermost. */
interface OpenOptions extends Standing {
  readonly target: CaseTarget;
  readonly intercept: readonly Interceptor[];
}

function open({ setup, target, clock, intercept, signal }: OpenOptions): Promise<Session> {
  const { seed, now, concurrency, rate, languageParameter, effort } = setup;
  const { transport, headers, shared, identities, worldFile, address } = target;
  const { root, namespace } = address;
  return openSession({
    transport,
    headers,
    identities,
    site: { root, namespace, languageParameter },
    mode: 'sandbox',
    seed,
    now,
    random: randomFor(setup),
    clock,
    concurrency,
    intercept,
    needs: needsOf(provenAt(effort)),
    ...(shared && { shared }),
    ...(rate !== undefined && { rate }),
    ...(worldFile && { worldFile }),
    ...(signal && { signal }),
  });
}

async function run(session: Session, stage: ProofSetup, clock: Clock, signal?: AbortSignal): Promise<RunEnd> {
  const { trial, calendar } = session;
  const { effort, concurrency, seed } = stage;
  const selected = provenAt(effort).map((requirement) => remembered(requirement, seed));
  const plan = dealFor(calendar, selected, { effort, maxRequests: undefined });
  const how = { plan, concurrency, clock, startedAt: clock.now(), ...(signal && { signal }) };
  for await (const event of runTrial({ ...how, trial, requirements: selected })) {
    if (event.type === 'ended') return event;
  }
  throw new Error('the run ended without an end');
}

function toCaseResult(one: Case, { calendar }: Session, { judged, requests }: RunEnd): CaseResult {
  const { namespace, languageParameter, shapes } = calendar.profile;
  const cells = Object.fromEntries(judged.map(({ requirement, verdict }) => [requirement.id, toCell(verdict)]));
  return { case: one, cells, requests, shapes: { namespace, languageParameter, shapes } };
}
