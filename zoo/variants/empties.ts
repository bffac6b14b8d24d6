import type { JsonObject, JsonValue } from '../../harness/json.js';
import { type Represent, representing } from '../represent.js';
import type { Variant } from '../variant.js';

const isNothing = (value: JsonValue): boolean => value === null || value === '';

/** Shows every text, number or flag without a value in one way. */
const showingNothingAs =
  (nothing: JsonValue): Represent =>
  (_, __, record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isNothing(value) ? nothing : value]));

const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isNothing(value) && JSON.stringify(value) !== '[]'));

/** How fields without a value are shown: a null default is what may be sent, not what is seen. */
export const empties: readonly Variant[] = [
  {
    id: 'empty.left-out',
    aspect: 'empty',
    statement: 'Fields without a value are left out.',
    create: representing((_, __, record) => withoutEmpty(record)),
  },
  {
    id: 'empty.as-null',
    aspect: 'empty',
    statement: 'Fields without a value are null, texts too.',
    create: representing(showingNothingAs(null)),
  },
  {
    id: 'empty.as-text',
    aspect: 'empty',
    statement: 'Fields without a value are empty texts.',
    create: representing(showingNothingAs('')),
  },
  {
    id: 'empty.as-false',
    aspect: 'empty',
    statement: 'Fields without a value are false.',
    create: representing(showingNothingAs(false)),
  },
];
