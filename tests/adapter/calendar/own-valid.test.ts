import { expect, test } from 'vitest';
import { refuseInvalid } from '../../../adapter/calendar/calendar-writes.js';
import { ref } from '../../../generators/wire-value.js';
import { HarnessError } from '../../../wire/errors.js';

test('a body that the contract allows passes, whatever ids its references have', async () => {
  await expect(
    refuseInvalid('events', {
      title: 'Harbor {mark}',
      start_date: '2033-01-01 10:00:00',
      end_date: '2033-01-01 11:00:00',
      venue: [ref('venues', 'v1')],
    }),
  ).resolves.toBeUndefined();
});

test.each([
  ['a required field left out', { title: 'Harbor' }],
  ['another type than declared', { title: 'Harbor', start_date: 'x', end_date: 'y', author: 'abc' }],
  ['a field that is not declared', { title: 'Harbor', start_date: 'x', end_date: 'y', colour: 'red' }],
])('%s is a defect of ours', async (_, body) => {
  await expect(refuseInvalid('events', body)).rejects.toThrow(HarnessError);
});
