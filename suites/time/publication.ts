import fc from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { expectThat } from '../../harness/expectations.js';
import { utcOffsetOf } from '../../target/lead.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { isPlausibleUtcOffset } from '../../target/zone.js';
import { expectFound } from '../expect-shown.js';

const kinds = ['events', 'venues', 'organizers'] as const;
const clocks = ['date', 'date_utc'] as const;
/** The day on which the world was published: on others the site may be as far ahead of UTC as in another season. */
const DAY = '2020-05-06';

/** Of each kind one that was sent with its publication date on each clock. */
function dated(world: World) {
  const isSentBy = (clock: string, { payload: { [clock]: time } }: WorldRecord): boolean =>
    typeof time === 'string' && time.startsWith(DAY);
  const found = kinds.flatMap((kind) =>
    clocks.flatMap((clock) => world.of(kind).find((record) => isSentBy(clock, record)) ?? []),
  );
  if (found.length === 0) throw new Inconclusive('the world has no record with a publication date', 'events.create');
  return fc.constant(found.map(({ ref }) => ref));
}

/** Publication dates are on the clock of the site, which is the same for all that is published at one time. */
export const showsPublicationInUtc = requirement({
  id: 'events.read.utc-publication',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.read', 'venues.read', 'organizers.read'],
  profile: 'coherence',
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement: 'Publication dates of one day are as far ahead of UTC, whichever of the two was sent.',
  cost: 6,
  given: dated,
  async check({ calendar, world }, refs) {
    let first: number | undefined;
    for (const ref of refs) {
      const { exchange, ...shown } = await expectFound(calendar, ref.ref, byId(world.record(ref)));
      const lead = utcOffsetOf(calendar.lens, shown, 'date', 'date_utc');
      if (!lead) throw new Inconclusive('date and date_utc are not shown as times');
      first ??= lead.seconds;
      const expected = `${lead.local} to be ${first} s ahead of UTC, as elsewhere`;
      const fits = lead.seconds === first && isPlausibleUtcOffset(lead.seconds);
      expectThat(fits, { kind: 'value', expected, observed: `${lead.seconds} s`, exchange });
    }
  },
});
