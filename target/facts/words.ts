import { isReadingId, readingOf } from '../../contract/readings.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../harness/json.js';
import { toText } from '../shown-values.js';
import { identityInWords } from './identity-words.js';
import { fieldInWords, toKind, pointerInWords } from './field-words.js';

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
