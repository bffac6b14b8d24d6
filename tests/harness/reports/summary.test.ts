import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { conclude } from '../../../harness/reports/conclusion.js';
import { createPalette } from '../../../harness/reports/palette.js';
import { toSummaryLines } from '../../../harness/reports/summary.js';
import type { RunEnd } from '../../../harness/run.js';
import { cantTell, endWith, failedWith, inapplicable, judged, passed, untested } from './sample-run.js';

const linesOf = (end: RunEnd, coloured = false): readonly string[] =>
  toSummaryLines(end, {
    palette: createPalette(coloured),
    width: 90,
    seed: 7,
    conclusion: conclude(end, { strict: false }),
  });

const mixed = endWith([
  judged('events.create.x', passed),
  judged('events.create.y', failedWith()),
  judged('events.list.x', cantTell(), { level: 'SHOULD' }),
  judged('tags.list.x', untested),
  judged('tags.list.y', inapplicable()),
  judged('tags.list.z', cantTell()),
]);

test('counts in its first line what could not be told', () => {
  expect(linesOf(mixed)[0]).toBe('Not told: 3 of 5 requirements (2 could not be told, 1 was not judged).');
  expect(linesOf(endWith([judged('a.x', passed)]))[0]).toBe('Not told: none of 1 requirement.');
});

test('has a row for each suite, level by level', () => {
  const rows = linesOf(mixed).map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(['events', '1/2', '0/1', '-', '1', '-']);
  expect(rows).toContainEqual(['tags', '0/2', '-', '-', '2', '1']);
  expect(rows).toContainEqual(['all', '1/4', '0/1', '-', '3', '1']);
});

test('groups what could not be told by its reason', () => {
  const text = linesOf(mixed).join('\n');
  expect(text).toContain('2 requirements: the request was answered with 401\n    events.list.x, tags.list.z');
  expect(text).toContain('Does not apply\n  1 requirement: the site is served under no language segment');
});

test('leaves out doubts that a failure explains', () => {
  const explained = { ...cantTell('no event could be made'), cause: 'events.create.y' } as const;
  expect(linesOf(endWith([judged('a.x', explained)])).join('\n')).not.toContain('no event could be made');
});

test('tells what the requests bought, the time and the seed', () => {
  const text = linesOf(endWith([judged('a.x', passed)], { requests: 2412, ms: 125_400 })).join('\n');
  expect(text).toContain('Requests   2,412: 12 for 4 generated inputs, 2,400 for probing, world and clean-up');
  expect(text).toContain('Time       2 min 5 s');
  expect(text).toContain('Seed       7');
});

test('names what is left behind', () => {
  expect(linesOf(endWith([judged('a.x', passed)], { left: ['events/12'] })).join('\n')).toContain(
    'Left behind: 1 record\n  events/12',
  );
});

test('ends with the conclusion', () => {
  expect(linesOf(mixed).at(-1)).toBe('The target deviates: 1 MUST requirement failed.');
});

test('colours change nothing but colours', () => {
  expect(linesOf(mixed, true).map((line) => stripVTControlCharacters(line))).toEqual(linesOf(mixed));
  expect(linesOf(mixed, true).join('')).toContain('\u001b[');
});
