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

/** The table that joins events with what they are linked to is not cleared, and the filter looks there alone. */
const stillSelecting: Fault = {
  id: 'records.delete.still-selecting',
  clause: 'coherence.relations',
  neighbours: ['venue.delete', 'organizer.delete', 'event.list.venue', 'event.list.organizer'],
  statement: 'Events are still found by a deleted venue or organizer, though they show it no more.',
  create: (_, lens) => {
    const joined = new Map<string, readonly string[]>();
    const remove = interceptOperations(
      lens,
      inEach(['venues', 'organizers'], { kind: 'delete' }),
      async (asked, next) => {
        const { request, collection } = asked;
        const parameter = parameterTo[collection] ?? '';
        const record = await recordNow(lens, asked, next);
        const id = record ? lens.id(collection, record) : '';
        const events = record ? await findAll({ lens, asked, next }, 'events', `${parameter}=${id}`) : [];
        const outcome = await next(request);
        const ids = events.map((event) => lens.id('events', event));
        if (isGranted(outcome)) joined.set(`${parameter}/${id}`, ids);
        return outcome;
      },
    );
    const list = interceptOperation(lens, { kind: 'list', collection: 'events' }, async ({ request, query }, next) => {
      const parameter = Object.values(parameterTo).find((name) => valuesOf(query, name).length === 1) ?? '';
      const found = joined.get(`${parameter}/${valuesOf(query, parameter).join()}`);
      if (!found) return next(request);
      const outcome = await next(withoutParameter(request, parameter));
      const items = lens.items('events', outcome).filter((item) => found.includes(lens.id('events', item)));
      return lens.editTotal(
        lens.editItems('events', outcome, () => items),
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
  statement: 'A DELETE of a category empties the descriptions of the categories directly below it.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.delete' }, async (asked, next) => {
      const { request, address, at } = asked;
      const children = await findAll({ lens, asked, next }, 'categories', `parent=${address}`);
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      for (const one of children) {
        const target = at(`/categories/${lens.id('categories', one)}`);
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
  statement: 'An update that links a record anew brings back the links of that kind that the event has lost before.',
  create: (_, lens) => inTurn(...relations.map((relation) => relinking(lens, relation))),
};

function relinking(lens: WireView, relation: Relation): Interceptor {
  const unlinked = new Map<string, readonly string[]>();
  const forgetting = interceptOperation(
    lens,
    { kind: 'delete', collection: eventRelations[relation] },
    async (asked, next) => {
      const gone = await recordNow(lens, asked, next);
      const id = gone ? lens.id(asked.collection, gone) : '';
      for (const [event, ids] of unlinked)
        unlinked.set(
          event,
          ids.filter((one) => one !== id),
        );
      return next(asked.request);
    },
  );
  const linking = interceptOperation(lens, { kind: 'update', collection: 'events' }, async (asked, next) => {
    const record = await recordNow(lens, asked, next);
    const sent = bodyOf(asked.request)?.[relation];
    if (!record || !isJsonArray(sent)) return next(asked.request);
    const [event, had] = [lens.id('events', record), linkedBy(lens, record, relation)];
    const marked = [...(unlinked.get(event) ?? []), ...had.filter((id) => !idsIn(sent).includes(id))];
    const isLinking = idsIn(sent).some((id) => !had.includes(id));
    const outcome = await next(isLinking ? withLinks(asked.request, relation, marked) : asked.request);
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
  statement: 'A deleted organizer stays linked to the events of which it was not the first.',
  create: (_, lens) => {
    const dangling = new Map<string, readonly JsonValue[]>();
    const deleting = interceptOperation(lens, { kind: 'delete', collection: 'organizers' }, async (asked, next) => {
      const record = await recordNow(lens, asked, next);
      const id = record ? lens.id('organizers', record) : '';
      const events = record ? await findAll({ lens, asked, next }, 'events', `organizer=${id}`) : [];
      const outcome = await next(asked.request);
      const losing = isGranted(outcome)
        ? events.filter((event) => linkedBy(lens, event, 'organizer').indexOf(id) > 0)
        : [];
      for (const event of losing) {
        const key = lens.id('events', event);
        const shown = [lens.field('events', event, 'organizer') ?? []].flat();
        dangling.set(key, [...(dangling.get(key) ?? []), ...shown.filter((one) => idsIn(one).includes(id))]);
      }
      return outcome;
    });
    const withDangling = (event: JsonObject): JsonObject => {
      const [shown, lost] = [lens.field('events', event, 'organizer'), dangling.get(lens.id('events', event))];
      return lost && isJsonArray(shown) ? lens.withField('events', event, 'organizer', [...shown, ...lost]) : event;
    };
    const reading = interceptOperation(lens, { kind: 'read', collection: 'events' }, async ({ request }, next) =>
      lens.editRecord('events', await next(request), withDangling),
    );
    const saving = noting(lens, 'organizer', ({ event }) => dangling.delete(event));
    return inTurn(deleting, saving, reading);
  },
};

/** Links that come back, or stay, where a record shows what it is linked to. */
export const returningLinks: readonly Fault[] = [relinksAll, danglesSecond];
