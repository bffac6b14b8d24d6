import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createVirtualClock } from '../../wire/clock.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import type { Fault } from '../../zoo/fault.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';
import { type OnTrial, onTrial, type OnTrialOptions } from '../suites/on-trial.js';

/** What the server holds. */
export const world = completeWorld as WorldFile;

/** Fixed, so that what is caught is caught every time; `CALPROOF_SEED=7 npx vitest run tests/zoo` tries another. */
export const seed = Number(process.env.CALPROOF_SEED ?? 1);

/** Zones of a site on both sides of UTC, one of them no whole hour ahead. */
export const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'];

const roles = { calproof: 'editor', author: 'author', reader: 'reader' } as const;

/** How one of its users proves who it is. */
export const headersOf = (name: string): HeaderPairs => [
  ['Authorization', `Basic ${Buffer.from(`${name}:open`).toString('base64')}`],
];

/** With users, so that what is said to a wrong login and to whoever may less is judged too. */
export const withUsers: OnTrialOptions = {
  headers: headersOf('calproof'),
  identities: { anonymous: [], author: headersOf('author'), reader: headersOf('reader') },
  server: {
    users: {
      users: Object.entries(roles).map(([name, role], index) => ({ id: index + 1, name, password: 'open', role })),
    },
  },
};

/** A trial of the reference server with everything in its world, and something before it if wanted. */
export const onBare = ({ server, ...options }: OnTrialOptions = {}): Promise<OnTrial> =>
  onTrial({ world, seed, ...withUsers, ...options, server: { ...withUsers.server, ...server } });

/** A trial that goes through a fault or a variant, on a clock that both share. */
export function through({ create }: Pick<Fault, 'create'>, sight: WireShapes): OnTrialOptions {
  const clock = createVirtualClock(Date.now());
  return { clock, intercept: create(seed, createWireView(sight), clock) };
}

/** How the reference server shows its records, learned without anything before it. */
export async function sightOfBare(): Promise<TargetProfile> {
  const on = await onBare();
  await on.close();
  return on.opened.profile;
}
