/** The characters of a badge and how wide Verdana sets them, in thousandths of the font size; alike ones together. */
const widths: readonly (readonly [characters: string, width: number])[] = [
  ['il', 274],
  ['jf ', 350],
  [',.t', 390],
  ['-/:r', 445],
  ['csz', 523],
  ['kvxyL', 592],
  ['aeo', 602],
  ['bdghnpquETY', 630],
  ['0123456789', 636],
  ['ABCKRSVXZ', 690],
  ['DGHNOQU', 770],
  ['w', 818],
  ['mMW', 980],
];

/** As a broad character, for one that is not in the table. */
const UNKNOWN = 980;

const widthOfCharacter = (character: string): number =>
  widths.find(([characters]) => characters.includes(character))?.[1] ?? UNKNOWN;

/** About how wide a text is, in the unit of the font size. */
export const widthOf = (text: string, size: number): number =>
  (Array.from(text).reduce((sum, character) => sum + widthOfCharacter(character), 0) / 1000) * size;
