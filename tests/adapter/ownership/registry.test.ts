import { expect, test } from 'vitest';
import { createRegistry, type OwnRecord } from '../../../adapter/ownership/registry.js';
import type { CreateClaim } from '../../../adapter/ownership/write-claim.js';
import type { Exchange } from '../../../wire/exchange.js';
import { answered } from '../answers.js';

const record: OwnRecord = { collection: 'tags', id: '5', proven: true };
const claim = (number: number): CreateClaim => ({ kind: 'create', collection: 'tags', token: `cp000000-${number}` });
const exchange = (intent: number): Exchange => ({ ...answered({}), intent });

function opened() {
  const journal: string[] = [];
  const registry = createRegistry({
    made: async (intent, made) => void journal.push(`made ${intent} ${JSON.stringify(made)}`),
    gone: async (intent) => void journal.push(`gone ${intent}`),
  });
  return { registry, journal };
}

test('a created record is left until it is gone', async () => {
  const { registry, journal } = opened();
  await registry.made({ exchange: exchange(1), claim: claim(1) }, record);
  expect(registry.left).toEqual([record]);
  await registry.gone(record);
  expect(registry.left).toEqual([]);
  expect(journal).toEqual(['made 1 {"collection":"tags","id":"5"}', 'gone 1']);
});

test('two creates that returned the same id are both settled by one DELETE', async () => {
  const { registry, journal } = opened();
  for (const number of [1, 2]) await registry.made({ exchange: exchange(number), claim: claim(number) }, record);
  await registry.gone(record);
  expect(journal.filter((line) => line.startsWith('gone'))).toEqual(['gone 1', 'gone 2']);
});

test('a create of unknown effect is known once its record is found', async () => {
  const { registry } = opened();
  const create = { exchange: exchange(1), claim: claim(1) };
  registry.unsettled(create);
  expect(registry.unknown).toEqual([create]);
  await registry.made(create, record);
  expect(registry.unknown).toEqual([]);
  expect(registry.left).toEqual([record]);
});

test('the creates of a record of others have an unknown effect', async () => {
  const { registry, journal } = opened();
  const create = { exchange: exchange(1), claim: claim(1) };
  await registry.made(create, record);
  registry.disowned(record);
  expect(registry.left).toEqual([]);
  expect(registry.unknown).toEqual([create]);
  expect(journal).toHaveLength(1);
});

test('every create is remembered, whatever its fate', async () => {
  const { registry } = opened();
  await registry.made({ exchange: exchange(1), claim: claim(1) }, record);
  await registry.gone(record);
  registry.unsettled({ exchange: exchange(2), claim: claim(2) });
  expect(registry.claims).toEqual([claim(1), claim(2)]);
});

test('creates that returned an id of no record are kept in the journal again; those of others are not', async () => {
  const { registry, journal } = opened();
  const other: OwnRecord = { ...record, id: '6' };
  await registry.made({ exchange: exchange(1), claim: claim(1) }, record);
  await registry.made({ exchange: exchange(2), claim: claim(2) }, other);
  await registry.gone(record);
  await registry.gone(other);
  await registry.reopen(({ id }) => id === '5');
  expect(registry.left).toEqual([record]);
  expect(journal.at(-1)).toBe('made 1 {"collection":"tags","id":"5"}');
});

test('a record is shared once two creates returned its id, whatever became of the first', async () => {
  const { registry } = opened();
  await registry.made({ exchange: exchange(1), claim: claim(1) }, record);
  await registry.gone(record);
  expect(registry.isShared(record)).toBe(false);
  await registry.made({ exchange: exchange(2), claim: claim(2) }, record);
  expect(registry.isShared(record)).toBe(true);
});

test('records that were never journalled do not reach the journal', async () => {
  const { registry, journal } = opened();
  await registry.made({ exchange: answered({}), claim: claim(1) }, record);
  await registry.gone(record);
  await registry.settled(answered({}));
  expect(journal).toEqual([]);
});
