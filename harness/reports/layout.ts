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

/** A number with the word it counts: `1 request`, `2,412 requests`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${toCount(count)} ${count === 1 ? one : many}`;
}

/** A whole number with its thousands set apart: `2,412`. */
export const toCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** A time in ms as a person says it: `850 ms`, `9.8 s`, `2 min 5 s`. */
export function toDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Some of many, and how many more there are: `a, b, c and 4 more`. */
export function someOf(all: readonly string[], most: number): string {
  if (all.length <= most) return all.join(', ');
  return `${all.slice(0, most).join(', ')} and ${toCount(all.length - most)} more`;
}
