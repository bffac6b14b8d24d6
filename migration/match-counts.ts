import { plural, toCount } from '../harness/reports/layout.js';

/** How many records of a collection were found by what; `vanished`, `new` and `duplicated` beside that. */
export type Matched = Readonly<Record<string, number>>;

const unmatched: readonly string[] = ['vanished', 'new', 'duplicated'];

/** The counts of a collection in words: `20,000 found by id, 3 by slug; 1 vanished`. */
export function toMatchedWords(matched: Matched): string {
  const found = Object.entries(matched).filter(([name, count]) => !unmatched.includes(name) && count > 0);
  const others = Object.entries(matched).filter(([name, count]) => unmatched.includes(name) && count > 0);
  const all = found.reduce((sum, [, count]) => sum + count, 0);
  const ways = found.map(([by, count]) => `${toCount(count)} by ${by}`).join(', ');
  const again = all === 0 ? 'none found again' : `${plural(all, 'record')} found again (${ways})`;
  return [again, ...others.map(([name, count]) => `${toCount(count)} ${name}`)].join(', ');
}
