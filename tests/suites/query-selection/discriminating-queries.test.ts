import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../adapter/world/world.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { select } from '../../../suites/model/select.js';
import { isInView } from '../../../suites/queries/base-query.js';
import { discriminatingQueries } from '../../../suites/query-selection/discriminating-queries.js';
import { drawDrafts } from '../../../suites/query-selection/drawn-drafts.js';
import { selectionOf, toQuery } from '../../../suites/query-selection/query-draft.js';
import { toStock } from '../../../suites/query-selection/value-stock.js';
import { type OnTrial, onTrial } from '../on-trial.js';

const COUNT = 6;
const SEEDS = [1, 2, 3];

let on: OnTrial;
let world: World;
beforeAll(async () => {
  on = await onTrial({ seed: 3 });
  world = on.opened.world;
});
afterAll(() => on.close());

const selected = (collection: Collection, query: ListQuery) =>
  select(world, collection, query, { among: isInView(world) });

/** A query that would be answered otherwise if one of its parameters were ignored, by the model itself. */
function discriminatesIgnored(collection: Collection, query: ListQuery, name: string): boolean {
  const { [name]: _, ...others } = query;
  const [{ must, mustNot }, ignoring] = [selected(collection, query), selected(collection, others)];
  return must.some((one) => ignoring.mustNot.includes(one)) || mustNot.some((one) => ignoring.must.includes(one));
}

const drawQueries = (collection: Collection, seed: number) =>
  fc.sample(discriminatingQueries(world, collection, COUNT), { numRuns: 1, seed }).flat();

describe.each(collections)('discriminating queries of %s', (collection) => {
  const draw = (seed: number) => drawQueries(collection, seed);

  test('are the same for the same seed', () => {
    expect(draw(1)).toEqual(draw(1));
  });

  test.each(SEEDS)('find something, leave something out, and once find nothing (seed %i)', (seed) => {
    const answers = draw(seed).map((query) => selected(collection, query));
    expect(answers.length).toBeLessThanOrEqual(COUNT);
    expect(answers.some(({ must, mustNot }) => must.length > 0 && mustNot.length > 0)).toBe(true);
    expect(answers.some(({ must }) => must.length === 0)).toBe(true);
  });

  test.each(SEEDS)('discriminate most ignored parameters (seed %i)', (seed) => {
    const queries = draw(seed);
    const names = [...new Set(queries.flatMap((query) => Object.keys(query)))];
    const detected = names.filter((name) => queries.some((query) => discriminatesIgnored(collection, query, name)));
    expect(detected.length).toBeGreaterThanOrEqual(names.length / 2);
  });

  test('are chosen by answers that are those of the model', () => {
    const stock = toStock(world, collection);
    const keys = world
      .of(collection)
      .filter(isInView(world))
      .map(({ ref }) => ref.key);
    const keysIn = (bits: bigint) => keys.filter((_, place) => ((bits >> BigInt(place)) & 1n) === 1n);
    const [drawn] = fc.sample(drawDrafts(stock, 40), { numRuns: 1, seed: 5 });
    for (const draft of drawn?.drafts ?? []) {
      const { must, mustNot } = selectionOf(draft, stock.oracle);
      const model = selected(collection, toQuery(draft, stock.base));
      expect(keysIn(must)).toEqual(model.must.map(({ key }) => key));
      expect(keysIn(mustNot)).toEqual(model.mustNot.map(({ key }) => key));
    }
  });
});

/** How many of the ordered pairs of parameters, at least: so few queries cannot judge them all. */
const pairsJudged = [
  ['venues', 0.8],
  ['organizers', 0.8],
  ['categories', 0.55],
  ['tags', 0.65],
] as const;

describe.each(pairsJudged)('queries of %s judge', (collection, share) => {
  test.each(SEEDS)('parameters that are ignored beside another alone (seed %i)', (seed) => {
    const queries = drawQueries(collection, seed);
    const names = [...new Set(queries.flatMap((query) => Object.keys(query)))];
    const pairs = names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other] as const));
    const isJudged = ([one, other]: readonly [string, string]): boolean =>
      queries.some((query) => one in query && other in query && discriminatesIgnored(collection, query, one));
    expect(pairs.filter(isJudged).length).toBeGreaterThanOrEqual(share * pairs.length);
  });
});
