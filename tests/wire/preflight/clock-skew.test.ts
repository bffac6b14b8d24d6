import { expect, test } from 'vitest';
import type { HeaderPairs } from '../../../wire/exchange.js';
import { warnOfClock } from '../../../wire/preflight/clock-skew.js';
import { toSentence } from '../../../wire/preflight/diagnosis.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');

function warn(headers: HeaderPairs, to = NOON): string {
  const outcome = { kind: 'response', response: { status: 200, headers, body: Buffer.from('{}') } } as const;
  const warning = warnOfClock(outcome, { from: NOON, to });
  return warning ? toSentence(warning, (text) => text) : 'nothing';
}

const dated = (date: string): HeaderPairs => [['Date', date]];

test.each([
  ['Sat, 21 Nov 2026 12:00:00 GMT', 'nothing'],
  ['Sat, 21 Nov 2026 12:04:59 GMT', 'nothing'],
  ['Sat, 21 Nov 2026 11:55:01 GMT', 'nothing'],
  ['not a date', 'nothing'],
  ['Sat, 21 Nov 2026 12:06:00 GMT', "The target's clock is 6 minutes ahead of ours."],
  ['Sat, 21 Nov 2026 14:01:00 GMT', "The target's clock is 2 hours 1 minute ahead of ours."],
  ['Sat, 21 Nov 2026 13:00:00 GMT', "The target's clock is 1 hour ahead of ours."],
  ['Thu, 19 Nov 2026 09:00:00 GMT', "The target's clock is 2 days 3 hours behind ours."],
  ['Thu, 01 Jan 1970 00:00:00 GMT', "The target's clock is 20778 days 12 hours behind ours."],
])('a Date of %s: %s', (date, expected) => {
  expect(warn(dated(date))).toContain(expected);
});

test('a response without a Date warns of nothing', () => {
  expect(warn([])).toBe('nothing');
});

test('what a cache kept for an hour is an hour old, and no sign of a slow clock', () => {
  const old = dated('Sat, 21 Nov 2026 11:00:00 GMT');
  expect(warn(old)).toContain('1 hour behind');
  expect(warn([...old, ['Age', '3600']])).toBe('nothing');
});

test('a slow response may be dated anywhere within its time', () => {
  expect(warn(dated('Sat, 21 Nov 2026 12:08:00 GMT'), NOON + 9 * 60_000)).toBe('nothing');
});
