import { ofAbsent, ofFrames, phrase } from './frame-mistakes.js';
import { areContrary, both, either, type SelectionBits } from './oracle.js';
import { type Draft, holding, type Part, shownBy, together } from './query-draft.js';
import type { Stock } from './value-stock.js';

/**
 * How much it is worth to tell something. Every parameter, in every way to give it, is as likely as others to be
 * ignored, and as likely to be mistaken in one of the ways that there are.
 */
const weights = {
  framed: 80,
  absent: 15,
  ignored: 50,
  mistaken: 60,
  several: 8,
  beside: 30,
  alike: 15,
  lifted: 8,
  order: 3,
  whole: 2,
  empty: 3,
} as const;

/** The faults of the zoo that make each mistake with a whole query: their ids, in which `*` stands for any text. */
export const queryMistakes: Readonly<Record<Exclude<keyof typeof weights, 'ignored' | 'mistaken'>, readonly string[]>> =
  {
    framed: ['events.list.strict_dates-false-is-true', 'tags.list.include-shows-empty', 'tags.list.post-shows-empty'],
    absent: [
      '*.list.hide_empty-default-*',
      'venues.list.only_with_upcoming-default-true',
      'organizers.list.upcoming-off-beside-others',
      'events.list.include-keeps-dates',
    ],
    several: ['organizers.list.event-first-only'],
    beside: ['events.list.venue-or-organizer', '*.list.*-beside-*'],
    alike: ['events.list.categories-or-tags', 'venues.list.filters-joined-by-or'],
    lifted: ['events.list.include-lifts-*', 'tags.list.include-beats-exclude'],
    order: ['events.list.earlier-parameters-forgotten', 'lists.first-filter-only'],
    whole: ['events.list.search-or-unbracketed'],
    empty: ['events.list.search-falls-back', 'events.list.post_parent-siblings'],
  };

/** What a query selects, and what is shown at all beside it. */
interface Situation {
  readonly truth: SelectionBits;
  readonly shown: SelectionBits;
  /** What else is sent. */
  readonly framing: readonly string[];
  /** How many parameters there are. */
  readonly count: number;
}

/** Takes a mistake that is told, and how much that is worth. */
type OnMistake = (mistake: string, weight: number) => void;

const areAlike = (one: Part, other: Part): boolean => one.kind === other.kind && !one.isDate;

/** Tells that two parameters are joined by OR: most likely two of one kind. */
function detectInPairs(parts: readonly Part[], { truth, shown, count }: Situation, tell: OnMistake): void {
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const rest = together(
        parts.filter((part) => part !== one && part !== other),
        shown,
      );
      if (areContrary(truth, both(rest, either(one.selected, other.selected))))
        tell(
          one.name < other.name ? phrase(one.name, other.name) : phrase(other.name, one.name),
          areAlike(one, other) ? weights.alike : weights.beside / count,
        );
    }
  }
}

/** Tells that what a query was built up of is forgotten when one of its parameters is read. */
function detectInOrder(parts: readonly Part[], { truth, shown }: Situation, tell: OnMistake): void {
  for (const [index, { name }] of parts.entries())
    if (index > 0 && areContrary(truth, together(parts.slice(index), shown)))
      tell(phrase(name, 'begins anew'), weights.order);
}

/** A parameter may be ignored only beside a certain other, or where nothing is left. */
function detectIgnoring({ name }: Part, others: readonly string[], { truth, count }: Situation, tell: OnMistake): void {
  const ignored = phrase(name, 'ignored beside');
  for (const other of others)
    tell(phrase(ignored, other), other === 'include' ? weights.lifted : weights.beside / count);
  if (truth.must === 0n) tell(phrase(name, 'ignored where nothing is left'), weights.empty);
}

const hasSeveral = ({ must }: SelectionBits): boolean => (must & (must - 1n)) !== 0n;

/** Tells mistakes with one parameter of a query. */
function detectInPart(part: Part, others: readonly Part[], situation: Situation, tell: OnMistake): void {
  const { truth, shown, framing } = situation;
  const rest = together(others, shown);
  const ways = part.mistaken.length;
  if (hasSeveral(truth)) tell(phrase(part.called, 'one of several'), weights.several);
  for (const { mistake, inWay, inForm, isIgnoring, likely, selected } of part.mistaken) {
    if (!areContrary(truth, both(rest, selected))) continue;
    const weight = isIgnoring ? weights.ignored : (likely * weights.mistaken) / ways;
    tell(mistake, weight);
    tell(inWay, weight / 2);
    tell(inForm, weight / 9);
    if (isIgnoring) detectIgnoring(part, [...framing, ...others.map(({ name }) => name)], situation, tell);
  }
  if (areContrary(truth, either(truth, part.selected))) tell(phrase(part.called, 'whatever else'), weights.whole);
}

/** Tells the mistakes that a query tells: made, they would give another answer than the true one for some record. */
export function detectMistakes(draft: Draft, stock: Stock, tell: OnMistake): void {
  const { oracle } = stock;
  const parts = holding(draft, oracle);
  const shown = shownBy(draft, oracle);
  const truth = together(parts, shown);
  const situation = { shown, truth, count: stock.values.size, framing: Object.keys(draft.frame) };
  for (const part of parts)
    detectInPart(
      part,
      parts.filter((other) => other !== part),
      situation,
      tell,
    );
  detectInPairs(parts, situation, tell);
  detectInOrder(parts, situation, tell);
  for (const { mistake, selected } of ofFrames(draft, stock)) {
    if (!areContrary(truth, selected)) continue;
    tell(mistake, weights.framed);
    for (const { name } of parts) tell(phrase(mistake, name), weights.beside / situation.count);
  }
  for (const { mistake, selected } of ofAbsent(draft, truth, stock))
    if (areContrary(truth, selected)) tell(mistake, weights.absent);
}
