import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreed, decide, every, type Judgement, negate, some, under } from '../../../suites/model/judgement.js';
import { aPool } from './a-pool.js';

const judgement = fc.constantFrom<Judgement[]>('in', 'out', 'open');
const judgements = fc.array(judgement, { maxLength: 4 });

describe('three-valued judgements', () => {
  test('agree with two-valued logic where nothing is open', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 4 }), (values) => {
        expect(every(values.map(decide))).toBe(decide(values.every(Boolean)));
        expect(some(values.map(decide))).toBe(decide(values.some(Boolean)));
      }),
    );
  });

  test('keep what is decided when something open is decided either way', () => {
    fc.assert(
      fc.property(judgements, fc.boolean(), (values, either) => {
        const settled = values.map((value) => (value === 'open' ? decide(either) : value));
        expect(['open', every(settled)]).toContain(every(values));
        expect(['open', some(settled)]).toContain(some(values));
      }),
    );
  });

  test('are turned round and back', () => {
    fc.assert(
      fc.property(judgement, (value) => {
        expect(negate(negate(value))).toBe(value);
      }),
    );
  });

  test.each([
    [['in', 'in'], 'in'],
    [['out'], 'out'],
    [['in', 'out'], 'open'],
    [['in', 'open'], 'open'],
    [[], 'open'],
  ] as const)('of %j it is agreed on %s', (values, result) => expect(agreed(values)).toBe(result));
});

describe('a judgement under a reading', () => {
  const judge = (alternative: 'included' | 'excluded'): Judgement => decide(alternative === 'included');

  test('is that of the alternative that the target follows', () => {
    const pool = aPool([], { 'list.starts-after.lenient': 'excluded' });
    expect(under(pool, 'list.starts-after.lenient', judge)).toBe('out');
  });

  test('is open where alternatives differ and none is known to be followed', () => {
    expect(under(aPool([]), 'list.starts-after.lenient', judge)).toBe('open');
    expect(under(aPool([]), 'list.starts-after.lenient', () => 'in')).toBe('in');
  });
});
