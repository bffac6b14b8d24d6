import { expect, test } from 'vitest';
import { clauses } from '../../contract/clauses/clauses.js';
import { isWorth } from '../../kernel/run/plan.js';
import { requirements } from '../../suites/index.js';
import { quick as chosen } from '../../suites/quick.js';

const quick = requirements.filter((requirement) => requirement.level === 'MUST' && isWorth(requirement, 'quick'));

test('a quick run covers every clause', () => {
  const covered = new Set<string>(quick.flatMap(({ clause, alsoCovers = [] }) => [clause, ...alsoCovers]));
  expect(clauses.filter(({ id }) => !covered.has(id)).map(({ id }) => id)).toEqual([]);
});

test('the table of a quick run names requirements that there are, each once', () => {
  const known = new Set(requirements.map(({ id }) => id));
  expect(chosen.filter((id) => !known.has(id))).toEqual([]);
  expect(new Set(chosen).size).toBe(chosen.length);
});
