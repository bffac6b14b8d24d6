import fc from 'fast-check';
import { listClauseId } from '../../contract/clauses/lists.js';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { expectThat } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { select } from '../model/select.js';
import { isPublished } from '../model/status.js';
import { askPage } from './ask-page.js';
import { baseQueryOf, isInView } from './ground.js';

const SIZE = 10;

/** A list in which terms of no event count too: fewer records have to be made to fill a page. */
const wholeOf = (world: World, collection: Collection): ListQuery => ({
  ...baseQueryOf(world, collection),
  ...((collection === 'categories' || collection === 'tags') && { hide_empty: false }),
});

const known = (world: World, collection: Collection): number => {
  const among = (record: WorldRecord): boolean => isInView(world)(record) && isPublished(record, world) === 'in';
  return select(world, collection, wholeOf(world, collection), { among }).must.length;
};

async function demandMore(calendar: Calendar, collection: Collection, query: ListQuery): Promise<void> {
  const there = (await browse(calendar, collection, query)).items.length;
  if (there <= SIZE) throw new WorldLacks(`there are no more than ${there} ${collection}`);
}

/** What each run has to make of a collection, so that there are more than ten: the world holds the others. */
const makes: Readonly<Record<Collection, number>> = { events: 0, venues: 4, organizers: 6, categories: 6, tags: 6 };

/** `per_page` left out. Where there are no more than ten records, some are made first. */
export const holdsTenByDefault = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.per_page.default`,
    level: 'MUST',
    clause: listClauseId(collection, 'per_page'),
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    effects: 'writes',
    statement: `A page of ${collection} that is not the last holds ten records when per_page is left out.`,
    cost: 1 + 2 * makes[collection],
    given: (world) =>
      fc.record({
        body: payload(resourceOf(collection), world, { only: [] }),
        query: fc.constant(wholeOf(world, collection)),
      }),
    async arrange({ calendar, world }, { body, query }) {
      if (known(world, collection) > SIZE) return;
      // Events that are made lie outside the world's window.
      const { lacks } = world.profile;
      const isAsFound = collection === 'events' || lacks.has(`${collection}.create`) || lacks.has('lists.created');
      if (isAsFound) return demandMore(calendar, collection, query);
      // Only our own count: what others made may be gone by the time of the check.
      for (let count = known(world, collection); count <= SIZE; count += 1) await calendar.make(collection, body);
    },
    async check({ calendar }, { query }) {
      const { items, exchange } = await askPage(calendar, collection, query);
      const expected = `${SIZE} records on the first page`;
      expectThat(items.length === SIZE, { kind: 'selection', expected, observed: `${items.length}`, exchange });
    },
  });
