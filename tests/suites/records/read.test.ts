import { expect, test } from 'vitest';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { interceptOperation } from '../../../zoo/intercept/intercept-operation.js';
import type { OperationCall } from '../../../zoo/intercept/operation-call.js';
import { toJsonResponse } from '../../../zoo/intercept/response-edit.js';
import { lens, underFaults } from './under-fault.js';

const judge = underFaults();
const slugged = ['events', 'venues', 'organizers'] as const;

/** Everything that there is of a collection. */
async function allOf(collection: Collection, { at }: OperationCall, next: Send): Promise<readonly JsonObject[]> {
  const wide = collection === 'events' ? '&starts_after=1900-01-01&starts_before=2200-01-01' : '';
  return lens.items(
    collection,
    await next({ method: 'GET', target: at(`/${collection}?per_page=100${wide}`), headers: [] }),
  );
}

type Instead = (asked: OperationCall, next: Send, outcome: Outcome) => Promise<Outcome> | Outcome;

/** Reads something else where there is nothing to be read. */
const whereMissing = (collection: Collection, addressing: 'id' | 'slug', instead: Instead): Interceptor =>
  interceptOperation(lens, { kind: 'read', collection, addressing }, async (asked, next) => {
    const outcome = await next(asked.request);
    return statusOf(outcome) === 404 ? instead(asked, next, outcome) : outcome;
  });

/** Finds a record with a similar slug. */
const alike =
  (collection: Collection, isAlike: (slug: string, address: string) => boolean): Instead =>
  async (asked, next, outcome) => {
    const found = (await allOf(collection, asked, next)).find((one) =>
      isAlike(lens.text(collection, one, 'slug'), asked.address),
    );
    return found ? toJsonResponse(200, found) : outcome;
  };

const failed = { outcome: 'failed' };

test.each(collections)('%s.read.record sees another record', async (collection) => {
  const other = interceptOperation(lens, { kind: 'read', collection, addressing: 'id' }, async ({ request }, next) =>
    lens.editRecord(collection, await next(request), (record) => ({ ...record, id: Number(record.id) + 1 })),
  );
  expect(await judge(other, `${collection}.read.record`)).toMatchObject(failed);
});

test.each(slugged)('%s.by-slug.read.record sees another record', async (collection) => {
  const first = interceptOperation(lens, { kind: 'read', collection, addressing: 'slug' }, async (asked, next) => {
    const items = await allOf(collection, asked, next);
    return toJsonResponse(200, items.find((item) => lens.text(collection, item, 'slug') !== asked.address) ?? {});
  });
  expect(await judge(first, `${collection}.by-slug.read.record`)).toMatchObject(failed);
});

test.each(collections)('%s.read.unknown-id sees an empty answer', async (collection) => {
  const nothing = whereMissing(collection, 'id', () => toJsonResponse(200, null));
  expect(await judge(nothing, `${collection}.read.unknown-id`)).toMatchObject(failed);
  expect(await judge(nothing, `${collection}.read.record`)).toMatchObject({ outcome: 'passed' });
});

const lax =
  (collection: string): Interceptor =>
  (request, next) =>
    next({ ...request, target: request.target.replace(new RegExp(`/(${collection}/\\d+)[a-z]\\w*$`), '/$1') });

test('events.read.not-digits sees an id read by its digits alone', async () => {
  expect(await judge(lax('events'), 'events.read.not-digits')).toMatchObject(failed);
});

test.each(collections)('coherence.ids.not-digits sees an id read by its digits alone in %s', async (collection) => {
  expect(await judge(lax(collection), 'coherence.ids.not-digits')).toMatchObject(failed);
  expect(await judge(lax('[a-z]+'), 'coherence.ids.not-digits')).toMatchObject({ outcome: 'passed' });
});

test.each(collections)('%s.read.other-kind sees another kind of record', async (collection) => {
  const anyKind = whereMissing(collection, 'id', async ({ request, address, at }, next, outcome) => {
    let found = outcome;
    for (const other of collections) {
      if (statusOf(found) === 404) found = await next({ ...request, target: at(`/${other}/${address}`) });
    }
    return found;
  });
  expect(await judge(anyKind, `${collection}.read.other-kind`)).toMatchObject(failed);
});

test.each(collections)('%s.read.other-kind lets ids be counted for each kind', async (collection) => {
  const own = whereMissing(collection, 'id', async (asked, next) => {
    const [record] = await allOf(collection, asked, next);
    return toJsonResponse(200, { ...record, id: Number(asked.address) });
  });
  expect(await judge(own, `${collection}.read.other-kind`)).toMatchObject({ outcome: 'passed' });
});

const nearMisses: readonly (readonly [string, (collection: Collection) => Interceptor])[] = [
  [
    'prefix',
    (one) =>
      whereMissing(
        one,
        'slug',
        alike(one, (slug, address) => slug.startsWith(address)),
      ),
  ],
  [
    'extension',
    (one) =>
      whereMissing(
        one,
        'slug',
        alike(one, (slug, address) => address.startsWith(slug)),
      ),
  ],
  [
    'id-as-slug',
    (one) =>
      whereMissing(one, 'slug', ({ request, address, at }, next) =>
        next({ ...request, target: at(`/${one}/${address}`) }),
      ),
  ],
  [
    'pattern',
    (one) =>
      whereMissing(
        one,
        'slug',
        alike(one, (slug, address) => new RegExp(`^${address.replaceAll('_', '.')}$`).test(slug)),
      ),
  ],
  ['unknown-slug', (one) => whereMissing(one, 'slug', () => toJsonResponse(200, null))],
];
test.each(slugged.flatMap((collection) => nearMisses.map(([rule, fault]) => [collection, rule, fault] as const)))(
  '%s.by-slug.read.%s sees a slug taken loosely',
  async (collection, rule, fault) => {
    expect(await judge(fault(collection), `${collection}.by-slug.read.${rule}`)).toMatchObject(failed);
  },
);
