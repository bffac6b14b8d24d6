import type { Collection } from '../../contract/field.js';
import { eventRelations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../harness/json.js';
import { findField } from '../discover.js';
import { isKeyed } from '../shown-values.js';
import type { FieldShown } from './fact.js';
import type { FieldShowing } from './showings.js';

/** The collection that a relation of events leads to. */
export const relationNamed = (name: string): Collection | undefined =>
  Object.entries(eventRelations).find(([relation]) => relation === name)?.[1];

/** What stands for related records, and how a single one is shown. */
export function relationOf(
  collection: Collection,
  filled: readonly FieldShowing[],
): Pick<FieldShown, 'holds' | 'single'> {
  const [one] = filled.map(({ value }) => listIn(value)?.[0] ?? value);
  const single = filled.find(({ sent }) => isJsonArray(sent) && sent.length === 1)?.value;
  return {
    ...(one !== undefined && { holds: holdsOf(collection, one) }),
    ...(single !== undefined && { single: listIn(single) ? 'array' : 'scalar' }),
  };
}

/** The list that a value is, also one that is written as an object. */
function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (isJsonArray(value)) return value;
  return isJsonObject(value) && isKeyed(value) ? Object.values(value) : undefined;
}

/** A record shows what it is called; less than that is a reference to it. */
function holdsOf(collection: Collection, one: JsonValue): NonNullable<FieldShown['holds']> {
  if (!isJsonObject(one)) return 'ids';
  return findField(one, resourceOf(collection).label) === undefined ? 'references' : 'records';
}
