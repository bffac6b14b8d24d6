import fc, { type Arbitrary } from 'fast-check';

/** The values of an arbitrary; its shrinking ends when it leads nowhere any more. */
class ShrunkWhile<Value> extends fc.Arbitrary<Value> {
  readonly #drawn: Arbitrary<Value>;
  readonly #goesOn: () => boolean;

  constructor(drawn: Arbitrary<Value>, goesOn: () => boolean) {
    super();
    this.#drawn = drawn;
    this.#goesOn = goesOn;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<Value> {
    return this.#drawn.generate(mrng, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is Value {
    return this.#drawn.canShrinkWithoutContext(value);
  }

  override shrink(value: Value, context: unknown): fc.Stream<fc.Value<Value>> {
    return this.#drawn.shrink(value, context).takeWhile(() => this.#goesOn());
  }
}

/** Shrinks for as long as that goes on: fast-check itself would draw whatever is left, of which nothing can be tried. */
export const shrinkWhile = <Value>(drawn: Arbitrary<Value>, goesOn: () => boolean): Arbitrary<Value> =>
  new ShrunkWhile(drawn, goesOn);
