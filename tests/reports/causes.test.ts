import { expect, test } from 'vitest';
import { toCauses, toFailureCount } from '../../reports/causes.js';
import { harmOf } from '../../reports/harm.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { isFailed } from '../../reports/standing.js';
import { failingReport, reportOf } from './sample-reports.js';
import { counterexampleWith, failedWith, judged } from './sample-run.js';

const failing = (id: string, details: Partial<DeviationDetails>, fields: Partial<RequirementInfo> = {}) => {
  const deviation = { kind: 'status' as const, expected: 'a', observed: 'b', ...details };
  return judged(id, failedWith(counterexampleWith({ deviation })), fields);
};

const harmsOf = (...all: readonly ReturnType<typeof failing>[]) =>
  reportOf(all).requirements.filter(isFailed).map(harmOf);

test('causes are in order of harm, what explains most first', () => {
  const causes = toCauses(failingReport().requirements);
  expect(causes.map(({ failure }) => failure.id)).toEqual([
    'venues.fields.zip',
    'events.create.minimal',
    'venues.list.search',
    'tags.list.search',
  ]);
  const should = judged('a.x', failedWith(), { level: 'SHOULD' });
  const must = judged('b.y', failedWith());
  expect(toCauses(reportOf([should, must]).requirements).map(({ failure }) => failure.id)).toEqual(['b.y', 'a.x']);
});

test('a failure with a cause that is not in the report stands for itself', () => {
  const orphan = judged('a.x', { ...failedWith(), cause: 'b.y' });
  expect(toCauses(reportOf([orphan]).requirements)).toHaveLength(1);
});

test('failures and causes are counted', () => {
  expect(toFailureCount(toCauses(failingReport().requirements))).toBe('5 failures, 4 causes');
  expect(toFailureCount(toCauses(reportOf([judged('a.x', failedWith())]).requirements))).toBe('1 failure');
});

test('harm follows from what deviates', () => {
  expect(
    harmsOf(
      failing('venues.fields.zip', { kind: 'value' }, { clause: 'venue.field.zip' }),
      failing('identities.events.hidden', { kind: 'selection' }),
      failing('events.list.venue', { kind: 'selection' }, { effects: 'reads', clause: 'event.list.venue' }),
      failing('events.create.malformed.title', { about: { wanted: 'refused' } }, { clause: 'event.field.title' }),
      failing('events.delete.others', { kind: 'status' }, { clause: 'coherence.other-records' }),
      failing('http.vary', { kind: 'header' }, { level: 'SHOULD' }),
    ),
  ).toEqual(['data', 'disclosure', 'answers', 'protocol', 'data', 'advice']);
});
