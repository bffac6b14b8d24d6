import { seedOf } from '../harness/seed.js';
import { type Composition, composeVariants } from './compose.js';
import type { Variant } from './variant.js';
import { variants as all } from './variants/index.js';

const FEWEST = 5;
const MOST = 8;
const COUNT = 20;

/** Draws five to eight variants, each of an aspect of its own; the same seed always draws the same. */
export function compositionOf(seed: number, variants: readonly Variant[]): Composition {
  const size = FEWEST + (seedOf(seed, 'size') % (MOST - FEWEST + 1));
  const drawn = new Map<string, Variant>();
  for (const variant of shuffle(seed, variants)) {
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
