import fc from 'fast-check';
import { isPlausibleUtcOffset, utcOffsetsIn } from '../../adapter/notation/time-zone.js';
import { byId } from '../../adapter/reading/paths.js';
import { type UtcOffset, utcOffsetOf } from '../../adapter/reading/utc-offset.js';
import { requirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { expectOpen } from '../expect/expect-open.js';
import { expectFound } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { isRedacted } from '../model/status-condition.js';
import { expectUtc } from './expect-utc.js';

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
  if (found.length === 0)
    throw new Inconclusive('the test data has no record with a publication date', 'events.create');
  return fc.constant(found.map(({ ref }) => ref));
}

/** Whether a time is on the clock of an event's own zone: of which zone a publication date is, is open. */
const isOnOwnClock = (record: WorldRecord, { local, seconds }: UtcOffset): boolean =>
  utcOffsetsIn(zoneOf(record) ?? '', local).includes(seconds);

/** Publication dates are on the clock of the site, which is the same for all that is published at one time, or on an event's own. */
export const showsPublicationInUtc = requirement({
  id: 'events.read.utc-publication',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.read', 'venues.read', 'organizers.read'],
  profile: 'coherence',
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement:
    'All publication dates of one day have the same UTC offset, or that of the zone of their event, whether date or date_utc was sent.',
  cost: 6,
  given: dated,
  async check({ calendar, world }, refs) {
    let first: number | undefined;
    for (const ref of refs) {
      const { exchange, ...shown } = await expectFound(calendar, ref.ref, byId(world.record(ref)));
      const offset = utcOffsetOf(calendar.lens, shown, 'date', 'date_utc');
      if (!offset) throw new DoesNotApply('date and date_utc are not shown as times');
      if (isOnOwnClock(world.record(ref), offset)) continue;
      first ??= offset.seconds;
      const expected = `${offset.local} to be ${first} s ahead of UTC, as elsewhere`;
      const fits = offset.seconds === first && isPlausibleUtcOffset(offset.seconds);
      const about = { mistake: mistakes.clocksDisagree };
      expectThat(fits, { kind: 'value', expected, observed: `${offset.seconds} s`, exchange, about });
    }
  },
});

const MOST = 3;

/** Whether an event is in a zone of its own, and shown whole: one that was found may name its zone in its own way. */
function isZoned(event: WorldRecord): boolean {
  const [zone, { start_date: start }] = [zoneOf(event), event.payload];
  const isKnown = zone !== undefined && typeof start === 'string' && utcOffsetsIn(zone, start).length > 0;
  return !isRedacted(event) && zone !== undefined && (event.complete || isKnown);
}

const zoneOf = ({ payload: { timezone } }: WorldRecord): string | undefined =>
  typeof timezone === 'string' ? timezone : undefined;

/** Events of the world that are in zones of their own. */
function zoned(world: World) {
  const found = world.of('events').filter(isZoned);
  if (found.length < 2) throw new WorldLacks('the test data has fewer than two events with timezone');
  return fc.constant(found.slice(0, MOST).map(({ ref }) => ref));
}

/** What is shown of an event's times says the same twice, on two clocks. */
export const showsTimesInUtc = requirement({
  id: 'events.read.utc-times',
  level: 'MUST',
  clause: 'coherence.utc',
  operations: ['events.read'],
  profile: 'coherence',
  needs: ['events.read'],
  effects: 'reads',
  statement: 'The UTC times of an event match its local times in its time zone.',
  cost: MOST,
  given: zoned,
  async check({ calendar, world }, refs) {
    for (const record of refs.map(world.record)) {
      expectUtc(calendar, await expectOpen({ calendar, world }, record.ref), zoneOf(record) ?? '');
    }
  },
});
