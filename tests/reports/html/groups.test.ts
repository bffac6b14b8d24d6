import { expect, test } from 'vitest';
import { sizeOf, toGroups } from '../../../reports/html/failure-groups.js';
import { failingReport, reportOf } from '../sample-reports.js';
import { failedWith, judged } from '../sample-run.js';

test('failures are grouped by cause, the largest first, SHOULD after MUST', () => {
  const groups = toGroups(failingReport().requirements);
  expect(groups.map(({ first }) => first.id)).toEqual([
    'events.create.minimal',
    'venues.list.search',
    'venues.fields.zip',
  ]);
  expect(groups.map(sizeOf)).toEqual([3, 2, 1]);
  const should = judged('a.x', failedWith(), { level: 'SHOULD' });
  const must = judged('b.y', failedWith());
  expect(toGroups(reportOf([should, must]).requirements).map(({ first }) => first.id)).toEqual(['b.y', 'a.x']);
});

test('a failure with a cause that is not in the report stands for itself', () => {
  const orphan = judged('a.x', { ...failedWith(), cause: 'b.y' });
  expect(toGroups(reportOf([orphan]).requirements)).toHaveLength(1);
});

test('each failure is in one group', () => {
  const groups = toGroups(failingReport().requirements);
  const ids = groups.flatMap(({ first, siblings, explains }) => [first, ...siblings, ...explains].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});
