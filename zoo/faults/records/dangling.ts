import type { Collection } from '../../../contract/field.js';
import { eventRelations, type Relation } from '../../../contract/resources.js';
import type { Send } from '../../../harness/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../harness/json.js';
import { toText } from '../../../target/shown-values.js';
import type { Asked } from '../../asked.js';
import { isGranted } from '../../edit-answer.js';
import { bodyOf, withJson } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { findAll, recordNow } from '../../look-up.js';
import { inEach, inTurn, onAny } from '../../on.js';
import { asList, type Links, showLinks } from './show-links.js';

async function isThere({ at }: Asked, collection: Collection, id: JsonValue, next: Send): Promise<boolean> {
  return isGranted(await next({ method: 'GET', target: at(`/${collection}/${toText(id)}`), headers: [] }));
}

/** The fields that hold ids, and what they lead to. */
const references: Partial<Record<Collection, Readonly<Record<string, Collection>>>> = {
  events: eventRelations,
  categories: { parent: 'categories' },
};

/** There are no foreign keys. */
const unknownLinked: Fault = {
  id: 'records.create.unknown-linked',
  clause: 'coherence.relations',
  neighbours: ['event.create', 'category.field.parent'],
  statement: 'An event or a category is created with links to records that do not exist, and shows them.',
  create: (_, lens) => {
    const links: Links = new Map();
    const create = onAny(lens, inEach(['events', 'categories'], { kind: 'create' }), async (asked, next) => {
      const { request, collection } = asked;
      const refused = await next(request);
      const body = bodyOf(request);
      if (isGranted(refused) || !body) return refused;
      const [known, unknown] = await parted(asked, body, next);
      const outcome = await next(withJson(request, known));
      const record = lens.record(collection, outcome);
      if (record) links.set(lens.id(collection, record), unknown);
      return outcome;
    });
    return inTurn(showLinks(lens, 'events', links), showLinks(lens, 'categories', links), create);
  },
};

/** A body without the ids that no record has, and these ids by their field. */
async function parted(asked: Asked, body: JsonObject, next: Send) {
  const known: Record<string, JsonValue> = { ...body };
  const unknown = new Map<string, readonly JsonValue[]>();
  for (const [field, collection] of Object.entries(references[asked.collection] ?? {})) {
    const ids = asList(body[field]);
    const there = await Promise.all(ids.map((id) => isThere(asked, collection, id, next)));
    const lost = ids.filter((_, index) => !there[index]);
    if (lost.length === 0) continue;
    unknown.set(field, lost);
    known[field] = isJsonArray(body[field]) ? ids.filter((_, index) => there[index]) : null;
  }
  return [known, unknown] as const;
}

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
      onAny(lens, [{ kind: 'delete', collection: eventRelations[relation] }], async (asked, next) => {
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

/** Links to what is not there. */
export const dangling: readonly Fault[] = [unknownLinked, stillLinked, firstUnlinked];
