import { describe, expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { createPalette } from '../../../reports/terminal/layout.js';
import { toRunLines } from '../../../reports/terminal/run-lines.js';
import type { SummaryOptions } from '../../../reports/terminal/summary.js';
import {
  cantTell,
  counterexampleWith,
  endWith,
  failedWith,
  inapplicable,
  judged,
  manyJudged,
  mixedRun,
  passed,
  reportOf,
  untested,
} from '../sample-run.js';

const WIDTH = 80;
const linesOf = (end: RunEnd, more: Partial<SummaryOptions> = {}): readonly string[] =>
  toRunLines(reportOf(end), { palette: createPalette(false), width: WIDTH, ...more });

/** How many rows of a terminal lines take. */
const rowsOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDTH)), 0);

const failing = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const { deviation, ...rest } = counterexampleWith();
    const counterexample = {
      ...rest,
      deviation: { ...deviation, observed: `${at} ${'instead of much else '.repeat(9)}` },
    };
    const level = at % 5 === 4 ? 'SHOULD' : 'MUST';
    return judged(`events.create.number-${at}`, failedWith(counterexample), { level });
  });

const open = (count: number) =>
  Array.from({ length: count }, (_, at) => judged(`tags.list.x${at}`, cantTell(`reason ${'abc '.repeat(at + 9)}`)));

const closed = (count: number) =>
  Array.from({ length: count }, (_, at) => judged(`tags.read.y${at}`, inapplicable(`not ${'this '.repeat(at + 9)}`)));

describe.each([0, 1, 3, 12, 60])('a run with %i causes', (causes) => {
  test.each([
    [0, 0],
    [1, 1],
    [70, 70],
  ])('is a screen of 24 rows beside %i reasons to be inconclusive and %i not to apply', (inconclusive, lacking) => {
    const all = [...failing(causes), ...manyJudged(300, passed, 'a.x'), ...open(inconclusive), ...closed(lacking)];
    const lines = linesOf(endWith(all, { deleted: 400, trashed: Array.from({ length: 90 }, () => 'events/7') }), {
      replay: 'calproof replay repeats them after a run with --report json=report.json',
    });
    const shown = lines[0] === '' ? lines.slice(1) : lines;
    expect(rowsOf(shown)).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.slice(0, -1).map(({ length }) => length))).toBeLessThanOrEqual(WIDTH);
    expect(lines.join('\n')).toContain(`inconclusive: ${inconclusive}`);
    expect(lines.at(-1)).toMatch(/^The target/);
  });
});

test('shows few causes in two lines each, what was expected too, and marks those that do not show each time', () => {
  const shaky = { ...failedWith(), intermittent: true };
  const text = linesOf(endWith([judged('tags.create.x', failedWith()), judged('tags.create.y', shaky)])).join('\n');
  expect(text).toContain('    ✗ tags.create.x MUST\n      201 (expected an event without title to be refused (4xx))');
  expect(text).toContain('✗ tags.create.y MUST, intermittent');
});

test('counts the causes that do not fit', () => {
  const lines = linesOf(endWith(failing(60)));
  const shown = lines.filter((line) => line.includes('✗')).length;
  expect(lines).toContain(`  and ${60 - shown} other causes`);
  expect(shown).toBeGreaterThan(6);
});

test('has a line for each root: reasons that differ in the kind of record are one', () => {
  const kinds = ['events', 'venues', 'tags'];
  const all = kinds.map((kind) => judged(`${kind}.list.x`, cantTell(`the test data has no short list of 3 ${kind}`)));
  const lines = linesOf(
    endWith([judged('a.x', passed), ...all, judged('a.y', untested), judged('a.z', inapplicable())]),
  );
  expect(lines).toContain('  3 inconclusive: the test data has no short list of 3 events, venues, tags');
  expect(lines).toContain('  1 not run: the run was out of time');
  expect(lines).toContain('  1 not applicable: the site is served under no language segment');
});

test('says what it took, and what shows more', () => {
  const lines = linesOf(endWith(failing(1), { requests: 2412, ms: 125_400, deleted: 12, trashed: ['events/7'] }), {
    replay: 'calproof replay r.json',
  });
  const text = lines.join(' ').replaceAll(/ +/g, ' ');
  expect(text).toContain("Run 2,412 requests in 2 min 5 s; 12 records deleted; 1 in the target's trash; seed 7");
  expect(text).toContain('Next --verbose prints each failure with its requests; calproof replay r.json');
  expect(linesOf(endWith([judged('a.x', passed)])).join('\n')).not.toContain('Next');
});

test('keeps quiet of nothing that was left behind, and of no outage', () => {
  const outage = { reason: 'connection refused', from: 3, to: 9, since: 0 };
  const text = linesOf(endWith([judged('a.x', passed)], { left: ['events/12'], outages: [outage] })).join('\n');
  expect(text).toContain('Left behind: 1 record\n  events/12');
  expect(text).toContain('The target was unavailable once (connection refused).');
});

test('verbose prints each failure, each requirement without a verdict, and the tables', () => {
  const all = [...failing(30), ...manyJudged(30, cantTell(), 'a.x')];
  const text = linesOf(endWith(all), { verbose: true }).join('\n');
  expect(text.match(/^FAIL /gm)).toHaveLength(30);
  expect(text).toContain('a.x.29');
  expect(text).toMatch(/^ {2}Suite /m);
});

test('counts the failures that a baseline knows', () => {
  expect(linesOf(mixedRun())).toContain('Baseline   1 known deviation (--verbose lists it)');
});
