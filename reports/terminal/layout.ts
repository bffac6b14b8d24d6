import picocolors from 'picocolors';

/** The few ways in which a report highlights text; each leaves the text itself unchanged. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly passed: (text: string) => string;
  readonly failed: (text: string) => string;
  readonly doubtful: (text: string) => string;
  readonly badge: (text: string) => string;
}

/** A palette for a terminal, or for plain text when not `coloured`. */
export function createPalette(coloured: boolean): Palette {
  const { bold, dim, green, red, yellow, inverse } = picocolors.createColors(coloured);
  return {
    strong: bold,
    quiet: dim,
    passed: green,
    failed: red,
    doubtful: yellow,
    badge: (text) => (coloured ? red(bold(inverse(` ${text} `))) : text),
  };
}

/** How text is laid out: its palette and the width of a line in characters. */
export interface Setting {
  readonly palette: Palette;
  readonly width: number;
}

const MINIMUM = 24;

/** Breaks a text at its spaces into lines of at most `width` characters; longer words stay whole. */
export function wrap(text: string, width: number): readonly string[] {
  const limit = Math.max(MINIMUM, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || longer.length <= limit) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A text in the room there is; none where there is none. */
export const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, Math.max(0, room - 3))}...`.slice(0, Math.max(0, room));

/** Moves every line to the right. */
export const indent = (lines: readonly string[], columns: number): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `${' '.repeat(columns)}${line}`));

/** The columns that the labels of a report take, the gap after them included. */
export const LABEL = 11;

/** Puts a label before lines, which are indented beside it. */
export const labelled = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${(index === 0 ? label : '').padEnd(LABEL)}${line}`.trimEnd());
