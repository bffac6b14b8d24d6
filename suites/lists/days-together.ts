import fc, { type Arbitrary } from 'fast-check';
import type { ListQuery } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { requirement } from '../../target/subject.js';
import { dayOf } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import { LEAVES_OUT, RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { baseQueryOf, isJudged } from './ground.js';
import { firstWith, leaveOut, discriminates } from './telling.js';

/** The first and the last day of each event that lasts more than one. */
function daysOf(world: World): Arbitrary<ListQuery> {
  const events = world.of('events').filter(isJudged(world));
  const days = events.flatMap(({ payload: { start_date: start, end_date: end } }) => {
    if (typeof start !== 'string' || typeof end !== 'string' || dayOf(start) === dayOf(end)) return [];
    return [{ start_date: dayOf(start), end_date: dayOf(end) }];
  });
  if (days.length === 0) throw new WorldLacks('the world has no event of several days');
  return fc.constantFrom(...days).map((both) => ({ ...baseQueryOf(world, 'events'), ...both }));
}

/** Who hears of two dates thinks of what lies between. */
export const selectsByBothDays = requirement({
  id: 'events.list.start_date.with-end-date',
  level: 'MUST',
  clause: 'event.list.start_date',
  alsoCovers: ['event.list.end_date'],
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list'],
  effects: 'reads',
  statement: 'A list by start_date and end_date holds what starts on the one and ends on the other, and no others.',
  cost: 1,
  witnesses: [RETURNS, LEAVES_OUT],
  given(world) {
    const telling = { world, collection: 'events', otherwise: leaveOut('start_date'), among: isJudged(world) } as const;
    return firstWith((query) => discriminates(query, telling), daysOf(world));
  },
  check: (subject, query) => expectListed(subject, 'events', query, { among: isJudged(subject.world) }),
});
