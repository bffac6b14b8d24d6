import fc from 'fast-check';
import { CannotTell } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { leadOf } from '../../target/lead.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectFound } from '../expect-shown.js';
import { isPlausibleLead } from './expect-utc.js';

/** One record of each kind that was sent with a publication date: the world gives them all the same. */
function dated(world: World) {
  const kinds = ['events', 'venues', 'organizers'] as const;
  const found = kinds.flatMap((kind) => world.of(kind).find(({ payload }) => 'date' in payload) ?? []);
  if (found.length === 0) throw new CannotTell('the world has no record with a publication date', 'events.create');
  return fc.constant(found.map(({ ref }) => ref));
}

/** Publication dates are on the clock of the site, which is the same for all that is published at one time. */
export const tellsPublicationInUtc = requirement({
  id: 'events.read.utc-publication',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.read', 'venues.read', 'organizers.read'],
  profile: 'coherence',
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement: 'Publication dates that are the same on the clock of the site are the same in UTC.',
  cost: 3,
  given: dated,
  async check({ calendar, world }, refs) {
    let first: number | undefined;
    for (const ref of refs) {
      const { exchange, ...shown } = await expectFound(calendar, ref.ref, byId(world.record(ref)));
      const lead = leadOf(calendar.lens, shown, 'date', 'date_utc');
      if (!lead) throw new CannotTell('date and date_utc are not shown as times');
      first ??= lead.seconds;
      const expected = `${lead.local} to be ${first} s ahead of UTC, as elsewhere`;
      const fits = lead.seconds === first && isPlausibleLead(lead.seconds);
      expectThat(fits, { kind: 'value', expected, observed: `${lead.seconds} s`, exchange });
    }
  },
});
