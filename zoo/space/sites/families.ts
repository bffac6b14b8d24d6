import type { JsonValue } from '../../../wire/json.js';
import { type Collection, type Field, resourceOf, textFlags } from '../../../contract/resources.js';
import type { Family } from './fault-site.js';

/** Fields that take other values than their type says, in whatever collection. */
const byName: Readonly<Record<string, Family>> = {
  author: 'word',
  status: 'word',
  image: 'word',
  timezone: 'word',
  slug: 'slug',
  email: 'email',
  website: 'url',
  cost: 'cost',
  start_date: 'time',
  end_date: 'time',
  date: 'time',
  date_utc: 'time',
};

const byType: Readonly<Record<Field['type'], Family>> = {
  string: 'text',
  integer: 'id',
  boolean: 'flag',
  integers: 'ids',
  url: 'url',
  untyped: 'text',
};

/** The values that a field takes. */
export const familyOf = (collection: Collection, name: string): Family => {
  if (textFlags[collection]?.includes(name)) return 'flag';
  return byName[name] ?? byType[resourceOf(collection).fields[name]?.type ?? 'untyped'];
};

/** Fields of these families can stand for one another; of others, a target refuses what is meant for a neighbour. */
const exchangeable: readonly Family[] = ['text', 'flag'];

/** The next field of a collection, in the order of the interface, that takes the same values. */
export function neighbourOf(collection: Collection, name: string): string | undefined {
  const family = familyOf(collection, name);
  if (!exchangeable.includes(family)) return undefined;
  const names = Object.keys(resourceOf(collection).fields).filter((one) => familyOf(collection, one) === family);
  return names.length < 2 ? undefined : names[(names.indexOf(name) + 1) % names.length];
}

/** The width of a column, in characters, as a database has it. */
const widths: Readonly<Record<string, number>> = { zip: 10, phone: 20, description: 255, excerpt: 255 };

/** How many characters of a text a column takes. */
export const widthOf = (name: string): number => widths[name] ?? 100;

/** What a field of a family is without a value; a family that is not here has none that a target takes. */
export const blanks: { readonly [F in Family]?: JsonValue } = {
  text: '',
  url: '',
  email: '',
  cost: '',
  flag: false,
  ids: [],
  id: null,
};
