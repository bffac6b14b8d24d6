import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Judged } from '../../kernel/run-event.js';
import { applyBaseline } from '../../reports/baseline/baseline.js';
import { conclude } from '../../reports/conclusion.js';
import { type RunReport, runReportSchema } from '../../reports/run-report-schema.js';
import { toCauses } from '../../reports/causes.js';
import { toBaselineLines } from '../../reports/terminal/baseline-lines.js';
import { createPalette } from '../../reports/terminal/layout.js';
import { toSummaryLines } from '../../reports/terminal/summary.js';
import { contextOf, entryFor } from './baseline/sample.js';
import { endWith, failedWith, judged, manyJudged, passed, reportOf } from './sample-run.js';

const setting = { palette: createPalette(false), width: 200 };
const old = { expires: '2020-01-01' };

const settle = (all: readonly Judged[], ...entries: readonly ReturnType<typeof entryFor>[]) =>
  applyBaseline(endWith(all), contextOf(entries));

const reportSettled = (...given: Parameters<typeof settle>): RunReport => reportOf(settle(...given));

const concludeOf = (...given: Parameters<typeof settle>) => conclude(settle(...given), { strict: false });

const linesOf = (...given: Parameters<typeof settle>): readonly string[] =>
  toBaselineLines(reportSettled(...given).baseline ?? [], setting);

test('a known deviation fails no run, and is counted neither as passed nor as failed', () => {
  const all = [judged('a.x', failedWith()), ...manyJudged(3, passed, 'b.x')];
  expect(concludeOf(all, entryFor('a.x'))).toEqual({
    code: 0,
    sentence: 'The target conforms except for 1 known deviation: 3 of 4 applicable MUST requirements passed.',
  });
  expect(reportSettled(all, entryFor('a.x')).counts).toMatchObject({ passed: 3, failed: 0, known: 1 });
});

test('another failure beside it fails the run', () => {
  const { code, sentence } = concludeOf([judged('a.x', failedWith()), judged('a.y', failedWith())], entryFor('a.x'));
  expect(code).toBe(1);
  expect(sentence).toBe('The target deviates: 1 MUST requirement failed.');
});

test('a known SHOULD fails no strict run', () => {
  const end = settle([judged('a.x', failedWith(), { level: 'SHOULD' }), judged('b.x', passed)], entryFor('a.x'));
  expect(conclude(end, { strict: true }).code).toBe(0);
});

test('a stale entry fails the run', () => {
  expect(concludeOf([judged('a.x', passed)], entryFor('a.x'))).toEqual({
    code: 1,
    sentence: 'The baseline is outdated: 1 stale entry.',
  });
});

test('an expired entry fails the run, also where its requirement alone would not', () => {
  const all = [judged('a.x', failedWith(), { level: 'SHOULD' }), judged('b.x', passed)];
  expect(concludeOf(all, entryFor('a.x', old))).toEqual({
    code: 1,
    sentence: 'The baseline is outdated: 1 expired entry.',
  });
});

test('an entry that was not judged fails no run', () => {
  expect(concludeOf([judged('b.x', passed)], entryFor('a.x', old)).code).toBe(0);
});

test('an interruption comes before a stale entry', () => {
  const end = { ...settle([judged('a.x', passed)], entryFor('a.x')), end: 'interrupted' as const };
  expect(conclude(end, { strict: false }).code).toBe(130);
});

test('what a known deviation explains stands for itself', () => {
  const cause = { cause: 'a.x' } as const;
  const explained = judged('a.y', { ...failedWith(), ...cause });
  const open = judged('a.z', { outcome: 'cantTell', reason: 'nothing could be made', requests: 2, ...cause });
  const report = reportSettled([judged('a.x', failedWith()), explained, open], entryFor('a.x'));
  expect(toCauses(report.requirements).map(({ failure }) => failure.id)).toEqual(['a.y']);
  expect(toSummaryLines(report, setting).join('\n')).toContain('nothing could be made');
});

test('each entry has a line with the next step', () => {
  const all = [
    judged('a.known', failedWith()),
    judged('a.stale', passed),
    judged('a.expired', failedWith()),
    judged('a.differs', failedWith()),
  ];
  const differs = { reading: { id: 'list.day', alternative: 'window' } };
  const entries = [
    entryFor('a.known'),
    entryFor('a.stale'),
    entryFor('a.expired', old),
    entryFor('a.differs', differs),
    entryFor('a.left-out'),
  ];
  expect(linesOf(all, ...entries)).toEqual([
    'Baseline',
    '  Stale      a.stale passes again; delete its entry from the baseline.',
    '  Expired    a.expired fails, and its entry expired on 2020-01-01; fix it, or set a new date.',
    '  Differs    a.differs fails, but not as its entry describes: the target follows no alternative of list.day, not window; fix it, or update its entry.',
    '  Known      a.known fails as known until 2027-01-31; fix it by then. (reason: the old database holds numbers; owner: anna; link: https://tracker.example/7)',
    '  No verdict 1 entry kept as it is: a.left-out',
    '',
  ]);
});

test('what is still to be filled in is said', () => {
  const [, line] = linesOf([judged('a.x', failedWith())], entryFor('a.x', { reason: ' ', link: '' }));
  expect(line).toContain('(owner: anna; to be filled in: reason, link)');
});

test('what an entry says cannot move the cursor', () => {
  const [, line] = linesOf([judged('a.x', failedWith())], entryFor('a.x', { reason: '\u001b[2Jgone' }));
  expect(line).toContain('\\u001b[2Jgone');
});

test('the table has a column for known deviations where there are any', () => {
  const rowsOf = (...given: Parameters<typeof settle>) => {
    const lines = toSummaryLines(reportSettled(...given), setting);
    return lines.map((line) => line.trim().split(/\s{2,}/));
  };
  const all = [judged('a.x', failedWith()), judged('a.y', passed)];
  expect(rowsOf(all, entryFor('a.x'))).toContainEqual(['a', '1/2', '-', '-', '-', '-', '1']);
  expect(rowsOf(all)).toContainEqual(['a', '✗ 1/2', '-', '-', '-', '-']);
});

test('the JSON report has known deviations and entries in places of their own', () => {
  const report = reportSettled([judged('a.x', failedWith()), judged('a.y', passed)], entryFor('a.x'), entryFor('b.x'));
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const validate = ajv.compile(runReportSchema);
  validate(report);
  expect(validate.errors).toBeNull();
  expect(report).toMatchObject({
    exitCode: 0,
    counts: { passed: 1, failed: 0, known: 1 },
    baseline: [
      { requirement: 'a.x', state: 'known', owner: 'anna', expires: '2027-01-31' },
      { requirement: 'b.x', state: 'notJudged', why: 'is not part of this run' },
    ],
    requirements: [{ verdict: { outcome: 'known', counterexample: {} } }, { verdict: { outcome: 'passed' } }],
  });
});
