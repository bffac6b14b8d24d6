import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import { jsonOf } from '../../harness/body.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import { type JsonObject, valueAt } from '../../harness/json.js';
import { byId } from '../../target/paths.js';
import { toText } from '../../target/shown-values.js';
import { requirement } from '../../target/subject.js';
import { toWireId } from '../../target/wire-id.js';
import { recordWith } from '../records/specimens.js';
import { decided, expectError, expectJsonAt, expectStatus } from './expect-answer.js';

export const refusesCycles = requirement({
  ...decided,
  id: 'reference.category.cycle',
  clause: 'gap.category.cycle',
  operations: ['categories.update.patch'],
  needs: ['categories.create', 'categories.update.patch'],
  effects: 'writes',
  statement: 'A category is not put below itself, nor below one that is below it.',
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
    expectThat(isUnset, { kind: 'value', expected: `another ${field} than ${former}`, observed: value, exchange });
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
    'null unlinks and unsets, and an end that comes to lie before the start is refused by the name that was sent.',
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
