import type { Exchange } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';

/** A place in an error is no deeper than this. */
const DEPTH = 6;

/** The last step of a path such as `/data/title` or `tags[0]`: what the path is about. */
const fieldAt = (path: string): string | undefined =>
  path.match(/^[\w/.$[\]]*?(\w*[a-z]\w*)(?:\[\d+\]|[./]\d+)*$/i)?.[1];

/** What a value names: by its keys below the outermost, where those stand for the error itself, and by its texts. */
function* namesIn(value: JsonValue, depth: number): Generator<string> {
  if (depth > DEPTH) return;
  if (typeof value === 'string') yield fieldAt(value) ?? '';
  else if (isJsonArray(value)) for (const one of value) yield* namesIn(one, depth + 1);
  else if (isJsonObject(value))
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'object' || (depth > 0 && typeof one === 'string')) yield name;
      yield* namesIn(one, depth + 1);
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
