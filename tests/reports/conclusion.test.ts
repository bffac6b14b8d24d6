import { describe, expect, test } from 'vitest';
import { conclude } from '../../reports/conclusion.js';
import { cantTell, endWith, failedWith, inapplicable, judged, manyJudged, passed, untested } from './sample-run.js';

const lenient = { strict: false };
const codeOf = (
  all: Parameters<typeof endWith>[0],
  fields?: Parameters<typeof endWith>[1],
  options: Parameters<typeof conclude>[1] = lenient,
) => conclude(endWith(all, fields), options).code;

test('conforms when every MUST passed', () => {
  const { code, sentence } = conclude(endWith([judged('a.x', passed), judged('b.x', inapplicable())]), lenient);
  expect(code).toBe(0);
  expect(sentence).toBe('The target conforms: 1 of 1 applicable MUST requirement passed.');
});

test('deviates when one MUST failed, however few verdicts were reached', () => {
  const all = [judged('a.x', failedWith()), ...manyJudged(9, untested, 'b.x')];
  expect(conclude(endWith(all), lenient)).toEqual({
    code: 1,
    sentence: 'The target deviates: 1 MUST requirement failed.',
  });
});

describe('a run with nearly no verdicts', () => {
  const failures = [judged('a.x', failedWith()), judged('a.y', { ...failedWith(), cause: 'a.x' })];
  const few = [...failures, ...manyJudged(18, cantTell(), 'b.x')];

  test('could not judge, whatever failed, and says what did', () => {
    expect(conclude(endWith(few), lenient)).toEqual({
      code: 3,
      sentence:
        'The target could not be judged: only 2 of 20 MUST requirements reached a verdict. 2 MUST requirements failed, 1 of them because of another failure.',
    });
  });

  test('could not judge either when only records were lacking', () => {
    const lacking = { ...inapplicable(), capability: 'world' } as const;
    expect(codeOf([...failures, ...manyJudged(18, lacking, 'b.x')])).toBe(3);
  });

  test.each([
    ['a quarter has verdicts', [...few, ...manyJudged(4, passed, 'c.x')]],
    ['a failure explains the others', [...failures, ...manyJudged(18, { ...cantTell(), cause: 'a.x' }, 'b.x')]],
    ['the others do not apply', [...failures, ...manyJudged(18, inapplicable(), 'b.x')]],
  ] as const)('deviates when %s', (_, all) => {
    expect(codeOf(all)).toBe(1);
  });

  test.each([
    ['it ended early', { end: 'bailed' }, {}],
    ['it lost its target', { end: 'cut off' }, {}],
    ['it is one of several', {}, { shard: { index: 1, count: 2 } }],
  ] as const)('deviates when %s', (_, end, more) => {
    expect(codeOf(few, end, { ...lenient, ...more })).toBe(1);
  });
});

test('says how many failures another one explains', () => {
  const all = [judged('a.x', failedWith()), judged('b.x', { ...failedWith(), cause: 'a.x' })];
  expect(conclude(endWith(all), lenient).sentence).toBe(
    'The target deviates: 2 MUST requirements failed, 1 of them because of another failure.',
  );
});

test('a failed SHOULD deviates under strict alone', () => {
  const all = [judged('a.x', passed), judged('b.x', failedWith(), { level: 'SHOULD' })];
  expect(codeOf(all)).toBe(0);
  expect(codeOf(all, {}, { strict: true })).toBe(1);
});

test('a failed MAY never deviates', () => {
  const all = [judged('a.x', passed), judged('b.x', failedWith(), { level: 'MAY' })];
  expect(codeOf(all, {}, { strict: true })).toBe(0);
});

test.each([
  [8, 2, 0],
  [79, 21, 3],
])('%i MUST requirements with a verdict and %i inconclusive give exit code %i', (reached, open, code) => {
  const all = [...manyJudged(reached, passed, 'a.x'), ...manyJudged(open, cantTell(), 'a.x')];
  expect(codeOf(all)).toBe(code);
});

test('what is not applicable does not count as inconclusive', () => {
  expect(codeOf([...manyJudged(4, passed, 'a.x'), ...manyJudged(30, inapplicable(), 'b.x')])).toBe(0);
});

test('could not judge when no MUST on a possible operation reached a verdict', () => {
  const all = [...manyJudged(19, passed, 'a.list'), judged('b.delete', cantTell())];
  const { code, sentence } = conclude(endWith(all), lenient);
  expect(code).toBe(3);
  expect(sentence).toContain('b.delete');
});

test('an operation of which only others make use needs no verdict', () => {
  const all = [...manyJudged(19, passed, 'a.list'), judged('a.x', cantTell(), { operations: ['b.read'] })];
  expect(codeOf(all)).toBe(0);
});

test('an operation needs a verdict where only requirements across kinds of record were selected', () => {
  const all = [...manyJudged(19, passed, 'a.list'), judged('x', cantTell(), { operations: ['b.read'] })];
  const across = all.map((one, at) => ({ ...one, requirement: { ...one.requirement, id: `http.x${at}` } }));
  expect(codeOf(across)).toBe(3);
});

test('an operation that the target lacks needs no verdict', () => {
  const verdict = { ...inapplicable(), capability: 'b.delete' } as const;
  const all = [...manyJudged(19, passed, 'a.list'), judged('b.delete', cantTell()), judged('c.x', verdict)];
  expect(codeOf(all)).toBe(0);
});

test.each([
  ['nothing was selected', []],
  ['nothing applies', [judged('a.x', inapplicable())]],
  ['nothing reached a verdict', [judged('a.x', cantTell())]],
] as const)('could not judge when %s', (_, all) => {
  expect(codeOf(all)).toBe(3);
});

test('records left behind are no conformance, but a deviation counts more', () => {
  expect(codeOf([judged('a.x', passed)], { left: ['events/12'] })).toBe(3);
  expect(codeOf([judged('a.x', failedWith())], { left: ['events/12'] })).toBe(1);
});

test('a target that stopped answering could not be judged, but a deviation counts more', () => {
  const cutOff = { end: 'cut off', outages: [{ reason: 'status 502', from: 9, since: 0 }], left: ['tags/1'] } as const;
  const sentence = 'The target stopped answering (status 502), so 1 requirement could not be judged.';
  expect(conclude(endWith([judged('a.x', passed), judged('a.y', untested)], cutOff), lenient)).toEqual({
    code: 3,
    sentence,
  });
  expect(conclude(endWith([judged('a.x', failedWith()), judged('a.y', untested)], cutOff), lenient)).toEqual({
    code: 1,
    sentence: `The target deviates: 1 MUST requirement failed. ${sentence}`,
  });
});

test('an interruption comes before all else', () => {
  expect(codeOf([judged('a.x', failedWith())], { end: 'interrupted' })).toBe(130);
});

test('a defect of ours is no word about the target, but a deviation counts more', () => {
  const broken = { outcome: 'untested', reason: 'calproof itself failed: a bug', requests: 0, defect: true } as const;
  const all = [...manyJudged(9, passed, 'a.x'), judged('b.x', broken)];
  expect(conclude(endWith(all), lenient)).toEqual({
    code: 3,
    sentence: 'The target could not be judged: calproof itself failed on b.x; please report it.',
  });
  expect(codeOf([...all, judged('c.x', failedWith())])).toBe(1);
});
