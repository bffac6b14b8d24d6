import fc from 'fast-check';
import { browse } from '../../adapter/reading/browse.js';
import { addDays } from '../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { type Collection, resources } from '../../contract/resources.js';
import { ref } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { expectEachOnce, expectListed, expectMembership } from '../expect/expect-list.js';
import { RETURNS } from '../expect/expect-selection.js';
import { isDrafted, isPublished } from '../model/status-condition.js';
import { baseQueryOf, isPlain } from '../queries/base-query.js';
import { listRule } from '../queries/list-rule.js';

const SOON = ref('events', 'soon');

/** Days from today, on whatever clock. */
const NEXT_DAYS = [3, 14] as const;

/** The event that was made for it, or one of the next days that was found. */
function isSoon(world: World, event: WorldRecord): boolean {
  if (event.complete) return event.ref.key === SOON.key && !isDrafted(event);
  const [from, to] = NEXT_DAYS.map((days) => addDays(world.today, days));
  const { start_date: start } = event.payload;
  const isNear = typeof start === 'string' && from !== undefined && to !== undefined && start >= from && start < to;
  return isNear && isPublished(event, world) === 'in';
}

/**
 * The defaults of start_date and end_date are computed by the service, so nothing must be in the list that comes without
 * them; but a calendar that shows nothing of next week is hardly meant.
 */
export const showsWhatIsSoon = listRule({
  collection: 'events',
  rule: 'default-window',
  level: 'SHOULD',
  clause: 'event.list',
  alsoCovers: ['coherence.pages'],
  statement:
    'A list of events without any date parameter contains an event of the next days, and none twice on a page.',
  cost: 1,
  witnesses: [],
  given(world) {
    const soon = world.of('events').find((event) => isSoon(world, event));
    if (!soon) throw new WorldLacks('the test data has no published event of the next days');
    return fc.constant({ event: soon.ref });
  },
  async check({ calendar, world }, { event }) {
    const { id } = world.record(event);
    const browsed = await browse(calendar, 'events', {});
    expectEachOnce(browsed, 'events');
    expectMembership(browsed, { collection: 'events', id }, true);
  },
});

/** The list of a collection works at all: what is published and in view is in it. */
export const showsEach = (collection: Collection): CalendarRequirement =>
  listRule({
    collection,
    rule: 'each',
    clause: `${resources[collection].singular}.list`,
    establishes: `${collection}.list`,
    statement: `A list contains, over all its pages, every one of the published ${collection}.`,
    cost: 1,
    witnesses: [RETURNS],
    given: (world) => fc.constant(baseQueryOf(world, collection)),
    check: (subject, query) => expectListed(subject, collection, query, { among: isPlain(subject.world) }),
  });
