import type { Verdict } from '../../kernel/verdict.js';
import type { WorldFile } from '../../contract/world-file.js';
import { realisticWorld } from '../../generators/realistic.js';
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import { createWireView, type WireShapes, type WireView } from '../../zoo/intercept/wire-view.js';
import { createVirtualClock } from '../../wire/clock.js';
import type { Conforming } from '../../zoo/variant.js';
import { type OnTrial, onTrial, type OnTrialOptions } from '../suites/on-trial.js';
import { seed } from './bare.js';

const PROTECTED_EVERY = 15;
const HIDDEN_EVERY = 40;

/** A calendar that somebody has filled: with drafts, protected events and some that are hidden from listings. */
function filledWorld(events: number): WorldFile {
  const world = realisticWorld({ seed: 1, events, now: new Date() });
  return {
    ...world,
    events: (world.events ?? []).map((event, index) => ({
      ...event,
      ...(index % PROTECTED_EVERY === 7 && { password: `only-${index}` }),
      ...(index % HIDDEN_EVERY === 3 && { hide_from_listings: true }),
    })),
  };
}

/** It lets everybody read, and nobody write who says not who they are. */
const users = { users: [{ id: 1, name: 'owner', password: 'only', role: 'editor' }] } as const;

const onFilled = (events: number, options: OnTrialOptions): Promise<OnTrial> =>
  onTrial({
    seed,
    mode: 'readonly',
    ...options,
    server: { users, world: filledWorld(events) } as NonNullable<OnTrialOptions['server']>,
  });

const sights = new Map<number, Promise<WireShapes>>();

/** How the filled server shows its records, to whom has no rights there; learned once for each number of events. */
function sightOfFilled(events: number): Promise<WireShapes> {
  const known = sights.get(events) ?? onFilled(events, {}).then(toSight);
  sights.set(events, known);
  return known;
}

async function toSight(on: OnTrial): Promise<WireShapes> {
  await on.close();
  return on.opened.profile;
}

export interface StrangersRun {
  /** The ids of what passed or failed. */
  readonly judged: readonly string[];
  /** Failures, each in one line. */
  readonly failures: readonly string[];
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

interface StrangersTarget {
  readonly events?: number;
  /** Put before the server: a fault, a variant, or whatever a test makes of a wire view. */
  readonly through?: Pick<Conforming, 'create'> | undefined;
}

/** Judges what a stranger may: a filled server, by reads alone, without credentials, a world file or identities. */
export async function judgeAsStranger({ events = 300, through }: StrangersTarget = {}): Promise<StrangersRun> {
  const clock = createVirtualClock(Date.now());
  const intercept = through?.create(seed, createWireView(await sightOfFilled(events)), clock);
  const on = await onFilled(events, { clock, ...(intercept && { intercept }) });
  const verdicts = new Map<string, Verdict>();
  for (const requirement of requirements.filter(({ profile }) => profile !== 'reference')) {
    const allowance = { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests: 20 };
    verdicts.set(requirement.id, await on.trial.judge(requirement, allowance));
  }
  await on.close();
  const judged = [...verdicts].filter(([, { outcome }]) => outcome === 'passed' || outcome === 'failed');
  const failures = judged.flatMap(([id, verdict]) => {
    if (verdict.outcome !== 'failed') return [];
    const { expected, observed } = verdict.counterexample.deviation;
    return [`${id}: expected ${expected}, observed ${observed}`];
  });
  return { judged: judged.map(([id]) => id), failures, verdicts };
}

/** A target made by an interceptor of a test's own. */
export const byInterceptor = (create: (view: WireView) => Interceptor): Pick<Conforming, 'create'> => ({
  create: (_, view) => create(view),
});
