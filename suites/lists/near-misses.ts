import fc from 'fast-check';
import type { Made } from '../../adapter/calendar/calendar.js';
import { browse, type Browsed } from '../../adapter/reading/browse.js';
import type { CalendarRequirement, Subject } from '../../adapter/subject.js';
import { relations, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectMembership } from '../expect/expect-list.js';
import { expectAlike, isShownBy, showsFields, shownFields } from '../expect/shown-in.js';
import { listRule } from '../queries/list-rule.js';
import { askPageBeyond } from '../queries/read-pages.js';
import {
  type Asked,
  aspectsOf,
  fromOf,
  furtherQueries,
  missingBody,
  queryOf,
  selectedBody,
} from './near-miss-events.js';

interface Arranged {
  readonly selected: Made;
  readonly missing: readonly Made[];
}

/** Expects a list to hold none that misses a filter, and the one that fits them all, or not even that. */
function expectSelectedAlone(browsed: Browsed, { selected, missing }: Arranged, isIn = true): void {
  expectMembership(browsed, selected, isIn);
  for (const one of missing) expectMembership(browsed, one, false);
}

/** A list that is put together from several tables shows the same of the event as the response to its create. */
function expectAsCreated({ calendar }: Subject, { items, pages }: Browsed, { shown, exchange, id }: Made): void {
  const item = items.find((one) => one.id === id);
  const [page] = pages;
  if (!item || !page) throw new RangeError('the event was found in the list');
  const isInBoth = (field: string): boolean => [shown, item].every((one) => isShownBy(calendar, one, field));
  const names = shownFields(calendar, 'events').filter(isInBoth);
  const listed = { where: 'the list by many filters', shown: item, exchange: page.exchange };
  if (names.length > 0 && showsFields(calendar, shown))
    expectAlike(calendar, { where: 'the response to the create', shown, exchange }, listed, names);
}

/** Page 2 has none of ours: the one that all filters select is on page 1, unless others have events like it. */
async function expectNoneBeyond({ calendar }: Subject, query: ListQuery, made: Arranged): Promise<void> {
  const page = await askPageBeyond(calendar, 'events', { ...query, per_page: 1, page: 2 });
  for (const one of made.missing) expectMembership({ items: page.items, pages: [page] }, one, false);
}

/** Of each filter there is an event that it alone leaves out: if it is ignored beside any other, the list shows that event. */
export const leavesOutNearMisses: CalendarRequirement = listRule<'events', Asked, Arranged>({
  collection: 'events',
  parameters: [
    'search',
    'starts_after',
    'starts_before',
    'ends_after',
    'ends_before',
    'start_date',
    'end_date',
    'strict_dates',
    'featured',
    'status',
    ...relations,
  ],
  rule: 'near-misses',
  alsoCovers: ['event.list.page', 'coherence.shown-everywhere'],
  needs: ['events.create', 'lists.created'],
  effects: 'writes',
  witnesses: [],
  statement:
    'A list of events by many filters and bounds or days contains the event that fits all, as it was created, and none that misses one of them.',
  cost: 30,
  given: (world) =>
    fc
      .noShrink(payload(resources.events, world, { only: [] }))
      .chain((body) => fc.record({ body: fc.constant(body), aspects: aspectsOf(world, fromOf(body)) })),
  async arrange({ calendar }, asked) {
    const selected = await calendar.make('events', selectedBody(asked.body, asked.aspects));
    const missing: Made[] = [];
    for (const aspect of asked.aspects) missing.push(await calendar.make('events', missingBody(asked, aspect)));
    return { selected, missing };
  },
  async check(subject, asked, made) {
    const query = queryOf(subject.world, asked);
    const browsed = await browse(subject.calendar, 'events', query);
    expectSelectedAlone(browsed, made);
    expectAsCreated(subject, browsed, made.selected);
    await expectNoneBeyond(subject, query, made);
    for (const [further, isIn] of furtherQueries(subject.world, asked))
      expectSelectedAlone(await browse(subject.calendar, 'events', further), made, isIn);
  },
});
