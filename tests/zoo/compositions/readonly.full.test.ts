/** A calendar that is only read, with a world file that names what it holds: nothing is blamed for being another one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compositions } from '../../../zoo/compositions/compositions.js';
import { others } from '../../../zoo/variants/behaviour/other-clients.js';
import { through } from '../bare.js';
import { judgePromised, type Judged } from '../judge-promised.js';
import { inShare } from '../share.js';

const LONG = 60_000;

let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised({ mode: 'readonly' });
}, LONG);

test('most requirements that only read pass on the reference server', () => {
  expect(bare.failures).toEqual([]);
  expect(bare.passed.length).toBeGreaterThan(200);
});

describe('nothing is blamed for being', () => {
  test.each([others, ...inShare(compositions)].map((one) => [one.id, one] as const))(
    '%s',
    async (_, one) => {
      const judged = await judgePromised({ ...through(one, bare.sight), mode: 'readonly' });
      expect(judged.failures).toEqual([]);
      expect(judged.passed.length).toBeGreaterThan(140);
    },
    LONG,
  );
});
