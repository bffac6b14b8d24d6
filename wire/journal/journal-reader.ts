/** What was to be sent, and how to find what it creates. */
export interface Intent {
  /** The number of the exchange. */
  readonly n: number;
  readonly method: string;
  readonly target: string;
  /** JSON that only its writer understands. */
  readonly claim: unknown;
}

/** Facts about a run that a sweep needs, as JSON; no secrets. */
export type JournalMeta = Readonly<Record<string, unknown>>;

/** One line of a journal, version 1. */
export type JournalLine =
  | ({ readonly type: 'run'; readonly version: 1 } & JournalMeta)
  | ({ readonly type: 'intent' } & Intent)
  | { readonly type: 'made'; readonly n: number; readonly record: unknown }
  | { readonly type: 'gone'; readonly n: number }
  | { readonly type: 'closed' };

/** Parses one line; undefined when it is not a line of a journal. */
function parseLine(text: string): JournalLine | undefined {
  const value = parseObject(text);
  return value && isLine(value) ? value : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: object): value is JournalLine {
  const { type, version, n, method, target, ...rest }: Readonly<Record<string, unknown>> = { ...value };
  if (type === 'run') return version === 1;
  if (type === 'closed') return true;
  if (typeof n !== 'number') return false;
  if (type === 'intent') return typeof method === 'string' && typeof target === 'string' && 'claim' in rest;
  return type === 'gone' || (type === 'made' && 'record' in rest);
}

/** A file that cannot be used as a journal; the message says where and what to try. */
export class UnreadableJournal extends Error {
  override readonly name = 'UnreadableJournal';
}

/** An intent and what is known of it: the record that it created, and whether that is gone. */
export interface JournalledIntent extends Intent {
  readonly record?: unknown;
  readonly gone: boolean;
}

export interface JournalContent {
  readonly meta: JournalMeta;
  readonly intents: readonly JournalledIntent[];
}

/**
 * Parses the text of a journal, which messages call by its name. A last line that was torn by a crash is left out: its
 * request was never sent. Throws UnreadableJournal for anything else that is not a journal.
 */
export function parseJournal(text: string, path: string): JournalContent {
  const [first, ...rest] = toLines(text, path);
  if (first?.type !== 'run') {
    throw new UnreadableJournal(
      `${path}: line 1 is not the start of a calproof journal. Give the file that a run named.`,
    );
  }
  const { type: _type, version: _version, ...meta } = first;
  const intents = new Map<number, JournalledIntent>();
  for (const [index, line] of rest.entries()) {
    if (!apply(intents, line)) throw unreadable(path, index + 2, 'does not follow from the lines before it');
  }
  return { meta, intents: [...intents.values()] };
}

function toLines(text: string, path: string): readonly JournalLine[] {
  const texts = text.split('\n');
  const torn = texts.pop() ?? '';
  const lines = texts.map((line, index) => {
    const parsed = parseLine(line);
    if (!parsed) throw unreadable(path, index + 1, 'is not a line of a journal');
    return parsed;
  });
  const last = parseLine(torn);
  return last ? [...lines, last] : lines;
}

/** Applies a line; false when its intent is unknown, or when it repeats what may stand only once. */
function apply(intents: Map<number, JournalledIntent>, line: JournalLine): boolean {
  if (line.type === 'closed') return true;
  if (line.type === 'run') return false;
  const known = intents.get(line.n);
  if ((line.type === 'intent') === (known !== undefined)) return false;
  if (line.type === 'intent') {
    const { type: _type, ...intent } = line;
    intents.set(line.n, { ...intent, gone: false });
  }
  if (line.type === 'made' && known) intents.set(line.n, { ...known, record: line.record, gone: false });
  if (line.type === 'gone' && known) intents.set(line.n, { ...known, gone: true });
  return true;
}

const unreadable = (path: string, line: number, what: string): UnreadableJournal =>
  new UnreadableJournal(
    `${path}: line ${line} ${what}. If the file was edited or copied in part, take the original; the lines before it can be swept on their own when saved as a file.`,
  );
