import { eventRelations, type Relation } from '../../../contract/resources.js';
import { isGranted } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { findAll, recordNow } from '../../look-up.js';
import { inTurn, interceptOperations } from '../../on.js';
import { type Links, showLinks } from './show-links.js';

interface Left {
  readonly relations: readonly Relation[];
  /** Which of the linked events, the first of them first, keep the link. */
  readonly keep: (ids: readonly string[]) => readonly string[];
}

/** Some events still show what is deleted. */
const leavingLinks =
  ({ relations, keep }: Left): Fault['create'] =>
  (_, lens) => {
    const links: Links = new Map();
    const remove = relations.map((relation) =>
      interceptOperations(lens, [{ kind: 'delete', collection: eventRelations[relation] }], async (asked, next) => {
        const record = await recordNow(lens, asked, next);
        const id = record ? lens.id(asked.collection, record) : '';
        const events = await findAll({ lens, asked, next }, 'events', `${relation}=${id}`);
        const outcome = await next(asked.request);
        if (!isGranted(outcome) || !record) return outcome;
        const ids = events
          .map((event) => lens.id('events', event))
          .toSorted((one, other) => Number(one) - Number(other));
        for (const event of keep(ids)) links.set(event, new Map([...(links.get(event) ?? []), [relation, [record]]]));
        return outcome;
      }),
    );
    return inTurn(showLinks(lens, 'events', links), ...remove);
  };

/** The links of an event are not looked at when a term is deleted. */
const stillLinked: Fault = {
  id: 'records.delete.still-linked',
  clause: 'coherence.relations',
  neighbours: ['category.delete', 'tag.delete'],
  statement: 'An event still shows a category or a tag that was deleted.',
  create: leavingLinks({ relations: ['categories', 'tags'], keep: (ids) => ids }),
};

/** The first event is looked up, and no other. */
const firstUnlinked: Fault = {
  id: 'records.delete.first-unlinked',
  clause: 'coherence.relations',
  neighbours: ['venue.delete', 'tag.delete'],
  statement: 'Of the events that were linked to a deleted venue or tag, all but the first still show it.',
  create: leavingLinks({ relations: ['venue', 'tags'], keep: (ids) => ids.slice(1) }),
};

/** Links that outlive what they led to. */
export const lastingLinks: readonly Fault[] = [stillLinked, firstUnlinked];
