import type { Collection } from '../../../contract/field.js';
import { eventRelations } from '../../../contract/resources.js';
import type { Send } from '../../../harness/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../harness/json.js';
import { toText } from '../../../target/shown-values.js';
import type { OperationCall } from '../../asked.js';
import { isGranted } from '../../edit-answer.js';
import { bodyOf, withJson } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, inTurn, interceptOperations } from '../../on.js';
import { asList, type Links, showLinks } from './show-links.js';

async function isThere({ at }: OperationCall, collection: Collection, id: JsonValue, next: Send): Promise<boolean> {
  return isGranted(await next({ method: 'GET', target: at(`/${collection}/${toText(id)}`), headers: [] }));
}

/** The fields that hold ids, and what they lead to. */
const references: Partial<Record<Collection, Readonly<Record<string, Collection>>>> = {
  events: eventRelations,
  categories: { parent: 'categories' },
};

/** Links what is written to what does not exist. */
const linkingUnknown =
  (kind: 'create' | 'update'): Fault['create'] =>
  (_, lens) => {
    const links: Links = new Map();
    const write = interceptOperations(lens, inEach(['events', 'categories'], { kind }), async (asked, next) => {
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
    return inTurn(showLinks(lens, 'events', links), showLinks(lens, 'categories', links), write);
  };

/** There are no foreign keys. */
const unknownLinked: Fault = {
  id: 'records.create.unknown-linked',
  clause: 'coherence.relations',
  neighbours: ['event.create', 'category.field.parent'],
  statement: 'An event or a category is created with links to records that do not exist, and shows them.',
  create: linkingUnknown('create'),
};

/** What is linked is looked up when it is created, and not when it is updated. */
const unknownLinkedLater: Fault = {
  id: 'records.update.unknown-linked',
  clause: 'coherence.relations',
  neighbours: ['event.update', 'category.field.parent'],
  statement: 'An event or a category is updated with links to records that do not exist, and shows them.',
  create: linkingUnknown('update'),
};

/** A body without the ids that no record has, and these ids by their field. */
async function parted(asked: OperationCall, body: JsonObject, next: Send) {
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

/** Links to what is not there. */
export const dangling: readonly Fault[] = [unknownLinked, unknownLinkedLater];
