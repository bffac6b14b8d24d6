import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { CannotTell } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { toText } from '../../target/shown-values.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { addDays, atTime, dayOf } from '../../target/world/wall-clock.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { expectFound } from '../expect-shown.js';
import { type Lead, leadsOf } from './lead.js';
import { offsetAt } from './zone-offset.js';

const utc = { level: 'MUST', clause: 'coherence.utc', profile: 'coherence' } as const;

/** The records of the world that were sent with a field; at least so many. */
function sentWith(world: World, field: string, collections: readonly Collection[], least: number) {
  const found = collections.flatMap((collection) => world.of(collection)).filter(({ payload: sent }) => field in sent);
  if (found.length < least) throw new CannotTell(`the world has too few records with ${field}`, 'events.create');
  return fc.constant(found.map(({ ref }) => ref));
}

/**
 * An event's times are on the clock of its own zone, or all are on that of the site (reading `event.times.zone`): then
 * they are ahead of UTC alike, whatever the zones.
 */
export const tellsTimesInUtc = requirement({
  ...utc,
  id: 'events.read.utc-times',
  operations: ['events.read'],
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement: 'The times of an event in UTC are those on the clock of its time zone.',
  cost: 3,
  given: (world) => sentWith(world, 'timezone', ['events'], 2),
  async check({ calendar, world }, refs) {
    const told: Told[] = [];
    for (const record of refs.slice(0, 3).map(world.record)) told.push(...(await timesOf(calendar, record)));
    const alike = told.every(({ seconds }) => seconds === told[0]?.seconds);
    const wrong = alike ? undefined : told.find(({ seconds, offset }) => seconds !== offset);
    const expected = `${wrong?.local} in ${wrong?.zone} to be ${wrong?.offset} s ahead of UTC`;
    const [observed, exchange] = [`${wrong?.seconds} s`, wrong?.exchange];
    expectThat(wrong === undefined, { kind: 'value', expected, observed, ...(exchange && { exchange }) });
  },
});

/** A time of an event, how far it is ahead of UTC as shown, and how far its zone is. */
interface Told extends Lead {
  readonly zone: string;
  readonly offset: number;
  readonly exchange: Exchange;
}

async function timesOf(calendar: Calendar, { id, body: sent }: WorldRecord): Promise<readonly Told[]> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId({ id }));
  const zone = toText(sent.timezone);
  return leadsOf(calendar, shown).flatMap((lead) => {
    const offset = offsetAt(zone, lead.local);
    return offset === undefined ? [] : [{ ...lead, zone, offset, exchange }];
  });
}

/** On one day no clock that we send is changed after 03:00: so the two clocks of an event stay as far apart. */
export const movesUtcAlong = requirement({
  ...utc,
  id: 'events.update.utc-times',
  operations: ['events.update.patch'],
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
  thorough: true,
  statement: 'When an event is moved within a day, its times in UTC move along.',
  cost: 5,
  given: (world) => payload(resourceOf('events'), world, { only: ['timezone'] }),
  async arrange({ calendar, world }, body) {
    const day = addDays(dayOf(world.span.from), 40);
    const between = (start: string, end: string) => ({ start_date: atTime(day, start), end_date: atTime(day, end) });
    const made = await calendar.make('events', { ...body, ...between('10:00:00', '12:00:00') });
    const before = leadsOf(calendar, await expectFound(calendar, 'events', byId(made)));
    const later = between('15:00:00', '16:30:00');
    expectSuccess((await calendar.update('events', byId(made), 'PATCH', later)).exchange, 'a PATCH');
    return { made, before };
  },
  async check({ calendar }, _, { made, before }) {
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const after = leadsOf(calendar, shown);
    const [expected, observed] = [before, after].map(
      (leads) => `${leads.map(({ seconds }) => seconds).join(' and ')} s`,
    );
    const details = { expected: `times ${expected} ahead of UTC, as before`, observed: `${observed}`, exchange };
    expectThat(expected === observed, { kind: 'value', ...details });
  },
});
