import { seedOf } from '../harness/seed.js';
import type { Composition } from './compose.js';
import { compositions } from './compositions.js';
import type { Fault } from './fault.js';
import { faults } from './faults/index.js';

const DEPLOYMENTS = 5;
const EACH = 8;

/** Drawn by a hash of the id, so that a new fault changes as little as possible of what was drawn before. */
const inDrawnOrder: readonly Fault[] = faults.toSorted((one, other) => seedOf(0, one.id) - seedOf(0, other.id));

/** Faults of whole foreign deployments: each has eight, none of them twice. */
export const faultsBehind: readonly (readonly [Fault, Composition])[] = compositions
  .slice(0, DEPLOYMENTS)
  .flatMap((composition, at) =>
    inDrawnOrder.slice(at * EACH, (at + 1) * EACH).map((fault) => [fault, composition] as const),
  );
