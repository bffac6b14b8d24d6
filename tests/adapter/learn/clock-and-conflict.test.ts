import { expect, test } from 'vitest';
import { ofTheZoo } from '../../suites/of-the-zoo.js';
import { onTrial } from '../../suites/on-trial.js';

const honest = (): ReturnType<typeof ofTheZoo> => (request, next) => next(request);

test.each([
  ['event.times.zone', 'event', undefined],
  ['event.times.zone', 'site', 'clocks.site-alone'],
  ['event.times.zone', 'event', 'events.read.utc-hour-off'],
  ['event.times.zone', 'event', 'clocks.utc-called-otherwise'],
  ['language.conflict', 'parameter-wins', undefined],
  ['language.conflict', 'segment-wins', 'languages.segment-wins'],
  ['language.conflict', undefined, 'languages.fallback'],
  ['language.conflict', undefined, 'languages.without-segments'],
] as const)('%s is learned to be %s behind %s', async (reading, follows, before) => {
  const on = await onTrial({ intercept: before === undefined ? honest() : ofTheZoo(before) });
  expect(on.opened.profile.evidence.get(reading)?.follows).toBe(follows);
  await on.close();
});

test.each([undefined, 'clocks.utc-called-otherwise'])('times in UTC are found by what they say: %s', async (before) => {
  const on = await onTrial({ intercept: before === undefined ? honest() : ofTheZoo(before) });
  const { start_date, utc_start_date, utc_end_date } = on.opened.profile.shapes.events?.fields ?? {};
  const paths = [start_date, utc_start_date, utc_end_date].map((fact) => fact?.path.join('.'));
  const [start, end] =
    before === undefined ? ['utc_start_date', 'utc_end_date'] : ['instants.begins', 'instants.finishes'];
  expect(paths).toEqual(['start_date', start, end]);
  await on.close();
});
