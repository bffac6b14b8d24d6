import fc from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { collections } from '../../contract/resources.js';

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

const keys = new WeakMap<World, string>();

/** All that inputs are drawn from, as text: the same for worlds that are alike, on whatever targets they are. */
function worldKey(world: World): string {
  const likeness = keys.get(world) ?? JSON.stringify(toPlain(world), withEntries);
  keys.set(world, likeness);
  return likeness;
}

const toPlain = ({ provisioned: { file, idOf }, ...world }: World) => ({
  ...world,
  provisioned: collections.map((name) => (file[name] ?? []).map(({ key }) => [key, idOf(name, key)])),
});

/** Without the facts: they are for people and for pinning, and show the exchanges of one target. */
function withEntries(name: string, value: unknown): unknown {
  if (name === 'facts') return undefined;
  return value instanceof Map || value instanceof Set ? [...value] : value;
}

type Scenarios = ReturnType<CalendarRequirement['scenarios']>;

/** What was made for one world and one seed, requirement by requirement. */
type Drawn = Map<string, Scenarios>;

/** Most faults leave the world as it is without them; few others come again. */
const MOST_WORLDS = 3;

const drawn = new Map<string, Drawn>();

/** What was made for worlds like this one; that of the worlds and seeds that were met last is kept. */
function drawnFor(world: World, seed: number): Drawn {
  const key = `${seed} ${worldKey(world)}`;
  const known = drawn.get(key) ?? new Map<string, Scenarios>();
  drawn.delete(key);
  drawn.set(key, known);
  for (const oldest of [...drawn.keys()].slice(0, -MOST_WORLDS)) drawn.delete(oldest);
  return known;
}

/**
 * A requirement that draws its inputs once for all worlds that are alike: a proof judges it hundreds of times from the
 * same seed, and would spend a sixth of its time on drawing the same again.
 */
export const remembered = (requirement: CalendarRequirement, seed: number): CalendarRequirement => ({
  ...requirement,
  scenarios(world, replayPath) {
    if (replayPath !== undefined) return requirement.scenarios(world, replayPath);
    const known = drawnFor(world, seed);
    const scenarios = known.get(requirement.id) ?? drawOnce(requirement.scenarios(world));
    known.set(requirement.id, scenarios);
    return scenarios;
  },
});
