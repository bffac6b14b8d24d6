/** A calendar that is only read, with a world file that names what it holds: nothing is blamed for being another one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compositions } from '../../../zoo/compositions/compositions.js';
import { others } from '../../../zoo/variants/behaviour/other-clients.js';
import { readings } from '../../../zoo/variants/index.js';
import { through } from '../bare.js';
import { judgePromised, type Told } from '../judge-promised.js';

const LONG = 60_000;

const MOST = 6;
let bare: Told;

beforeAll(async () => {
  bare = await judgePromised({ mode: 'readonly' });
}, LONG);

test('most of what reads tell is told of the reference server', () => {
  expect(bare.failures).toEqual([]);
  expect(bare.passed.length).toBeGreaterThan(200);
});

describe('nothing is blamed for being', () => {
  test.each([others, ...compositions.slice(0, MOST), ...readings].map((one) => [one.id, one] as const))(
    '%s',
    async (_, one) => {
      const told = await judgePromised({ ...through(one, bare.sight), mode: 'readonly' });
      expect(told.failures).toEqual([]);
      expect(told.passed.length).toBeGreaterThan(140);
    },
    LONG,
  );
});
