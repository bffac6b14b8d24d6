import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { createPalette } from '../../../reports/terminal/layout.js';
import { type SummaryOptions, toSummaryLines } from '../../../reports/terminal/summary.js';
import { cantTell, endWith, failedWith, inapplicable, judged, passed, reportOf, untested } from '../sample-run.js';

const linesOf = (end: RunEnd, coloured = false, more: Partial<SummaryOptions> = {}): readonly string[] =>
  toSummaryLines(reportOf(end), { palette: createPalette(coloured), width: 90, ...more });

const mixed = endWith([
  judged('events.create.x', passed),
  judged('events.create.y', failedWith()),
  judged('events.list.x', cantTell(), { level: 'SHOULD' }),
  judged('tags.list.x', untested),
  judged('tags.list.y', inapplicable()),
  judged('tags.list.z', cantTell()),
]);

test('counts in its first line what was judged, and what was not', () => {
  expect(linesOf(mixed)[0]).toBe('Judged 2 of 6 requirements; inconclusive: 2; not applicable: 1; not run: 1.');
  expect(linesOf(endWith([judged('a.x', passed)]))[0]).toBe('Judged 1 of 1 requirement; inconclusive: 0.');
});

test('has a row for each suite, level by level', () => {
  const rows = linesOf(mixed).map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(['events', '✗ 1/2', '0/1', '-', '1', '-']);
  expect(rows).toContainEqual(['tags', '0/2', '-', '-', '2', '1']);
  expect(rows).toContainEqual(['all', '✗ 1/4', '0/1', '-', '3', '1']);
});

test('groups requirements without a verdict by reason', () => {
  const text = linesOf(mixed).join('\n');
  expect(text).toContain('2 requirements: the request was answered with 401\n    events.list.x, tags.list.z');
  expect(text).toContain('Not applicable\n  1 requirement: the site is served under no language segment');
});

test('names the failure that explains inconclusive requirements', () => {
  const explained = { ...cantTell('no event could be made'), cause: 'events.create.y' } as const;
  const all = [judged('events.create.y', failedWith()), judged('a.x', explained)];
  const text = linesOf(endWith(all)).join('\n');
  expect(text).not.toContain('no event could be made');
  expect(text).toContain(
    '1 requirement: events.create.y failed: 201\n    > POST /vendor/events/v1/events -> 201\n    a.x',
  );
});

test('states what the requests were for, the time and the seed', () => {
  const text = linesOf(endWith([judged('a.x', passed)], { requests: 2412, ms: 125_400 })).join('\n');
  expect(text).toContain('Requests   2,412: 12 for 4 generated inputs, 2,400 for probes, test data and clean-up');
  expect(text).toContain('Time       2 min 5 s');
  expect(text).toContain('Seed       7');
});

test('names the records left behind', () => {
  expect(linesOf(endWith([judged('a.x', passed)], { left: ['events/12'] })).join('\n')).toContain(
    'Left behind: 1 record\n  events/12',
  );
});

test('distinguishes deleted records from those in the trash', () => {
  const clean = endWith([judged('a.x', passed)], { deleted: 12, trashed: [] });
  expect(linesOf(clean)).toContain('Clean-up   12 records deleted');
  const trashed = endWith([judged('a.x', passed)], { deleted: 12, trashed: ['events/7', 'venues/8'] });
  expect(linesOf(trashed)).toContain("Clean-up   12 records deleted, 2 in the target's trash: events/7, venues/8");
  expect(linesOf(endWith([], { deleted: 0, trashed: [] })).join('\n')).not.toContain('Clean-up');
});

test('says that the target was unavailable for a moment', () => {
  const outage = { reason: 'connection refused', from: 3, to: 9, since: 0 };
  const text = linesOf(endWith([judged('a.x', passed)], { outages: [outage] })).join('\n');
  expect(text).toContain('The target was unavailable once (connection refused).');
});

test('has a row for each profile where there are several', () => {
  expect(linesOf(mixed).join('\n')).not.toContain('Profile');
  const two = endWith([...mixed.judged, judged('http.head.x', failedWith(), { profile: 'http' })]);
  const rows = linesOf(two).map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(['core', '✗ 1/4', '0/1', '-', '3', '1']);
  expect(rows).toContainEqual(['http', '✗ 0/1', '-', '-', '-', '-']);
});

test('lists several failures once more, with what they explain', () => {
  expect(linesOf(mixed).join('\n')).not.toContain('Failed');
  const follower = judged('events.read.x', { ...failedWith(), cause: 'events.create.y' });
  const more = [judged('tags.create.x', failedWith(), { level: 'SHOULD' }), follower];
  const text = linesOf(endWith([...mixed.judged, ...more])).join('\n');
  expect(text).toContain(`Failed
  Status codes, headers and malformed input
    ✗ events.create.y MUST, explains 1 other
      201 (expected an event without title to be refused (4xx))
  Recommendations
    ! tags.create.x SHOULD
      201 (expected an event without title to be refused (4xx))
`);
});

test('describes the target, and how to replay what failed', () => {
  const text = linesOf(mixed, false, { learned: 'ids in id', replay: 'calproof replay r.json' }).join('\n');
  expect(text).toContain('Target     ids in id\nRequests ');
  expect(text).toContain('Seed       7\nReplay     calproof replay r.json\n\nThe target deviates');
});

test('fits a narrow window, but for the first line and the last, which are for programs too', () => {
  const [, ...lines] = linesOf(mixed, false, { width: 44 }).slice(0, -1);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(44);
  const rows = lines.map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(['Suite', 'MUST', 'SHOULD', 'MAY', '?', 'n/a']);
  expect(rows).toContainEqual(['tags', '0/2', '-', '-', '2', '1']);
});

test('ends with the conclusion', () => {
  expect(linesOf(mixed).at(-1)).toBe('The target deviates: 1 MUST requirement failed.');
});

test('colours change nothing but colours', () => {
  expect(linesOf(mixed, true).map((line) => stripVTControlCharacters(line))).toEqual(linesOf(mixed));
  expect(linesOf(mixed, true).join('')).toContain('\u001b[');
});
