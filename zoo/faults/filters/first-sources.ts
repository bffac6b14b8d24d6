import { idsIn } from '../../../adapter/reading/agreement.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import { type Collection, eventRelations, type Relation } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptLists, interceptOperation } from '../../intercept/intercept-operation.js';
import { everyItem, relationTo, respondWith, wholeList } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import type { CallContext } from '../../intercept/record-lookup.js';
import { valuesOf } from '../../intercept/request-edit.js';
import { PAGES, places, terms } from '../../list-fault.js';

type Sort = (context: CallContext) => (one: JsonObject, other: JsonObject) => number;

const byStart: Sort =
  ({ view }) =>
  (one, other) =>
    view.text('events', one, 'start_date') < view.text('events', other, 'start_date') ? -1 : 1;

const newestFirst: Sort =
  ({ view }) =>
  (one, other) =>
    Number(view.id('events', other)) - Number(view.id('events', one));

/** The first page of the events from a day on: what a filter is made of that asks for no further one. */
async function firstEvents(
  context: CallContext,
  { from, size, sort }: { readonly from: string; readonly size: number; readonly sort: Sort },
): Promise<readonly JsonObject[]> {
  const target = context.call.at(`/events?ends_after=${from}`);
  const events = await everyItem(context, { method: 'GET', target, headers: [] });
  return events.toSorted(sort(context)).slice(0, size);
}

interface FirstPage<C extends Exclude<Collection, 'events'>> {
  readonly among: readonly [C, ...C[]];
  readonly parameter: ParameterOf<C>;
  readonly isAsked: (call: OperationCall) => boolean;
  /** Whether only events that have not ended count. */
  readonly upcoming: boolean;
  readonly size: number;
  readonly sort?: Sort;
}

const DAY = 86_400_000;

/** Lists what the events of one page are linked to, as if there were no others. */
const ofFirstPage =
  <C extends Exclude<Collection, 'events'>>({
    among,
    isAsked,
    upcoming,
    size,
    sort = byStart,
  }: FirstPage<C>): Fault['create'] =>
  (_, view, clock) =>
    interceptLists(view, among, async (call, next) => {
      if (!isAsked(call)) return next(call.request);
      const context = { view, call, next };
      const from = upcoming ? new Date(clock.now() - DAY).toISOString().slice(0, 10) : '1000-01-01';
      const events = await firstEvents(context, { from, size, sort });
      const relation = relationTo[call.collection as keyof typeof relationTo];
      const linked = new Set(events.flatMap((event) => idsIn(view.field('events', event, relation))));
      const records = await wholeList(context, call.request);
      return respondWith(
        context,
        records.filter((record) => linked.has(view.id(call.collection, record))),
      );
    });

const fault = <C extends Exclude<Collection, 'events'>>(
  name: string,
  statement: string,
  page: FirstPage<C>,
): Fault => ({
  id: name,
  clause: listClauseId(page.among[0], page.parameter),
  neighbours: [...page.among.map((one) => listClauseId(one, page.parameter)), PAGES],
  statement,
  create: ofFirstPage(page),
});

const isOn =
  (name: string) =>
  ({ query }: OperationCall): boolean =>
    /^(1|true)$/.test(query.get(name) ?? '');

const upcoming = { among: places, parameter: 'only_with_upcoming', isAsked: isOn('only_with_upcoming') } as const;

/** A filter asks for its events as any client does, and gets the first page of them. */
export const firstSources: readonly Fault[] = [
  fault(
    'places.list.upcoming-of-ten',
    'only_with_upcoming selects the venues and organizers of the ten events that come next.',
    { ...upcoming, upcoming: true, size: 10 },
  ),
  fault(
    'places.list.upcoming-of-twenty',
    'only_with_upcoming selects the venues and organizers of the twenty events that come next.',
    { ...upcoming, upcoming: true, size: 20 },
  ),
  fault(
    'places.list.upcoming-of-ten-newest',
    'only_with_upcoming selects the venues and organizers of the ten upcoming events that were created last.',
    { ...upcoming, upcoming: true, size: 10, sort: newestFirst },
  ),
  fault(
    'places.list.has_events-of-twenty',
    'has_events selects the venues and organizers of the first twenty events.',
    { among: places, parameter: 'has_events', isAsked: isOn('has_events'), upcoming: false, size: 20 },
  ),
  fault('terms.list.hide_empty-of-twenty', 'hide_empty hides the terms that none of the first twenty events has.', {
    among: terms,
    parameter: 'hide_empty',
    isAsked: ({ query }) => !/^(0|false)$/.test(query.get('hide_empty') ?? ''),
    upcoming: false,
    size: 20,
  }),
];

/** Of the events of a venue, organizer or term the first ten alone are known to the filter. */
const tenOf = (relation: Relation): Fault => ({
  id: `events.list.${relation}-ten-at-most`,
  clause: listClauseId('events', relation),
  neighbours: [PAGES],
  statement: `Filtering by ${relation} selects the first ten events of each of the ${eventRelations[relation]} at most.`,
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const wanted = valuesOf(call.query, relation);
      if (wanted.length === 0) return next(call.request);
      const context = { view, call, next };
      const all = await firstEvents(context, { from: '1000-01-01', size: Number.POSITIVE_INFINITY, sort: byStart });
      const linksOf = (event: JsonObject): readonly string[] => idsIn(view.field('events', event, relation));
      const firsts = wanted.map((id) => all.filter((event) => linksOf(event).includes(id)).slice(0, 10));
      const known = new Set(firsts.flat().map((event) => view.id('events', event)));
      const isLost = (event: JsonObject): boolean =>
        linksOf(event).some((id) => wanted.includes(id)) && !known.has(view.id('events', event));
      const records = await wholeList(context, call.request);
      return respondWith(
        context,
        records.filter((event) => !isLost(event)),
      );
    }),
});

/** Filters by a relation that see one page of what is linked. */
export const fewLinks: readonly Fault[] = (['venue', 'organizer', 'categories', 'tags'] as const).map(tenOf);
