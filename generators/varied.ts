import fc, { type Arbitrary } from 'fast-check';
import type { Surroundings } from './surroundings.js';

/** Steps of a generator from one seed to another: a prime, so that near seeds are far apart. */
const STRIDE = 389;
const STEPS = 1021;

/** Draws from a copy of the random generator that is some steps ahead; the generator itself takes one, whatever is drawn. */
class Varied<T> extends fc.Arbitrary<T> {
  readonly #source: Arbitrary<T>;
  readonly #steps: number;

  constructor(source: Arbitrary<T>, steps: number) {
    super();
    this.#source = source;
    this.#steps = steps;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    const own = mrng.clone();
    for (let step = 0; step < this.#steps; step += 1) own.nextInt();
    mrng.nextInt();
    return this.#source.generate(own, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#source.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#source.shrink(value, context);
  }
}

/**
 * Values by the seed of the run; all else that a requirement draws, and all that is drawn after them, is the same for
 * every seed. For values of which none decides a verdict more than another: texts and numbers.
 */
export const varied = <T>(values: Arbitrary<T>, { seed }: Pick<Surroundings, 'seed'>): Arbitrary<T> =>
  new Varied(values, 1 + ((seed * STRIDE) % STEPS));
