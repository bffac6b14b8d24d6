import { beforeAll, expect, test } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createVirtualClock } from '../../harness/virtual-clock.js';
import { createReferenceServer } from '../../reference-server/index.js';
import type { FactValues } from '../../target/facts/fact.js';
import { learnsOf } from '../../zoo/compose.js';
import { compositions } from '../../zoo/compositions.js';
import { openProxy } from '../../zoo/proxy.js';
import { variants } from '../../zoo/variants/index.js';
import { createWireLens, type WireSight } from '../../zoo/wire-lens.js';
import type { Interceptor } from '../../harness/exchange.js';
import { sightOfBare } from '../zoo/bare.js';
import { calproof } from './console.js';

const SEED = 7;
const LONG = 120_000;
const honest: Interceptor = (request, next) => next(request);
let sight: WireSight;

beforeAll(async () => {
  sight = await sightOfBare();
}, LONG);

/** What `probe` learns over HTTP of a reference server of its own, behind an interceptor. */
async function learnOverHttp(intercept: Interceptor, world = completeWorld as WorldFile): Promise<FactValues> {
  const server = createReferenceServer({ world });
  const { url } = await server.listen();
  const proxy = await openProxy({ origin: url, intercept });
  try {
    const { code, stdout } = await calproof(`probe ${proxy.origin} --seed ${SEED} --report json`);
    expect(code).toBe(0);
    return (JSON.parse(stdout) as { readonly facts: FactValues }).facts;
  } finally {
    await proxy.close();
    await server.close();
  }
}

const behind = (id: string): Interceptor => {
  const one = [...variants, ...compositions].find((known) => known.id === id);
  if (!one) throw new Error(`nothing in the zoo is called ${id}`);
  return one.create(SEED, createWireLens(sight), createVirtualClock(Date.now()));
};

test.each(['envelope.items', 'notation.attributes', 'text.typeset', 'delete.trash', 'reading.compared-in-utc'])(
  'over HTTP, what is stated of %s is learned',
  async (id) => {
    const bare = await learnOverHttp(honest);
    const variant = variants.find((one) => one.id === id);
    expect(await learnOverHttp(behind(id))).toEqual(learnsOf(variant ?? {})(bare));
  },
  LONG,
);

test.each(['composition.1', 'composition.7'])(
  'over HTTP, what is stated of %s is learned',
  async (id) => {
    const bare = await learnOverHttp(honest);
    const composition = compositions.find((one) => one.id === id);
    expect(await learnOverHttp(behind(id))).toEqual(composition?.learns?.(bare));
  },
  LONG,
);

test(
  'a cap that clamps is learned where there is more than it holds',
  async () => {
    const venues = Array.from({ length: 60 }, (_, index) => ({ key: `more-${index}`, venue: `Place ${index}` }));
    const world = {
      ...(completeWorld as WorldFile),
      venues: [...((completeWorld as WorldFile).venues ?? []), ...venues],
    };
    const facts = await learnOverHttp(behind('list.page-cap-50'), world);
    expect(facts['lists.page-cap']).toEqual({ beyond: 'clamped', granted: 50 });
  },
  LONG,
);
