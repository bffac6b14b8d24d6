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
  const drawn: Variant[] = [];
  for (const variant of shuffle(seed, variants.filter(isComposable)))
    if (drawn.length < size && isFit(variant, drawn)) drawn.push(variant);
  return composeVariants(`composition.${seed}`, drawn);
}

/** What differs only where much is judged at the same time would need the whole composition to be judged so. */
const isComposable = ({ concurrency }: Variant): boolean => concurrency === undefined;

/** Whether a variant can stand beside others: none has its aspect, and at most one is sparse. */
const isFit = (variant: Variant, others: readonly Variant[]): boolean =>
  others.every((other) => other.aspect !== variant.aspect && !(other.isSparse && variant.isSparse));

/** By a hash of the id, so that a new variant changes as little as possible of what was drawn before. */
const shuffle = (seed: number, variants: readonly Variant[]): readonly Variant[] =>
  variants.toSorted((one, other) => seedOf(seed, one.id) - seedOf(seed, other.id));

/** Puts each variant into the first group that it fits into. */
function grouped(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const groups: Variant[][] = [];
  for (const variant of variants) {
    const group = groups.find((one) => one.length < MOST && isFit(variant, one));
    if (group) group.push(variant);
    else groups.push([variant]);
  }
  return groups;
}

/** Those that are drawn; what a probe learns of them follows from their variants. */
export const drawnCompositions: readonly Composition[] = Array.from({ length: COUNT }, (_, index) =>
  compositionOf(index + 1, all),
);

/** Of those that stand in no drawn one: so each variant is judged beside others. */
const completing = grouped(
  all.filter(
    (variant) => isComposable(variant) && !drawnCompositions.some(({ variants }) => variants.includes(variant)),
  ),
).map((variants, index) => composeVariants(`composition.${COUNT + index + 1}`, variants));

/** Whole foreign deployments: nothing may be blamed for being one of them. */
export const compositions: readonly Composition[] = [...drawnCompositions, ...completing];

const MOST_DRAWN = 12;
const DRAWN = 'composition.drawn-';

/** The id of one of the compositions that a sample draws by its seed. */
export const drawComposition = (seed: number, at: number): string => `${DRAWN}${seedOf(seed, `composition ${at}`)}`;

/** The drawn composition with this id: five to twelve variants. */
export function findDrawn(id: string): Composition | undefined {
  const [, seed] = new RegExp(`^${DRAWN}(\\d+)$`).exec(id) ?? [];
  return seed === undefined ? undefined : { ...compositionOf(Number(seed), all, MOST_DRAWN), id };
}
