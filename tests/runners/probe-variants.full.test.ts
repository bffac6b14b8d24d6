import { beforeAll, expect, test } from 'vitest';
import type { FactValues } from '../../adapter/profile/fact.js';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { compositions, learnsOf } from '../../zoo/compositions/compositions.js';
import type { WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Learns } from '../../zoo/learned-facts.js';
import type { Conforming } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import { sightOfBare } from '../zoo/bare.js';
import { overHttp } from './over-http.js';

const only = process.env.CALPROOF_ONLY ?? '';
const LONG = 300_000;
let sight: WireShapes;
let bare: FactValues;

beforeAll(async () => {
  sight = await sightOfBare();
  bare = await learnOverHttp();
}, LONG);

/** What `probe` learns over HTTP behind one of the zoo. */
async function learnOverHttp(one?: Conforming, world?: WorldFile): Promise<FactValues> {
  const behind = { sight, ...(one && { one }), ...(world && { world }) };
  const { code, stdout } = await overHttp('probe', '--report json', behind);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly facts: FactValues }).facts;
}

type Stated = readonly [id: string, one: Conforming, learns: Learns];
const stated: readonly Stated[] = [
  ...variants.map((one): Stated => [one.id, one, learnsOf(one)]),
  ...compositions.map((one): Stated => [one.id, one, one.learns ?? ((facts) => facts)]),
];

test.concurrent.each(stated.filter(([id]) => id.startsWith(only)))(
  'over HTTP, what is stated of %s is learned, and nothing else',
  async (_, one, learns) => {
    expect(await learnOverHttp(one)).toEqual(learns(bare));
  },
  LONG,
);

test(
  'a cap that clamps is learned where there is more than it holds',
  async () => {
    const complete = completeWorld as WorldFile;
    const venues = Array.from({ length: 60 }, (_, index) => ({ key: `more-${index}`, venue: `Place ${index}` }));
    const cap = variants.find(({ id }) => id === 'list.page-cap-50');
    const facts = await learnOverHttp(cap, { ...complete, venues: [...(complete.venues ?? []), ...venues] });
    expect(facts['lists.page-cap']).toEqual({ beyond: 'clamped', granted: 50 });
  },
  LONG,
);
