import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, QueryValue } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { allOrFewer, droppableButOne } from '../arbitraries/subsets.js';
import { holdTogether } from '../queries/several-filters.js';
import { detectMistakes } from './detect-mistakes.js';
import { drawDrafts, type Drawn } from './drawn-drafts.js';
import { nearMisses } from './near-miss-drafts.js';
import { both } from './oracle.js';
import { type Draft, type Part, selectionOf, toQuery } from './query-draft.js';
import { withoutReplaced } from '../queries/base-query.js';
import { type Stock, toStock } from './value-stock.js';

/** A draft, and how much it is worth beside others. */
interface Weighed {
  readonly draft: Draft;
  readonly weight: number;
}

const NOTHING: Draft = { frame: {}, parts: [], isBaseLast: false };

/** How often each is made better by a part. */
const STEPS = 3;

const without = (part: Part, parts: readonly Part[]): readonly Part[] => parts.filter(({ name }) => name !== part.name);

/** The same draft where `hide_empty` says something else. */
function reframed(draft: Draft, { hides }: Stock): readonly Draft[] {
  const { hide_empty: _, ...frame } = draft.frame;
  const others = [{}, { hide_empty: true }, { hide_empty: false }];
  return hides ? others.map((other) => ({ ...draft, frame: { ...frame, ...other } })) : [];
}

/** The same draft with one part less, more, or another: at each step of other values. */
function neighboursOf(draft: Draft, { stock, drawn }: Pick<Choice, 'stock' | 'drawn'>, step: number): readonly Draft[] {
  const { parts, frame } = draft;
  const less = parts.map((part) => without(part, parts));
  const offered = drawn.partsIn(frame).flatMap((some) => some.filter((_, index) => index % STEPS === step));
  const more = offered.map((part) => [...without(part, parts), part]);
  return [...[...less, ...more].map((changed) => ({ ...draft, parts: changed })), ...reframed(draft, stock)];
}

/** What is chosen from, and what may be chosen. */
interface Choice {
  readonly stock: Stock;
  readonly drawn: Drawn;
  readonly isFit: (draft: Draft) => boolean;
}

/** The draft that detects most of the mistakes not detected yet. */
function best({ stock, drawn, isFit }: Choice, detected: ReadonlySet<string>): Draft {
  const weigh = (draft: Draft): Weighed => {
    let sum = 0;
    detectMistakes(draft, stock, (mistake, weight) => {
      if (!detected.has(mistake)) sum += weight;
    });
    return { draft, weight: sum };
  };
  const heaviest = (drafts: readonly Draft[], least: Weighed): Weighed =>
    drafts
      .filter(isFit)
      .map(weigh)
      .reduce((one, other) => (other.weight > one.weight ? other : one), least);
  let found = heaviest(drawn.drafts, { draft: NOTHING, weight: 0 });
  for (let step = 0; step < STEPS; step += 1)
    found = heaviest(neighboursOf(found.draft, { stock, drawn }, step), found);
  return found.draft;
}

/** Whether no target has a reason to refuse it: what is asked is no contradiction, and holds together. */
const isSound = ({ frame, parts }: Draft, { oracle: { world } }: Stock): boolean =>
  holdTogether(world, [...Object.keys(frame), ...parts.map(({ name }) => name)]) &&
  parts.every(
    (one) => !one.isDate || parts.every((other) => !other.isDate || both(one.selected, other.selected).must !== 0n),
  );

const returns = (draft: Draft, { oracle }: Stock): boolean => selectionOf(draft, oracle).must !== 0n;

const leavesOut = (draft: Draft, { oracle }: Stock): boolean => selectionOf(draft, oracle).mustNot !== 0n;

/** Whether a query is what the first one should be, besides that it discriminates. */
type Prefers = (query: ListQuery) => boolean;

/**
 * The few queries that together detect most mistakes: the first finds something and not all, the last nothing, unless the
 * first is chosen for something else.
 */
function chooseDiscriminating(stock: Stock, drawn: Drawn, count: number, prefers?: Prefers): readonly Draft[] {
  const detected = new Set<string>();
  const chosen = Array.from({ length: count }, (_, place) => {
    const fitsPlace = (draft: Draft): boolean =>
      place > 0
        ? prefers !== undefined || place < count - 1 || !returns(draft, stock)
        : returns(draft, stock) && leavesOut(draft, stock);
    const isFit = (draft: Draft): boolean => fitsPlace(draft) && isSound(draft, stock);
    const isPreferred = (draft: Draft): boolean =>
      place === 0 && prefers !== undefined && isFit(draft) && prefers(toQuery(draft, stock.base));
    const preferred = best({ stock, drawn, isFit: isPreferred }, detected);
    const draft = preferred === NOTHING ? best({ stock, drawn, isFit }, detected) : preferred;
    detectMistakes(draft, stock, (mistake) => detected.add(mistake));
    return draft;
  });
  const discriminating = chosen.filter((draft) => draft !== NOTHING);
  return discriminating.length > 0 ? discriminating : [NOTHING];
}

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
    return withoutReplaced(Object.fromEntries<QueryValue>([...left, ...missing]), ground);
  });
}

/**
 * Of many queries, the few that together detect most mistakes. The choice is not shrunk: from others that are drawn
 * others would be chosen. The first is one that is preferred, if any is.
 * @throws WorldLacks when nothing is known of the collection
 */
export function discriminatingQueries(
  world: World,
  collection: Collection,
  count: number,
  prefers?: Prefers,
): Arbitrary<readonly ListQuery[]> {
  const stock = stockOf(world, collection);
  const { oracle, base } = stock;
  if (oracle.all.must === 0n) throw new WorldLacks('the world offers no discriminating values');
  const chosen = fc.noShrink(
    drawDrafts(stock, DRAWN).map(({ partsIn, drafts }) => {
      const near = nearMisses(stock, partsIn, (draft) => isSound(draft, stock));
      return chooseDiscriminating(stock, { partsIn, drafts: [...drafts, ...near] }, count, prefers);
    }),
  );
  return chosen.chain((drafts) => droppableButOne(drafts.map((draft) => fewerParameters(toQuery(draft, base), base))));
}
