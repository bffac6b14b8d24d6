import { beforeAll, describe, expect, test } from 'vitest';
import emptyWorld from '../../../fixtures/worlds/empty.json' with { type: 'json' };
import { compositions } from '../../../zoo/compositions/compositions.js';
import { faults } from '../../../zoo/faults/index.js';
import { dutchByDefault } from '../../../zoo/variants/readings/language-alternatives.js';
import { emptyLists } from '../../../zoo/variants/responses/list-members.js';
import type { OnTrialOptions } from '../../suites/on-trial.js';
import { through } from '../bare.js';
import { expectCaught } from '../judge-faulty.js';
import { judgePromised, lostBetween, type Judged } from '../judge-promised.js';
import { inShare } from '../share.js';

const LONG = 60_000;
let bare: Judged;

/** Lists show what the run made, and nothing else. */
const holdingNothing = (options: OnTrialOptions = {}): OnTrialOptions => ({ ...options, world: emptyWorld });

beforeAll(async () => {
  bare = await judgePromised(holdingNothing());
}, LONG);

describe('where the target holds nothing', () => {
  test('the reference server is not blamed', () => {
    expect(bare.failures).toEqual([]);
    expect(bare.passed.length).toBeGreaterThan(500);
  });

  test.each([...emptyLists, dutchByDefault, ...inShare(compositions)].map((one) => [one.id, one] as const))(
    '%s is not blamed',
    async (_, one) => {
      const judged = await judgePromised(holdingNothing(through(one, bare.sight)));
      expect(judged.failures, one.statement).toEqual([]);
      expect(judged.left).toEqual([]);
      expect(lostBetween(bare, judged, one.allowances), 'what nobody has named').toEqual([]);
    },
    LONG,
  );

  // What others made would show these at once.
  const hardToSee = ['lists.later-pages-forget-search', 'terms.list.orderby-slug-by-length'];

  test.each(faults.filter(({ id }) => hardToSee.includes(id)).map((fault) => [fault.id, fault] as const))(
    '%s is caught',
    (_, fault) => expectCaught({ fault, sight: bare.sight, options: holdingNothing() }),
    LONG,
  );
});
