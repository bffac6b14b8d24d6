import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { ListQuery, QueryValue } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import type { World } from '../../target/world/world.js';
import { allOrFewer } from '../all-or-fewer.js';
import { chooseDiscriminating } from './choose.js';
import { toQuery } from './draft.js';
import { drawDrafts } from './draw.js';
import { type Stock, toStock } from './stock.js';

const stocks = new WeakMap<World, Map<Collection, Stock>>();

/** What the model said of a world stays known while it is judged. */
function stockOf(world: World, collection: Collection): Stock {
  const ofWorld = stocks.get(world) ?? new Map<Collection, Stock>();
  stocks.set(world, ofWorld);
  const stock = ofWorld.get(collection) ?? toStock(world, collection);
  ofWorld.set(collection, stock);
  return stock;
}

/** How many queries are drawn to choose from. */
const DRAWN = 60;

/** A query as it is; when shrunk, with fewer parameters besides the ground's. */
function fewerParameters(query: ListQuery, ground: ListQuery): Arbitrary<ListQuery> {
  const entries = Object.entries(query);
  const own = entries.filter(([name, value]) => value !== ground[name]).map(([name]) => name);
  const names = own.map((name) => fc.constant(name));
  return allOrFewer(names, 0).map((kept) => {
    const left = entries.filter(([name]) => kept.includes(name) || !own.includes(name));
    const missing = Object.entries(ground).filter(([name]) => !left.some(([other]) => other === name));
    return Object.fromEntries<QueryValue>([...left, ...missing]);
  });
}

/** All of some values; when shrunk, one half or the other, until one is left: that takes the fewest requests. */
function halved<Value>(values: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  const [first, ...others] = values;
  if (!first || others.length === 0) return fc.tuple(...values);
  const middle = Math.ceil(values.length / 2);
  const halves = [values.slice(0, middle), values.slice(middle)].map(halved);
  return allOrFewer(halves).map((some) => some.flat());
}

/**
 * Of many queries the few that tell most mistakes together. The choice itself is not shrunk: from others that are drawn
 * others would be chosen. @throws WorldLacks when nothing is known of the collection.
 */
export function discriminatingQueries(
  world: World,
  collection: Collection,
  count: number,
): Arbitrary<readonly ListQuery[]> {
  const stock = stockOf(world, collection);
  const { oracle, base } = stock;
  if (oracle.all.must === 0n) throw new WorldLacks('the world offers no values that would tell');
  const chosen = fc.noShrink(drawDrafts(stock, DRAWN).map((drawn) => chooseDiscriminating(stock, drawn, count)));
  return chosen.chain((drafts) => halved(drafts.map((draft) => fewerParameters(toQuery(draft, base), base))));
}
