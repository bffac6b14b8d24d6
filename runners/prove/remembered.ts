import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { drawOnce } from './draw-once.js';
import { likenessOf } from './likeness.js';

type Scenarios = ReturnType<CalendarRequirement['scenarios']>;

/** What was made for one world, requirement by requirement. */
type Drawn = Map<string, Scenarios>;

/** Most faults leave the world as it is without them; few others come again. */
const MOST_WORLDS = 3;

const drawn = new Map<string, Drawn>();

/** What was made for worlds like this one, the worlds that were met last being kept. */
function drawnFor(world: World): Drawn {
  const likeness = likenessOf(world);
  const known = drawn.get(likeness) ?? new Map<string, Scenarios>();
  drawn.delete(likeness);
  drawn.set(likeness, known);
  for (const oldest of [...drawn.keys()].slice(0, -MOST_WORLDS)) drawn.delete(oldest);
  return known;
}

/**
 * A requirement that works out once what its inputs are drawn from, for all worlds that are alike: a proof judges it
 * hundreds of times, and spends a tenth of its time on that.
 */
export const remembered = (requirement: CalendarRequirement): CalendarRequirement => ({
  ...requirement,
  scenarios(world, replayPath) {
    if (replayPath !== undefined) return requirement.scenarios(world, replayPath);
    const known = drawnFor(world);
    const scenarios = known.get(requirement.id) ?? drawOnce(requirement.scenarios(world));
    known.set(requirement.id, scenarios);
    return scenarios;
  },
});
