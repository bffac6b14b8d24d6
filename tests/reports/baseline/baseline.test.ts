import { describe, expect, test } from 'vitest';
import { applyBaseline, markKnown } from '../../../reports/baseline/baseline.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  failedWith,
  inapplicable,
  judged,
  passed,
  untested,
} from '../sample-run.js';
import { contextOf, entryFor } from './sample.js';

/** What one entry for `a.x` comes to when `a.x` came to a verdict. */
const useOf = (
  verdict: Parameters<typeof judged>[1],
  entry: Parameters<typeof entryFor>[1] = {},
  context: Parameters<typeof contextOf>[1] = {},
) => applyBaseline(endWith([judged('a.x', verdict)]), contextOf([entryFor('a.x', entry)], context)).baseline?.[0];

const stateOf = (...given: Parameters<typeof useOf>): string | undefined => useOf(...given)?.state;

describe('an entry', () => {
  test.each([
    ['failed', failedWith(), 'known'],
    ['passed', passed, 'stale'],
    ['cantTell', cantTell(), 'notJudged'],
    ['inapplicable', inapplicable(), 'notJudged'],
    ['untested', untested, 'notJudged'],
  ] as const)('with the requirement %s', (_, verdict, state) => {
    expect(stateOf(verdict)).toBe(state);
  });

  test('of a requirement that was left out is neither known nor stale', () => {
    const end = applyBaseline(endWith([judged('b.x', passed)]), contextOf([entryFor('a.x')]));
    expect(end.baseline).toMatchObject([{ state: 'notJudged', why: 'is not part of this run' }]);
  });

  test.each([
    ['2026-11-20', 'known'],
    ['2026-11-21', 'known'],
    ['2026-11-22', 'expired'],
    ['2027-01-01', 'expired'],
  ])('that lasts until 2026-11-21 is on %s %s', (today, state) => {
    expect(stateOf(failedWith(), { expires: '2026-11-21' }, { today })).toBe(state);
  });

  test('that has expired and passes again is stale', () => {
    expect(stateOf(passed, { expires: '2020-01-01' })).toBe('stale');
  });

  test('says why there is no verdict', () => {
    expect(useOf(cantTell('it was answered with 401'))?.why).toBe('is inconclusive: it was answered with 401');
  });
});

describe('an entry for a reading', () => {
  const reading = { id: 'list.day', alternative: 'window' };

  test('knows the failure of a target that follows it', () => {
    expect(stateOf(failedWith(), { reading }, { choices: { 'list.day': 'window' } })).toBe('known');
  });

  test.each([[{ 'list.day': 'on-day' }], [{}]])('leaves it standing where the target follows %j', (choices) => {
    expect(stateOf(failedWith(), { reading }, { choices })).toBe('differs');
  });
});

describe('an entry for an input', () => {
  const value = { body: { zip: '01234', 'a/b~c': null, zero: -0 }, list: ['x', { y: [1] }] };
  const failed = failedWith(counterexampleWith({ value }));

  test.each([
    [{ at: '/body/zip', is: '01234' }],
    [{ at: '/body/zip', matches: '^0' }],
    [{ at: '/body/a~1b~0c', is: null }],
    [{ at: '/body/zero', is: 0 }],
    [{ at: '/list/1', is: { y: [1] } }],
    [{ at: '/list/0', matches: 'x' }],
    [{ at: '/list', is: ['x', { y: [1] }] }],
  ])('knows what fails for %j', (input) => {
    expect(stateOf(failed, { input })).toBe('known');
  });

  test.each([
    [{ at: '/body/zip', is: 1234 }],
    [{ at: '/body/zip', matches: '^1' }],
    [{ at: '/body/zero', matches: '0' }],
    [{ at: '/body/city', is: null }],
    [{ at: '/body/toString', matches: '' }],
    [{ at: '/list/01', matches: '' }],
    [{ at: '/list/length', is: 2 }],
    [{ at: '', is: '01234' }],
  ])('leaves standing what fails for another than %j', (input) => {
    expect(stateOf(failed, { input })).toBe('differs');
  });

  test('and for a reading holds where both hold', () => {
    const both = { input: { at: '/body/zip', is: '01234' }, reading: { id: 'list.day', alternative: 'window' } };
    expect(stateOf(failed, both, { choices: { 'list.day': 'window' } })).toBe('known');
    expect(stateOf(failed, both)).toBe('differs');
  });

  test('that does not fit says what was seen, also when it has expired', () => {
    const input = { at: '/body/zip', is: '9' };
    const use = useOf(failed, { input, expires: '2020-01-01' });
    expect(use?.state).toBe('differs');
    expect(use?.why).toBe('fails, but not as its entry describes: its input has "01234" at /body/zip');
  });
});

describe('a baseline', () => {
  const context = contextOf([entryFor('a.x'), entryFor('a.y'), entryFor('a.z', { expires: '2020-01-01' })]);

  test('marks what it knows and changes no verdict', () => {
    const all = [judged('a.x', failedWith()), judged('a.y', passed), judged('a.z', failedWith())];
    const end = applyBaseline(endWith(all), context);
    expect(end.judged.map(({ known }) => known?.requirement)).toEqual(['a.x', undefined, undefined]);
    expect(end.judged.map(({ verdict }) => verdict)).toEqual(all.map(({ verdict }) => verdict));
  });

  test('says nothing of a failure that it has no entry for', () => {
    const other = judged('b.x', failedWith());
    expect(markKnown(other, context)).toBe(other);
  });

  test('is not changed, nor is the end of the run', () => {
    const end = endWith([judged('a.x', failedWith())]);
    const before = structuredClone({ end, baseline: context.baseline });
    applyBaseline(end, context);
    expect({ end, baseline: context.baseline }).toEqual(before);
  });
});
