import { type Calendar, createdId, type Made } from '../../../adapter/calendar/calendar.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import { browse } from '../../../adapter/reading/browse.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../../contract/resources.js';
import { payload } from '../../../generators/payload.js';
import type { ListQuery, Payload } from '../../../generators/wire-value.js';
import { DoesNotApply } from '../../../kernel/deviation.js';
import { expectBrowsed, expectMembership } from '../../expect/expect-list.js';
import { expectCreated } from '../../expect/expect-shown.js';
import { listAround } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';
import { filtersBy } from '../../queries/several-filters.js';
import { fieldOfMade } from './symbol-search.js';

/** Statuses that the target shows, but not of records that were sent without any. */
export function unusualStatuses({ accepted, records }: World): readonly string[] {
  const usual = records.filter(({ payload: { status } }) => status === undefined).map(({ status }) => status);
  return accepted.status.filter((status) => !usual.includes(status));
}

type WithStatus = 'events' | 'venues' | 'organizers';

/** Another status that a target may take besides those that it shows. */
const OTHER = 'pending';

/**
 * Statuses of records that are not published, the one last that is asked for. What filters events by theirs is hardly
 * another thing for their places. @throws DoesNotApply for none
 */
function statusesFor(world: World, collection: WithStatus): readonly string[] {
  const [known] = unusualStatuses(world);
  if (known === undefined) throw new DoesNotApply('the target shows no status besides the default one');
  return collection === 'events' ? [known === OTHER ? 'draft' : OTHER, known] : [known];
}

function textIn(body: Payload, name: string): string {
  const { [name]: value } = body;
  return typeof value === 'string' ? value : '';
}

/** What else a list of places is asked by: it selects published ones, and none of another status. */
const besideOf = (world: World, collection: WithStatus): readonly ListQuery[] =>
  collection === 'events'
    ? []
    : filtersBy(world, collection, 'event')
        .slice(0, 1)
        .map(({ value }) => ({ event: value }));

/** Makes a record of a status; undefined where the target does not take that, or makes another one of it. */
async function makeWith(calendar: Calendar, collection: Collection, body: Payload): Promise<Made | undefined> {
  const written = await calendar.create(collection, body);
  if (createdId(calendar.lens, collection, written.exchange) === undefined) return undefined;
  const made = expectCreated(calendar, written);
  return (await fieldOfMade(calendar, made, 'status')) === body.status ? made : undefined;
}

/** `status`, by records that are made with two that are not usual: one of them is no other name of the other. */
export const selectsByMadeStatus = (collection: WithStatus): CalendarRequirement =>
  listRule({
    collection,
    parameter: 'status',
    ...(collection === 'events' && { rule: 'unpublished' }),
    needs: [`${collection}.create`, 'accepted.status'],
    effects: 'writes',
    witnesses: [],
    statement: `Filtering by status returns the ${collection} of that status, and none of another that is not published.`,
    cost: collection === 'events' ? 5 : 4,
    given: (world) =>
      payload(resourceOf(collection), world, { only: [] }).map((body) => ({
        body,
        statuses: statusesFor(world, collection),
        beside: besideOf(world, collection),
      })),
    async arrange({ calendar }, { body, statuses }) {
      const { label } = resourceOf(collection);
      const all: Made[] = [];
      for (const status of statuses) {
        const made = await makeWith(calendar, collection, {
          ...body,
          [label]: `${status} ${textIn(body, label)}`,
          status,
        });
        if (made) all.push(made);
      }
      const made = all.pop();
      if (!made) throw new DoesNotApply(`the target keeps none of the statuses ${statuses.join(' and ')}`);
      return { made, apart: all };
    },
    async check({ calendar, world }, { body, beside }, { made, apart }) {
      const query = { ...listAround(world, collection, body), status: toText(made.body.status) };
      const browsed = await browse(calendar, collection, query);
      expectMembership(browsed, made, true);
      for (const one of apart) expectMembership(browsed, one, false);
      expectBrowsed(browsed, { world, collection, query });
      for (const filter of beside) {
        const narrower = { ...query, ...filter };
        expectBrowsed(await browse(calendar, collection, narrower), { world, collection, query: narrower });
      }
    },
  });
