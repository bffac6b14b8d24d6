import fc, { type Arbitrary } from 'fast-check';

/** As good as never is anything left out when it is drawn, only when it shrinks. */
export const RARELY = { freq: 10_000, nil: undefined };

/** A value that may be left out. */
export interface Part<Value> {
  readonly value: Arbitrary<Value>;
  /** For each number n one draw, of which one in n + 1 leaves it out. Where there is none, shrinking alone does. */
  readonly odds: readonly number[];
  /** Whether it stays when the others shrink. */
  readonly isKept?: boolean;
}

/** The values that were drawn, with the places of their parts. */
export type Drawn<Value> = readonly (readonly [at: number, value: Value])[];

/** What is left of the parts, and where shrinking has got to. */
interface Step<Value> {
  readonly left: readonly (fc.Value<Value> | undefined)[];
  /** How many parts are left out at once; 0 where values are made simpler. */
  readonly size: number;
  /** The first part to leave out, among those left; or the part with the value. */
  readonly from: number;
  /** The parts that were left where that did not do. */
  readonly tried: ReadonlySet<string>;
}

/**
 * A value of each part that is not left out. Shrinking leaves out all of them, then one half or the other, and so on to
 * single ones, and only then makes values simpler. It goes on where it was, and so tries once what has to stay: each
 * try is some requests (delta debugging: Zeller and Hildebrandt, 2002).
 */
class Parts<Value> extends fc.Arbitrary<Drawn<Value>> {
  readonly #parts: readonly Part<Value>[];

  constructor(parts: readonly Part<Value>[]) {
    super();
    this.#parts = parts;
  }

  override generate(mrng: fc.Random, biasFactor: number | undefined): fc.Value<Drawn<Value>> {
    const left = this.#parts.map(({ value, odds }) =>
      odds.every((cases) => mrng.nextInt(0, cases) !== 0) ? value.generate(mrng, biasFactor) : undefined,
    );
    return toValue({ left, size: left.length, from: 0, tried: new Set() });
  }

  /** A value alone does not say which parts it was drawn of. */
  override canShrinkWithoutContext(_value: unknown): _value is Drawn<Value> {
    return false;
  }

  override shrink(_value: Drawn<Value>, context: unknown): fc.Stream<fc.Value<Drawn<Value>>> {
    return isStep<Value>(context)
      ? fc.stream(this.#fewer(context)).join(fc.stream(this.#simpler(context)))
      : fc.Stream.nil();
  }

  *#fewer({ left, size: last, from: first, tried: before }: Step<Value>): IterableIterator<fc.Value<Drawn<Value>>> {
    const droppable = left.flatMap((one, at) => (one && !this.#parts[at]?.isKept ? [at] : []));
    const tried = new Set(before);
    let from = last > droppable.length ? 0 : first;
    for (let size = Math.min(last, droppable.length); size > 0; size = Math.floor(size / 2)) {
      for (; from < droppable.length; from += size) {
        const dropped = droppable.slice(from, from + size);
        const fewer = left.map((one, at) => (dropped.includes(at) ? undefined : one));
        const name = nameOf(fewer);
        if (!tried.has(name)) yield toValue({ left: fewer, size, from, tried: new Set(tried) });
        tried.add(name);
      }
      from = 0;
    }
  }

  *#simpler({ left, size, from, tried }: Step<Value>): IterableIterator<fc.Value<Drawn<Value>>> {
    for (const [at, one] of left.entries()) {
      if (!one || (size === 0 && at < from)) continue;
      for (const simpler of this.#parts[at]?.value.shrink(one.value, one.context) ?? [])
        yield toValue({ left: left.with(at, simpler), size: 0, from: at, tried });
    }
  }
}

/** Which parts are left. */
const nameOf = (left: readonly unknown[]): string =>
  left.flatMap((one, at) => (one === undefined ? [] : [at])).join(' ');

const toValue = <Value>(step: Step<Value>): fc.Value<Drawn<Value>> =>
  new fc.Value(
    step.left.flatMap((one, at) => (one ? [[at, one.value] as const] : [])),
    step,
  );

const isStep = <Value>(context: unknown): context is Step<Value> =>
  typeof context === 'object' && context !== null && 'left' in context;

/** A value of each part that is not left out, with its place; when shrunk, of those that matter. */
export const drawnOf = <Value>(parts: readonly Part<Value>[]): Arbitrary<Drawn<Value>> => new Parts(parts);

/** A value of each part that is not left out; when shrunk, of those that matter. */
export const someOf = <Value>(parts: readonly Part<Value>[]): Arbitrary<readonly Value[]> =>
  drawnOf(parts).map((drawn) => drawn.map(([, value]) => value));

/**
 * The odds of each of so many items, of which halves, and halves of these, may be left out. They hardly ever are: these
 * draws are there so that all that is drawn after them is what it always was for a seed.
 */
function oddsOf(length: number): readonly (readonly number[])[] {
  if (length < 2) return Array.from({ length }, () => []);
  const middle = Math.ceil(length / 2);
  return [middle, length - middle].flatMap((half) => {
    const [first = [], ...others] = oddsOf(half);
    return [[RARELY.freq, ...first], ...others];
  });
}

/** One value of each, in order; when shrunk, of those that matter. */
export function droppable<Value>(items: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  if (items.length < 2) return fc.tuple(...items);
  const odds = oddsOf(items.length);
  return someOf(items.map((value, at) => ({ value, odds: odds[at] ?? [] })));
}
