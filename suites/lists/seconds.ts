import fc, { type Arbitrary } from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import { Inconclusive } from '../../harness/errors.js';
import { toText } from '../../target/shown-values.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { addSeconds, isWallClock } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { isPlain, windowBeside } from './ground.js';

/** The bounds, and the time of an event that each is compared with. */
const bounds = {
  starts_after: 'start_date',
  starts_before: 'start_date',
  ends_after: 'end_date',
  ends_before: 'end_date',
} as const;

type Bound = keyof typeof bounds;

function timesOf(world: World, bound: Bound): Arbitrary<string> {
  const events = world.of('events').filter(isPlain(world));
  const times = events.map(({ body }) => toText(body[bounds[bound]])).filter(isWallClock);
  if (times.length === 0) throw new Inconclusive('the world has no events in its window');
  return fc.constantFrom(...times);
}

/** On either side of an event, what a bound selects depends on no reading: the event is in, and a second on it is out. */
export const decidesByTheSecond = (bound: Bound): CalendarRequirement =>
  requirement({
    id: `events.list.${bound}.second`,
    level: 'MUST',
    clause: listClauseId('events', bound),
    alsoCovers: ['event.list.strict_dates'],
    operations: ['events.list'],
    profile: 'core',
    needs: ['events.list'],
    effects: 'reads',
    statement: `With strict_dates, ${bound} a second beside an event tells the event from what lies on the other side.`,
    cost: 2,
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) => timesOf(world, bound),
    async check(subject, time) {
      for (const seconds of [1, -1]) {
        const query = {
          ...windowBeside(subject.world, bound),
          [bound]: addSeconds(time, seconds),
          strict_dates: true,
        };
        await expectListed(subject, 'events', query, { among: isPlain(subject.world) });
      }
    },
  });
