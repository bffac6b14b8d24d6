import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsIn, isSameCost } from '../../../adapter/reading/agreement.js';

describe('a cost is the same', () => {
  test.each([
    ['15', '$15.00'],
    ['15', '15'],
    ['20.50', '20,50 \u20ac'],
    ['1000', '$1,000'],
    ['1000.5', '1.000,50'],
    ['10 - 20', '$10 \u2013 $20'],
    ['0', 'Free'],
    ['Free', 'Free'],
    ['', ''],
  ])('%s and %s', (sent, shown) => expect(isSameCost(sent, shown)).toBe(true));

  test('with any currency sign and two decimals', () => {
    fc.assert(fc.property(fc.nat(99_999), (cents) => isSameCost(String(cents / 100), `$${(cents / 100).toFixed(2)}`)));
  });
});

describe('a cost is not the same', () => {
  test.each([
    ['15', '16'],
    ['15', '$1.50'],
    ['15', ''],
    ['15', 'Free'],
    ['0', ''],
    ['Free', ''],
    ['Free', 'Paid'],
    ['10 - 20', '$10'],
    ['', '5'],
  ])('%s and %s', (sent, shown) => expect(isSameCost(sent, shown)).toBe(false));
});

test('amounts are read whatever separates their digits', () => {
  expect(amountsIn('1,234,567.89')).toEqual([1_234_567.89]);
  expect(amountsIn('from 5, then 7.')).toEqual([5, 7]);
});
