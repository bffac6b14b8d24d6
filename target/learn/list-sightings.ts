import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire.js';
import type { JsonObject } from '../../harness/json.js';
import { parseJson, toText } from '../../harness/expectations.js';
import type { Calendar } from '../calendar.js';
import type { Built } from '../world/build.js';
import type { ListSighting, Sighting } from './shapes.js';

/** Asks every collection for a list that should hold records of the world. */
export async function sightLists(
  calendar: Calendar,
  built: readonly Built[],
  window: ListQuery,
): Promise<readonly ListSighting[]> {
  const query = (collection: Collection): ListQuery => {
    if (collection === 'events') return { ...window, per_page: 50 };
    return collection === 'categories' || collection === 'tags'
      ? { hide_empty: false, per_page: 50 }
      : { per_page: 50 };
  };
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const { outcome } = await calendar.list(collection, query(collection));
      if (outcome.kind !== 'response' || outcome.response.status !== 200) return [];
      const body = parseJson(toText(outcome.response.body));
      if (body === undefined) return [];
      return [{ collection, body, headers: outcome.response.headers, sent: sentById(built, collection) }];
    }),
  );
  return lists.flat();
}

const sentById = (built: readonly Built[], collection: Collection): ReadonlyMap<string, JsonObject> =>
  new Map(
    built.flatMap(({ draft, id, written }) =>
      draft.ref.ref === collection && id !== undefined ? [[id, written.body] as const] : [],
    ),
  );

/** What the answers to the creates of the world show. */
export const sightWrites = (built: readonly Built[]): readonly Sighting[] =>
  built.flatMap(({ draft, written }) => {
    const { outcome } = written.exchange;
    if (outcome.kind !== 'response' || outcome.response.status >= 300) return [];
    const body = parseJson(toText(outcome.response.body));
    return body === undefined ? [] : [{ collection: draft.ref.ref, sent: written.body, body }];
  });
