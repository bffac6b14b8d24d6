import { idsIn } from '../../../adapter/reading/agreement.js';
import { type Collection, eventRelations, type Relation, relations } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody, valuesOf, withJson, withoutParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { linkedBy, noting } from './unlinking.js';

const parameterTo: Partial<Record<Collection, string>> = { venues: 'venue', organizers: 'organizer' };

/** The join table of events is not cleared, and the filter reads only that. */
const stillSelecting: Fault = {
  id: 'records.delete.still-selecting',
  clause: 'coherence.relations',
  neighbours: ['venue.delete', 'organizer.delete', 'event.list.venue', 'event.list.organizer'],
  statement: 'Filters by a deleted venue or organizer still find its events, which no longer show it.',
  create: (_, view) => {
    const joined = new Map<string, readonly string[]>();
    const remove = interceptOperations(
      view,
      inEach(['venues', 'organizers'], { kind: 'delete' }),
      async (call, next) => {
        const { request, collection } = call;
        const parameter = parameterTo[collection] ?? '';
        const record = await recordNow(view, call, next);
        const id = record ? view.id(collection, record) : '';
        const events = record ? await findAll({ view, call, next }, 'events', `${parameter}=${id}`) : [];
        const outcome = await next(request);
        const ids = events.map((event) => view.id('events', event));
        if (isGranted(outcome)) joined.set(`${parameter}/${id}`, ids);
        return outcome;
      },
    );
    const list = interceptOperation(view, { kind: 'list', collection: 'events' }, async ({ request, query }, next) => {
      const parameter = Object.values(parameterTo).find((name) => valuesOf(query, name).length === 1) ?? '';
      const found = joined.get(`${parameter}/${valuesOf(query, parameter).join()}`);
      if (!found) return next(request);
      const outcome = await next(withoutParameter(request, parameter));
      const items = view.items('events', outcome).filter((item) => found.includes(view.id('events', item)));
      return view.editTotal(
        view.editItems('events', outcome, () => items),
        () => items.length,
      );
    });
    return inTurn(remove, list);
  },
};

/** Children are saved anew without their parent, and without whatever else the form has not loaded. */
const childrenBlanked: Fault = {
  id: 'categories.delete.children-blanked',
  clause: 'coherence.other-records',
  neighbours: ['category.delete', 'coherence.relations'],
  statement: 'A DELETE of a category clears the descriptions of its child categories.',
  create: (_, view) =>
    interceptOperation(view, { id: 'categories.delete' }, async (call, next) => {
      const { request, address, at } = call;
      const children = await findAll({ view, call, next }, 'categories', `parent=${address}`);
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const one of children) {
        const target = at(`/categories/${view.id('categories', one)}`);
        await next(withJson({ method: 'PATCH', target, headers: [] }, { description: '' }));
      }
      return outcome;
    }),
};

/** What a DELETE leaves behind in records that referred to the deleted one. */
export const leftBehind: readonly Fault[] = [stillSelecting, childrenBlanked];

/** Links are marked as deleted, and whoever links again takes the mark off all of them. */
const relinksAll: Fault = {
  id: 'events.update.relinks-all',
  clause: 'coherence.relations',
  neighbours: ['coherence.kept-write', 'event.update'],
  statement: 'An update that links a record again restores the links of that kind that the event has lost.',
  create: (_, view) => inTurn(...relations.map((relation) => relinking(view, relation))),
};

function relinking(view: WireView, relation: Relation): Interceptor {
  const unlinked = new Map<string, readonly string[]>();
  const forgetting = interceptOperation(
    view,
    { kind: 'delete', collection: eventRelations[relation] },
    async (call, next) => {
      const gone = await recordNow(view, call, next);
      const id = gone ? view.id(call.collection, gone) : '';
      for (const [event, ids] of unlinked)
        unlinked.set(
          event,
          ids.filter((one) => one !== id),
        );
      return next(call.request);
    },
  );
  const linking = interceptOperation(view, { kind: 'update', collection: 'events' }, async (call, next) => {
    const record = await recordNow(view, call, next);
    const sent = bodyOf(call.request)?.[relation];
    if (!record || !isJsonArray(sent)) return next(call.request);
    const [event, had] = [view.id('events', record), linkedBy(view, record, relation)];
    const marked = [...(unlinked.get(event) ?? []), ...had.filter((id) => !idsIn(sent).includes(id))];
    const isLinking = idsIn(sent).some((id) => !had.includes(id));
    const outcome = await next(isLinking ? withLinks(call.request, relation, marked) : call.request);
    if (isGranted(outcome)) unlinked.set(event, isLinking ? [] : marked);
    return outcome;
  });
  return inTurn(forgetting, linking);
}

/** A request that sends some ids besides those in a relation of its body. */
const withLinks = (request: Parameters<typeof editBody>[0], relation: Relation, ids: readonly string[]) =>
  editBody(request, (body) => {
    const sent = [body[relation] ?? []].flat();
    const more = ids.filter((id) => !idsIn(sent).includes(id)).map(Number);
    return { ...body, [relation]: [...sent, ...more] };
  });

/** A DELETE takes a record out of the column for the main one, and not out of the table of the others. */
const danglesSecond: Fault = {
  id: 'organizers.delete.dangles-second',
  clause: 'coherence.relations',
  neighbours: ['organizer.delete'],
  statement: 'A deleted organizer stays linked to events that list it after another.',
  create: (_, view) => {
    const dangling = new Map<string, readonly JsonValue[]>();
    const deleting = interceptOperation(view, { kind: 'delete', collection: 'organizers' }, async (call, next) => {
      const record = await recordNow(view, call, next);
      const id = record ? view.id('organizers', record) : '';
      const events = record ? await findAll({ view, call, next }, 'events', `organizer=${id}`) : [];
      const outcome = await next(call.request);
      const losing = isGranted(outcome)
        ? events.filter((event) => linkedBy(view, event, 'organizer').indexOf(id) > 0)
        : [];
      for (const event of losing) {
        const key = view.id('events', event);
        const shown = [view.field('events', event, 'organizer') ?? []].flat();
        dangling.set(key, [...(dangling.get(key) ?? []), ...shown.filter((one) => idsIn(one).includes(id))]);
      }
      return outcome;
    });
    const withDangling = (event: JsonObject): JsonObject => {
      const [shown, lost] = [view.field('events', event, 'organizer'), dangling.get(view.id('events', event))];
      return lost && isJsonArray(shown) ? view.withField('events', event, 'organizer', [...shown, ...lost]) : event;
    };
    const reading = interceptOperation(view, { kind: 'read', collection: 'events' }, async ({ request }, next) =>
      view.editRecord('events', await next(request), withDangling),
    );
    const saving = noting(view, 'organizer', ({ event }) => dangling.delete(event));
    return inTurn(deleting, saving, reading);
  },
};

/** Links that come back, or stay, where a record shows what it is linked to. */
export const returningLinks: readonly Fault[] = [relinksAll, danglesSecond];
