import { expect, test } from 'vitest';
import { compareReports } from '../../../migration/compare/report-changes.js';
import type { ReportedRequirement, RunReport } from '../../../reports/run-report-schema.js';

const requirement = (id: string, outcome: string, level = 'MUST') =>
  ({ id, level, verdict: { outcome } }) as unknown as ReportedRequirement;

const report = (requirements: readonly ReportedRequirement[], window = 'by-end') =>
  ({ requirements, learned: { choices: { 'list.default-window': window } } }) as unknown as RunReport;

test('a report does not differ from itself', () => {
  const one = report([requirement('a', 'passed'), requirement('b', 'failed'), requirement('c', 'cantTell')]);
  expect(compareReports(one, one)).toEqual([]);
});

test('each way in which verdicts change has its class, and names each requirement', () => {
  const before = [
    requirement('a', 'passed'),
    requirement('b', 'passed', 'SHOULD'),
    requirement('c', 'failed'),
    requirement('d', 'passed'),
    requirement('e', 'cantTell'),
    requirement('f', 'untested'),
    requirement('g', 'failed'),
    requirement('gone', 'passed'),
  ];
  const after = [
    requirement('a', 'failed'),
    requirement('b', 'failed', 'SHOULD'),
    requirement('c', 'passed'),
    requirement('d', 'cantTell'),
    requirement('e', 'passed'),
    requirement('f', 'failed'),
    requirement('g', 'known'),
    requirement('new', 'failed'),
  ];
  const findings = compareReports(report(before), report(after, 'by-start'));
  expect(findings.map(({ class: kind, changes }) => [kind, changes])).toEqual([
    ['breaking', ['a: passed, now failed']],
    ['behavioural', ['b: passed, now failed']],
    ['behavioural', ['f: untested, now failed']],
    ['behavioural', ['list.default-window: "by-end", now "by-start"']],
    ['additive', ['c: failed, now passed']],
    ['volatile', ['d: passed, now cantTell']],
    ['volatile', ['e: cantTell, now passed']],
    ['volatile', ['g: failed, now known']],
  ]);
});
