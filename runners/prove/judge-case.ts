import { randomInt } from 'node:crypto';
import { defaultProfiles } from '../../contract/profiles.js';
import { type Clock, systemClock } from '../../harness/clock.js';
import type { Interceptor } from '../../harness/exchange.js';
import { runTrial } from '../../harness/run.js';
import type { RunEnd } from '../../harness/run-event.js';
import { createVirtualClock } from '../../harness/virtual-clock.js';
import { bareCase, type Case } from '../../proof/case.js';
import { toCell, type CaseResult } from '../../proof/told.js';
import { requirements } from '../../suites/index.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { createWireView, type WireShapes } from '../../zoo/wire-lens.js';
import { dealFor } from '../budget.js';
import { select } from '../selection.js';
import { needsOf, openSession, type Session } from '../session.js';
import { createWriteLedger } from './keep-book.js';
import { openCase, type CaseTarget } from './place.js';
import { remembered } from './remembered.js';
import type { ProofSetup } from './stage.js';
import { toIntercept } from './to-intercept.js';

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
