import { toText } from '../../../adapter/notation/shown-values.js';
import { type Collection, eventRelations, type Relation } from '../../../contract/resources.js';
import type { Interceptor, Send } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, withJson } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

/** Links in records to records that do not exist: by the id of the record, then by its field. */
type Links = Map<string, ReadonlyMap<string, readonly JsonValue[]>>;

/** A relation as a list: one id, several, or none. */
const asList = (value: JsonValue | undefined): readonly JsonValue[] =>
  isJsonArray(value) ? value : value === undefined || value === null || value === 0 ? [] : [value];

/** Shows links that are none beside those that are. */
const showLinks = (view: WireView, collection: Collection, links: Links): Interceptor =>
  interceptOperations(view, [{ kind: 'read', collection }], async ({ request }, next) =>
    view.editRecord(collection, await next(request), (record) =>
      [...(links.get(view.id(collection, record)) ?? [])].reduce((shown, [field, more]) => {
        const all = [...asList(view.field(collection, shown, field)), ...more];
        return view.withField(collection, shown, field, collection === 'events' ? all : (all[0] ?? null));
      }, record),
    ),
  );

async function isThere({ at }: OperationCall, collection: Collection, id: JsonValue, next: Send): Promise<boolean> {
  return isGranted(await next({ method: 'GET', target: at(`/${collection}/${toText(id)}`), headers: [] }));
}

/** The fields that hold ids, and the collection of each. */
const references: Partial<Record<Collection, Readonly<Record<string, Collection>>>> = {
  events: eventRelations,
  categories: { parent: 'categories' },
};

/** Where the id of an unknown record is looked for; anything is linked without. */
type LinkedKinds = Partial<Record<Collection, Collection>>;

/** Links what is written to what does not exist, or not as what it is linked. */
const linkingUnknown =
  (kind: 'create' | 'update', linked?: LinkedKinds): Fault['create'] =>
  (_, view) => {
    const links: Links = new Map();
    const write = interceptOperations(view, inEach(['events', 'categories'], { kind }), async (call, next) => {
      const { request, collection } = call;
      const refused = await next(request);
      const body = bodyOf(request);
      if (isGranted(refused) || !body) return refused;
      const [known, unknown] = await parted(call, { body, linked }, next);
      const outcome = await next(withJson(request, known));
      const record = view.record(collection, outcome);
      if (record) links.set(view.id(collection, record), unknown);
      return outcome;
    });
    return inTurn(showLinks(view, 'events', links), showLinks(view, 'categories', links), write);
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

interface Written {
  readonly body: JsonObject;
  readonly linked: LinkedKinds | undefined;
}

/** A body without the ids that no record has, and these ids by their field. */
async function parted(call: OperationCall, { body, linked }: Written, next: Send) {
  const known: Record<string, JsonValue> = { ...body };
  const unknown = new Map<string, readonly JsonValue[]>();
  for (const [field, collection] of Object.entries(references[call.collection] ?? {})) {
    const ids = asList(body[field]);
    const isLost = async (id: JsonValue): Promise<boolean> =>
      !(await isThere(call, collection, id, next)) &&
      (linked === undefined || (await isThere(call, linked[collection] ?? collection, id, next)));
    const areLost = await Promise.all(ids.map(isLost));
    const lost = ids.filter((_, index) => areLost[index]);
    if (lost.length === 0) continue;
    unknown.set(field, lost);
    known[field] = isJsonArray(body[field]) ? ids.filter((_, index) => !areLost[index]) : null;
  }
  return [known, unknown] as const;
}

/** An id is looked up in the table of several kinds, and its kind not asked for. */
const otherKindLinked: Fault = {
  id: 'events.create.other-kind-linked',
  clause: 'coherence.relations',
  neighbours: ['event.create'],
  statement: 'An event is created with an organizer as its venue, and shows it; so the other way round.',
  create: linkingUnknown('create', { venues: 'organizers', organizers: 'venues' }),
};

/** Links to what is not there. */
export const dangling: readonly Fault[] = [unknownLinked, unknownLinkedLater, otherKindLinked];

interface Left {
  readonly relations: readonly Relation[];
  /** Which of the linked events, the first of them first, keep the link. */
  readonly keep: (ids: readonly string[]) => readonly string[];
}

/** Some events still show what is deleted. */
const leavingLinks =
  ({ relations, keep }: Left): Fault['create'] =>
  (_, view) => {
    const links: Links = new Map();
    const remove = relations.map((relation) =>
      interceptOperations(view, [{ kind: 'delete', collection: eventRelations[relation] }], async (call, next) => {
        const record = await recordNow(view, call, next);
        const id = record ? view.id(call.collection, record) : '';
        const events = await findAll({ view, call, next }, 'events', `${relation}=${id}`);
        const outcome = await next(call.request);
        if (!isGranted(outcome) || !record) return outcome;
        const ids = events
          .map((event) => view.id('events', event))
          .toSorted((one, other) => Number(one) - Number(other));
        for (const event of keep(ids)) links.set(event, new Map([...(links.get(event) ?? []), [relation, [record]]]));
        return outcome;
      }),
    );
    return inTurn(showLinks(view, 'events', links), ...remove);
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
  statement: 'All but the first of the events with a deleted venue or tag still show it.',
  create: leavingLinks({ relations: ['venue', 'tags'], keep: (ids) => ids.slice(1) }),
};

/** Links that outlive what they led to. */
export const lastingLinks: readonly Fault[] = [stillLinked, firstUnlinked];
