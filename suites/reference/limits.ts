import fc from 'fast-check';
import { requirement } from '../../target/subject.js';
import { decided, expectError } from './expect-answer.js';

/** The largest body that is read, in octets. */
const LARGEST = 1_048_576;

export const limitsBodies = requirement({
  ...decided,
  id: 'reference.errors.too-large',
  clause: 'gap.errors.status',
  operations: ['tags.create'],
  needs: ['tags.create'],
  effects: 'writes',
  statement: 'A body of more than a mebibyte gets a 413, one of just that is read.',
  cost: 2,
  given: () => fc.constant('[]'),
  async check({ calendar }, body) {
    const headers = [['content-type', 'application/json']] as const;
    const send = (length: number) =>
      calendar.send({ method: 'POST', path: '/tags', headers, body: body.padEnd(length, ' ') });
    expectError(await send(LARGEST), 400);
    expectError(await send(LARGEST + 1), 413);
  },
});
