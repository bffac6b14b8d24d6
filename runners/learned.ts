import { collections } from '../contract/resources.js';
import { isReadingId, readingOf } from '../contract/readings.js';
import type { JsonObject, JsonPath } from '../harness/json.js';
import { plural, someOf } from '../harness/reports/layout.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import type { CollectionShape, NumberPlace, TargetProfile } from '../target/profile.js';

/** What was learned of a target, in a line: where lists, totals, records and ids stand, and which readings it follows. */
export function toLearnedLine({ shapes, choices }: TargetProfile): string {
  const shape = collections.map((collection) => shapes[collection]).find((known) => known !== undefined);
  const others = Object.entries(choices).filter(([id, choice]) => isUnusual(id, choice));
  const names = someOf(
    others.map(([id, choice]) => `${id} ${choice}`),
    3,
  );
  const readings = others.length === 0 ? [] : [`${plural(others.length, 'unusual reading')} (${names})`];
  const parts = shape ? [...toShapeWords(shape), ...readings] : ['nothing that can be read yet', ...readings];
  return toPrintableLine(parts.join(', '));
}

const isUnusual = (id: string, choice: string): boolean =>
  isReadingId(id) && readingOf(id).alternatives[0].id !== choice;

const toShapeWords = ({ items, record, id, total }: CollectionShape): readonly string[] => [
  toPathWords(items, { none: 'no lists', bare: 'lists are bare arrays', under: 'lists under' }),
  total ? `totals in ${toPlaceWords(total)}` : 'no totals',
  toPathWords(record, { none: 'no single records', bare: 'bare records', under: 'records under' }),
  `ids in ${id.join('.')}`,
];

type PathWords = Readonly<Record<'none' | 'bare' | 'under', string>>;

const toPathWords = (path: JsonPath | undefined, { none, bare, under }: PathWords): string => {
  if (!path) return none;
  return path.length === 0 ? bare : `${under} ${path.join('.')}`;
};

const toPlaceWords = (place: NumberPlace): string =>
  place.in === 'header' ? `the header ${place.name}` : place.path.join('.');

/** What was learned of a target, as JSON for a report. */
export function toLearnedJson({ shapes, choices, evidence, listStyle, ...rest }: TargetProfile): JsonObject {
  const { accepted, pageSize, lacks } = rest;
  const maps = { evidence: Object.fromEntries(evidence), lacks: Object.fromEntries(lacks) };
  // A round trip through text leaves out what is undefined, which JSON does not hold.
  return JSON.parse(JSON.stringify({ shapes, choices, listStyle, accepted, pageSize, ...maps })) as JsonObject;
}
