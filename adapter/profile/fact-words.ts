import { isReadingId, readingOf } from '../../contract/readings/readings.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toText } from '../notation/shown-values.js';

/** What an identity may do, in words. */
export const identityInWords = (value: JsonObject): string =>
  [toReading(value), toCreating(value), toChanging(value)].filter((words) => words !== undefined).join('; ');

function toReading({ read, drafts }: JsonObject): string | undefined {
  if (read === undefined) return undefined;
  if (read === false) return 'may not read';
  return drafts === false ? 'reads, but no drafts' : 'reads';
}

function toCreating({ create }: JsonObject): string | undefined {
  if (!isJsonObject(create)) return undefined;
  const granted = Object.keys(create).filter((collection) => create[collection] === true);
  return granted.length === 0 ? 'may not create' : `creates ${granted.join(', ')}`;
}

const changes = ['update', 'delete'] as const;

function toChanging(value: JsonObject): string | undefined {
  const [granted, refused] = [true, false].map((may) => changes.filter((change) => value[change] === may));
  if (refused && refused.length > 0) return `may not ${refused.join(' or ')} what others made`;
  return granted && granted.length > 0 ? `may ${granted.join(' and ')} what others made` : undefined;
}

/** A JSON Pointer in words. */
const pointerInWords = (at: JsonValue | undefined): string => (at === '' ? 'the whole record' : toText(at));
/** A type with its article. */
const toKind = (type: JsonValue | undefined): string => `${/^[aeiou]/.test(toText(type)) ? 'an' : 'a'} ${toText(type)}`;

const normalisers: Readonly<Record<string, string>> = {
  identity: 'as sent',
  'url-object': 'read by its address',
  display: 'amounts written out',
};

/** How a field is shown, in words. */
function fieldInWords({ at = null, type = [], text, written, empty, holds, single }: JsonObject): string {
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

/** A fact in words: `an array under /events`. What it is about stands in its id. */
export function factInWords(id: string, value: JsonValue): string {
  const reading = id.replace(/^readings\./, '');
  if (id !== reading) return readingInWords(reading, toText(value));
  if (isJsonObject(value)) return objectInWords(id, value);
  if (isJsonArray(value)) return value.length === 0 ? 'none' : value.map(toText).join(', ');
  return locationInWords(id, value);
}

function readingInWords(id: string, choice: string): string {
  if (!isReadingId(id)) return choice;
  const { question, alternatives } = readingOf(id);
  const text = alternatives.find((one) => one.id === choice)?.text ?? 'none of the listed alternatives explains it';
  return `${choice} (${question} ${text})`;
}

const styles: Readonly<Record<string, string>> = {
  csv: 'with commas',
  brackets: 'as name[]=1&name[]=2',
  repeated: 'as name=1&name=2',
};

const bodyForms: Readonly<Record<string, string>> = {
  array: 'arrays of ids',
  csv: 'ids with commas between them',
  texts: 'arrays of ids as texts',
  single: 'single ids',
  boolean: 'true and false',
  number: '1 and 0',
  digit: '"1" and "0"',
  word: '"true" and "false"',
};

function locationInWords(id: string, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = toText(value);
  if (id.endsWith('.record')) return text === '' ? 'the whole answer' : `under ${text}`;
  if (id.endsWith('.list')) return text === '' ? 'the whole answer' : `under ${text}`;
  if (id === 'site.root') return text === '' ? 'the origin' : text;
  if (id === 'lists.ids') return styles[text] ?? text;
  if (id.startsWith('bodies.')) return bodyForms[text] ?? text;
  const [, where, name] = /^(body|header):(.*)$/.exec(text) ?? [];
  if (where === undefined) return text;
  return where === 'body' ? `${name} of the body` : `the header ${name}`;
}

function objectInWords(id: string, value: JsonObject): string {
  if (id.includes('.fields.')) return fieldInWords(value);
  if (id === 'lists.page-cap') return `${toText(value.granted)} at most; more are ${toText(value.beyond)}`;
  if (id === 'events.default-window') return windowInWords(value);
  if (id.startsWith('access.')) return accessInWords(value);
  if (id.startsWith('identities.')) return identityInWords(value);
  if (id.endsWith('.id')) return `${pointerInWords(value.at)}, ${toKind(value.type)}`;
  return writeInWords(value);
}

const shows: Readonly<Record<string, string>> = {
  over: 'events that are over',
  running: 'running ones',
  soon: 'those of the next days',
  later: 'those in 300 days',
  'years-ahead': 'those in years',
};

function windowInWords(value: JsonObject): string {
  const told = Object.entries(shows).filter(([name]) => value[name] !== undefined);
  const [shown, hidden] = [true, false].map((is) =>
    told.filter(([name]) => value[name] === is).map(([, words]) => words),
  );
  const parts = [
    ...(shown && shown.length > 0 ? [`shows ${shown.join(', ')}`] : []),
    ...(hidden && hidden.length > 0 ? [`not ${hidden.join(', ')}`] : []),
  ];
  return parts.join('; ');
}

function accessInWords(value: JsonObject): string {
  const [granted, denied] = [true, false].map((is) => Object.keys(value).filter((name) => value[name] === is));
  const parts = [granted?.join(', ') ?? '', denied && denied.length > 0 ? `not ${denied.join(', ')}` : ''];
  return parts.filter((part) => part !== '').join('; ');
}

const answers: Readonly<Record<string, string>> = {
  record: 'the record',
  id: 'an id alone',
  other: 'something else',
  nothing: 'no body',
};

function writeInWords({ status, answer, location, afterwards, trash }: JsonObject): string {
  const parts = [
    `${toText(status)} with ${answers[toText(answer)] ?? toText(answer)}`,
    ...(location === true ? ['and a Location'] : []),
    ...(afterwards === undefined ? [] : [`the id is answered with ${toText(afterwards)} from then on`]),
    ...(trash === true ? ['and stands in the trash'] : []),
  ];
  return parts.join(', ').replaceAll(', and', ' and');
}
