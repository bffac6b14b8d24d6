import { expect, test } from 'vitest';
import { type RunCost, toCostLines, toHarmLine } from '../../../reports/terminal/cost-lines.js';

const harm = { records: 2_000, recordsAtOnce: 800, octets: 16 * 1_048_576, failedLogins: 5 };
const cost: RunCost = { requests: 2900, writes: 1250, failure: 30, failsLogin: true, harm };

test('says what is sent, and what is tried besides', () => {
  expect(toCostLines(cost)).toEqual([
    'At most 2,900 requests, about 1,250 of them writes; on average up to 30 more for each cause of failures.',
    'A wrong login is sent up to seven times (--no-failed-login omits it).',
  ]);
});

test('says how long it takes at the pace that was measured', () => {
  expect(toCostLines({ ...cost, msPerRequest: 58 })[0]).toContain(', about 3 minutes;');
  expect(toCostLines({ ...cost, msPerRequest: 2 })[0]).toContain(', about 6 seconds;');
});

test('says what stays in a trash that is known', () => {
  const [, second] = toCostLines({ ...cost, keepsTrash: true, failsLogin: false });
  expect(second).toBe('The target moves deleted records to its trash, with any revisions that it keeps of them.');
});

test('is one sentence where nothing is written or left', () => {
  expect(toCostLines({ ...cost, writes: 0, keepsTrash: true, failsLogin: false })).toEqual([
    'At most 2,900 requests, no writes; on average up to 30 more for each cause of failures.',
  ]);
});

test('says what may be done at most, whatever the target answers', () => {
  expect(toHarmLine(cost)).toBe(
    'Whatever the target answers, at most 2,000 records are created, 800 of them at once, and 16 MiB are sent.',
  );
  expect(toHarmLine({ ...cost, writes: 0 })).toBe('Nothing is created.');
});
