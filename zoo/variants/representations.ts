import type { Collection } from '../../contract/field.js';
import { eventRelations, resourceOf } from '../../contract/resources.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../harness/json.js';
import { alsoForHead } from '../also-for-head.js';
import type { Variant } from '../fault.js';
import type { WireLens } from '../wire-lens.js';

type Represent = (lens: WireLens, collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites every record that is shown: in lists, alone, and embedded in events. */
const representing = (represent: Represent) => (_: number, lens: WireLens) =>
  alsoForHead(async (request, next) => {
    const asked = lens.asked(request);
    const outcome = await next(request);
    if (!asked) return outcome;
    const { operation, collection } = asked;
    const edit = (record: JsonObject): JsonObject => represent(lens, collection, withEmbedded(record, lens, represent));
    return operation.kind === 'list'
      ? lens.editItems(collection, outcome, (items) => items.map(edit))
      : lens.editRecord(collection, outcome, edit);
  });

function withEmbedded(record: JsonObject, lens: WireLens, represent: Represent): JsonObject {
  const embedded = Object.entries(eventRelations).flatMap(([name, collection]): [string, JsonValue][] => {
    const value = record[name];
    if (!isJsonArray(value)) return [];
    return [[name, value.map((one) => (isJsonObject(one) ? represent(lens, collection, one) : one))]];
  });
  return { ...record, ...Object.fromEntries(embedded) };
}

/** Rewrites the text fields of a record that are there and not empty. */
const editTexts =
  (names: readonly string[], edit: (text: string) => string | JsonObject): Represent =>
  (lens, collection, record) =>
    names.reduce((edited, name) => {
      const text = lens.text(collection, edited, name);
      return text === '' ? edited : lens.withField(collection, edited, name, edit(text));
    }, record);

const labels: Represent = (lens, collection, record) =>
  editTexts([resourceOf(collection).label], (text) => ({ rendered: text }))(lens, collection, record);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

const withoutEmpty = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== '' && JSON.stringify(value) !== '[]'),
  );

const extra = { _links: { self: [{ href: 'https://example.org/' }] }, meta: [], global_id: 'example.org?id=0' };

/** Ways to show a record. */
export const representations: readonly Variant[] = [
  {
    id: 'representation.ids-as-strings',
    statement: 'Ids are shown as strings.',
    create: representing((lens, collection, record) => ({ ...record, id: lens.id(collection, record) })),
  },
  {
    id: 'representation.rendered-labels',
    statement: 'Titles and names are shown as objects with the text under rendered.',
    create: representing(labels),
  },
  {
    id: 'representation.escaped-text',
    statement: 'Texts are shown HTML-escaped.',
    create: representing((lens, collection, record) =>
      editTexts([resourceOf(collection).label, 'description', 'address'], escape)(lens, collection, record),
    ),
  },
  {
    id: 'representation.paragraphs',
    statement: 'Descriptions are shown as HTML paragraphs.',
    create: representing(editTexts(['description'], (text) => `<p>${escape(text)}</p>\n`)),
  },
  {
    id: 'representation.empty-left-out',
    statement: 'Fields without a value are left out.',
    create: representing((_, __, record) => withoutEmpty(record)),
  },
  {
    id: 'representation.extra-fields',
    statement: 'Records hold more fields than anybody declared.',
    create: representing((_, __, record) => ({ ...record, ...extra })),
  },
];
