import { fieldTypes } from './field-types.js';
import type { Kind } from './kinds.js';
import type { Value } from './row.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

/** Text as HTML: an empty line divides paragraphs. */
const toParagraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${escape(paragraph).replaceAll('\n', '<br />\n')}</p>\n`)
    .join('');

/** What events show as an object with the HTML in it. */
const rendered: Readonly<Record<string, (text: string) => string>> = {
  title: escape,
  description: toParagraphs,
  excerpt: toParagraphs,
};

/** A value of a field as it is shown: undefined when there is none. */
export function showValue(kind: Kind, field: string, value: Value | undefined): unknown {
  if (value === undefined || value === '') return undefined;
  const type = fieldTypes[kind][field];
  if (typeof value !== 'string') return type === 'integer' ? String(value) : value;
  if (type === 'wall') return value.replace(' ', 'T');
  if (type !== 'text') return value;
  const render = kind === 'events' ? rendered[field] : undefined;
  return render ? { rendered: render(value) } : escape(value);
}
