import type { JsonObject, JsonValue } from '../../harness/json.js';
import { type Represent, representing } from '../represent.js';
import { inSequence, type Learns, learning, showingFields } from '../learns.js';
import type { FieldShown } from '../../target/facts/fact.js';
import type { Variant } from '../variant.js';

const isNothing = (value: JsonValue): boolean => value === null || value === '';

/** Shows every text, number or flag without a value in one way. */
const showingNothingAs =
  (nothing: JsonValue): Represent =>
  (_, __, record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isNothing(value) ? nothing : value]));

const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isNothing(value) && JSON.stringify(value) !== '[]'));

/** Fields that showed one of these without a value show another thing. */
const withEmpty = (field: FieldShown, before: readonly string[], now: string): FieldShown => {
  const empty = field.empty?.map((one) => (before.includes(one) ? now : one));
  return empty ? { ...field, empty: [...new Set(empty)].toSorted() } : field;
};

/** What is sent where nobody has shown it yet is then shown everywhere as it is of an organizer. */
const asOfOrganizers =
  (sent: 'author' | 'image'): Learns =>
  (facts) => {
    const { type, text } = facts[`organizers.fields.${sent}`] ?? {};
    const shown = { ...(type && { type }), ...(text && { text }) };
    return showingFields((field, { name }) => (name === sent ? { ...field, ...shown } : field))(facts);
  };

/** How fields without a value are shown: a null default is what may be sent, not what is seen. */
export const empties: readonly Variant[] = [
  {
    id: 'empty.left-out',
    aspect: 'empty',
    statement: 'Fields without a value are left out.',
    allowances: [
      {
        requirement: 'concurrency.',
        reason: 'To see what no answer showed takes requests: none may be left at the end.',
      },
    ],
    // What no answer has shown is sent once more, as an update.
    learns: inSequence(
      showingFields((field) => withEmpty(field, ['null', "''", '[]'], 'absent')),
      learning({ 'access.update': { events: true, venues: true, organizers: true } }),
      // What an event was looked at for is deleted.
      (facts) => ({ ...facts, 'access.delete': { ...facts['access.delete'], events: true } }),
      asOfOrganizers('image'),
      asOfOrganizers('author'),
    ),
    create: representing((_, __, record) => withoutEmpty(record)),
  },
  {
    id: 'empty.as-null',
    aspect: 'empty',
    statement: 'Fields without a value are null, texts too.',
    learns: showingFields((field) => withEmpty(field, ["''"], 'null')),
    create: representing(showingNothingAs(null)),
  },
  {
    id: 'empty.as-text',
    aspect: 'empty',
    statement: 'Fields without a value are empty texts.',
    learns: showingFields((field) => withEmpty(field, ['null'], "''")),
    create: representing(showingNothingAs('')),
  },
  {
    id: 'empty.as-false',
    aspect: 'empty',
    statement: 'Fields without a value are false.',
    learns: showingFields((field) => withEmpty(field, ['null', "''"], 'false')),
    create: representing(showingNothingAs(false)),
  },
];
