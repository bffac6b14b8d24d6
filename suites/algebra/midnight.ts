import { alternativesFor } from '../../target/alternatives.js';
import type { World, WorldRecord } from '../../target/world/world.js';

const MIDNIGHT = '00:00:00';

/** Whether it is certain on which day an event ends. On another clock than its own any event may end at midnight. */
function endsWithinDay({ payload, complete }: WorldRecord, { profile }: World): boolean {
  const { end_date: end, all_day: allDay, timezone } = payload;
  const onOwnClock = alternativesFor(profile, 'list.compared-time').every((one) => one === 'wall-clock');
  const isOfSite = complete && timezone === undefined;
  const lastsAllDay = allDay === true || (allDay === undefined && !complete);
  return (onOwnClock || isOfSite) && !lastsAllDay && typeof end === 'string' && !end.endsWith(MIDNIGHT);
}

/**
 * The keys of the events of which it is open on which day they end: whether midnight still belongs to the day before is
 * not stated, nor when an event ends that lasts all day.
 */
export const openEnds = (world: World): readonly string[] =>
  world
    .of('events')
    .filter((event) => !endsWithinDay(event, world))
    .map(({ ref: { key } }) => key);
