import fc from 'fast-check';
import { toWireId } from '../../adapter/calendar/bindings.js';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { expectThat } from '../../kernel/expectations.js';
import { type Exchange, type HeaderPairs, headerValue } from '../../wire/exchange.js';
import { type JsonObject, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { recordWith } from '../arbitraries/any-record.js';
import { decided, expectError, expectJsonAt, expectStatus } from './expect-response.js';

/** Preconditions of a write and whether they hold for the record with this tag (RFC 9110 section 13.1). */
const conditions = (etag: string): readonly (readonly [header: string, value: string, holds: boolean])[] => [
  ['if-match', '"other"', false],
  ['if-match', `W/${etag}`, false],
  ['if-none-match', '*', false],
  ['if-none-match', `W/${etag}`, false],
  ['if-none-match', `"other", ${etag}`, false],
  ['if-match', `"other", ${etag}`, true],
  ['if-match', ' * ', true],
  ['if-none-match', '"other"', true],
];

/** The tag of a record, which every GET of an item returns. */
async function tagOf(calendar: Calendar, path: string): Promise<string> {
  const exchange = await calendar.send({ method: 'GET', path });
  const etag = headerValue(expectStatus(exchange, 200).headers, 'etag');
  expectThat(etag !== undefined, { kind: 'header', expected: 'an ETag', observed: 'none', exchange });
  return etag ?? '';
}

export const keepsPreconditions = requirement({
  ...decided,
  id: 'reference.concurrency.preconditions',
  clause: 'gap.concurrency',
  operations: ['tags.update.patch', 'tags.delete'],
  needs: ['tags.create', 'tags.read', 'tags.update.patch', 'tags.delete'],
  effects: 'writes',
  statement: 'A record has an ETag; a write is refused with 412 if If-Match or If-None-Match fails, else it is done.',
  cost: 14,
  given: (world) => requiredOnly(resourceOf('tags'), world),
  arrange: ({ calendar }, body) => calendar.make('tags', body),
  async check({ calendar }, _, { id }) {
    const path = itemPath('tags', byId({ id }));
    const etag = await tagOf(calendar, path);
    const type = ['content-type', 'application/json'] as const;
    for (const [name, value, holds] of conditions(etag)) {
      const headers: HeaderPairs = [type, [name, value]];
      const exchange = await calendar.send({ method: 'PATCH', path, headers, body: '{}' });
      if (holds) expectStatus(exchange, 200);
      else expectError(exchange, 412);
    }
    expectError(await calendar.send({ method: 'DELETE', path, headers: [['if-match', '"other"']] }), 412);
    expectStatus(await calendar.send({ method: 'GET', path }), 200);
  },
});

export const refusesCycles = requirement({
  ...decided,
  id: 'reference.category.cycle',
  clause: 'gap.category.cycle',
  operations: ['categories.update.patch'],
  needs: ['categories.create', 'categories.update.patch'],
  effects: 'writes',
  statement: 'A category cannot become a child of itself or of its own descendant.',
  cost: 7,
  given: (world) => requiredOnly(resourceOf('categories'), world),
  async arrange({ calendar }, body) {
    const above = await calendar.make('categories', body);
    const below = await calendar.make('categories', { ...body, parent: toWireId(above.id) });
    return { above: above.id, below: below.id };
  },
  async check({ calendar }, _, { above, below }) {
    const put = (id: string, parent: string) =>
      calendar.update('categories', byId({ id }), 'PATCH', { parent: toWireId(parent) });
    for (const parent of [above, below]) expectError((await put(above, parent)).exchange, 400, ['parent']);
    expectStatus((await put(below, above)).exchange, 200);
  },
});

/** Expects the server to have put its own values in place of those that were sent. */
function expectUnset(exchange: Exchange, before: JsonObject, fields: readonly string[]): void {
  const shown = jsonOf(exchange.outcome) ?? null;
  for (const field of fields) {
    const [former, value] = [toText(before[field]), toText(valueAt(shown, [field]))];
    const isUnset = value !== '' && value !== former;
    expectThat(isUnset, { kind: 'value', expected: `a ${field} other than ${former}`, observed: value, exchange });
  }
}

export const unlinksByNull = requirement({
  ...decided,
  id: 'reference.body.empty-update',
  clause: 'gap.body.empty',
  operations: ['events.update.patch'],
  needs: ['events.create', 'events.update.patch'],
  effects: 'writes',
  statement:
    'An update with null unsets and unlinks; an end before the start is refused by the name of the field sent.',
  cost: 6,
  given: (world) =>
    fc
      .tuple(payload(resourceOf('events'), world, { only: [] }), recordWith(world, 'events', 'tags'))
      .map(([body, event]) => ({
        ...body,
        date: '2020-05-06 07:08:09',
        tags: world.of('events').find(({ ref }) => ref.key === event.key)?.payload.tags ?? [],
      })),
  arrange: ({ calendar }, body) => calendar.make('events', body),
  async check({ calendar }, _, { id, shown: before }) {
    const patch = (body: Parameters<typeof calendar.create>[1]) =>
      calendar.update('events', byId({ id }), 'PATCH', body).then(({ exchange }) => exchange);
    const emptied = await patch({ tags: null, description: null, date: null });
    expectStatus(emptied, 200);
    expectJsonAt(emptied, ['tags'], []);
    expectJsonAt(emptied, ['description'], null);
    expectUnset(emptied, before.json, ['date', 'date_utc']);
    expectError(await patch({ start_date: '2199-01-01 00:00:00' }), 400, ['start_date']);
    expectError(await patch({ end_date: '1999-01-01 00:00:00' }), 400, ['end_date']);
  },
});
