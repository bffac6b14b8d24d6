import { describe, expect, test } from 'vitest';
import { toText } from '../../adapter/notation/shown-values.js';
import type { OperationKind } from '../../contract/operations.js';
import { type Collection, collections, eventRelations, resourceOf } from '../../contract/resources.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { interceptOperation } from '../../zoo/intercept/intercept-operation.js';
import { editResponse, withBody } from '../../zoo/intercept/response-edit.js';
import { onTrial } from './on-trial.js';
import { lens, underFaults, without } from './under-fault.js';

const judge = underFaults();
const slugged = ['events', 'venues', 'organizers'] as const;
const relations = Object.entries(eventRelations) as [keyof typeof eventRelations, Collection][];

type Edit = (record: JsonObject) => JsonObject;

/** Rewrites the records that one kind of answer shows. */
const shownBy = (kind: OperationKind, collection: Collection, edit: Edit, addressing?: 'id' | 'slug'): Interceptor =>
  interceptOperation(lens, { kind, collection, ...(addressing && { addressing }) }, async ({ request }, next) => {
    const outcome = await next(request);
    return kind === 'list'
      ? lens.editItems(collection, outcome, (items) => items.map(edit))
      : lens.editRecord(collection, outcome, edit);
  });

const losing =
  (field: string): Edit =>
  (record) =>
    without(record, field);
const shortening =
  (field: string): Edit =>
  (record) => ({ ...record, [field]: toText(record[field]).slice(0, 3) });

const updated = ['events', 'venues'] as const;
const answers = [
  ...collections.map((collection) => ['list', collection, `${collection}.list.as-item`] as const),
  ...updated.map((collection) => ['update', collection, `${collection}.update.shown-everywhere`] as const),
];

describe.each(answers)('in the answer to a %s, %s', (kind, collection, id) => {
  test('lose a field', async () => {
    expect(await judge(shownBy(kind, collection, losing('description')), id)).toMatchObject({ outcome: 'failed' });
  });

  test('show the beginning of a name', async () => {
    const fault = shownBy(kind, collection, shortening(resourceOf(collection).label));
    expect(await judge(fault, id)).toMatchObject({ outcome: 'failed' });
  });

  test('may show ids alone', async () => {
    expect(
      await judge(
        shownBy(kind, collection, ({ id = 0 }) => ({ id })),
        id,
      ),
    ).not.toMatchObject({ outcome: 'failed' });
  });
});

test.each(updated)('%s may show no body after an update', async (collection) => {
  const empty = interceptOperation(lens, { kind: 'update', collection }, async ({ request }, next) => {
    const outcome = await next(request);
    return isGranted(outcome)
      ? editResponse(outcome, (one) => ({ ...withBody(one, new Uint8Array()), status: 204, headers: [] }))
      : outcome;
  });
  expect(await judge(empty, `${collection}.update.shown-everywhere`)).toMatchObject({ outcome: 'passed' });
});

describe.each(collections)('%s', (collection) => {
  const { label } = resourceOf(collection);

  test('may leave out empty fields here and there', async () => {
    const bare: Edit = (record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== false));
    expect(await judge(shownBy('list', collection, bare), `${collection}.list.as-item`)).toMatchObject({
      outcome: 'passed',
    });
  });

  test('may wrap a name here and not there', async () => {
    const wrapped: Edit = (record) => ({ ...record, [label]: { rendered: record[label] ?? '' } });
    expect(await judge(shownBy('list', collection, wrapped), `${collection}.list.as-item`)).toMatchObject({
      outcome: 'passed',
    });
  });

  test('may put a text into elements here and not there', async () => {
    const wrapped: Edit = (record) => ({ ...record, description: `<p>${toText(record.description)}</p>\n` });
    expect(await judge(shownBy('list', collection, wrapped), `${collection}.list.as-item`)).toMatchObject({
      outcome: 'passed',
    });
  });
});

test.each(['events', 'venues', 'tags'] as const)(
  '%s answer a create with an odd value otherwise than they keep it',
  async (collection) => {
    const other: Edit = (record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? `${value}!` : value]),
      );
    const fault = shownBy('create', collection, other);
    expect(await judge(fault, `${collection}.create.odd-kept`)).toMatchObject({ outcome: 'failed' });
  },
);

describe.each(slugged)('%s by slug', (collection) => {
  test('lack a field', async () => {
    const fault = shownBy('read', collection, losing('description'), 'slug');
    expect(await judge(fault, `${collection}.by-slug.read.as-item`)).toMatchObject({ outcome: 'failed' });
  });
});

test.each(['events', 'venues'] as const)('%s by slug lack a field once they are updated', async (collection) => {
  const fault = shownBy('read', collection, losing('description'), 'slug');
  expect(await judge(fault, `${collection}.update.shown-everywhere`)).toMatchObject({ outcome: 'failed' });
});

/** Rewrites what events show of the records that they link. */
const embedding =
  (relation: string) =>
  (edit: (record: JsonObject) => JsonValue): Interceptor =>
    shownBy('read', 'events', (record) => {
      const value = record[relation];
      return { ...record, [relation]: isJsonArray(value) ? value.filter(isJsonObject).map(edit) : (value ?? null) };
    });

describe.each(relations)('the %s of an event', (relation, collection) => {
  const { label } = resourceOf(collection);
  const embedded = embedding(relation);

  test('is shown by another name than its own', async () => {
    const fault = embedded((record) => ({ ...record, [label]: 'Another' }));
    expect(await judge(fault, `events.read.embedded-${relation}`)).toMatchObject({ outcome: 'failed' });
  });

  test('is not there', async () => {
    const fault = embedded((record) => ({ ...record, id: 2_000_000_000 }));
    expect(await judge(fault, `events.read.embedded-${relation}`)).toMatchObject({ outcome: 'failed' });
  });

  test('may be an id alone', async () => {
    const ids = embedded(({ id = 0 }) => id);
    expect(await judge(ids, `events.read.embedded-${relation}`)).toMatchObject({ outcome: 'passed' });
  });

  test('may be shown with little more than its id', async () => {
    const few = embedded((record) => ({ id: record.id ?? 0, [label]: record[label] ?? '' }));
    expect(await judge(few, `events.read.embedded-${relation}`)).toMatchObject({ outcome: 'passed' });
  });
});

describe.each(relations.filter(([relation]) => relation !== 'tags'))(
  'a renamed %s of an event',
  (relation, collection) => {
    const { label } = resourceOf(collection);
    const embedded = embedding(relation);

    test('keeps the name that it was linked by', async () => {
      const fault = embedded((record) => ({ ...record, [label]: toText(record[label]).replace('Renamed', 'Former') }));
      expect(await judge(fault, `${collection}.update.renamed-in-events`)).toMatchObject({ outcome: 'failed' });
    });

    test('may be an id alone', async () => {
      const ids = embedded(({ id = 0 }) => id);
      expect(await judge(ids, `${collection}.update.renamed-in-events`)).toMatchObject({
        outcome: 'inapplicable',
        reason: `the event shows no ${label} of its ${resourceOf(collection).singular}`,
      });
    });

    test('may be shown with little more than its id', async () => {
      const few = embedded((record) => ({ id: record.id ?? 0, [label]: record[label] ?? '' }));
      expect(await judge(few, `${collection}.update.renamed-in-events`)).toMatchObject({ outcome: 'passed' });
    });
  },
);

test('a protected event that a sampled list holds is not blamed for what it keeps to itself', async () => {
  const on = await onTrial({ world: completeWorld as WorldFile, mode: 'readonly' });
  for (const [relation] of relations) {
    const requirement = requirements.find(({ id }) => id === `events.read.embedded-${relation}`);
    const verdict = requirement && (await on.trial.judge(requirement, { runs: 30, requests: 1000, shrinkRequests: 0 }));
    expect(verdict?.outcome).toBe('passed');
  }
  await on.close();
});
