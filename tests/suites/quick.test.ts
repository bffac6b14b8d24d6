import { expect, test } from 'vitest';
import { clauses } from '../../contract/clauses.js';
import { isWorth } from '../../harness/plan.js';
import { requirements } from '../../suites/index.js';

const quick = requirements.filter((requirement) => requirement.level === 'MUST' && isWorth(requirement, 'quick'));

test('a quick run tells of every clause', () => {
  const told = new Set<string>(quick.flatMap(({ clause, alsoTells = [] }) => [clause, ...alsoTells]));
  expect(clauses.filter(({ id }) => !told.has(id)).map(({ id }) => id)).toEqual([]);
});
