import { toIdentityFact } from '../../adapter/learn/rights/learn-rights.js';
import { factAsSentence } from '../../adapter/profile/fact-sentences.js';
import { factInWords, identityInWords } from '../../adapter/profile/fact-words.js';
import type { Fact } from '../../adapter/profile/fact.js';
import { statedForm } from '../../adapter/profile/request-body-forms.js';
import type { KnownIdentity } from '../../adapter/profile/rights.js';
import type { CollectionShape, NumberLocation, TargetProfile } from '../../adapter/profile/target-profile.js';
import { isReadingId, readingOf } from '../../contract/readings/readings.js';
import { collections } from '../../contract/resources.js';
import type { JsonObject, JsonPath, JsonValue } from '../../wire/json.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { Redaction } from '../../wire/redaction.js';
import { plural, someOf } from '../../wire/wording.js';
import { toFactsJson } from './profile-json.js';

/** Who asks besides the default identity and what each may, a line each, as far as it was tried. */
export const toIdentityLines = ({ identities }: Pick<TargetProfile, 'identities'>): readonly string[] =>
  identities.map((one) => toPrintableLine(`${one.name} ${toWords(one).join('; ')}`));

function toWords(identity: KnownIdentity): readonly string[] {
  const words = identityInWords(toIdentityFact(identity));
  const alike = identity.isWeaker ? [] : ['no fewer rights than the default identity'];
  return [...(words === '' ? [] : [words]), ...alike];
}

/** The same as JSON for a report: names, never what proves them. */
const toIdentitiesJson = (identities: readonly KnownIdentity[]): readonly JsonObject[] =>
  identities.map(({ name, isWeaker, rights, hidden }) => ({
    name,
    isWeaker,
    rights: Object.fromEntries(rights),
    hidden: hidden.map(({ ref, key }) => `${ref}/${key}`),
  }));

/** The facts of the target line, each with the words that introduce it. */
const factWords: readonly (readonly [id: string, toWords: (words: string) => string])[] = [
  ['lists.default-size', (words) => `${words} records per page`],
  ['lists.page-cap', (words) => words],
  ['lists.ids', (words) => `${words} ID lists`],
  ['site.zone', (words) => `time zone ${words}`],
  ['extensions', (words) => (words === 'none' ? '' : `extensions ${words}`)],
  ['languages.segments', (words) => (words === 'none' ? 'no language segments' : `language segments ${words}`)],
  ['delete', (words) => `DELETE returns ${words}`],
];

/** The facts that matter to a reader of verdicts, in a few words each; what was not learned is left out. */
function toFactWords(facts: readonly Fact[]): readonly string[] {
  const valueOf = (id: string): JsonValue | undefined => facts.find((fact) => fact.id === id)?.value;
  const words = factWords.flatMap(([id, toWords]) => {
    const value = valueOf(id);
    return value === undefined ? [] : [toWords(factInWords(id, value))];
  });
  return [...words, ...toTakenOtherwise(facts), ...toHidden(facts)].filter((one) => one !== '');
}

/** Fields that are taken otherwise than as stated: requirements are judged in that form. */
const toTakenOtherwise = (facts: readonly Fact[]): readonly string[] =>
  facts.flatMap(({ id, value }) => {
    const [collection, name] = /^bodies\.(\w+)\.(\w+)$/.exec(id)?.slice(1) ?? [];
    const field = collections.find((one) => one === collection);
    if (field === undefined || name === undefined || value === statedForm(field, name)) return [];
    return [`${field}.${name} takes ${factInWords(id, value)}`];
  });

/** Fields that are never returned: requirements about them stay inconclusive. */
function toHidden(facts: readonly Fact[]): readonly string[] {
  const hidden = facts.filter(({ id, value }) => id.includes('.fields.') && isNowhere(value));
  const names = hidden.map(({ id }) => id.replace('.fields.', '.'));
  return names.length === 0 ? [] : [`never returned: ${names.join(' ')}`];
}

const isNowhere = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && value.at === null;

/**
 * What was learned of a target, in a line: where lists, totals, records and ids stand, how it pages and deletes, and which
 * readings it follows.
 */
export function toLearnedLine({ shapes, choices, facts }: TargetProfile): string {
  const shape = collections.map((collection) => shapes[collection]).find((known) => known !== undefined);
  const others = Object.entries(choices).filter(([id, choice]) => isUnusual(id, choice));
  const names = someOf(
    others.map(([id, choice]) => `${id} ${choice}`),
    3,
  );
  const readings = others.length === 0 ? [] : [`${plural(others.length, 'unusual reading')} (${names})`];
  const places = shape ? toShapeWords(shape) : ['no readable records'];
  const parts = [...places, ...toFactWords(facts), ...readings];
  return toPrintableLine(`Detected: ${parts.join(', ')}`);
}

const isUnusual = (id: string, choice: string): boolean =>
  isReadingId(id) && readingOf(id).alternatives[0].id !== choice;

const toShapeWords = ({ items, record, id, total }: CollectionShape): readonly string[] => [
  toPathWords(items, { none: 'no lists', bare: 'top-level arrays', under: 'lists in' }),
  total ? `totals in ${toPositionWords(total)}` : 'no totals',
  toPathWords(record, { none: 'no single records', bare: 'top-level records', under: 'records in' }),
  `IDs in ${id.join('.')}`,
];

type PathWords = Readonly<Record<'none' | 'bare' | 'under', string>>;

const toPathWords = (path: JsonPath | undefined, { none, bare, under }: PathWords): string => {
  if (!path) return none;
  return path.length === 0 ? bare : `${under} ${path.join('.')}`;
};

const toPositionWords = (place: NumberLocation): string =>
  place.in === 'header' ? `header ${place.name}` : place.path.join('.');

/** What was learned of a target, as JSON for a report. */
export function toLearnedJson(
  { shapes, choices, evidence, listStyle, facts, ...rest }: TargetProfile,
  redaction: Redaction,
): JsonObject {
  const { accepted, pageSizes, lacks, identities: others } = rest;
  const identities = toIdentitiesJson(others);
  const maps = { evidence: Object.fromEntries(evidence), lacks: Object.fromEntries(lacks) };
  const sentences = facts.map(({ id, value }) => [id, redaction.text(factAsSentence(id, value))] as const);
  const profile = { sentences: Object.fromEntries(sentences), ...toFactsJson(facts, redaction) };
  // A round trip through text leaves out what is undefined, which JSON does not hold.
  const learned = { shapes, choices, listStyle, accepted, pageSizes, identities, ...maps, profile };
  return JSON.parse(JSON.stringify(learned)) as JsonObject;
}
