import { idsIn } from '../../../adapter/reading/agreement.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { isJsonArray, type JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { findAll } from '../../intercept/record-lookup.js';
import { bodyOf, valuesOf, withoutParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { noting } from './unlinking.js';

const MOVED: readonly ClauseId[] = ['coherence.kept-write', 'event.list.venue', 'venue.list.event'];

/** What each event was linked to by a relation before its updates. */
function formerLinks(view: WireView, relation: 'venue' | 'organizer') {
  const former = new Map<string, readonly string[]>();
  const remember = noting(view, relation, ({ event, linked, now, kind }) => {
    const gone = linked.filter((id) => !now.includes(id));
    former.set(event, kind === 'delete' ? [] : [...(former.get(event) ?? []), ...gone]);
  });
  return { former, remember };
}

/** The places of each event are put into an index, and none is taken out while the event is there. */
const listsFormerVenues: Fault = {
  id: 'venues.list.event-remembers-former',
  clause: 'coherence.relations',
  neighbours: MOVED,
  statement: 'Filtering venues by event also returns those that the event was linked to before.',
  create: (_, view) => {
    const { former, remember } = formerLinks(view, 'venue');
    const list = interceptOperation(view, { id: 'venues.list' }, async (call, next) => {
      const ids = former.get(call.query.get('event') ?? '') ?? [];
      const outcome = await next(call.request);
      if (ids.length === 0) return outcome;
      const listed = view.items('venues', outcome).map((item) => view.id('venues', item));
      const isMore = (id: string): boolean => ids.includes(id) && !listed.includes(id);
      const more = (await findAll({ view, call, next }, 'venues')).filter((one) => isMore(view.id('venues', one)));
      const shown = view.editItems('venues', outcome, (items) => [...items, ...more]);
      return view.editTotal(shown, (total) => total + more.length);
    });
    return inTurn(remember, list);
  },
};

/** The other side of the same index. */
const listsAtFormerOrganizers: Fault = {
  id: 'events.list.organizer-remembers-former',
  clause: 'coherence.relations',
  neighbours: [...MOVED, 'event.list.organizer'],
  statement: 'Filtering events by organizer also returns those that were linked to it before.',
  create: (_, view) => {
    const { former, remember } = formerLinks(view, 'organizer');
    const list = interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const asked = valuesOf(query, 'organizer');
      const outcome = await next(request);
      if (asked.length !== 1) return outcome;
      const listed = view.items('events', outcome).map((item) => view.id('events', item));
      const wasLinked = (event: JsonObject): boolean =>
        (former.get(view.id('events', event)) ?? []).includes(asked.join()) &&
        !listed.includes(view.id('events', event));
      const more = view.items('events', await next(withoutParameter(request, 'organizer'))).filter(wasLinked);
      const shown = view.editItems('events', outcome, (items) => [...items, ...more]);
      return view.editTotal(shown, (total) => total + more.length);
    });
    return inTurn(remember, list);
  },
};

/** A row is put into the join table for each id that was sent. */
const countsNamings: Fault = {
  id: 'tags.read.count-per-naming',
  clause: 'coherence.relations',
  statement: 'A tag that an event was created with twice counts that event twice.',
  create: (_, view) => {
    const more = new Map<string, number>();
    const create = interceptOperation(view, { id: 'events.create' }, ({ request }, next) => {
      const sent = bodyOf(request)?.['tags'];
      const ids = isJsonArray(sent) ? idsIn(sent) : [];
      for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) more.set(id, 1);
      return next(request);
    });
    const read = interceptOperation(view, { id: 'tags.read' }, async ({ request }, next) =>
      view.editRecord('tags', await next(request), (record) => {
        const [count, extra] = [view.field('tags', record, 'count'), more.get(view.id('tags', record))];
        return typeof count === 'number' && extra ? view.withField('tags', record, 'count', count + extra) : record;
      }),
    );
    return inTurn(create, read);
  },
};

/** Indexes of links that hold more than there is. */
export const linkIndexes: readonly Fault[] = [listsFormerVenues, listsAtFormerOrganizers, countsNamings];
