import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';

/** A place in an error is no deeper than this. */
const DEPTH = 6;

/** No path of a field is longer. */
const LONGEST = 100;

/** The last step of a path such as `/data/title` or `tags[0]`, but for numbers: what the path is about. */
const fieldAt = (path: string): string | undefined =>
  path.length > LONGEST
    ? undefined
    : path
        .split(/[./[\]]+/)
        .filter((step) => step !== '' && !/^\d+$/.test(step))
        .at(-1);

/** Members of an error that say what went wrong (RFC 9457 section 3, JSON:API), and are no names of fields then. */
const ofErrors = ['detail', 'source', 'code', 'type', 'message', 'msg'];
const saidOfErrors = ['title', 'status', 'description'];

const saysSomething = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : typeof value === 'string' && value !== '';

/** The keys of an object that have reasons below them. */
function keysIn(value: JsonObject): readonly string[] {
  const isError = ofErrors.some((name) => name in value);
  const isName = (name: string): boolean => !(isError && saidOfErrors.includes(name));
  return Object.keys(value).filter((name) => isName(name) && saysSomething(value[name] ?? null));
}

/** What a value names: by its keys, and by its texts. Of the outermost object, texts stand for the error itself. */
function* namesIn(value: JsonValue, depth: number): Generator<string> {
  if (depth > DEPTH) return;
  if (typeof value === 'string') yield fieldAt(value) ?? '';
  else if (isJsonArray(value)) for (const one of value) yield* namesIn(one, depth + 1);
  else if (isJsonObject(value)) {
    yield* keysIn(value).filter((name) => depth > 0 || typeof value[name] === 'object');
    for (const one of Object.values(value)) yield* namesIn(one, depth + 1);
  }
}

/**
 * The fields that a refusal names as such: by a key with reasons below it, or by a path. None where it repeats what was
 * sent, as it names all fields then, whatever is wrong with them.
 */
export function namedIn({ outcome }: Exchange, fields: readonly string[], sent: string): readonly string[] {
  const body = jsonOf(outcome);
  if (body === undefined || JSON.stringify(body).replaceAll('\\', '').includes(`"${sent}":`)) return [];
  const names = new Set(namesIn(body, 0));
  return fields.filter((field) => names.has(field));
}
