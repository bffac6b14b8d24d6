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

/** Moves every line to the right. */
export const indent = (lines: readonly string[], columns: number): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `${' '.repeat(columns)}${line}`));

/** The columns that the labels of a report take, the gap after them included. */
export const LABEL = 11;

/** Puts a label before lines that hang beside it. */
export const labelled = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, index) => `${(index === 0 ? label : '').padEnd(LABEL)}${line}`.trimEnd());
