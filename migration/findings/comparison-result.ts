import { plural, toCount } from '../../wire/wording.js';
import type { FindingClass } from './cause.js';
import type { Finding } from './finding.js';
import { isAllRead, type PartialReading } from './partial-reading.js';

/** How many records of a collection were matched by each key; also `vanished`, `new` and `duplicated`. */
export type Matched = Readonly<Record<string, number>>;

const unmatched: readonly string[] = ['vanished', 'new', 'duplicated'];

/** The counts of a collection as text: `3 records matched (2 by id, 1 by slug), 1 vanished`. */
function toMatchedWords(matched: Matched): string {
  const found = Object.entries(matched).filter(([name, count]) => !unmatched.includes(name) && count > 0);
  const others = Object.entries(matched).filter(([name, count]) => unmatched.includes(name) && count > 0);
  const all = found.reduce((sum, [, count]) => sum + count, 0);
  const ways = found.map(([by, count]) => `${toCount(count)} by ${by}`).join(', ');
  const again = all === 0 ? 'none matched' : `${plural(all, 'record')} matched (${ways})`;
  return [again, ...others.map(([name, count]) => `${toCount(count)} ${name}`)].join(', ');
}

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const COMPARISON = 'calproof.comparison/1';

/** One of the two compared states. */
export interface State {
  /** A file or a URL, as given. */
  readonly name: string;
  /** The REST root. */
  readonly url: string;
  /** ISO 8601. */
  readonly taken: string;
}

/** What the check of one of the two services came to. */
export interface CheckedState {
  readonly when: 'before' | 'after';
  /** A sentence. */
  readonly conclusion: string;
  /** The file of its page, in the same folder. */
  readonly page: string;
}

/** The result of comparing two states of a calendar. */
export interface Comparison {
  readonly format: typeof COMPARISON;
  /** Of calproof. */
  readonly version: string;
  readonly a: State;
  readonly b: State;
  /** The most severe first. */
  readonly findings: readonly Finding[];
  /** How the records of each collection were matched. */
  readonly matched: Readonly<Record<string, Matched>>;
  /** The number of questions before, of those that could be repeated, and of findings that they alone show. */
  readonly questions?: { readonly kept: number; readonly compared: number; readonly findings: number };
  /** Where both services were checked as well. */
  readonly checks?: readonly CheckedState[];
  /** How much was read, where two services were compared in parts. */
  readonly reading?: PartialReading;
  /** Records that stand in a snapshot of --since without having been read for it, by collection. */
  readonly takenOver?: { readonly before: Matched; readonly after: Matched };
  /** What could not be compared or proved, as sentences. */
  readonly notes: readonly string[];
  /** The classes that fail the comparison. */
  readonly failOn: readonly FindingClass[];
}

/** The findings for which a comparison fails. */
export const failingOf = ({ findings, failOn }: Comparison): readonly Finding[] =>
  findings.filter((finding) => failOn.includes(finding.class));

/** How the records of each collection were matched, and how many of them were not read, as text. */
export const toMatchedRows = (comparison: Comparison): readonly (readonly [collection: string, words: string])[] =>
  Object.entries(comparison.matched).map(([name, counts]) => [
    name,
    [toMatchedWords(counts), ...toUnreadWords(comparison, name)].join('; '),
  ]);

const toUnreadWords = ({ takenOver }: Comparison, collection: string): readonly string[] =>
  (['before', 'after'] as const).flatMap((when) => {
    const count = takenOver?.[when][collection] ?? 0;
    return count === 0 ? [] : [`${toCount(count)} of those ${when} were taken over unread from an earlier snapshot`];
  });

/** Whether some records of the compared states were not read: that no difference was found does not make them equal. */
export const isPartial = ({ reading, takenOver }: Comparison): boolean =>
  takenOver !== undefined || (reading !== undefined && !isAllRead(reading));

/** The number of findings of each class as text: `2 breaking, 1 additive`. */
function toCounts({ findings }: Comparison): string {
  const counts = new Map<FindingClass, number>();
  for (const finding of findings) counts.set(finding.class, (counts.get(finding.class) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** The conclusion of a comparison as a sentence. */
export function toConclusion(comparison: Comparison): string {
  const { findings } = comparison;
  const where = isPartial(comparison) ? ' in what was read' : '';
  if (findings.length === 0) return `No differences${where}.`;
  return failingOf(comparison).length === 0
    ? `No differences that fail the comparison${where}: ${toCounts(comparison)}.`
    : `Differences found: ${toCounts(comparison)}.`;
}
