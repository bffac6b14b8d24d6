import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';
import { showingIds } from '../learns.js';
import { type Represent, representing } from '../represent.js';
import type { Variant } from '../variant.js';

/** Shows an id under another name alone. */
const renaming =
  (toMember: (collection: Collection, id: JsonValue) => JsonObject): Represent =>
  (_, collection, { id = null, ...rest }) => ({ ...toMember(collection, id), ...rest });

const ownName = (collection: Collection): string => `${resourceOf(collection).singular}_id`;

/** What ids are called: the representation of a record is not shown. Whatever reads records by `id` stands before it. */
export const idNames: readonly Variant[] = [
  {
    id: 'id.own-name',
    aspect: 'nesting',
    statement: 'The id of a record is called after its kind.',
    learns: showingIds((collection) => ({ at: `/${ownName(collection)}` })),
    create: representing(renaming((collection, id) => ({ [ownName(collection)]: id }))),
  },
  {
    id: 'id.key',
    aspect: 'nesting',
    statement: 'The id of a record is called its key.',
    learns: showingIds(() => ({ at: '/key' })),
    create: representing(renaming((_, key) => ({ key }))),
  },
  {
    id: 'id.link-alone',
    aspect: 'nesting',
    statement: 'The id of a record is shown at the end of a link to it, and nowhere else.',
    learns: showingIds(() => ({ at: '/@id', type: 'string' })),
    create: representing((lens, collection, record) => {
      const { id: _, ...rest } = record;
      return { '@id': `/api/${collection}/${lens.id(collection, record)}`, ...rest };
    }),
  },
];
