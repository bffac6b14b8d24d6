import fc from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { collections } from '../../contract/resources.js';

/** Caches the value drawn from each state of the random generator, except stateful values: commands. */
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

/** The same state of the random generator gives the same value. */
function toKey(mrng: fc.Random, biasFactor: number | undefined): string {
  const state = mrng.getState();
  if (state === undefined) throw new Error('fast-check uses a random generator without a readable state');
  return `${state.join()} ${biasFactor}`;
}

/**
 * The same arbitrary, but it computes the value of one random state only once: runs of one seed on the same inputs
 * draw nothing anew. A cached draw does not advance the generator, so use it only for the last draw.
 */
export const drawOnce = <T>(source: fc.Arbitrary<T>): fc.Arbitrary<T> => new DrawnOnce(source);

const keys = new WeakMap<World, string>();

/**
 * Everything that inputs are drawn from, the seed among it, as text: equal for equal worlds, whatever their target. It is
 * always the same string, which so is hashed once.
 */
function worldKey(world: World): string {
  const key = keys.get(world) ?? JSON.stringify(toPlain(world), withEntries);
  keys.set(world, key);
  return key;
}

const toPlain = ({ provisioned: { file, idOf }, ...world }: World) => ({
  ...world,
  provisioned: collections.map((name) => (file[name] ?? []).map(({ key }) => [key, idOf(name, key)])),
});

/** Omits the facts: they are for people and for pinning, and contain the exchanges of one target. */
function withEntries(name: string, value: unknown): unknown {
  if (name === 'facts') return undefined;
  return value instanceof Map || value instanceof Set ? [...value] : value;
}

type Scenarios = ReturnType<CalendarRequirement['scenarios']>;

/** The scenarios of one world, by requirement. */
type Drawn = Map<string, Scenarios>;

/** Most faults leave the world unchanged; few other worlds recur. */
const MOST_WORLDS = 3;

const drawn = new Map<string, Drawn>();

/** The scenarios of worlds equal to this one; keeps those of the latest worlds. */
function drawnFor(world: World): Drawn {
  const key = worldKey(world);
  const known = drawn.get(key) ?? new Map<string, Scenarios>();
  drawn.delete(key);
  drawn.set(key, known);
  for (const oldest of [...drawn.keys()].slice(0, -MOST_WORLDS)) drawn.delete(oldest);
  return known;
}

/**
 * A requirement that draws its inputs once for all equal worlds: a proof judges it hundreds of times from the same
 * seed, and drawing again would take a sixth of its time.
 */
export const remembered = (requirement: CalendarRequirement): CalendarRequirement => ({
  ...requirement,
  scenarios(world, draw = { turn: 0 }) {
    if (draw.replayPath !== undefined) return requirement.scenarios(world, draw);
    const key = `${draw.turn} ${requirement.id}`;
    const known = drawnFor(world);
    const scenarios = known.get(key) ?? drawOnce(requirement.scenarios(world, draw));
    known.set(key, scenarios);
    return scenarios;
  },
});
