import { expect, test } from 'vitest';
import { type RuleName, rules } from '../../../suites/algebra/query-relation.js';

const [IN, OUT] = [true, false];

/** Whether the whole holds a record, which parts hold it, and whether the rule bears that. */
const cases: readonly (readonly [RuleName, boolean, readonly boolean[], boolean])[] = [
  ['within', IN, [IN], true],
  ['within', OUT, [IN], true],
  ['within', IN, [OUT], false],
  ['same', OUT, [OUT], true],
  ['same', IN, [OUT], false],
  ['same', OUT, [IN], false],
  ['union', IN, [IN, IN], true],
  ['union', IN, [OUT, IN], true],
  ['union', OUT, [IN, IN], false],
  ['union', IN, [OUT, OUT], false],
  ['intersection', IN, [IN, IN], true],
  ['intersection', OUT, [IN, OUT], true],
  ['intersection', IN, [IN, OUT], false],
  ['intersection', OUT, [IN, IN], false],
  ['lifted', IN, [OUT, IN], true],
  ['lifted', IN, [IN, IN], true],
  ['lifted', OUT, [OUT, IN], false],
  ['lifted', OUT, [IN, OUT], false],
  ['partition', IN, [IN, OUT], true],
  ['partition', IN, [IN, IN], false],
  ['partition', IN, [OUT, OUT], false],
  ['partition', OUT, [OUT, OUT], true],
  ['partition', OUT, [OUT, IN], false],
];

test.each(cases)('%s: whole %s, parts %s: %s', (name, inWhole, inParts, holds) => {
  expect(rules[name](inWhole, inParts)).toBe(holds);
});
