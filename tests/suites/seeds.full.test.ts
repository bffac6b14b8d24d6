/** A sample of what `npm run soak` runs for hours: the reference server with users, by other seeds. */
import { expect, test } from 'vitest';
import { judgePromised } from '../zoo/judge-promised.js';

const LONG = 120_000;

test.each([2, 3, 4])(
  'the reference server passes every requirement of any target, by seed %i',
  async (seed) => {
    const { verdicts, passed, failures, left } = await judgePromised({ seed });
    expect(failures).toEqual([]);
    expect([...verdicts.keys()].filter((id) => !passed.includes(id))).toEqual([]);
    expect(left).toEqual([]);
  },
  LONG,
);
