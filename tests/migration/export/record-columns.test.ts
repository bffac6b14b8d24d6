import { expect, test } from 'vitest';
import type { Collection } from '../../../contract/resources.js';
import { columnsOf } from '../../../migration/export/record-columns.js';
import type { JsonValue } from '../../../wire/json.js';

function valueOf(collection: Collection, name: string, value: JsonValue) {
  const column = columnsOf(collection).find((one) => one.name === name);
  return column?.valueOf({ collection, id: '1', lists: ['default'], fields: { [name]: value }, other: {} });
}

test.each<[Collection, string, JsonValue, unknown]>([
  ['events', 'start_date', '2026-05-01', new Date('2026-05-01T00:00:00Z')],
  ['events', 'start_date', '2026-05-01 10:20:30', new Date('2026-05-01T10:20:30Z')],
  ['events', 'start_date', 1_777_630_830, new Date('2026-05-01T10:20:30Z')],
  ['events', 'start_date', 'soon', null],
  ['events', 'start_date', '', null],
  ['events', 'featured', 0, false],
  ['events', 'featured', false, false],
  ['events', 'featured', '1', true],
  ['events', 'featured', '', null],
  ['events', 'featured', [], null],
  ['events', 'featured', {}, null],
  ['tags', 'count', 5_000_000_000, 5_000_000_000n],
  ['tags', 'count', '12', 12n],
  ['tags', 'count', 'many', null],
  ['tags', 'count', '', null],
])('%s.%s of %j', (collection, name, value, expected) => {
  expect(valueOf(collection, name, value)).toEqual(expected);
});
