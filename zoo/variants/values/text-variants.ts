import { isTextForm, type TextForm, textForms } from '../../../adapter/notation/text-form.js';
import type { FieldShown, Normaliser } from '../../../adapter/profile/fact.js';
import { resourceOf } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import { type Represent, representing } from '../../intercept/record-rewrite.js';
import { showingTexts } from '../../learned-facts.js';
import type { Variant } from '../../variant.js';

/** Rewrites the text fields of a record that are there and not empty. */
const editTexts =
  (names: readonly string[], edit: (text: string) => string | JsonObject): Represent =>
  (view, collection, record) =>
    names.reduce((edited, name) => {
      const text = view.text(collection, edited, name);
      return text === '' ? edited : view.withField(collection, edited, name, edit(text));
    }, record);

/** Rewrites what a record is called, and the named texts beside it. */
const editLabel =
  (edit: (text: string) => string | JsonObject, ...others: readonly string[]): Represent =>
  (view, collection, record) =>
    editTexts([resourceOf(collection).label, ...others], edit)(view, collection, record);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);

/** As typesetters do it: quotes are curled, dots become an ellipsis, and an entity is left as it is. */
const typeset = (text: string): string =>
  text
    .replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]+);)/gi, '&#038;')
    .replaceAll('...', '&#8230;')
    .replace(/(\w)'/g, '$1&#8217;')
    .replace(/(^|\s)"/g, '$1&#8220;');

/** The place of a form among all; a normaliser that is none is stronger than any. */
const orderOf = (normaliser: Normaliser): number =>
  isTextForm(normaliser) ? textForms.indexOf(normaliser) : textForms.length;

/** Texts are read in this form then, or in a stronger one where they are already. */
const atLeast =
  (text: TextForm) =>
  (field: FieldShown): FieldShown =>
    orderOf(field.text ?? 'identity') < orderOf(text) ? { ...field, text } : field;

const toPlainAndHtml = (text: string): JsonObject => ({ text, html: `<p>${escape(text)}</p>` });

/** As common services show what is written in one of several formats. */
const toProcessed = (text: string): JsonObject => ({
  value: text,
  format: 'basic_html',
  processed: `<p>${escape(text)}</p>`,
  summary: '',
});

/** The named texts stand under a name of their own. */
const under = (name: string, ...fields: readonly string[]) =>
  showingTexts(fields, (field) => ({ ...field, at: `${field.at}/${name}` }));

/** How texts are shown: nothing but what may be sent is stated. */
export const texts: readonly Variant[] = [
  {
    id: 'text.rendered-labels',
    aspect: 'labels',
    statement: 'Titles and names are shown as objects with the text under rendered.',
    learns: showingTexts(['label'], (field) => ({ ...field, at: `${field.at}/rendered` })),
    create: representing(editLabel((text) => ({ rendered: text }))),
  },
  {
    id: 'text.raw-and-rendered',
    aspect: 'labels',
    statement: 'Titles and names are shown both raw and rendered.',
    learns: showingTexts(['label'], (field) => ({ ...atLeast('entities')(field), at: `${field.at}/rendered` })),
    create: representing(editLabel((text) => ({ raw: text, rendered: escape(text) }))),
  },
  {
    id: 'text.bare-where-embedded',
    aspect: 'labels',
    statement: 'Titles and names are shown both raw and rendered, but bare where an event embeds them.',
    learns: showingTexts(['label'], (field) => ({ ...atLeast('entities')(field), at: `${field.at}/rendered` })),
    create: representing(
      editLabel((text) => ({ raw: text, rendered: escape(text) })),
      (_, __, record) => record,
    ),
  },
  {
    id: 'text.titles-raw-and-rendered',
    aspect: 'labels',
    statement: 'Titles of events are shown both raw and rendered; names of other records are shown as they are.',
    learns: showingTexts(['title'], (field) => ({ ...atLeast('entities')(field), at: `${field.at}/rendered` })),
    create: representing(editTexts(['title'], (text) => ({ raw: text, rendered: escape(text) }))),
  },
  {
    id: 'text.escaped',
    aspect: 'text',
    statement: 'Texts are shown HTML-escaped.',
    learns: showingTexts(['label', 'description', 'address'], atLeast('entities')),
    create: representing(editLabel(escape, 'description', 'address')),
  },
  {
    id: 'text.typeset',
    aspect: 'text',
    statement:
      'Titles, names and descriptions are shown with curled quotes, as entities, and & is one unless it begins one.',
    learns: showingTexts(['label', 'description'], atLeast('typography')),
    create: representing(editLabel(typeset, 'description')),
  },
  {
    id: 'text.paragraphs',
    aspect: 'text',
    statement: 'Descriptions are shown as HTML paragraphs.',
    learns: showingTexts(['description'], atLeast('paragraphs')),
    create: representing(editTexts(['description'], (text) => `<p>${escape(text)}</p>\n`)),
  },
  {
    id: 'text.wrapped',
    aspect: 'text',
    statement: 'Descriptions and excerpts are shown as HTML paragraphs, in which nothing is escaped.',
    learns: showingTexts(['description', 'excerpt'], atLeast('paragraphs')),
    create: representing(editTexts(['description', 'excerpt'], (text) => `<p>${text}</p>\n`)),
  },
  {
    id: 'text.plain-and-html',
    aspect: 'labels',
    statement: 'Titles, names and descriptions are objects with text and HTML.',
    learns: under('text', 'label', 'description'),
    create: representing(editLabel(toPlainAndHtml, 'description')),
  },
  {
    id: 'text.processed',
    aspect: 'labels',
    statement: 'Descriptions are objects with the text under value, beside the rendered text.',
    learns: under('value', 'description'),
    create: representing(editTexts(['description'], toProcessed)),
  },
  {
    id: 'text.by-language',
    aspect: 'labels',
    statement: 'Titles, names and descriptions are objects with the text under its language.',
    learns: under('en', 'label', 'description'),
    create: representing(editLabel((text) => ({ en: text }), 'description')),
  },
  {
    id: 'text.escaped-links',
    aspect: 'link-text',
    statement: 'An ampersand in a website is shown as an entity.',
    learns: showingTexts(['website'], atLeast('entities')),
    create: representing(editTexts(['website'], (text) => text.replaceAll('&', '&#038;'))),
  },
];
