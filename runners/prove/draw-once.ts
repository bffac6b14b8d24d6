import fc from 'fast-check';

/** Remembers what it drew from each state of chance, but for values that keep a state of their own: commands. */
class DrawnOnce<T> extends fc.Arbitrary<T> {
  readonly #drawn = new Map<string, fc.Value<T>>();
  readonly #source: fc.Arbitrary<T>;

  constructor(source: fc.Arbitrary<T>) {
    super();
    this.#source = source;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    const key = toKey(mrng, biasFactor);
    const drawn = this.#drawn.get(key) ?? this.#source.generate(mrng, biasFactor);
    if (!drawn.hasToBeCloned) this.#drawn.set(key, drawn);
    return drawn;
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#source.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#source.shrink(value, context);
  }
}

/** Drawing from the same state of chance again would give the same. */
function toKey(mrng: fc.Random, biasFactor: number | undefined): string {
  const state = mrng.getState();
  if (state === undefined) throw new Error('fast-check drew from a generator whose state it does not tell');
  return `${state.join()} ${biasFactor}`;
}

/**
 * The same arbitrary, which works out only once what it draws from one state of chance: runs of one seed on the same
 * inputs draw nothing anew. It leaves chance untouched where it remembers, and so is only for what is drawn last.
 */
export const drawOnce = <T>(source: fc.Arbitrary<T>): fc.Arbitrary<T> => new DrawnOnce(source);
