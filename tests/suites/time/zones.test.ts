import { describe, expect, test } from 'vitest';
import { ofTheZoo } from '../of-the-zoo.js';
import { all, outcomesFromTheStart, underFaults } from '../under-fault.js';

const judge = underFaults();

const zones = [
  'events.create.utc-northern',
  'events.create.utc-southern',
  'events.create.utc-part-hours',
  'events.create.utc-fixed',
  'events.create.utc-clock-change',
];
const times = ['events.read.utc-times', 'events.update.utc-times', 'events.update.utc-timezone', ...zones];

describe('a clock is wrong', () => {
  test.each([
    ['events.create.utc-northern', 'events.read.utc-without-summer-time'],
    ['events.create.utc-northern', 'events.read.utc-end-by-start'],
    ['events.create.utc-northern', 'events.read.utc-by-midnight'],
    ['events.create.utc-southern', 'events.read.utc-southern-summer-lost'],
    ['events.create.utc-southern', 'events.read.utc-without-summer-time'],
    ['events.create.utc-part-hours', 'events.read.utc-half-hours-rounded'],
    ['events.create.utc-part-hours', 'events.read.utc-lord-howe-hour'],
    ['events.create.utc-fixed', 'events.read.utc-sign-of-name'],
    ['events.create.utc-clock-change', 'events.read.utc-skipped-as-utc'],
    ['events.update.utc-timezone', 'events.update.utc-kept-in-new-zone'],
    ['events.create.all-day-days', 'events.create.all-day-one-day'],
    ['events.create.all-day-days', 'events.create.leap-day-unknown'],
  ])('%s sees that of %s', async (id, fault) => {
    expect(await judge(ofTheZoo(fault), id)).toMatchObject({ outcome: 'failed' });
  });
});

describe('a clock is right elsewhere alone', () => {
  test.each([
    ['events.create.utc-northern', 'events.read.utc-southern-summer-lost'],
    ['events.create.utc-northern', 'events.read.utc-half-hours-rounded'],
    ['events.create.utc-fixed', 'events.read.utc-without-summer-time'],
    ['events.create.utc-clock-change', 'clocks.other-instant-at-change'],
  ])('%s does not mind %s', async (id, fault) => {
    expect(await judge(ofTheZoo(fault), id)).toMatchObject({ outcome: 'passed' });
  });
});

test.each([
  ["all times are on the site's clock", 'clocks.site-alone'],
  ['times in UTC are called and written otherwise', 'clocks.utc-called-otherwise'],
])('%s', async (_, variant) => {
  expect(await outcomesFromTheStart(ofTheZoo(variant), times)).toEqual(all('passed', times));
});

test('where the clock is that of the site, it is that of some zone', async () => {
  const ids = ['events.create.utc-part-hours'];
  const site = ofTheZoo('clocks.site-alone');
  const seconds = ofTheZoo('events.read.utc-end-without-seconds');
  const both: typeof site = (request, next) => seconds(request, (inner) => site(inner, next));
  expect(await outcomesFromTheStart(both, ids)).toEqual(all('failed', ids));
});
