import type { JsonValue } from '../harness/json.js';
import type { Fact } from '../target/facts/fact.js';
import { factInWords } from '../target/facts/words.js';

/** What is told of facts in a line, each with the words that introduce it. */
const factWords: readonly (readonly [id: string, toWords: (words: string) => string])[] = [
  ['lists.default-size', (words) => `pages of ${words}`],
  ['lists.page-cap', (words) => words],
  ['lists.ids', (words) => `lists of ids ${words}`],
  ['site.zone', (words) => `site zone ${words}`],
  ['extensions', (words) => (words === 'none' ? '' : `extensions ${words}`)],
  ['languages.segments', (words) => (words === 'none' ? 'no language segments' : `language segments ${words}`)],
  ['delete', (words) => `a DELETE answers ${words}`],
];

/** The facts that matter to a reader of verdicts, in a few words each; what was not learned is left out. */
export function toFactWords(facts: readonly Fact[]): readonly string[] {
  const valueOf = (id: string): JsonValue | undefined => facts.find((fact) => fact.id === id)?.value;
  const words = factWords.flatMap(([id, toWords]) => {
    const value = valueOf(id);
    return value === undefined ? [] : [toWords(factInWords(id, value))];
  });
  return [...words, ...toHidden(facts)].filter((one) => one !== '');
}

/** Fields that are shown nowhere: requirements about them cannot be told. */
function toHidden(facts: readonly Fact[]): readonly string[] {
  const hidden = facts.filter(({ id, value }) => id.includes('.fields.') && isNowhere(value));
  const names = hidden.map(({ id }) => id.replace('.fields.', '.'));
  return names.length === 0 ? [] : [`shown nowhere: ${names.join(' ')}`];
}

const isNowhere = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && value.at === null;
