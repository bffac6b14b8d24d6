import { expect, test } from 'vitest';
import { reports } from '../../../reports/formats/reports.js';
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
import { expectValid } from './valid-reports.js';

const linesOf = (text: string): readonly string[] => text.split('\n');

test('a failure is a block with all that is needed to find it', () => {
  const { deviation } = counterexampleWith();
  const about = { operation: 'venues.item.GET', field: 'venue.field.zip', parameters: ['event.list.venue'] };
  const failed = failedWith(counterexampleWith({ deviation: { ...deviation, about } }));
  const text = reports.agent(reportOf(endWith([judged('venues.fields.zip', failed)])), { json: 'run.json' });
  expect(linesOf(text)).toEqual([
    'calproof: exit code 1. The target deviates: 1 MUST requirement failed.',
    'Judged 1 of 1 requirement; inconclusive: 0.',
    '',
    '1. venues.fields.zip (MUST)',
    '   An event sent without its title, start date or end date is not created.',
    '   clause: event.fields.required-on-create: The clause.',
    '   expected: an event without title to be refused (4xx)',
    '   observed: 201',
    '   place: venues.fields.zip, zip, venue; seen in POST /vendor/events/v1/events -> 201',
    '   script: calproof replay run.json venues.fields.zip --script',
    '',
  ]);
});

test('failures only, and what fails the run besides', () => {
  const text = reports.agent(reportOf(mixedRun(), { warnings: ['the clock is off'] }));
  expect(linesOf(text).filter((line) => /^\d+\./.test(line))).toEqual([
    '1. events.create.x (MUST, explains 2 others)',
    '2. venues.create.y (MUST)',
    '3. events.list.x (SHOULD)',
  ]);
  expect(text).toContain('Warning: the clock is off\n');
  expect(text).toMatch(/^Baseline: venues\.create\.y .*\nBaseline: venues\.read\.x /m);
  expect(text).toContain('replay takes the JSON report of a run with --report json=report.json.');
});

test('a run without failures takes two lines', () => {
  const text = reports.agent(reportOf(endWith([judged('a.x', passed), judged('a.y', cantTell())])));
  expect(linesOf(text)).toHaveLength(3);
});

const long = (word: string): string => `${word} ${'\u202e'.repeat(500)} `.repeat(20);

test.each([1, 5, 10, 60])('%i causes with the longest of texts take fewer than 2,000 tokens', async (count) => {
  const { deviation } = counterexampleWith();
  const failed = failedWith(
    counterexampleWith({ deviation: { ...deviation, expected: long('expected'), observed: long('observed') } }),
  );
  const all = manyJudged(count, failed, `events.${'o'.repeat(30)}`).map((one, at) => ({
    ...one,
    requirement: { ...one.requirement, operations: [`events.list.${at}`], statement: long('statement') },
  }));
  const text = reports.agent(reportOf(endWith(all), { clauseText: long('clause') }));
  await expectValid.agent(text);
  expect(linesOf(text).filter((line) => line.startsWith('   script: '))).toHaveLength(Math.min(10, count));
  expect(text.includes('Other causes: ')).toBe(count > 10);
});
