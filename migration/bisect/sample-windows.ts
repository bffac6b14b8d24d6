import { seedOf } from '../../kernel/seed.js';
import {
  type CountedWindow,
  divide,
  type Divided,
  type DivideOptions,
  halve,
  isEqual,
  join,
  sizeOf,
} from './divide-windows.js';

/** One in so many windows with equal totals is sampled. */
const ONE_IN = 4;

/** Draws the same of the same things for the same seed, in whatever order they come. */
export function drawSome<T>(all: readonly T[], toName: (one: T) => string, { seed, count }: Draw): readonly T[] {
  const drawn = all.map((one) => ({ one, number: seedOf(seed, toName(one)) }));
  return drawn
    .toSorted((x, y) => x.number - y.number)
    .slice(0, count)
    .map(({ one }) => one);
}

interface Draw {
  readonly seed: number;
  readonly count: number;
}

const nameOf = ({ window: { from, to } }: CountedWindow): string => `${from}..${to}`;

interface Sampling extends DivideOptions {
  readonly seed: number;
}

/**
 * Draws some of the windows with equal totals and divides each to a small one, by a path that the seed draws. The small
 * ones are `equal`; halves that differ on the way are `different`.
 */
export async function sampleWindows(all: readonly CountedWindow[], sampling: Sampling): Promise<Divided> {
  const drawn = drawSome(all, nameOf, { seed: sampling.seed, count: Math.ceil(all.length / ONE_IN) });
  return join(await Promise.all(drawn.map((part) => narrow(part, sampling))));
}

async function narrow(part: CountedWindow, sampling: Sampling): Promise<Divided> {
  const halves = sizeOf(part) > sampling.small ? await halve(part, sampling.count) : undefined;
  if (!halves) return { equal: [part], different: [] };
  const differing = halves.filter((half) => !isEqual(half));
  const others = await Promise.all(differing.map((half) => divide(half, sampling)));
  const next = choose(
    halves.filter((half) => isEqual(half) && sizeOf(half) > 0),
    part,
    sampling.seed,
  );
  const found = { equal: [], different: join(others).different };
  return next ? join([found, await narrow(next, sampling)]) : found;
}

/** Chooses the half of a drawn event: each event has the same chance. */
function choose(
  [first, second]: readonly CountedWindow[],
  part: CountedWindow,
  seed: number,
): CountedWindow | undefined {
  if (!first || !second) return first;
  return seedOf(seed, nameOf(part)) % (sizeOf(first) + sizeOf(second)) < sizeOf(first) ? first : second;
}
