import fc from 'fast-check';
import type { Ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectField, expectFound } from '../expect-shown.js';

/** Events of the world created without all_day and with false. @throws CannotTell when either is missing. */
function pairs(world: World): readonly (readonly [without: Ref, withFalse: Ref])[] {
  const events = world.of('events');
  const without = events.filter(({ payload }) => !('all_day' in payload));
  const withFalse = events.filter(({ payload }) => payload.all_day === false);
  const found = withFalse.flatMap((one) => without.map((other) => [other.ref, one.ref] as const));
  if (found.length === 0) throw new Inconclusive('the world has no events to compare', 'events.create');
  return found;
}

/** The declared default, by equivalence: left out is the same as sent. */
export const allDayIsFalseByDefault: CalendarRequirement = requirement({
  id: 'events.create.default.all-day',
  level: 'MUST',
  clause: 'event.default.all_day',
  operations: ['events.create'],
  profile: 'core',
  needs: ['events.create', 'events.read'],
  effects: 'reads',
  statement: 'An event created without all_day is like one created with all_day false.',
  cost: 2,
  given: (world) => fc.constantFrom(...pairs(world)),
  async check({ calendar }, [without, withFalse]) {
    const one = await expectFound(calendar, 'events', byId({ id: calendar.idOf(withFalse) }));
    const shown = await expectFound(calendar, 'events', byId({ id: calendar.idOf(without) }));
    const sent = calendar.lens.field(one, 'all_day') ?? false;
    const where = 'an event created without it';
    expectField({ calendar, shown, field: 'all_day', sent, where, exchange: shown.exchange });
  },
});
