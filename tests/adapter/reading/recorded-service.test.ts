/** The exchanges that were recorded at a real service, sent again: what calproof understands of them, resource by resource. */
import { describe, expect, test } from 'vitest';
import { learnShapes, type ObservedList } from '../../../adapter/learn/shapes/learn-shapes.js';
import { toObservedRecords } from '../../../adapter/learn/shapes/observed.js';
import { agrees, idsIn, isEmpty } from '../../../adapter/reading/agreement.js';
import { createLens } from '../../../adapter/reading/lens.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { expectAbsent, expectRefusal } from '../../../kernel/expectations.js';
import type { Exchange } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { resendAll, type Resent } from './recorded-service.js';

const resent = await resendAll();

const statusOf = ({ outcome }: Exchange): number => (outcome.kind === 'response' ? outcome.response.status : 0);
const isList = ({ request }: Exchange): boolean => request.method === 'GET' && /\/v1\/\w+(\?|$)/.test(request.target);
const of = (collection: Collection): readonly Resent[] => resent.filter((one) => one.collection === collection);
const answeredWith = (own: readonly Resent[], from: number, to: number): readonly Resent[] =>
  own.filter(({ exchange }) => statusOf(exchange) >= from && statusOf(exchange) <= to);

/** Whether an error counts as a refusal; one that asks for credentials does not. */
function isRefusal(exchange: Exchange): boolean {
  try {
    expectRefusal(exchange, 'the request');
    return true;
  } catch (error) {
    expect(String(error)).toContain('was answered with 401');
    return false;
  }
}

const creates = (collection: Collection): readonly Resent[] =>
  answeredWith(of(collection), 201, 201).filter(({ sent }) => Object.keys(sent).length > 0);

const shapes = learnShapes({
  items: collections.flatMap((name) =>
    creates(name).flatMap(({ sent, exchange }) => toObservedRecords(name, sent, exchange)),
  ),
  lists: collections.flatMap((name) => answeredWith(of(name), 200, 200).flatMap((one) => toListSighting(name, one))),
});
const lens = createLens(shapes);

function toListSighting(collection: Collection, { exchange }: Resent): readonly ObservedList[] {
  const { outcome } = exchange;
  const body = jsonOf(outcome);
  if (!isList(exchange) || body === undefined || outcome.kind !== 'response') return [];
  return [{ collection, body, headers: outcome.response.headers, sent: new Map() }];
}

function recordedAs(number: string): Resent {
  const found = resent.find(({ name }) => name.startsWith(`recorded-${number}-`));
  if (!found) throw new Error(`nothing was recorded as ${number}`);
  return found;
}

function fieldAt(collection: Collection, number: string, field: string): JsonValue | undefined {
  const shown = lens.record(collection, recordedAs(number).exchange);
  return lens.field(shown, field);
}

test('every recorded exchange was sent again, with every kind of response to each resource', () => {
  expect(resent.length).toBeGreaterThanOrEqual(80);
  for (const collection of collections) {
    expect(answeredWith(of(collection), 200, 299).length, collection).toBeGreaterThanOrEqual(4);
    expect(answeredWith(of(collection), 400, 499).length, collection).toBeGreaterThanOrEqual(2);
  }
});

describe.each(collections)('of %s', (collection) => {
  test('records are at the top level, with their ids', () => {
    expect(shapes[collection]).toMatchObject({ record: [], id: ['id'] });
    const wrong = creates(collection).filter(({ exchange }) => !/^\d+$/.test(lens.record(collection, exchange).id));
    expect(wrong).toEqual([]);
  });

  test('a read shows the record that its address names', () => {
    const reads = answeredWith(of(collection), 200, 200).filter(({ exchange }) =>
      /\/\d+(\?|$)/.test(exchange.request.target),
    );
    const whole = reads.filter(({ exchange }) => exchange.request.method === 'GET');
    expect(whole).not.toEqual([]);
    const ids = whole.map(({ exchange }) => lens.record(collection, exchange).id);
    expect(ids).toEqual(
      whole.map(({ exchange }) => String(Number(/\/(\d+)(\?|$)/.exec(exchange.request.target)?.[1]))),
    );
  });

  test('lists are found in their envelope, with both totals', () => {
    expect(shapes[collection]?.items).toEqual([collection]);
    const lists = answeredWith(of(collection), 200, 200).filter(({ exchange }) => isList(exchange));
    expect(lists).not.toEqual([]);
    for (const { exchange, name } of lists) {
      const { items, total, totalPages } = lens.page(collection, exchange);
      expect(total, name).toBeGreaterThanOrEqual(items.length);
      expect(totalPages, name).toBeGreaterThanOrEqual(total === 0 ? 0 : 1);
    }
  });

  test('an empty list is empty, not unknown', () => {
    const [empty] = answeredWith(of(collection), 200, 200).filter(({ exchange }) => isList(exchange));
    expect(empty && lens.page(collection, empty.exchange)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  });

  test('errors contain no record and no list, and are refusals unless inconclusive', () => {
    const errors = answeredWith(of(collection), 400, 499);
    expect(errors).not.toEqual([]);
    for (const { exchange, name } of errors) {
      expect(lens.recordIfAny(collection, exchange), name).toBeUndefined();
      expect(() => lens.page(collection, exchange), name).toThrow('expected a list');
    }
    const blamed = errors.filter(({ exchange }) => !isRefusal(exchange));
    expect(blamed).toEqual(errors.filter(({ exchange }) => statusOf(exchange) === 401));
  });

  test('an unknown id is absent, whether the status is 404 or 400', () => {
    const unknown = answeredWith(of(collection), 400, 404).filter(({ exchange }) =>
      /\/(0|999999)$/.test(exchange.request.target),
    );
    expect(unknown).not.toEqual([]);
    for (const { exchange } of unknown) expect(() => expectAbsent(exchange, 'the record')).not.toThrow();
  });

  test('sent values are shown, except those that the service changes', () => {
    const wrong = creates(collection).flatMap(({ name, sent, exchange }) => {
      const shown = lens.record(collection, exchange);
      return Object.entries(sent).flatMap(([field, value]) => {
        const fact = lens.fact(collection, field);
        const isShown = fact && agrees({ collection, field, sent: value, shown: lens.field(shown, field), fact });
        return isShown ? [] : [`${name} ${field}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});

describe('relations', () => {
  const linked: readonly (readonly [Collection, string, string, readonly string[]])[] = [
    ['events', '0083', 'venue', ['5']],
    ['events', '0083', 'organizer', ['6', '10']],
    ['events', '0083', 'categories', ['2']],
    ['events', '0083', 'tags', ['3']],
    ['events', '0084', 'organizer', ['6', '10']],
    ['categories', '0035', 'parent', ['2']],
  ];
  test.each(linked)('of %s in %s: %s', (collection, number, field, ids) => {
    expect(idsIn(fieldAt(collection, number, field))).toEqual(ids);
  });
});

describe('an empty value counts as none, in whatever notation', () => {
  const empty: readonly (readonly [Collection, string, string, JsonValue | undefined])[] = [
    ['events', '0020', 'venue', []],
    ['events', '0020', 'organizer', []],
    ['events', '0020', 'image', false],
    ['events', '0020', 'description', ''],
    ['events', '0020', 'cost', ''],
    ['venues', '0022', 'address', undefined],
    ['venues', '0022', 'image', undefined],
    ['organizers', '0024', 'email', undefined],
    ['organizers', '0024', 'description', undefined],
    ['categories', '0026', 'parent', 0],
    ['categories', '0026', 'description', ''],
    ['tags', '0028', 'description', ''],
  ];
  test.each(empty)('of %s in %s: %s', (collection, number, field, shown) => {
    const value = fieldAt(collection, number, field);
    expect(value).toEqual(shown);
    expect(isEmpty(value)).toBe(true);
    expect(idsIn(value)).toEqual([]);
  });
});
