import { expect, test } from 'vitest';
import { readRunReport } from '../../reports/run-report-reader.js';
import type { JsonValue } from '../../wire/json.js';
import { endWith, failedWith, judged, reportOf } from './sample-run.js';

const report = JSON.parse(JSON.stringify(reportOf(endWith([judged('a.x', failedWith())]))));

const problemOf = (value: JsonValue): string => {
  const reading = readRunReport(value);
  return 'problem' in reading ? reading.problem : 'none';
};

test('reads a report, also an older one and one that holds more', () => {
  const { started, clauseSet, ...older } = report;
  expect([started, clauseSet]).not.toContain(undefined);
  for (const value of [report, older, { ...report, mood: 'sunny' }]) {
    expect(readRunReport(value)).toEqual({ report: value });
  }
});

test.each([
  [{}, 'is not a run report; calproof check --report json=FILE writes one'],
  [[], 'is not a run report; calproof check --report json=FILE writes one'],
  [{ format: 'calproof.baseline/1' }, /^is not a run report/],
  [
    { ...report, format: 'calproof.run/1' },
    /^is a run report in the format calproof\.run\/1, but .* reads calproof\.run\/2;/,
  ],
  [{ format: 'calproof.run/2' }, /^is an invalid run report: it must have required property/],
  [{ ...report, requirements: [{}] }, /invalid run report: \/requirements\/0 must have/],
  [{ ...report, requirements: [{ ...report.requirements[0], verdict: { outcome: 'passed' } }] }, /0\/verdict must/],
  [{ ...report, format: 'calproof.run/\u001b[31m\n' }, /^[^\p{Cc}]*$/u],
] as const)('%j is answered with one sentence', (value, sentence) => {
  expect(problemOf(value)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});
