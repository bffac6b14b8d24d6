import { resourceOf } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import type { Variant } from '../variant.js';
import { type Represent, representing } from '../represent.js';

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
    aspect: 'id-notation',
    statement: 'Ids are shown as strings.',
    create: representing((lens, collection, record) => ({ ...record, id: lens.id(collection, record) })),
  },
  {
    id: 'representation.rendered-labels',
    aspect: 'labels',
    statement: 'Titles and names are shown as objects with the text under rendered.',
    create: representing(labels),
  },
  {
    id: 'representation.escaped-text',
    aspect: 'text',
    statement: 'Texts are shown HTML-escaped.',
    create: representing((lens, collection, record) =>
      editTexts([resourceOf(collection).label, 'description', 'address'], escape)(lens, collection, record),
    ),
  },
  {
    id: 'representation.paragraphs',
    aspect: 'text',
    statement: 'Descriptions are shown as HTML paragraphs.',
    create: representing(editTexts(['description'], (text) => `<p>${escape(text)}</p>\n`)),
  },
  {
    id: 'representation.empty-left-out',
    aspect: 'empty',
    statement: 'Fields without a value are left out.',
    create: representing((_, __, record) => withoutEmpty(record)),
  },
  {
    id: 'representation.extra-fields',
    aspect: 'extra-fields',
    statement: 'Records hold more fields than anybody declared.',
    create: representing((_, __, record) => ({ ...record, ...extra })),
  },
];
