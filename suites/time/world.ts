import fc from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { byId } from '../../target/paths.js';
import { toText } from '../../target/shown-values.js';
import { requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectFound } from '../expect-shown.js';
import { expectUtc } from './expect-utc.js';

const MOST = 3;

/** Events of the world that are in zones of their own. */
function zoned(world: World) {
  const found = world.of('events').filter(({ payload }) => 'timezone' in payload);
  if (found.length < 2) throw new Inconclusive('the world has too few records with timezone', 'events.create');
  return fc.constant(found.slice(0, MOST).map(({ ref }) => ref));
}

/** What is shown of an event's times says the same twice, on two clocks. */
export const showsTimesInUtc = requirement({
  id: 'events.read.utc-times',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.read'],
  profile: 'coherence',
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement: 'The times of an event in UTC are those on the clock of its time zone.',
  cost: MOST,
  given: zoned,
  async check({ calendar, world }, refs) {
    for (const { id, body } of refs.map(world.record)) {
      expectUtc(calendar, await expectFound(calendar, 'events', byId({ id })), toText(body.timezone));
    }
  },
});
