import type { ListQuery } from '../../generators/wire-value.js';
import type { PartsIn } from './drawn-drafts.js';
import { bitsIn } from './oracle.js';
import type { Draft, Part } from './query-draft.js';
import type { Stock } from './value-stock.js';

/** Of the drafts that miss a record by the same parameter, how many are kept. */
const KEPT = 3;

/** Whether no target has a reason to refuse what is asked. */
type IsSound = (draft: Draft) => boolean;

/** One record, and what the parts are read in. */
interface Aim {
  readonly bit: bigint;
  readonly frame: ListQuery;
  readonly offered: readonly (readonly Part[])[];
  readonly isSound: IsSound;
}

/** A draft, and what makes it miss the record: a parameter, or the frame. */
type Miss = readonly [by: string, draft: Draft];

/**
 * As many parts as may stand beside one that misses the record, each of which selects it. The one stands among them: a
 * list may heed the first parameter alone, or the last.
 */
function completed({ bit, frame, offered, isSound }: Aim, missing?: Part): Draft {
  const placed = (others: readonly Part[]): Draft => {
    const parts = missing ? others.toSpliced(Math.ceil(others.length / 2), 0, missing) : others;
    return { frame, parts, isBaseLast: false };
  };
  let others: readonly Part[] = [];
  for (const alike of offered) {
    const part = alike.find(({ name, selected }) => name !== missing?.name && (selected.must & bit) !== 0n);
    if (part && isSound(placed([...others, part]))) others = [...others, part];
  }
  return placed(others);
}

/** Where the frame shows the record, a miss by each part that leaves it out; where it hides it, one by the frame. */
function missesOf({ oracle }: Stock, aim: Aim): readonly Miss[] {
  const { strict_dates: _, ...showing } = aim.frame;
  const { must, mustNot } = oracle.shown(showing);
  if ((mustNot & aim.bit) !== 0n) return [[Object.keys(showing).join(), completed(aim)]];
  if ((must & aim.bit) === 0n) return [];
  const leavingOut = aim.offered.flat().filter(({ selected }) => (selected.mustNot & aim.bit) !== 0n);
  return leavingOut.map((part): Miss => [part.name, completed(aim, part)]);
}

/** Each thing that may stand around the parts, by itself. */
const framesOf = ({ oracle, statuses, hides }: Stock): readonly ListQuery[] => [
  ...statuses.map((status) => ({ status })),
  ...(hides ? [{ hide_empty: true }, { hide_empty: false }] : []),
  ...(oracle.collection === 'events' ? [{ strict_dates: true }] : []),
  {},
];

/**
 * Drafts of as many parameters as may stand together, in each of which one alone leaves out a record that all others
 * select: the list shows that record if the one is ignored beside any of them.
 */
export function nearMisses(stock: Stock, partsIn: PartsIn, isSound: IsSound): readonly Draft[] {
  const found = new Map<string, Draft[]>();
  for (const frame of framesOf(stock))
    for (const bit of bitsIn(stock.oracle.all.must))
      for (const [by, draft] of missesOf(stock, { bit, frame, offered: partsIn(frame), isSound }))
        found.set(by, [...(found.get(by) ?? []), draft]);
  const lengthOf = ({ parts, frame }: Draft): number => parts.length + Object.keys(frame).length;
  return [...found.values()].flatMap((drafts) =>
    drafts.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, KEPT),
  );
}
