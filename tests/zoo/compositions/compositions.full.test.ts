import { beforeAll, describe, expect, test } from 'vitest';
import { compositions } from '../../../zoo/compositions/compositions.js';
import { through } from '../bare.js';
import { judgePromised, lostBetween, type Judged } from '../judge-promised.js';

const only = process.env.CALPROOF_ONLY ?? '';
const LONG = 60_000;
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
}, LONG);

describe('nothing is blamed for being a whole foreign deployment', () => {
  test.each(compositions.filter(({ id }) => id.startsWith(only)).map((one) => [one.id, one] as const))(
    '%s',
    async (_, composition) => {
      const judged = await judgePromised(through(composition, bare.sight));
      expect(judged.failures, composition.statement).toEqual([]);
      expect(judged.left).toEqual([]);
      expect(lostBetween(bare, judged, composition.allowances), 'what nobody has named').toEqual([]);
    },
    LONG,
  );
});
