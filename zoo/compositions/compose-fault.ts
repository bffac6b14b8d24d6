import { seedOf } from '../../kernel/seed.js';
import type { Fault } from '../fault.js';
import { faults } from '../faults/index.js';
import { inTurn } from '../intercept/intercept-operation.js';
import type { Conforming } from '../variant.js';
import { type Composition, compositions } from './compositions.js';

/** Puts a fault behind a variant or a composition: next to the target, so that it reads the target's own answers. */
export const composeFault = (fault: Fault, conforming: Conforming): Pick<Fault, 'create'> => ({
  create: (seed, view, clock) => inTurn(conforming.create(seed, view, clock), fault.create(seed, view, clock)),
});

const DEPLOYMENTS = 5;
const EACH = 8;

/** By a hash of the id, so that a new fault changes as little as possible of what was drawn before. */
const drawOrderOf = ({ id }: Fault): number => seedOf(0, id);
const deploymentOf = ({ id }: Fault): number => seedOf(1, id) % DEPLOYMENTS;

/** Whoever rewrites bodies asks what stands behind it by GET for a HEAD (see `alsoForHead`). */
const NEVER_ASKED = 'http.head';

const isHidden = ({ clause, neighbours = [] }: Fault, { hides = [] }: Composition): boolean =>
  [NEVER_ASKED, ...hides].some((prefix) => [clause, ...neighbours].some((one) => one.startsWith(prefix)));

const drawFor = (composition: Composition, deployment: number): readonly Fault[] =>
  faults
    .filter((fault) => deploymentOf(fault) === deployment && !isHidden(fault, composition))
    .toSorted((one, other) => drawOrderOf(one) - drawOrderOf(other))
    .slice(0, EACH);

/** Faults of whole foreign deployments: each has eight, none of them twice. */
export const faultsBehind: readonly (readonly [Fault, Composition])[] = compositions
  .slice(0, DEPLOYMENTS)
  .flatMap((composition, deployment) => drawFor(composition, deployment).map((fault) => [fault, composition] as const));
