import { isReadingId, readingOf } from '../../contract/readings/readings.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { toText } from '../notation/shown-values.js';

/** Describes what an identity can do. */
export const identityInWords = (value: JsonObject): string =>
  [toReading(value), toCreating(value), toChanging(value)].filter((words) => words !== undefined).join('; ');

function toReading({ read, drafts }: JsonObject): string | undefined {
  if (read === undefined) return undefined;
  if (read === false) return 'cannot read';
  return drafts === false ? 'reads all but drafts' : 'reads';
}

function toCreating({ create }: JsonObject): string | undefined {
  if (!isJsonObject(create)) return undefined;
  const granted = Object.keys(create).filter((collection) => create[collection] === true);
  return granted.length === 0 ? 'cannot create' : `creates ${granted.join(', ')}`;
}

const changes = ['update', 'delete'] as const;

function toChanging(value: JsonObject): string | undefined {
  const [granted, refused] = [true, false].map((may) => changes.filter((change) => value[change] === may));
  if (refused && refused.length > 0) return `cannot ${refused.join(' or ')} records of others`;
  return granted && granted.length > 0 ? `can ${granted.join(' and ')} records of others` : undefined;
}

const pointerInWords = (at: JsonValue | undefined): string => (at === '' ? 'the whole record' : toText(at));

const normalisers: Readonly<Record<string, string>> = {
  identity: 'as sent',
  'url-object': 'an object that holds the URL',
  display: 'formatted amounts',
};

function fieldInWords({ at = null, type = [], text, written, empty, holds, single }: JsonObject): string {
  if (at === null) return 'never returned';
  const types = isJsonArray(type) && type.length > 0 ? [type.map(toText).join(' or ')] : [];
  const of = holds === undefined ? [] : [`of ${toText(holds)}`];
  const parts = [
    [[pointerInWords(at), ...types].join(', '), ...of].join(' '),
    ...(written === undefined ? [] : [`format ${toText(written)}`]),
    ...(single === 'scalar' ? ['a single one without an array'] : []),
    ...(text === undefined ? [] : [normalisers[toText(text)] ?? `compared after ${toText(text)} normalization`]),
    ...(isJsonArray(empty) && empty.length > 0 ? [`empty as ${empty.map(toText).join(' or ')}`] : []),
  ];
  return parts.join(', ');
}

/** Describes the value of a fact: `/events`. The id says what it is about. */
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
  const text = alternatives.find((one) => one.id === choice)?.text ?? 'no listed alternative fits';
  return `${choice} (${question} ${text})`;
}

const styles: Readonly<Record<string, string>> = {
  csv: 'comma-separated',
  brackets: 'name[]=1&name[]=2',
  repeated: 'name=1&name=2',
};

const bodyForms: Readonly<Record<string, string>> = {
  array: 'arrays of IDs',
  csv: 'comma-separated IDs',
  texts: 'arrays of IDs as strings',
  objects: 'arrays of objects with an ID',
  'lone-array': 'an array of one ID at most',
  lone: 'a single ID without an array',
  'lone-text': 'a single ID as a string',
  'lone-object': 'a single object with an ID',
  boolean: 'true or false',
  number: '1 or 0',
  digit: '"1" or "0"',
  word: '"true" or "false"',
  'other-values': 'other values than one that was refused',
  nothing: 'nothing that was sent',
};

function locationInWords(id: string, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = toText(value);
  if (id.endsWith('.record') || id.endsWith('.list')) return text === '' ? 'top level' : `at ${text}`;
  if (id === 'site.root') return text === '' ? 'the origin itself' : text;
  if (id === 'lists.ids') return styles[text] ?? text;
  if (id.startsWith('bodies.')) return bodyForms[text] ?? text;
  const [, where, name] = /^(body|header):(.*)$/.exec(text) ?? [];
  if (where === undefined) return text;
  return where === 'body' ? `${name} in the body` : `header ${name}`;
}

function objectInWords(id: string, value: JsonObject): string {
  if (id.includes('.fields.')) return fieldInWords(value);
  if (id === 'lists.page-cap') return `at most ${toText(value.granted)}, more is ${toText(value.beyond)}`;
  if (id === 'events.default-window') return windowInWords(value);
  if (id.startsWith('access.')) return accessInWords(value);
  if (id.startsWith('identities.')) return identityInWords(value);
  if (id.endsWith('.id')) return `${pointerInWords(value.at)}, ${toText(value.type)}`;
  return writeInWords(value);
}

const shows: Readonly<Record<string, string>> = {
  over: 'past events',
  running: 'running events',
  soon: 'events in the next days',
  later: 'events in 300 days',
  'years-ahead': 'events years ahead',
};

function windowInWords(value: JsonObject): string {
  const [shown, hidden] = [true, false].map((is) =>
    Object.entries(shows).flatMap(([name, words]) => (value[name] === is ? [words] : [])),
  );
  const parts = [
    ...(shown && shown.length > 0 ? [`shows ${shown.join(', ')}`] : []),
    ...(hidden && hidden.length > 0 ? [`hides ${hidden.join(', ')}`] : []),
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
  id: 'only the ID',
  other: 'another body',
  nothing: 'no body',
};

function writeInWords({ status, answer, location, afterwards, trash }: JsonObject): string {
  const parts = [
    `${toText(status)} with ${answers[toText(answer)] ?? toText(answer)}`,
    ...(location === true ? ['and a Location header'] : []),
    ...(afterwards === undefined ? [] : [`then ${toText(afterwards)} for its ID`]),
    ...(trash === true ? ['moved to the trash'] : []),
  ];
  return parts.join(', ').replaceAll(', and', ' and');
}
