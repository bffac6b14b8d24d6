import { type Collection, resourceOf } from '../../../contract/resources.js';
import type { JsonValue } from '../../../wire/json.js';

/** Words of letters and digits, a letter among them: nothing that a service could clean, cut or take for a number. */
const WORDS = /^(?=.*[A-Za-z])[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/;
const LONGEST = 100;
const URL = /^https?:\/\/[a-z][a-z0-9.-]+(?:\/[a-z0-9-]+)+$/;
const EMAIL = /^[a-z][a-z0-9]*@[a-z0-9.-]+$/;

/** Whether a text is of plain words. */
export const isWords = (value: JsonValue): boolean =>
  typeof value === 'string' && value.length <= LONGEST && WORDS.test(value);

const patterns: Readonly<Record<string, RegExp>> = { website: URL, email: EMAIL, cost: /^[1-9]\d*$/, phone: WORDS };

/** What a field says depends on more than on what was sent there. */
const derived: readonly string[] = [
  'slug',
  'status',
  'date',
  'date_utc',
  'author',
  'image',
  'timezone',
  'start_date',
  'end_date',
  'stateprovince',
  'state',
  'province',
  'country',
];

/** Whether a field may say what nobody sent, whatever that is. */
export const isDerived = (field: string): boolean => derived.includes(field);

/** Whether every service that takes a value shows it as it was sent. */
export function isKeptAnywhere(collection: Collection, field: string, value: JsonValue): boolean {
  const type = resourceOf(collection).fields[field]?.type;
  if (type === undefined || isDerived(field)) return false;
  if (type === 'boolean') return typeof value === 'boolean';
  const pattern = patterns[field];
  if (pattern) return typeof value === 'string' && pattern.test(value);
  return type === 'string' && isWords(value);
}
