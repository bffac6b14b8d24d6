import { expect, test } from 'vitest';
import { reports } from '../../../reports/formats/reports.js';
import { counterexampleWith, endWith, failedWith, manyJudged, mixedRun, passed, reportOf } from '../sample-run.js';
import { expectValid } from './valid-reports.js';

const linesOf = (text: string, kind: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(`::${kind} `));

test('GitHub gets ten of a kind at most, the last of which counts the rest', () => {
  const text = reports.github(reportOf(endWith(manyJudged(25, failedWith(), 'a'))));
  const errors = linesOf(text, 'error');
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toBe(
    '::error title=calproof::16 more are omitted: GitHub shows 10 of a kind; the JSON report has all.',
  );
  expect(linesOf(reports.github(reportOf(endWith(manyJudged(10, failedWith(), 'a')))), 'error')).toHaveLength(10);
});

test('errors fail the run, warnings are failed SHOULDs and inconclusive requirements, notices known deviations', () => {
  const text = reports.github(reportOf(mixedRun()));
  const titles = (kind: string) => linesOf(text, kind).map((line) => / title=(.*?)::/.exec(line)?.[1]);
  expect(titles('error')).toEqual([
    'events.create.x (MUST)',
    'venues.create.y (MUST)',
    'The baseline has an entry that is expired',
    'The baseline has an entry that is stale',
  ]);
  expect(titles('warning')).toEqual(['calproof', 'events.list.x (SHOULD)']);
  expect(titles('notice')).toEqual(['venues.create.x']);
});

test('a message keeps its newlines and signs, and ends no line', () => {
  const deviation = { kind: 'value', expected: '100 %, a: b\n::error::x', observed: '\r' } as const;
  const end = endWith(manyJudged(1, failedWith(counterexampleWith({ deviation })), 'a'));
  const text = reports.github(reportOf(end));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).toContain('expected 100 %25, a: b ::error::x');
});

test('a summary of more than a megabyte leaves out failures and says how many', async () => {
  const deviation = { kind: 'value', expected: 'é '.repeat(2000), observed: 'ü '.repeat(2000) } as const;
  const end = endWith(manyJudged(400, failedWith(counterexampleWith({ deviation })), 'a'));
  const text = reports.markdown(reportOf(end));
  await expectValid.markdown(text);
  expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
  const shown = text.split('<details>').length - 1;
  expect(text).toContain(`${400 - shown} more are omitted for lack of space; the JSON report has all.`);
});

test('a summary has verdict and numbers first', () => {
  const lines = reports.markdown(reportOf(mixedRun())).split('\n');
  expect(lines[0]).toBe('## ❌ The target deviates');
  expect(lines).toContain('Judged 6 of 11 requirements; inconclusive: 2; not applicable: 1; not run: 2.');
  expect(lines).toContain('| venues | ✗ 1/3 | - | - | - | - | 1 |');
  const green = reports.markdown(reportOf(endWith(manyJudged(3, passed, 'a')), { warnings: ['`the clock` is off'] }));
  expect(green).toMatch(/^## ✅ The target conforms\n/);
  expect(green).toContain('**Warning**: `` `the clock` is off ``');
});
