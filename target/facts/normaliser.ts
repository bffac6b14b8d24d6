import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { isJsonObject } from '../../harness/json.js';
import { toText } from '../shown-values.js';
import type { Normaliser } from './fact.js';
import type { Named, FieldShowing } from './showings.js';

/** Fields that hold days and times, which have no form of text. */
export const TIMES: readonly string[] = ['start_date', 'end_date', 'date', 'date_utc'];

const isString = (collection: Collection, name: string): boolean => {
  const type = resourceOf(collection).fields[name]?.type;
  return (type === 'string' || type === 'url') && !TIMES.includes(name);
};

/** How what was sent is found in what is shown; unknown where nobody knows what was sent. */
export function normaliserOf(
  filled: readonly FieldShowing[],
  collection: Collection,
  { name, fact }: Named,
): Normaliser | undefined {
  if (name === 'image' && filled.some(({ value }) => isJsonObject(value))) return 'url-object';
  const known = filled.filter(({ sent }) => sent !== undefined && sent !== null);
  if (known.length === 0) return undefined;
  if (name === 'cost') return known.every(({ sent, value }) => toText(sent) === toText(value)) ? 'identity' : 'display';
  return isString(collection, name) && known.some(({ value }) => typeof value === 'string') ? fact.form : undefined;
}
