import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { drawOnce } from './draw-once.js';
import { worldKey } from './likeness.js';

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
