import { holdTogether } from '../algebra/companions.js';
import { both } from './answer.js';
import { selectionOf, type Draft } from './draft.js';
import type { Drawn } from './draw.js';
import type { Part } from './part.js';
import type { Stock } from './stock.js';
import { detectMistakes } from './told.js';

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

/** What tells most of what is not told yet. */
function best({ stock, drawn, isFit }: Choice, told: ReadonlySet<string>): Draft {
  const weigh = (draft: Draft): Weighed => {
    let sum = 0;
    detectMistakes(draft, stock, (mistake, weight) => {
      if (!told.has(mistake)) sum += weight;
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

/** The few queries that tell most mistakes together: the first of them finds something, the last nothing. */
export function chooseDiscriminating(stock: Stock, drawn: Drawn, count: number): readonly Draft[] {
  const told = new Set<string>();
  const chosen = Array.from({ length: count }, (_, place) => {
    const fitsPlace = (draft: Draft): boolean =>
      place > 0 ? place < count - 1 || !returns(draft, stock) : returns(draft, stock);
    const isFit = (draft: Draft): boolean => fitsPlace(draft) && isSound(draft, stock);
    const draft = best({ stock, drawn, isFit }, told);
    detectMistakes(draft, stock, (mistake) => told.add(mistake));
    return draft;
  });
  const telling = chosen.filter((draft) => draft !== NOTHING);
  return telling.length > 0 ? telling : [NOTHING];
}
