import { expect, test } from 'vitest';
import { toBoardPage } from '../../../reports/html/board-page.js';
import { toBoard, unlikeIn } from '../../../reports/html/run-board.js';
import { problemsOf } from './validate-html.js';
import { failingReport, hostileReport, reportOf } from '../sample-reports.js';
import { cantTell, failedWith, judged, passed } from '../sample-run.js';

const one = reportOf([
  judged('a.x', passed),
  judged('a.y', failedWith(), { level: 'SHOULD' }),
  judged('a.z', failedWith()),
  judged('a.w', passed),
]);
const other = reportOf([
  judged('a.x', cantTell()),
  judged('a.y', passed),
  judged('a.z', passed),
  judged('a.w', passed),
  judged('a.v', passed),
]);
const runs = [
  { name: 'one', report: one },
  { name: 'other', report: other },
];

test('what differs comes first, and of it what fails in one place and passes in another', () => {
  const { different, same } = toBoard(runs);
  expect(different.map(({ requirement }) => requirement.id)).toEqual(['a.z', 'a.y', 'a.x', 'a.v']);
  expect(same.map(({ requirement }) => requirement.id)).toEqual(['a.w']);
});

test('a requirement that a run does not have is marked', () => {
  expect(toBoardPage(runs)).toContain('not in this run');
});

test('names in what runs differ', () => {
  expect(unlikeIn(runs)).toEqual([]);
  const quick = { name: 'quick', report: { ...other, effort: 'quick', end: 'interrupted' as const } };
  expect(unlikeIn([...runs, quick])).toEqual(['effort', 'how they ended']);
});

test('a validator has nothing to say of it', async () => {
  const pages = [
    toBoardPage(runs),
    toBoardPage([...runs, { name: '<b>"', report: hostileReport() }, { name: 'c', report: failingReport() }]),
  ];
  expect(await Promise.all(pages.map(problemsOf))).toEqual([[], []]);
});
