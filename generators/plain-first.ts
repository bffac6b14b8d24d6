import fc, { type Arbitrary } from 'fast-check';
import { withoutRichTexts } from './rich-texts.js';

/** Values without rich texts are tried once: where the failure is gone with them, they stay. */
type Texts = 'as-drawn' | 'plain' | 'kept';

/** What shrinking goes on with: what the source generated. */
interface Drawn<T> {
  readonly value: T;
  readonly context: unknown;
  readonly texts: Texts;
}

class PlainFirst<T> extends fc.Arbitrary<T> {
  readonly #source: Arbitrary<T>;

  constructor(source: Arbitrary<T>) {
    super();
    this.#source = source;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    return toValue(this.#source.generate(mrng, biasFactor), 'as-drawn');
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#source.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const drawn: Drawn<T> = isDrawn<T>(context) ? context : { value, context, texts: 'as-drawn' };
    const next = drawn.texts === 'as-drawn' ? 'kept' : drawn.texts;
    const smaller = this.#source.shrink(drawn.value, drawn.context).map((one) => toValue(one, next));
    if (drawn.texts === 'kept') return smaller;
    if (drawn.texts === 'plain') return smaller.filter((one) => !isAlike(one.value, value));
    const plain = toValue(new fc.Value(drawn.value, drawn.context), 'plain');
    return isAlike(plain.value, value) ? smaller : fc.Stream.of(plain).join(smaller);
  }
}

function toValue<T>({ value, context }: fc.Value<T>, texts: Texts): fc.Value<T> {
  const drawn: Drawn<T> = { value, context, texts };
  return new fc.Value(texts === 'plain' ? withoutRichTexts(value) : value, drawn);
}

const isDrawn = <T>(context: unknown): context is Drawn<T> =>
  typeof context === 'object' && context !== null && 'texts' in context;

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The same values, of which the first that shrinking tries has no rich texts, and what follows from that has none
 * either: a body with rich texts in all its fields is too long to read, and most failures are about none of them.
 */
export const plainFirst = <T>(values: Arbitrary<T>): Arbitrary<T> => new PlainFirst(values);
