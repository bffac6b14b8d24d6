import type { Collection } from '../../../contract/field.js';
import type { Interceptor } from '../../../harness/exchange.js';
import { isJsonArray, type JsonValue } from '../../../harness/json.js';
import { interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';

/** Links that records show and that lead nowhere: by the id of the record, then by its field. */
export type Links = Map<string, ReadonlyMap<string, readonly JsonValue[]>>;

/** A relation as a list: one id, several, or none. */
export const asList = (value: JsonValue | undefined): readonly JsonValue[] =>
  isJsonArray(value) ? value : value === undefined || value === null || value === 0 ? [] : [value];

/** Shows links that are none beside those that are. */
export const showLinks = (lens: WireView, collection: Collection, links: Links): Interceptor =>
  interceptOperations(lens, [{ kind: 'read', collection }], async ({ request }, next) =>
    lens.editRecord(collection, await next(request), (record) =>
      [...(links.get(lens.id(collection, record)) ?? [])].reduce((shown, [field, more]) => {
        const all = [...asList(lens.field(collection, shown, field)), ...more];
        return lens.withField(collection, shown, field, collection === 'events' ? all : (all[0] ?? null));
      }, record),
    ),
  );
