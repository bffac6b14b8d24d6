import { describe, expect, test } from 'vitest';
import { toBoardPage } from '../../../reports/board/board-page.js';
import { toBoardMarkdown } from '../../../reports/board/board-summary.js';
import { type BoardRow, type BoardRun, toBoard, unlikeIn } from '../../../reports/board/run-board.js';
import { problemsOf } from '../html/validate-html.js';
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

const idsOf = (rows: readonly BoardRow[]): readonly string[] => rows.map(({ requirement }) => requirement.id);

test('what differs comes first, and of it what a MUST demands', () => {
  const { different, same } = toBoard(runs);
  expect(idsOf(different)).toEqual(['a.z', 'a.y']);
  expect(idsOf(same)).toEqual(['a.w']);
});

test('what only one run judged is no difference, but what two of three judged is compared', () => {
  expect(idsOf(toBoard(runs).uncompared)).toEqual(['a.x', 'a.v']);
  const third = toBoard([...runs, { name: 'third', report: reportOf([judged('a.v', failedWith())]) }]);
  expect(idsOf(third.different)).toEqual(['a.z', 'a.v', 'a.y']);
  expect(idsOf(third.uncompared)).toEqual(['a.x']);
});

test('a failure that a baseline knows in one run alone is no difference', () => {
  const report = reportOf([judged('a.z', failedWith())]);
  const known = report.requirements.map((all) => ({
    ...all,
    verdict: 'counterexample' in all.verdict ? { ...all.verdict, outcome: 'known' as const } : all.verdict,
  }));
  const { different, same } = toBoard([
    { name: 'new', report },
    { name: 'known', report: { ...report, requirements: known } },
  ]);
  expect([idsOf(different), idsOf(same)]).toEqual([[], ['a.z']]);
});

test('each run has the command that judges its target again', () => {
  const page = toBoardPage([...runs, { name: 'third', report: one, again: 'calproof check third --config x.json' }]);
  expect(page).toContain(
    'calproof check http://127.0.0.1:8080 --namespace vendor/events/v1 --seed 7 --effort standard',
  );
  expect(page).toContain('calproof check third --config x.json');
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

describe('as Markdown', () => {
  const markdownOf = (all: readonly BoardRun[]): string => toBoardMarkdown(toBoard(all));

  test('the last run is compared with the first one: what newly fails in full, what is fixed, what fails in both', () => {
    const text = markdownOf([
      { name: 'base', report: other },
      { name: 'report', report: one },
    ]);
    expect(text).toContain('**2 requirements newly failed; both runs judged 3.**');
    expect(text).toContain('| ` a.z ` MUST | ✓ passed | ✗ failed |');
    expect(text.match(/^Expected /gm)).toHaveLength(2);
    expect(markdownOf(runs)).toContain('**2 requirements fixed; both runs judged 3.**');
    expect(markdownOf([...runs, ...runs].slice(0, 3))).toContain('No verdict changed; at least two runs judged 4.');
  });

  test('what fails in both is listed, and no difference', () => {
    const text = markdownOf([
      { name: 'base', report: one },
      { name: 'report', report: one },
    ]);
    expect(text).toContain('No verdict changed; both runs judged 4.');
    expect(text).toContain('<summary>Failing in all runs: 2</summary>');
    expect(text).not.toContain('| requirement |');
  });

  test('holds nothing of a hostile target that Markdown or HTML would act on', () => {
    const hostile = hostileReport();
    const text = markdownOf([
      { name: 'a|b <script>', report: reportOf(hostile.requirements.map(({ id }) => judged(id, passed))) },
      { name: 'hostile', report: hostile },
    ]);
    expect(text).toContain('newly failed');
    const outside = text.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '').replaceAll(/(`+) [^\n]*? \1/g, '');
    expect(outside).not.toMatch(/<(?!\/?(?:details|summary|code)>)[a-z]/i);
  });
});
