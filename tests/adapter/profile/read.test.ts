import { describe, expect, test } from 'vitest';
import { TARGET_PROFILE } from '../../../adapter/profile/pinned-facts.js';
import { readProfile } from '../../../adapter/profile/profile-parser.js';
import { factIds } from '../../../adapter/profile/profile-schema.js';
import { nearest } from '../../../runners/input/nearest.js';
import type { JsonValue } from '../../../wire/json.js';

const read = (facts: JsonValue, more: Readonly<Record<string, JsonValue>> = {}) =>
  readProfile({ format: TARGET_PROFILE, facts, ...more }, nearest);

test('facts are read by their ids', () => {
  const reading = read({ 'tags.list': '/tags', 'lists.default-size': 10 }, { evidence: {}, url: 'http://127.0.0.1' });
  expect('facts' in reading && [...reading.facts]).toEqual([
    ['tags.list', '/tags'],
    ['lists.default-size', 10],
  ]);
});

describe('problems are named, with the nearest correct word:', () => {
  test.each<[JsonValue, RegExp]>([
    [{ 'tags.lst': '/tags' }, /^there is no fact tags\.lst, did you mean tags\.list$/],
    [{ 'events.fields.tittle': { at: '/title' } }, /did you mean events\.fields\.title$/],
    [{ 'tags.list': 'tags' }, /^tags\.list is "tags", not a JSON Pointer like \/data\/title$/],
    [{ 'tags.total': 'total' }, /^tags\.total is "total", not of the form body:\/total, header:x-total or absent$/],
    [{ 'tags.id': { at: '/id' } }, /^tags\.id lacks type$/],
    [{ 'lists.ids': 'commas' }, /^lists\.ids is "commas", not one of csv, brackets, repeated$/],
    [{ 'http.etag': 'yes' }, /^http\.etag is "yes", not of type boolean$/],
    [{ 'lists.default-size': 0 }, /^lists\.default-size is 0, which is invalid \(minimum 1\)$/],
    [{ 'readings.list.start-date': 'on-days' }, /^readings\.list\.start-date is "on-days", not one of on-day, /],
    [{ 'events.fields.venue': { at: '/venue', hold: 'ids' } }, /^events\.fields\.venue has hold, did you mean holds$/],
    [
      { 'tags.fields.name': { at: '/name', text: 'upper' } },
      /^text in tags\.fields\.name is "upper", not one of identity, /,
    ],
  ])('%j', (facts, words) => {
    const reading = read(facts);
    expect('problem' in reading ? reading.problem : 'nothing').toMatch(words);
  });

  test('another format', () => {
    expect(readProfile({ format: 'x', facts: {} }, nearest)).toEqual({
      problem: `format is "x", not ${TARGET_PROFILE}`,
    });
    expect(readProfile({ format: TARGET_PROFILE }, nearest)).toEqual({ problem: 'it lacks facts' });
    expect(readProfile([], nearest)).toEqual({ problem: 'it is [], not of type object' });
  });
});

test('there is one id for each fact', () => {
  expect(new Set(factIds).size).toBe(factIds.length);
  expect(factIds).toContain('events.fields.title');
});
