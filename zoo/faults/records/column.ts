import type { JsonValue } from '../../../harness/json.js';
import { aboutFields, collectionsOf, type FieldTable } from '../../about-fields.js';
import { editBody } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

/** A column type that does something to what a create puts into it. */
export interface Column {
  readonly id: string;
  readonly fields: FieldTable;
  readonly statement: string;
  readonly stores: (text: string) => JsonValue;
}

const storedIn =
  (names: readonly string[], stores: Column['stores']) =>
  ([name, value]: [string, JsonValue]): readonly [string, JsonValue] => [
    name,
    names.includes(name) && typeof value === 'string' ? stores(value) : value,
  ];

/** The fault of a column type. */
export const toFault = ({ id, fields, statement, stores }: Column): Fault => ({
  id,
  ...aboutFields(fields),
  statement,
  create: (_, lens) =>
    interceptOperations(lens, inEach(collectionsOf(fields), { kind: 'create' }), ({ request, collection }, next) =>
      next(
        editBody(request, (body) =>
          Object.fromEntries(Object.entries(body).map(storedIn(fields[collection] ?? [], stores))),
        ),
      ),
    ),
});
