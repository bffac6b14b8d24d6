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

/** The same in pieces: every other one, from the second on, is an escape that stands for a hidden character. */
export const toPrintablePieces = (text: string): readonly string[] => {
  const plain = text.split(UNPRINTABLE);
  const hidden = text.match(UNPRINTABLE) ?? [];
  return plain.flatMap((piece, at) => (at < hidden.length ? [piece, toEscape(hidden[at] ?? '')] : [piece]));
};

/** The same on one line: tabs and newlines become spaces. */
export const toPrintableLine = (text: string): string => toPrintable(text.replace(/[\t\r\n]+/g, ' '));
