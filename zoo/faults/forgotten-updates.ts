import type { Collection } from '../../contract/field.js';
import type { Operation } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import type { Interceptor, Outcome, Send } from '../../harness/exchange.js';
import type { JsonObject } from '../../harness/json.js';
import type { OperationCall } from '../asked.js';
import { isGranted } from '../edit-answer.js';
import { bodyOf, editBody } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { itemNow, recordNow } from '../look-up.js';
import { inEach, interceptOperations } from '../on.js';
import type { WireView } from '../wire-lens.js';

const places = ['venues', 'organizers'] as const;

/** A double click: what comes by slug twice in a row is taken for the same. */
const secondBySlug: Fault = {
  id: 'places.by-slug.update.second-lost',
  clause: 'coherence.kept-write',
  neighbours: ['venue.update', 'organizer.update', 'coherence.siblings'],
  statement: 'Of two updates by slug of a venue or organizer without one by id between them, the second is lost.',
  create: (_, lens) => {
    const before = new Map<string, 'id' | 'slug'>();
    return interceptOperations(lens, inEach(places, { kind: 'update' }), async (asked, next) => {
      const { collection, operation, request } = asked;
      const { addressing = 'id' } = operation;
      const record = await recordNow(lens, asked, next);
      const key = `${collection}/${record ? lens.id(collection, record) : ''}`;
      const isSecond = addressing === 'slug' && before.get(key) === 'slug';
      before.set(key, isSecond ? 'id' : addressing);
      return isSecond ? itemNow(asked, next) : next(request);
    });
  },
};

/** What is written by slug waits in a buffer that the next write by id does not know of. */
const undoneById: Fault = {
  id: 'events.update.undoes-by-slug',
  clause: 'coherence.kept-write',
  neighbours: ['event.update', 'coherence.siblings'],
  statement: 'An update of an event by its id undoes the update by its slug before it.',
  create: (_, lens) =>
    undoing(lens, ['events'], ({ operation: { addressing } }) => (addressing === 'slug' ? 'slug' : 'id')),
};

/** Each verb has a copy of the record to itself, which the others write over. */
const undoneByVerb: Fault = {
  id: 'terms.update.undoes-other-verb',
  clause: 'coherence.kept-write',
  neighbours: ['category.update', 'tag.update', 'coherence.siblings'],
  statement: 'An update of a category or a tag undoes the update before it where that was by another verb.',
  create: (_, lens) => undoing(lens, ['categories', 'tags'], ({ request: { method } }) => method),
};

/** Lets an update bring back the texts that the update before it changed, where the two went other ways. */
const undoing = (
  lens: WireView,
  collections: readonly Collection[],
  wayOf: (asked: OperationCall) => string,
): Interceptor => {
  const last = new Map<string, { readonly way: string; readonly texts: JsonObject }>();
  return interceptOperations(lens, inEach(collections, { kind: 'update' }), async (asked, next) => {
    const { request, collection } = asked;
    const record = await recordNow(lens, asked, next);
    if (!record) return next(request);
    const [way, key] = [wayOf(asked), `${collection}/${lens.id(collection, record)}`];
    const before = last.get(key);
    const isUndoing = before !== undefined && before.way !== way;
    const outcome = await next(isUndoing ? editBody(request, (body) => ({ ...before.texts, ...body })) : request);
    const changed = textFields(collection).filter((name) => name in (bodyOf(request) ?? {}));
    const texts = Object.fromEntries(changed.map((name) => [name, lens.text(collection, record, name)]));
    if (isGranted(outcome)) last.set(key, { way, texts });
    return outcome;
  });
};

const textFields = (collection: Collection): readonly string[] => [resourceOf(collection).label, 'description'];

/** A cache that forgets by two verbs of three. */
const staleAfterPatch: Fault = {
  id: 'places.by-slug.read.stale-after-patch',
  clause: 'coherence.shown-everywhere',
  neighbours: ['http.freshness', 'coherence.kept-write', 'coherence.siblings'],
  statement: 'A venue or organizer that was read by its slug is shown there as it was before a PUT or PATCH by its id.',
  create: (_, lens) => {
    const kept = new Map<string, Kept>();
    const forget = (id: string): void => {
      for (const [target, one] of kept) if (one.id === id) kept.delete(target);
    };
    return interceptOperations(lens, inEach(places), async (asked, next) => {
      const { request, collection, operation } = asked;
      if (isForgetting(operation)) forget(await idNow(lens, asked, next));
      if (operation.kind !== 'read' || operation.addressing !== 'slug') return next(request);
      const outcome = kept.get(request.target)?.outcome ?? (await next(request));
      const record = isGranted(outcome) ? lens.record(collection, outcome) : undefined;
      if (record) kept.set(request.target, { id: lens.id(collection, record), outcome });
      return outcome;
    });
  },
};

/** A record as its slug led to it. */
interface Kept {
  readonly id: string;
  readonly outcome: Outcome;
}

const isForgetting = ({ method, addressing, kind }: Operation): boolean =>
  kind === 'delete' || (kind === 'update' && (method === 'POST' || addressing === 'slug'));

/** The id of the record that is asked for, whether by id or by slug. */
async function idNow(lens: WireView, asked: OperationCall, next: Send): Promise<string> {
  if (asked.operation.addressing === 'id') return asked.address;
  const record = await recordNow(lens, asked, next);
  return record ? lens.id(asked.collection, record) : '';
}

/** Updates that are right when they come alone, and lost or undone by what came before or comes after. */
export const forgottenUpdates: readonly Fault[] = [secondBySlug, undoneById, undoneByVerb, staleAfterPatch];
