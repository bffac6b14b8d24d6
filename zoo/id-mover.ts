import type { Collection } from '../contract/field.js';
import { eventRelations } from '../contract/resources.js';
import type { WireRequest } from '../harness/exchange.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../harness/json.js';
import { editBody, editQuery } from './edit-request.js';

/** Gives records other ids than the target does. */
export interface IdMover {
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
export const referencesOf = (collection: Collection): readonly string[] =>
  collection === 'events' ? Object.keys(eventRelations) : collection === 'categories' ? ['parent'] : [];

const inQueries = [...Object.keys(eventRelations), 'include', 'exclude', 'parent', 'event', 'post', 'post_parent'];

const ITEM = /(\/(?:events|venues|organizers|categories|tags)\/)(\d+)(?=[/?#]|$)/;

/** Moves ids that are known so far up, and back. */
export function createIdMover(distance: number): IdMover {
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
