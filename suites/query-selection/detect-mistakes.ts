import { ofAbsent, ofFrames, phrase } from './frame-mistakes.js';
import { areContrary, both, either, type SelectionBits } from './oracle.js';
import { type Draft, holding, type Part, shownBy, together } from './query-draft.js';
import type { Stock } from './value-stock.js';

/**
 * How much it is worth to detect a mistake. Every parameter, in every way to give it, is as likely as others to be
 * ignored, and as likely to be mistaken in one of the ways that there are.
 */
const weights = {
  framed: 80,
  absent: 15,
  ignored: 50,
  mistaken: 60,
  several: 8,
  beside: 250,
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

/** Takes a detected mistake, and how much that is worth. */
type OnMistake = (mistake: string, weight: number) => void;

const areAlike = (one: Part, other: Part): boolean => one.kind === other.kind && !one.isDate;

/** Detects two parameters that are joined by OR: most likely two of one kind. */
function detectInPairs(parts: readonly Part[], { truth, shown, count }: Situation, report: OnMistake): void {
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      const rest = together(
        parts.filter((part) => part !== one && part !== other),
        shown,
      );
      if (areContrary(truth, both(rest, either(one.selected, other.selected))))
        report(
          one.name < other.name ? phrase(one.name, other.name) : phrase(other.name, one.name),
          areAlike(one, other) ? weights.alike : weights.beside / count,
        );
    }
  }
}

/** Detects that the earlier parameters are forgotten when a later one is read. */
function detectInOrder(parts: readonly Part[], { truth, shown }: Situation, report: OnMistake): void {
  for (const [index, { name }] of parts.entries())
    if (index > 0 && areContrary(truth, together(parts.slice(index), shown)))
      report(phrase(name, 'begins anew'), weights.order);
}

/** A parameter may be ignored only beside a certain other, or where nothing is left. */
function detectIgnoring(
  { name }: Part,
  others: readonly string[],
  { truth, count }: Situation,
  report: OnMistake,
): void {
  const ignored = phrase(name, 'ignored beside');
  for (const other of others)
    report(phrase(ignored, other), other === 'include' ? weights.lifted : weights.beside / count);
  if (truth.must === 0n) report(phrase(name, 'ignored where nothing is left'), weights.empty);
}

const hasSeveral = ({ must }: SelectionBits): boolean => (must & (must - 1n)) !== 0n;

/** Detects mistakes with one parameter of a query. */
function detectInPart(part: Part, others: readonly Part[], situation: Situation, report: OnMistake): void {
  const { truth, shown, framing } = situation;
  const rest = together(others, shown);
  const ways = part.mistaken.length;
  if (hasSeveral(truth)) report(phrase(part.called, 'one of several'), weights.several);
  for (const { mistake, inWay, inForm, isIgnoring, likely, selected } of part.mistaken) {
    if (!areContrary(truth, both(rest, selected))) continue;
    const weight = isIgnoring ? weights.ignored : (likely * weights.mistaken) / ways;
    report(mistake, weight);
    report(inWay, weight / 2);
    report(inForm, weight / 9);
    if (isIgnoring) detectIgnoring(part, [...framing, ...others.map(({ name }) => name)], situation, report);
  }
  if (areContrary(truth, either(truth, part.selected))) report(phrase(part.called, 'whatever else'), weights.whole);
}

/** Reports the mistakes that a query detects: each would change the answer for some record. */
export function detectMistakes(draft: Draft, stock: Stock, report: OnMistake): void {
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
      report,
    );
  detectInPairs(parts, situation, report);
  detectInOrder(parts, situation, report);
  for (const { mistake, selected } of ofFrames(draft, stock)) {
    if (!areContrary(truth, selected)) continue;
    report(mistake, weights.framed);
    for (const { name } of parts) report(phrase(mistake, name), weights.beside / situation.count);
  }
  for (const { mistake, selected } of ofAbsent(draft, truth, stock))
    if (areContrary(truth, selected)) report(mistake, weights.absent);
}
