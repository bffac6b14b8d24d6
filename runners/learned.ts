import { collections } from '../contract/resources.js';
import { isReadingId, readingOf } from '../contract/readings.js';
import type { JsonObject, JsonPath } from '../harness/json.js';
import { toIdentitiesJson } from './identities/told.js';
import type { Redaction } from '../harness/redact.js';
import { plural, someOf } from '../harness/reports/layout.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import { factInWords } from '../target/facts/words.js';
import { toFactWords } from './learned-words.js';
import { toFactsJson } from './profile-json.js';
import type { CollectionShape, NumberLocation, TargetProfile } from '../target/profile.js';

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
  const places = shape ? toShapeWords(shape) : ['nothing that can be read yet'];
  const parts = [...places, ...toFactWords(facts), ...readings];
  return toPrintableLine(parts.join(', '));
}

const isUnusual = (id: string, choice: string): boolean =>
  isReadingId(id) && readingOf(id).alternatives[0].id !== choice;

const toShapeWords = ({ items, record, id, total }: CollectionShape): readonly string[] => [
  toPathWords(items, { none: 'no lists', bare: 'lists are bare arrays', under: 'lists under' }),
  total ? `totals in ${toPositionWords(total)}` : 'no totals',
  toPathWords(record, { none: 'no single records', bare: 'bare records', under: 'records under' }),
  `ids in ${id.join('.')}`,
];

type PathWords = Readonly<Record<'none' | 'bare' | 'under', string>>;

const toPathWords = (path: JsonPath | undefined, { none, bare, under }: PathWords): string => {
  if (!path) return none;
  return path.length === 0 ? bare : `${under} ${path.join('.')}`;
};

const toPositionWords = (place: NumberLocation): string =>
  place.in === 'header' ? `the header ${place.name}` : place.path.join('.');

/** What was learned of a target, as JSON for a report. */
export function toLearnedJson(
  { shapes, choices, evidence, listStyle, facts, ...rest }: TargetProfile,
  redaction: Redaction,
): JsonObject {
  const { accepted, pageSize, lacks, identities: others } = rest;
  const identities = toIdentitiesJson(others);
  const maps = { evidence: Object.fromEntries(evidence), lacks: Object.fromEntries(lacks) };
  const words = facts.map(({ id, value }) => [id, redaction.text(factInWords(id, value))] as const);
  const profile = { words: Object.fromEntries(words), ...toFactsJson(facts, redaction) };
  // A round trip through text leaves out what is undefined, which JSON does not hold.
  const told = { shapes, choices, listStyle, accepted, pageSize, identities, ...maps, profile };
  return JSON.parse(JSON.stringify(told)) as JsonObject;
}
