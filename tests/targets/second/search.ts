import type { Kind } from './kinds.js';
import { type Language, type Row, textOf } from './row.js';
import { valuesIn } from './translations.js';

/** The fields in which each kind is searched. */
const searched: Readonly<Record<Kind, readonly string[]>> = {
  events: ['title', 'description', 'excerpt'],
  venues: ['venue', 'description', 'address', 'city', 'zip', 'phone', 'website'],
  organizers: ['organizer', 'description', 'phone', 'email', 'website'],
  categories: ['name', 'description'],
  tags: ['name', 'description'],
};

/** Without accents; capitals differ from small letters. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Whether each word of a search occurs somewhere in a record. What a password protects is not searched. */
export function isFound(row: Row, search: string, language: Language): boolean {
  const values = valuesIn(row, language);
  const open = searched[row.kind].filter((field) => row.password === undefined || field === 'title');
  const text = fold(open.map((field) => textOf(values, field)).join('\n'));
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
