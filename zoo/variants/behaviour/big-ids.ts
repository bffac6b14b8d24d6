import { type Collection, eventRelations } from '../../../contract/resources.js';
import type { Interceptor, Outcome, WireRequest } from '../../../wire/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { alsoForHead, inTurn } from '../../intercept/intercept-operation.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { editBody, editQuery } from '../../intercept/request-edit.js';
import { editJson, editResponse, mapTexts } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { allowInEach, type Variant } from '../../variant.js';

/** Gives records other ids than the target does. */
interface IdMover {
  /** From now on this id of the target is another one, and that one is this. */
  know(id: string): void;
  /** Moves one id or several, as numbers, as text or as a list with commas. */
  move(value: JsonValue): JsonValue;
  /** Moves the ids in a link or a request target: those of its path and those of its query. */
  moveLink(link: string): string;
  /** Moves the ids that a request sends. */
  moveRequest(request: WireRequest, collection: Collection): WireRequest;
}

/** The fields of a collection that hold ids of other records. */
const referencesOf = (collection: Collection): readonly string[] =>
  collection === 'events' ? Object.keys(eventRelations) : collection === 'categories' ? ['parent'] : [];

const inQueries = [...Object.keys(eventRelations), 'include', 'exclude', 'parent', 'event', 'post', 'post_parent'];

const ITEM = /(\/(?:events|venues|organizers|categories|tags)\/)(\d+)(?=[/?#]|$)/;

/** Moves ids that are known so far up, and back. */
function createIdMover(distance: number): IdMover {
  const known = new Set<number>();

  function moveId(text: string): string {
    const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (known.has(id)) return String(id + distance);
    return known.has(id - distance) ? String(id - distance) : text;
  }
  const moveText = (text: string): string => text.split(',').map(moveId).join(',');
  function move(value: JsonValue): JsonValue {
    if (typeof value === 'number') return Number(moveId(String(value)));
    if (typeof value === 'string') return moveText(value);
    return isJsonArray(value) ? value.map(move) : value;
  }
  function moveQuery(query: URLSearchParams): void {
    const pairs = [...query];
    for (const [name] of pairs) query.delete(name);
    for (const [name, value] of pairs) {
      query.append(name, inQueries.includes(name.replace(/\[.*$/, '')) ? moveText(value) : value);
    }
  }
  function moveLink(link: string): string {
    const target = link.replace(ITEM, (_, before: string, id: string) => before + moveId(id));
    return target.includes('?') ? editQuery({ method: 'GET', target, headers: [] }, moveQuery).target : target;
  }

  return {
    know: (id) => known.add(Number(id)),
    move,
    moveLink,
    moveRequest(request, collection) {
      const references = referencesOf(collection);
      const moveBody = (body: JsonObject): JsonObject =>
        Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, references.includes(name) ? move(value) : value]),
        );
      return editBody({ ...request, target: moveLink(request.target) }, moveBody);
    },
  };
}

/** Beyond what fits into 32 bits, and still exact in a JSON number (RFC 8259 section 6). */
const FAR = 2 ** 40;

/** Sends the ids that the target knows, and gets to know those that it makes. */
const asking =
  (view: WireView, mover: IdMover): Interceptor =>
  async (request, next) => {
    const call = view.operationCall(request);
    const outcome = await next(call ? mover.moveRequest(request, call.collection) : request);
    if (call?.operation.kind !== 'create' || !isGranted(outcome)) return outcome;
    const record = view.record(call.collection, outcome);
    if (record) mover.know(view.id(call.collection, record));
    return outcome;
  };

/** The id of a record, and those of what it refers to. */
const showing =
  ({ move }: IdMover): Represent =>
  (view, collection, record) =>
    ['id', ...referencesOf(collection)].reduce((moved, name) => {
      const value = view.field(collection, moved, name);
      return value === undefined ? moved : view.withField(collection, moved, name, move(value));
    }, record);

const linking =
  ({ moveLink }: IdMover): Interceptor =>
  async (request, next) => {
    const move = (text: string, name: string): string => (name.endsWith('url') ? moveLink(text) : text);
    return inHeaders(
      editJson(await next(request), (body) => mapTexts(body, move)),
      moveLink,
    );
  };

const inHeaders = (outcome: Outcome, move: (link: string) => string): Outcome =>
  editResponse(outcome, (response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => {
      if (/^location$/i.test(name)) return [name, move(value)];
      return [name, /^link$/i.test(name) ? value.replace(/(?<=<)[^>]*(?=>)/g, move) : value];
    }),
  }));

/** An id is an integer, of which no greatest is stated. */
export const bigIds: Variant = {
  id: 'ids.big',
  aspect: 'ids',
  statement: 'The ids of new records exceed 32 bits.',
  allowances: [
    ...allowInEach('list.fits-anywhere', 'Only shorter ids are compared.', ['categories', 'tags']),
    { requirement: 'events.create.form-lists', reason: 'Ids in forms are refused.' },
  ],
  create(seed, view) {
    const mover = createIdMover(FAR);
    return alsoForHead(inTurn(linking(mover), representing(showing(mover))(seed, view), asking(view, mover)));
  },
};
