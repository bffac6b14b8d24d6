/** What was to be sent, and how to find what it makes. */
export interface Intent {
  /** The number of the exchange. */
  readonly n: number;
  readonly method: string;
  readonly target: string;
  /** JSON; the kernel does not read it. */
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

/** Reads one line; undefined when it is none of a journal's. */
export function parseLine(text: string): JournalLine | undefined {
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
