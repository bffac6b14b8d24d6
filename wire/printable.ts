import { toCount } from './wording.js';

/**
 * Controls but tab and newline, format characters (text direction, joiners, tags), lone surrogates, line separators,
 * code points that are no characters.
 */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const toEscape = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** Text from a target, made safe to show: what would move a cursor, change colours or hide text stands as `\uXXXX`. */
export const toPrintable = (text: string): string => text.replace(UNPRINTABLE, toEscape);

/** The same in pieces: every second one is the escape of a hidden character. */
export const toPrintablePieces = (text: string): readonly string[] => {
  const plain = text.split(UNPRINTABLE);
  const hidden = text.match(UNPRINTABLE) ?? [];
  return plain.flatMap((piece, at) => (at < hidden.length ? [piece, toEscape(hidden[at] ?? '')] : [piece]));
};

/** The same on one line: tabs and newlines become spaces. */
export const toPrintableLine = (text: string): string => toPrintable(text.replace(/[\t\r\n]+/g, ' '));

/** JSON allows these in strings, but a terminal may obey them or a reader not see them. */
const UNSEEN = /(?![\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Beyond the first plane a character is two escapes. */
const toUnicodeEscape = (character: string): string => character.split('').map(toUnitEscape).join('');

const toUnitEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as a JSON text over lines, its control and format characters escaped, so that it is safe to show. */
export const toJsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(UNSEEN, toUnicodeEscape)}\n`;

/** The same on one line. */
export const toJsonLine = (value: unknown): string => `${JSON.stringify(value).replace(UNSEEN, toUnicodeEscape)}\n`;

/** The beginning of a text that is too long for a report, and its length. */
export function excerpt(text: string, most: number): string {
  return text.length <= most ? text : `${cut(text, most)} (... ${toCount(text.length)} characters in all)`;
}

/** The beginning of a text; a pair of surrogates is not split. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** The end of a text, likewise. */
export function cutFront(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  return text.slice(/[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start);
}
