/** A Markdown table: the heading above it, without its hashes, and the text of its cells, without backticks. */
export interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));

const isTableLine = (line: string | undefined): line is string => line?.startsWith('|') ?? false;

/** Every table of a Markdown text, in order. */
export function tablesOf(markdown: string): readonly Table[] {
  const lines = markdown.split('\n');
  let heading = '';
  return lines.flatMap((line, index) => {
    heading = /^#+ (.*)/.exec(line)?.[1]?.replaceAll('`', '') ?? heading;
    if (!isTableLine(line) || isTableLine(lines[index - 1])) return [];
    const rest = lines.slice(index + 2);
    const end = rest.findIndex((other) => !isTableLine(other));
    const rows = end < 0 ? rest : rest.slice(0, end);
    return [{ heading, columns: cellsOf(line), rows: rows.map(cellsOf) }];
  });
}
