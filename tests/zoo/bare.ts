import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createVirtualClock } from '../../harness/virtual-clock.js';
import type { Fault } from '../../zoo/fault.js';
import { createWireLens, type WireSight } from '../../zoo/wire-lens.js';
import { type OnTrial, type OnTrialOptions, onTrial } from '../suites/on-trial.js';

const world = completeWorld as WorldFile;

/** Fixed, so that what is caught is caught every time; `CALPROOF_SEED=7 npx vitest run tests/zoo` tries another. */
export const seed = Number(process.env.CALPROOF_SEED ?? 1);

/** With a login, so that what is said to a wrong one is judged too. */
const login: OnTrialOptions = {
  headers: [['Authorization', `Basic ${Buffer.from('calproof:open').toString('base64')}`]],
  server: { users: { users: [{ id: 1, name: 'calproof', password: 'open', role: 'editor' }] } },
};

/** A trial of the reference server with everything in its world, and something before it if wanted. */
export const onBare = ({ server, ...options }: OnTrialOptions = {}): Promise<OnTrial> =>
  onTrial({ world, seed, ...login, ...options, server: { ...login.server, ...server } });

/** A trial that goes through a fault or a variant, on a clock that both share. */
export function through({ create }: Pick<Fault, 'create'>, sight: WireSight): OnTrialOptions {
  const clock = createVirtualClock(Date.now());
  return { clock, intercept: create(seed, createWireLens(sight), clock) };
}

/** How the reference server shows its records, learned without anything before it. */
export async function sightOfBare(): Promise<WireSight> {
  const on = await onBare();
  await on.close();
  return on.opened.profile;
}
