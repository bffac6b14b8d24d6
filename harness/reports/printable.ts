/** C0 and C1 controls but tab and newline, line separators, text direction marks, invisible joiners and lone surrogates. */
const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be found
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text from a target, made safe to show: what would move a cursor, change colours or hide text stands as `\uXXXX`. */
export const toPrintable = (text: string): string => text.replace(UNPRINTABLE, toEscape);

/** The same on one line: tabs and newlines become spaces. */
export const toPrintableLine = (text: string): string => toPrintable(text.replace(/[\t\r\n]+/g, ' '));
