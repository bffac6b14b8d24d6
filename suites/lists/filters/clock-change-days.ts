import type { Made } from '../../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import { browse } from '../../../adapter/reading/browse.js';
import { byId } from '../../../adapter/reading/paths.js';
import type { CalendarRequirement, Subject } from '../../../adapter/subject.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import { type ListQuery, type Payload, ref } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectSuccess } from '../../../kernel/expectations.js';
import { expectMembership } from '../../expect/expect-list.js';
import { select } from '../../model/select.js';
import { listRule } from '../../queries/list-rule.js';

/** The next days on which clocks are set back, so that they have 25 hours, and forward. */
interface ChangeDays {
  readonly long: string;
  readonly short: string;
}

const DAYS_AHEAD = 380;

/** Where the clocks of the site are never changed, or its zone is not known: every day has a last hour. */
const OTHER_ZONE = 'Europe/Amsterdam';

/** Within a year from then on, those of a zone; undefined where it has none. */
function changeDaysIn(zone: string, from: string): ChangeDays | undefined {
  const days = Array.from({ length: DAYS_AHEAD }, (_, at) => addDays(from, at));
  // At noon the clocks of the day have been changed, if they are.
  const offsets = days.map((day) => utcOffsetsIn(zone, atTime(day, '12:00:00'))[0] ?? 0);
  const change = (at: number): number => (offsets[at] ?? 0) - (offsets[at - 1] ?? offsets[at] ?? 0);
  const [long, short] = [days.find((_, at) => change(at) < 0), days.find((_, at) => change(at) > 0)];
  return long !== undefined && short !== undefined ? { long, short } : undefined;
}

function changeDaysOf({ profile: { siteZone = OTHER_ZONE }, span }: World): ChangeDays {
  const from = dayOf(span.to);
  const days = changeDaysIn(siteZone, from) ?? changeDaysIn(OTHER_ZONE, from);
  if (!days) throw new Error(`the clocks of ${OTHER_ZONE} are changed twice a year`);
  return days;
}

const between = (day: string, start: string, end: string): Payload => ({
  start_date: atTime(day, start),
  end_date: atTime(day, end),
});

/** Whether a list has to hold an event of ours; undefined where the interface leaves it open. */
function belongsIn(
  { profile, today }: World,
  { id, body }: Made,
  payload: Payload,
  query: ListQuery,
): boolean | undefined {
  const own = ref('events', 'clock-change');
  const shown = { slug: undefined, status: 'publish', language: undefined, complete: true };
  const event: WorldRecord = { ref: own, id, ...shown, payload, body };
  const pool = { profile, today, of: (collection: Collection) => (collection === 'events' ? [event] : []) };
  const { must, mustNot } = select(pool, 'events', query);
  return must.length > 0 ? true : mustNot.length > 0 ? false : undefined;
}

/** All lists by a day at once: with the parameters that name the day itself, or without, where it is open what they select. */
function queriesOn(day: string): readonly ListQuery[] {
  const bounds = { starts_after: day, starts_before: day, ends_after: day, ends_before: day };
  const days = { start_date: atTime(day, '00:00:00'), end_date: atTime(day, '23:59:59') };
  return [{ ...bounds, ...days }, bounds];
}

/** Asks the first list of which it is known whether it holds an event of ours, and expects that; whether there is one. */
async function expectOnDay(
  { calendar, world }: Subject,
  made: Made,
  times: Payload,
  queries: readonly ListQuery[],
): Promise<boolean> {
  for (const query of queries) {
    const isIn = belongsIn(world, made, times, query);
    if (isIn === undefined) continue;
    expectMembership(await browse(calendar, 'events', query), made, isIn);
    return true;
  }
  return false;
}

/** The event in the last hour of a long day, and in the first hour after a short one. */
const LATE = ['23:15:00', '23:45:00'] as const;
const EARLY = ['00:15:00', '00:45:00'] as const;

interface Arranged extends ChangeDays {
  readonly made: Made;
}

/** A day is not always 24 hours long. */
export const heedsClockChanges: CalendarRequirement = listRule<'events', Payload, Arranged>({
  collection: 'events',
  parameters: ['starts_before', 'starts_after', 'ends_after', 'ends_before', 'start_date', 'end_date'],
  rule: 'clock-changes',
  needs: ['events.create', 'events.update.patch', 'lists.created'],
  effects: 'writes',
  witnesses: [],
  statement:
    'Date filters include the last hour of a day on which clocks are set back, and no hour after one on which they are set forward.',
  cost: 5,
  given: (world) => payload(resourceOf('events'), world, { only: [], omit: ['timezone'] }),
  async arrange({ calendar, world }, body) {
    const days = changeDaysOf(world);
    return { ...days, made: await calendar.make('events', { ...body, ...between(days.long, ...LATE) }) };
  },
  async check(subject, _, { made, long, short }) {
    const isKnown = await expectOnDay(subject, made, between(long, ...LATE), queriesOn(long));
    const times = between(addDays(short, 1), ...EARLY);
    expectSuccess((await subject.calendar.update('events', byId(made), 'PATCH', times)).exchange, 'a PATCH');
    const untilShort = { starts_after: addDays(short, -1), starts_before: short };
    if (!(await expectOnDay(subject, made, times, [untilShort])) && !isKnown)
      throw new DoesNotApply('it is not known which time of an event date filters compare');
  },
});
