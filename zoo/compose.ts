import { seedOf } from '../harness/seed.js';
import { following, inSequence, type Learns } from './learns.js';
import { inTurn } from './on.js';
import { type Conforming, layerIndexOf, type Variant } from './variant.js';

/** Several variants at once: a whole foreign deployment. */
export interface Composition extends Conforming {
  /** The nearest to the target first. */
  readonly variants: readonly Variant[];
}

/** Puts variants one before the other, in the order of their aspects, so that each sees answers as it expects them. */
export function composeVariants(id: string, variants: readonly Variant[]): Composition {
  const inOrder = variants.toSorted((one, other) => layerIndexOf(one.aspect) - layerIndexOf(other.aspect));
  return {
    id,
    variants: inOrder,
    statement: inOrder.map(({ statement }) => statement).join(' '),
    allowances: inOrder.flatMap(({ allowances = [] }) => allowances),
    learns: inSequence(...inOrder.map(learnsOf)),
    hides: inOrder.flatMap(({ hides = [] }) => hides),
    create: (seed, lens, clock) =>
      inTurn(...inOrder.map((variant) => variant.create(seedOf(seed, variant.id), lens, clock)).toReversed()),
  };
}

/** What a probe must learn of a variant: the readings that it follows, and what it states besides. */
export const learnsOf = ({ readings = {}, learns = (facts) => facts }: Pick<Variant, 'readings' | 'learns'>): Learns =>
  inSequence(following(readings), learns);
