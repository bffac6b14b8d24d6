import { describe, expect, test } from 'vitest';
import type { Judged } from '../../../kernel/run-event.js';
import { toHistoryName, toHistoryText } from '../../../reports/history/history-entry.js';
import { toHistoryMarkdown } from '../../../reports/history/history-summary.js';
import { toHistoryPage } from '../../../reports/history/history-page.js';
import { readHistoryEntry } from '../../../reports/history/history-reader.js';
import { toHistory } from '../../../reports/history/history.js';
import type { RunReport } from '../../../reports/run-report-schema.js';
import { problemsOf } from '../html/validate-html.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  failedWith,
  judged,
  manyJudged,
  mixedRun,
  passed,
  reportOf,
} from '../sample-run.js';

const reportAt = (day: number, all: readonly Judged[], targetVersion?: string): RunReport =>
  reportOf(endWith(all), {
    started: `2026-11-0${day}T09:00:00.000Z`,
    ...(targetVersion !== undefined && { targetVersion }),
  });

const historyOf = (...reports: readonly RunReport[]) =>
  toHistory(
    reports.map((report) => {
      const entry = readHistoryEntry(JSON.parse(toHistoryText(report)));
      if (!entry) throw new Error('what was written is read');
      return entry;
    }),
  );

const good = judged('a.b.x', passed);
const bad = judged('a.b.x', failedWith());
const open = judged('a.b.x', cantTell());

describe('a run as a history keeps it', () => {
  const text = toHistoryText(reportOf(mixedRun()));

  test('has every verdict, a line for those of a kind, and every deviation', () => {
    const { verdicts, deviations } = JSON.parse(text);
    expect(verdicts).toMatchObject({
      cantTell: { 'events.read': 'y', 'tags.create': 'x' },
      known: { 'venues.create': 'x' },
    });
    expect(Object.keys(deviations)).toEqual([
      'events.create.x',
      'events.list.x',
      'events.read.x',
      'venues.create.x',
      'venues.create.y',
    ]);
    expect(deviations['events.read.x']).toMatchObject({ level: 'MUST', cause: 'events.create.x', observed: '201' });
  });

  test('is the same text whatever the order of its verdicts, and changes in few lines', () => {
    const all = [...manyJudged(50, passed, 'a.b'), ...manyJudged(50, passed, 'a.c')];
    const one = toHistoryText(reportAt(1, [...all, good]));
    expect(toHistoryText(reportAt(1, [good, ...all.toReversed()]))).toBe(one);
    const other = toHistoryText(reportAt(1, [...all, bad]));
    const added = other.split('\n').filter((line) => !one.split('\n').includes(line));
    expect(added.length).toBeLessThan(14);
  });

  test('takes a few kB, whatever the target says', () => {
    const long = counterexampleWith({ deviation: { kind: 'value', expected: 'x', observed: 'y'.repeat(100_000) } });
    expect(
      toHistoryText(reportAt(1, [...manyJudged(700, passed, 'events.list'), judged('a.x', failedWith(long))])).length,
    ).toBeLessThan(8_000);
  });

  test('has a name by which runs are in order, and which another run never has', () => {
    const [first, second] = [reportAt(1, [good]), reportAt(2, [good])];
    const elsewhere = { ...first, url: 'http://127.0.0.1:8081' };
    expect(toHistoryName(first)).toMatch(/^20261101T090000000Z-[0-9a-f]{8}\.json$/);
    expect([first, second, elsewhere].map(toHistoryName).toSorted()[2]).toBe(toHistoryName(second));
    expect(toHistoryName(elsewhere)).not.toBe(toHistoryName(first));
  });
});

describe('a failure', () => {
  test('is there since the first run of those that it fails in without a break', () => {
    const { failures } = historyOf(reportAt(3, [bad]), reportAt(1, [bad]), reportAt(2, [good]), reportAt(4, [bad]));
    expect(failures).toHaveLength(1);
    expect(failures[0]?.since.entry.run.started).toBe('2026-11-03T09:00:00.000Z');
    expect(failures[0]?.passed?.entry.run.started).toBe('2026-11-02T09:00:00.000Z');
  });

  test('stays while no run judges it, and goes with a pass', () => {
    const still = historyOf(reportAt(1, [bad]), reportAt(2, [open]), reportAt(3, []));
    expect(still.failures.map(({ last }) => last.entry.run.started)).toEqual(['2026-11-01T09:00:00.000Z']);
    expect(toHistoryMarkdown(still)).toContain('passed in no run before; not judged since 2026-11-01 09:00:00');
    expect(historyOf(reportAt(1, [bad]), reportAt(2, [good])).failures).toEqual([]);
  });
});

describe('two runs', () => {
  test('are compared on what both judged', () => {
    const [change] = historyOf(
      reportAt(1, [good, judged('a.only-here', passed), judged('a.y', failedWith()), judged('a.z', cantTell())]),
      reportAt(2, [bad, judged('a.only-there', failedWith()), judged('a.y', passed), judged('a.z', failedWith())]),
    ).changes;
    expect(change).toMatchObject({ compared: 2, broken: ['a.b.x'], mended: ['a.y'] });
  });

  test('that differ in a baseline alone do not differ', () => {
    const known = { ...bad, known: { requirement: 'a.b.x', reason: '', owner: '', link: '', expires: '' } };
    expect(historyOf(reportAt(1, [bad]), reportAt(2, [known])).changes[0]).toMatchObject({ broken: [], mended: [] });
  });
});

describe('a verdict is flaky', () => {
  test('where it changed back and forth on one version', () => {
    const { flaky } = historyOf(reportAt(1, [good], '1'), reportAt(2, [bad], '1'), reportAt(3, [good], '1'));
    expect(flaky).toEqual([{ id: 'a.b.x', version: '1', findings: ['passing', 'failing', 'passing'] }]);
  });

  test('not where another version explains it, nor where it changed once', () => {
    expect(historyOf(reportAt(1, [good], '1'), reportAt(2, [bad], '2'), reportAt(3, [good], '1')).flaky).toEqual([]);
    expect(historyOf(reportAt(1, [bad], '1'), reportAt(2, [open], '1'), reportAt(3, [good], '1')).flaky).toEqual([]);
  });

  test('with a doubt where no version is stated', () => {
    const history = historyOf(reportAt(1, [good]), reportAt(2, [bad]), reportAt(3, [good]));
    expect(toHistoryMarkdown(history)).toContain(
      'a.b.x ✓ ✗ ✓ (no target version is stated, so the target may have changed)',
    );
  });
});

test('a validator has nothing to say of the page', async () => {
  const pages = [
    historyOf(reportAt(1, [good])),
    historyOf(
      reportAt(1, [good], '<b>1'),
      reportAt(2, [bad], '<b>1'),
      reportAt(3, [good], '<b>1'),
      reportOf(mixedRun()),
    ),
  ].map((one) => toHistoryPage(one));
  expect(await Promise.all(pages.map(problemsOf))).toEqual([[], []]);
});
