import fc from 'fast-check';
import { expectSuccess, expectThat, isRefused } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { itemsIfListed } from '../items-if-listed.js';
import { anyRecord } from '../records/specimens.js';

/** Events and venues may share one space of ids, or an event may have the same id as a venue: then it is there as such. */
export const includesNoOtherKind: CalendarRequirement = requirement({
  id: 'events.list.include.other-kinds',
  level: 'MUST',
  clause: 'event.list.include',
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list', 'events.read'],
  effects: 'reads',
  statement:
    'A list of events that includes the id of a venue is refused, or holds that id only where an event has it.',
  cost: 2,
  given: (world) => fc.record({ venue: anyRecord(world, 'venues') }),
  async check({ calendar }, { venue }) {
    const id = calendar.idOf(venue);
    const exchange = await calendar.list('events', { include: [id] });
    const items = itemsIfListed(calendar, 'events', exchange);
    const isEvent = await isThere(calendar, id);
    const [expected, observed] = [`no event ${id}, as there is none`, 'a list with it'];
    expectThat(isEvent || items.every((item) => item.id !== id), { kind: 'selection', expected, observed, exchange });
  },
});

/** Whether an event has an id. */
async function isThere(calendar: Calendar, id: string): Promise<boolean> {
  const exchange = await calendar.read('events', byId({ id }));
  if (isRefused(exchange)) return false;
  expectSuccess(exchange, `a GET of events/${id}`);
  return true;
}
