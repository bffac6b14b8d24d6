import { expect, test } from 'vitest';
import type { Exchange, Outcome } from '../../wire/exchange.js';
import * as status from '../../wire/status.js';

const respond = (code: number): Outcome => ({
  kind: 'response',
  response: { status: code, headers: [], body: new Uint8Array() },
});

const cut: Outcome = { kind: 'truncated', response: { status: 200, headers: [], body: new Uint8Array() } };

const exchange = (outcome: Outcome): Pick<Exchange, 'outcome'> => ({ outcome });

test.each([
  ['an outcome', respond(404)],
  ['an exchange', exchange(respond(404))],
  ['a response', { status: 404 }],
])('reads the status of %s', (_, answered) => {
  expect(status.statusOf(answered)).toBe(404);
  expect(status.isNotFound(answered)).toBe(true);
});

test('gives a response that was cut off no status, and no set holds that', () => {
  expect(status.statusOf(cut)).toBe(0);
  expect(Object.values(status).some((set) => Array.isArray(set) && set.includes(0))).toBe(false);
  expect(status.isGranted(cut)).toBe(false);
  expect(status.isError(exchange(cut))).toBe(false);
});

test.each([
  [199, { isGranted: false, isClientError: false, isError: false }],
  [200, { isGranted: true, isClientError: false, isError: false }],
  [299, { isGranted: true, isClientError: false, isError: false }],
  [304, { isGranted: false, isClientError: false, isError: false }],
  [400, { isGranted: false, isClientError: true, isError: true }],
  [499, { isGranted: false, isClientError: true, isError: true }],
  [500, { isGranted: false, isClientError: false, isError: true }],
])('classes %i', (code, expected) => {
  const { isGranted, isClientError, isError } = status;
  const answered = respond(code);
  expect({
    isGranted: isGranted(answered),
    isClientError: isClientError(answered),
    isError: isError(answered),
  }).toEqual(expected);
});

test('counts no status as a refusal that leaves a check inconclusive', () => {
  expect(status.REFUSALS.filter((code) => status.INCONCLUSIVE.includes(code))).toEqual([]);
});

test('accepts every client error as the end of a list but those that are about who asks or how often', () => {
  const ends = [400, 401, 403, 404, 408, 410, 416, 422, 429].filter((code) => status.isNoPage(respond(code)));
  expect(ends).toEqual([400, 403, 404, 410, 416, 422]);
});

test('ends a list that must be whole by fewer statuses than one that is judged', () => {
  expect(status.PAST_THE_END.every((code) => status.isNoPage(respond(code)))).toBe(true);
  expect(status.PAST_THE_END).not.toContain(403);
});

test('takes a hidden record for absent only where visibility is judged', () => {
  expect(status.NO_RECORD).not.toContain(403);
  expect(status.NO_VISIBLE_RECORD).toContain(403);
});
