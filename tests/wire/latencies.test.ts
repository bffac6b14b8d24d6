import { expect, test } from 'vitest';
import { createLatencies } from '../../wire/latencies.js';

const of = (operation: string, all: readonly number[]) => {
  const latencies = createLatencies();
  for (const ms of all) latencies.note(operation, ms);
  return latencies.all();
};

test('each number is the time of a response, in whole ms', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(of('tags.list', hundred)).toEqual([{ operation: 'tags.list', count: 100, median: 50, p95: 95, max: 100 }]);
  expect(of('tags.list', [3, 9.6])).toEqual([{ operation: 'tags.list', count: 2, median: 3, p95: 10, max: 10 }]);
  expect(of('tags.list', [7])).toEqual([{ operation: 'tags.list', count: 1, median: 7, p95: 7, max: 7 }]);
});

test('operations are apart, in the order of their names', () => {
  const latencies = createLatencies();
  for (const operation of ['tags.read', 'events.list', 'tags.read']) latencies.note(operation, 1);
  expect(latencies.all().map(({ operation, count }) => [operation, count])).toEqual([
    ['events.list', 1],
    ['tags.read', 2],
  ]);
});

test('nothing was measured where nothing was noted', () => expect(createLatencies().all()).toEqual([]));
