import { isJsonArray, type JsonObject, type JsonValue } from '../../harness/json.js';
import { toText } from '../shown-values.js';

/** A JSON Pointer in words. */
export const pointerInWords = (at: JsonValue | undefined): string => (at === '' ? 'the whole record' : toText(at));
/** A type with its article. */
export const toKind = (type: JsonValue | undefined): string =>
  `${/^[aeiou]/.test(toText(type)) ? 'an' : 'a'} ${toText(type)}`;

const normalisers: Readonly<Record<string, string>> = {
  identity: 'as sent',
  'url-object': 'read by its address',
  display: 'amounts written out',
};

/** How a field is shown, in words. */
export function fieldInWords({ at = null, type = [], text, written, empty, holds, single }: JsonObject): string {
  if (at === null) return 'shown nowhere';
  const types = isJsonArray(type) && type.length > 0 ? [type.map(toKind).join(' or ')] : [];
  const of = holds === undefined ? [] : [`of ${toText(holds)}`];
  const parts = [
    [[pointerInWords(at), ...types].join(', '), ...of].join(' '),
    ...(written === undefined ? [] : [`written like ${toText(written)}`]),
    ...(single === 'scalar' ? ['a single one by itself'] : []),
    ...(text === undefined ? [] : [normalisers[toText(text)] ?? `text with ${toText(text)}`]),
    ...(isJsonArray(empty) && empty.length > 0 ? [`empty is ${empty.map(toText).join(' or ')}`] : []),
  ];
  return parts.join(', ');
}
