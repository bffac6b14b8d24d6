import { describe, expect, test } from 'vitest';
import type { BaselineEntry } from '../../../kernel/baseline-entry.js';
import { type AdoptedFate, adoptRun, type ReportedRun, toBaseline } from '../../../reports/baseline/adoption.js';
import type { ReportedFailure, ReportedRequirement } from '../../../reports/run-report-schema.js';
import { reportOf } from '../sample-reports.js';
import { cantTell, counterexampleWith, failedWith, judged, passed } from '../sample-run.js';
import { contextOf, entryFor } from './sample.js';

const deviation = { kind: 'value', expected: 'zip "01234"', observed: '"1234"' } as const;
const counterexample = counterexampleWith({ value: { body: { zip: '01234' } }, deviation });

const reported = (...given: Parameters<typeof judged>): ReportedRequirement => {
  const [requirement] = reportOf([judged(...given)]).requirements;
  if (!requirement) throw new Error('no requirement');
  return requirement;
};

const failing = (id: string, fields: Partial<Pick<ReportedRequirement, 'level'>> = {}): ReportedRequirement =>
  reported(id, failedWith(counterexample), fields);
const passing = (id: string): ReportedRequirement => reported(id, passed);
const known = (id: string): ReportedRequirement => {
  const requirement = failing(id);
  return { ...requirement, verdict: { ...(requirement.verdict as ReportedFailure), outcome: 'known' } };
};

const runOf = (requirements: readonly ReportedRequirement[], fields: Partial<ReportedRun> = {}): ReportedRun => ({
  now: '2026-11-21T23:30:00.000Z',
  learned: { choices: { 'list.day': 'window' } },
  end: 'finished',
  requirements,
  ...fields,
});

const adopt = (run: ReportedRun, entries?: readonly BaselineEntry[], strict = false) =>
  adoptRun(run, { existing: entries && contextOf(entries).baseline, strict });

const fateOf = (requirement: ReportedRequirement, fields: Partial<BaselineEntry> = {}): AdoptedFate | undefined =>
  adopt(runOf([requirement]), [entryFor('a.x', fields)])[0]?.fate;

describe('a first baseline', () => {
  test('has an entry for each MUST that failed, good for 90 days', () => {
    expect(toBaseline(adopt(runOf([failing('a.x'), passing('a.y')])))).toEqual({
      format: 'calproof.baseline/1',
      entries: [{ requirement: 'a.x', reason: '', owner: '', link: '', expires: '2027-02-19', seen: { ...deviation } }],
    });
  });

  test('has those that another failure explains too', () => {
    const explained = reported('a.y', { ...failedWith(counterexample), cause: 'a.x' });
    expect(adopt(runOf([failing('a.x'), explained]))).toHaveLength(2);
  });

  test.each([
    ['SHOULD', false, 0],
    ['SHOULD', true, 1],
    ['MAY', true, 0],
  ] as const)('of a %s that failed, strict: %s, has %i', (level, strict, count) => {
    expect(adopt(runOf([failing('a.x', { level })]), undefined, strict)).toHaveLength(count);
  });

  test('has its entries by id', () => {
    const ids = toBaseline(adopt(runOf([failing('b.x'), failing('a.x')]))).entries.map((entry) => entry.requirement);
    expect(ids).toEqual(['a.x', 'b.x']);
  });
});

describe('a baseline that is there', () => {
  test('keeps what a person wrote of what still fails', () => {
    const entry = entryFor('a.x', { reading: { id: 'list.day', alternative: 'window' } });
    const adopted = adopt(runOf([failing('a.x'), failing('a.y')]), [entry]);
    expect(toBaseline(adopted).entries[0]).toEqual(entry);
    expect(adopted.map(({ fate }) => fate)).toEqual(['kept', 'new']);
  });

  test('loses what passes again, and nothing else', () => {
    const entries = ['a.passes', 'a.fails', 'a.open', 'a.left-out'].map((id) => entryFor(id));
    const open = reported('a.open', cantTell());
    const adopted = adopt(runOf([passing('a.passes'), failing('a.fails'), open]), entries);
    expect(adopted.map(({ fate }) => fate)).toEqual(['passed', 'kept', 'notJudged', 'notJudged']);
    expect(toBaseline(adopted).entries.map(({ requirement }) => requirement)).toEqual([
      'a.fails',
      'a.left-out',
      'a.open',
    ]);
  });

  test('keeps an entry for a failure that was known already', () => {
    expect(fateOf(known('a.x'))).toBe('kept');
  });

  test('does not put off what has expired', () => {
    expect(fateOf(failing('a.x'), { expires: '2026-11-20' })).toBe('expired');
    expect(fateOf(failing('a.x'), { expires: '2026-11-21' })).toBe('kept');
  });

  test('lets no reason excuse another failure than it was written for', () => {
    expect(fateOf(failing('a.x'), { input: { at: '/body/zip', matches: '^9' } })).toBe('differs');
    expect(fateOf(failing('a.x'), { reading: { id: 'list.day', alternative: 'on-day' } })).toBe('differs');
    expect(fateOf(failing('a.x'), { input: { at: '/body/zip', matches: '^0' } })).toBe('kept');
  });
});
