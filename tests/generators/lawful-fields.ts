import { expect } from 'vitest';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { odditiesOf } from '../../generators/exploratory.js';
import { fieldValue, sourceOf, twoValues } from '../../generators/field-value.js';
import type { WireValue } from '../../generators/wire-value.js';
import { aWorld } from './a-world.js';
import { given, type Lawful, lawful } from './lawful.js';
import { fieldsWrong } from './schema.js';

const fields = collections.flatMap((collection) =>
  Object.entries(resourceOf(collection).fields).map(([field, declared]) => ({
    collection,
    field,
    declared,
    of: `${field} of ${collection}`,
  })),
);

const isValidValue = (collection: Collection, field: string, value: WireValue): void =>
  expect(fieldsWrong(collection, 'update', { [field]: value })).toEqual([]);

/** What draws values of one field: safe ones are valid, and odd ones can be sent. */
export const lawfulFields: readonly Lawful[] = fields.flatMap(({ collection, field, declared, of }) => {
  const source = sourceOf(collection, field);
  const oddities = odditiesOf(field, declared);
  return [
    lawful(
      ['fieldValue', of],
      () => given(fieldValue(collection, field, aWorld)),
      (value) => isValidValue(collection, field, value),
    ),
    lawful(
      ['twoValues', of],
      () => given(twoValues(collection, field, aWorld)),
      ([one, other]) => {
        expect(one).not.toEqual(other);
        for (const value of [one, other]) isValidValue(collection, field, value);
      },
    ),
    ...(source.from === 'made'
      ? [
          lawful(
            ['sourceOf', of],
            () => source.make(aWorld),
            (value) => isValidValue(collection, field, value),
          ),
        ]
      : []),
    ...oddities.map(({ label, value }) =>
      lawful(
        ['odditiesOf', `${of} that ${label}`],
        () => value,
        (odd) => expect(JSON.parse(JSON.stringify(odd))).toEqual(odd),
      ),
    ),
  ];
});
