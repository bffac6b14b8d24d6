import { randomInt } from 'node:crypto';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { defaultProfiles } from '../../contract/clauses/clause.js';
import type { Judged, RunEnd } from '../../kernel/run-event.js';
import { runTrial } from '../../kernel/run/run.js';
import { requirements } from '../../suites/index.js';
import { type Clock, createVirtualClock, systemClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';
import { bareCase, type Case, type CaseResult, toCell } from '../../zoo/proof/case-result.js';
import { dealFor, mostHarm } from '../run/budget.js';
import { select } from '../run/selection.js';
import { needsOf, openSession, type Session } from '../run/session.js';
import { watchEffect } from './effect-watch.js';
import { type CaseTarget, openCase } from './open-case.js';
import { findVariant, toIntercept } from './proof-cases.js';
import type { ProofSetup } from './proof-setup.js';
import { remembered } from './world-key.js';
import { createWriteLedger } from './write-ledger.js';

/** The options of one case of a proof. */
export interface JudgeCaseOptions {
  /** How the bare target shows its records; not needed to judge the bare target. */
  readonly shapes?: WireShapes;
  readonly signal?: AbortSignal;
  /** Wraps each interceptor of the case. */
  readonly around?: (intercept: Interceptor) => Interceptor;
}

/** The requirements that a proof at an effort judges: those of any target. */
export const provenAt = (effort: ProofSetup['effort']): readonly CalendarRequirement[] =>
  select(requirements, { only: [], skip: [], profiles: defaultProfiles, effort });

/**
 * Judges all requirements on a target behind the interceptors of a case, which are in place before the target is learned.
 * Deletes what reached a lasting target. Throws Inconclusive and Deviation for a target that cannot be
 * made ready.
 */
export async function judgeCase(one: Case, given: ProofSetup, options: JudgeCaseOptions = {}): Promise<CaseResult> {
  const result = await judgeOnce(one, given, options);
  if (!isUndecided(result)) return result;
  const { until: _, ...whole } = one;
  return judgeOnce(whole, given, options);
}

const judgeOnce = (one: Case, given: ProofSetup, options: JudgeCaseOptions): Promise<CaseResult> =>
  withCase(one, { given, ...options }, async (open) => {
    const result = toCaseResult(one, open.session, await run(one, open, options.signal));
    return open.watched ? { ...result, hasEffect: open.watched.hasEffect() } : result;
  });

/** Whether a run ended early for a failure that did not show again. */
const isUndecided = ({ case: { until }, cells }: CaseResult): boolean =>
  until !== undefined &&
  !until.some((id) => cells[id]?.outcome === 'failed' && !cells[id].intermittent) &&
  Object.values(cells).some(({ outcome }) => outcome === 'untested');

/** A case that is open: its session, and what watches a point. */
interface OpenCase {
  readonly session: Session;
  readonly setup: ProofSetup;
  readonly clock: Clock;
  readonly watched: ReturnType<typeof watchEffect> | undefined;
}

/** Opens a case, and closes it after the act. Deletes what reached a lasting target. Throws like `judgeCase`. */
export async function withCase<Result>(
  one: Case,
  { given, ...options }: JudgeCaseOptions & { readonly given: ProofSetup },
  act: (open: OpenCase) => Promise<Result>,
): Promise<Result> {
  const setup = toSetup(one, given);
  const target = await openCase(setup, one);
  const clock = clockOf(setup);
  const ledger = createWriteLedger({ namespace: target.address.namespace, send: target.transport.send, ...options });
  const made = toInterceptors(one, { setup, clock, ...options });
  const watched = one.kind === 'point' && made[0] ? watchEffect(made[0]) : undefined;
  const intercept = [...(watched ? [watched.intercept] : made), ...(target.isLasting ? [ledger.intercept] : [])];
  const session = await open({ setup, target, clock, intercept, ...options });
  try {
    return await act({ session, setup, clock, watched });
  } finally {
    if (target.isLasting) await ledger.undo();
    await session.close();
  }
}

/** The setup of one case: some have a seed of their own, some differ only where much is judged at the same time. */
function toSetup({ kind, id, seed }: Case, given: ProofSetup): ProofSetup {
  const concurrency = kind === 'variant' ? findVariant(id).concurrency : undefined;
  return {
    ...given,
    ...(seed !== undefined && { seed }),
    ...(concurrency !== undefined && { concurrency: Math.max(given.concurrency, concurrency) }),
  };
}

/** What became of a case: its result, or why it could not be judged. */
export type CaseAnswer =
  | { readonly kind: 'judged'; readonly result: CaseResult }
  | { readonly kind: 'failed'; readonly case: Case; readonly message: string };

/** Judges a case like `judgeCase`, but returns an error as its message. */
export async function answerCase(one: Case, setup: ProofSetup, options: JudgeCaseOptions): Promise<CaseAnswer> {
  try {
    return { kind: 'judged', result: await judgeCase(one, setup, options) };
  } catch (error) {
    return { kind: 'failed', case: one, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs against one service need different markers; on servers of their own, equal worlds. */
const randomFor = ({ target }: ProofSetup): number => (target.kind === 'embedded' ? 0.5 : randomInt(2 ** 31) / 2 ** 31);

/** Only a service elsewhere, which may send Retry-After, is waited for in real time. */
const clockOf = ({ target, now }: ProofSetup): Clock =>
  target.kind === 'embedded' || target.address.isLoopback ? createVirtualClock(now) : systemClock;

interface Judging extends JudgeCaseOptions {
  readonly setup: ProofSetup;
  readonly clock: Clock;
}

function toInterceptors(one: Case, { setup, clock, shapes, around }: Judging): readonly Interceptor[] {
  if (one.kind === bareCase.kind || shapes === undefined) return [];
  const interceptors = toIntercept(one, { seed: setup.seed, view: createWireView(shapes), clock });
  return around ? interceptors.map(around) : interceptors;
}

/** How the target of one case is opened; the first interceptor is the outermost. */
interface OpenOptions extends Judging {
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
    harm: mostHarm[effort],
    ...(shared && { shared }),
    ...(rate !== undefined && { rate }),
    ...(worldFile && { worldFile }),
    ...(signal && { signal }),
  });
}

async function run(
  { until }: Case,
  { session: { trial, calendar }, setup, clock }: OpenCase,
  signal?: AbortSignal,
): Promise<RunEnd> {
  const { effort, concurrency } = setup;
  const selected = provenAt(effort).map(remembered);
  const plan = dealFor(calendar, selected, { effort, maxRequests: undefined });
  const how = {
    plan,
    concurrency,
    clock,
    startedAt: clock.now(),
    ...(signal && { signal }),
    ...(until && toBail(until)),
  };
  for await (const event of runTrial({ ...how, trial, requirements: selected })) {
    if (event.type === 'ended') return event;
  }
  throw new Error('the run ended without an end');
}

/** What decides a case is judged first, and ends it. */
function toBail(until: readonly string[]) {
  const first = new Set(until);
  return {
    first,
    bail: ({ requirement, verdict }: Judged) => verdict.outcome === 'failed' && first.has(requirement.id),
  };
}

function toCaseResult(one: Case, { calendar }: Session, { judged, requests }: RunEnd): CaseResult {
  const { namespace, languageParameter, shapes } = calendar.profile;
  const cells = Object.fromEntries(judged.map(({ requirement, verdict }) => [requirement.id, toCell(verdict)]));
  return { case: one, cells, requests, shapes: { namespace, languageParameter, shapes } };
}
