import type { Collection } from '../../../contract/field.js';
import { isGranted } from '../../edit-answer.js';
import { valuesOf, withJson, withoutParameter } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { findAll, recordNow } from '../../look-up.js';
import { inEach, inTurn, interceptOperation, interceptOperations } from '../../on.js';

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
