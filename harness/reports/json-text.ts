/** Within a JSON text these stand in strings alone: what JSON lets pass and a terminal may obey, or a reader not see. */
const UNSEEN = /(?![\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Beyond the first plane a character is two escapes. */
const toUnicodeEscape = (character: string): string => character.split('').map(toUnitEscape).join('');

const toUnitEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as a JSON text over lines, its control and format characters escaped, so that it is safe to show. */
export const toJsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(UNSEEN, toUnicodeEscape)}\n`;
