const ESCAPE = String.fromCharCode(27);

/** A control sequence with a number in it, or a character. */
const SEQUENCE = new RegExp(`${ESCAPE}\\[(\\d*)[A-Zm]|[^]`, 'gu');

/** A terminal that can do no more than what is drawn needs: it breaks lines, goes up and erases what follows. */
export function createScreen(width: number) {
  let columns = width;
  let rows: string[] = [''];
  let at = { row: 0, column: 0 };
  const down = (): void => {
    at = { row: at.row + 1, column: 0 };
    rows[at.row] ??= '';
  };
  const put = (character: string): void => {
    if (at.column === columns) down();
    const line = (rows[at.row] ?? '').padEnd(at.column);
    rows[at.row] = line.slice(0, at.column) + character + line.slice(at.column + 1);
    at = { ...at, column: at.column + 1 };
  };
  const obey = (sequence: string, count: string | undefined): void => {
    if (sequence.endsWith('A')) at = { ...at, row: Math.max(0, at.row - Number(count)) };
    else if (sequence.endsWith('K')) rows[at.row] = '';
    else if (sequence.endsWith('J')) rows = [...rows.slice(0, at.row), (rows[at.row] ?? '').slice(0, at.column)];
    else if (!sequence.endsWith('m')) throw new Error(`this terminal does not know ${JSON.stringify(sequence)}`);
  };
  const read = (word: string, count: string | undefined): void => {
    if (word.startsWith(ESCAPE)) obey(word, count);
    else if (word === '\n') down();
    else if (word === '\r') at = { ...at, column: 0 };
    else put(word);
  };
  return {
    output: {
      write: (text: string) => {
        for (const [word, count] of text.matchAll(SEQUENCE)) read(word, count);
      },
      isTerminal: true,
      get columns() {
        return columns;
      },
    },
    lines: (): readonly string[] => rows.map((row) => row.trimEnd()),
    /** As terminals do it: what stands there is broken anew. */
    resize(width: number): void {
      columns = width;
      rows = rows.flatMap((row) => row.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']);
      at = { row: rows.length - 1, column: rows.at(-1)?.length ?? 0 };
    },
  };
}
