import { beforeAll, expect, test } from 'vitest';
import { toIntercept } from '../../../runners/prove/proof-cases.js';
import { systemClock } from '../../../wire/clock.js';
import { createWireView, type WireView } from '../../../zoo/intercept/wire-view.js';
import { judgeSecond, toShapes } from './judge-second.js';

/** Faults that live in one field, one verb, one season, one address. */
const faults = ['events.create.year-of-week', 'venues.by-slug.read.contact-hidden'];

/** More of them: `CALPROOF_FAULTS=a,b npx vitest run tests/targets/second/steady.full.test.ts`. */
const tried = process.env.CALPROOF_FAULTS?.split(',') ?? faults;
const seeds = [1, 2] as const;
const MOST = 2;
/** In ms, for both runs of one fault. */
const LONG = 600_000;

const options = { zone: 'America/New_York' };
let view: WireView;

beforeAll(async () => {
  view = createWireView(toShapes(await judgeSecond(1, options)));
}, LONG);

async function outcomesOf(id: string, seed: number): Promise<ReadonlyMap<string, string>> {
  const intercept = toIntercept({ kind: 'fault', id }, { seed, view, clock: systemClock });
  const { judged } = await judgeSecond(seed, options, intercept);
  return new Map(judged.map(({ requirement, verdict }) => [requirement.id, verdict.outcome]));
}

test.each(tried)(
  'two seeds agree about %s before the second server',
  async (id) => {
    const [one, other] = [await outcomesOf(id, seeds[0]), await outcomesOf(id, seeds[1])];
    const differing = [...one].filter(([name, outcome]) => other.get(name) !== outcome);
    const lines = differing.map(([name, outcome]) => `${name}: ${outcome}, ${other.get(name)}`);
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(MOST);
  },
  LONG,
);
