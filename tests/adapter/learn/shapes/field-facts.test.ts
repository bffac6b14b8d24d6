import { expect, test } from 'vitest';
import { learnFields } from '../../../../adapter/learn/shapes/learn-fields.js';
import type { JsonValue } from '../../../../wire/json.js';

const factOf = (field: string, shown: readonly JsonValue[]) =>
  learnFields(
    'events',
    shown.map((value, id) => ({ sent: { [field]: 'Mill' }, json: { id, [field]: value } })),
  )[field];

const tickets = { tickets: [{ cents: 1500 }] };
const translated = { en: 'Mill', nl: 'Molen' };

test.each<[string, readonly JsonValue[]]>([
  ['cost', [tickets]],
  // Words are left as they are by services that write out figures.
  ['cost', [tickets, 'Free']],
  ['title', [translated, translated]],
])('of a %s that is shown as %j nothing is read', (field, shown) => {
  expect(factOf(field, shown)?.isUnread).toBe(true);
});

test.each<[string, readonly JsonValue[]]>([
  ['cost', ['15', { amount: 15 }]],
  // One among others is for requirements.
  ['title', ['Mill', translated]],
])('a %s that is shown as %j is read', (field, shown) => {
  expect(factOf(field, shown)?.isUnread).toBeUndefined();
});
