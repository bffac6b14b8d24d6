import { seedOf } from '../../kernel/seed.js';
import { inTurn } from '../intercept/intercept-operation.js';
import { following, inSequence, type Learns } from '../learned-facts.js';
import { type Conforming, layerIndexOf, type Variant } from '../variant.js';
import { variants as all } from '../variants/index.js';

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
    create: (seed, view, clock) =>
      inTurn(...inOrder.map((variant) => variant.create(seedOf(seed, variant.id), view, clock)).toReversed()),
  };
}

/** What a probe must learn of a variant: the readings that it follows, and what it states besides. */
export const learnsOf = ({ readings = {}, learns = (facts) => facts }: Pick<Variant, 'readings' | 'learns'>): Learns =>
  inSequence(following(readings), learns);

const FEWEST = 5;
const MOST = 8;
const COUNT = 20;

/** Draws five to eight variants, or as many as it says, each of an aspect of its own; the same seed always draws the same. */
export function compositionOf(seed: number, variants: readonly Variant[], most = MOST): Composition {
  const size = FEWEST + (seedOf(seed, 'size') % (most - FEWEST + 1));
  const drawn = new Map<string, Variant>();
  // What differs only where much is judged at the same time would need the whole composition to be judged so.
  for (const variant of shuffle(
    seed,
    variants.filter(({ concurrency }) => concurrency === undefined),
  )) {
    const others = [...drawn.values()];
    const isFit = others.every((other) => other.aspect !== variant.aspect && !(other.isSparse && variant.isSparse));
    if (drawn.size < size && isFit) drawn.set(variant.aspect, variant);
  }
  return composeVariants(`composition.${seed}`, [...drawn.values()]);
}

/** By a hash of the id, so that a new variant changes as little as possible of what was drawn before. */
const shuffle = (seed: number, variants: readonly Variant[]): readonly Variant[] =>
  variants.toSorted((one, other) => seedOf(seed, one.id) - seedOf(seed, other.id));

/** Whole foreign deployments: nothing may be blamed for being one of them. */
export const compositions: readonly Composition[] = Array.from({ length: COUNT }, (_, index) =>
  compositionOf(index + 1, all),
);

const MOST_DRAWN = 12;
const DRAWN = 'composition.drawn-';

/** The id of one of the compositions that a sample draws by its seed. */
export const drawComposition = (seed: number, at: number): string => `${DRAWN}${seedOf(seed, `composition ${at}`)}`;

/** The drawn composition with this id: five to twelve variants. */
export function findDrawn(id: string): Composition | undefined {
  const [, seed] = new RegExp(`^${DRAWN}(\\d+)$`).exec(id) ?? [];
  return seed === undefined ? undefined : { ...compositionOf(Number(seed), all, MOST_DRAWN), id };
}
