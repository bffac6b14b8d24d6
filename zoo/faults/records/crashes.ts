import type { Collection, FieldType } from '../../../contract/field.js';
import { resourceOf } from '../../../contract/resources.js';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../harness/json.js';
import { statusOf, toRefusal } from '../../edit-answer.js';
import { bodyOf } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { interceptOperations } from '../../on.js';

/** Whoever reads a refused create forgets to catch what the validator throws. */
const crashesOnInvalid: Fault = {
  id: 'records.create.500-on-invalid',
  clause: 'http.server-error',
  statement: 'A create that is refused is answered with 500.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'create' }], async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 400 ? toRefusal(500) : outcome;
    }),
};

const looksTyped = (text: string): boolean => /^(\d+e\d+|0|null)$/.test(text);
const isPlain = (text: string): boolean =>
  /^[\w+/]+([ .:/@+-]{1,3}[\w+/]+)*\/?$/.test(text) && !/\.\.|--/.test(text) && text.length < 90 && !looksTyped(text);
const isId = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31 - 1;

const times = ['start_date', 'end_date', 'date', 'date_utc'];
const isTime = (text: string): boolean => /^20[1-9]\d-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
const isZone = (text: string): boolean => /^(UTC|[A-Z][a-z]+\/\w+)$/.test(text);

/** What somebody expects in a field who has never seen an odd value. */
function isUsual(field: string, type: FieldType, value: JsonValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return isId(value);
  if (type === 'integers') return isJsonArray(value) && value.length > 0 && value.every(isId);
  if (typeof value !== 'string') return false;
  if (times.includes(field)) return isTime(value);
  return isPlain(value) && (field !== 'timezone' || isZone(value));
}

const isUsualIn = (collection: Collection, body: JsonObject): boolean =>
  Object.entries(body).every(([name, value]) =>
    isUsual(name, resourceOf(collection).fields[name]?.type ?? 'untyped', value),
  );

/** A parser that was made for the values of a demonstration. */
const crashesOnOdd: Fault = {
  id: 'records.create.500-on-odd',
  clause: 'http.server-error',
  statement: 'A create with a value that is long, empty, null, or other than plain for its field is answered with 500.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'create' }], async ({ request, collection }, next) =>
      isUsualIn(collection, bodyOf(request) ?? {}) ? next(request) : toRefusal(500),
    ),
};

/** Creates that break on what they are sent. */
export const crashes: readonly Fault[] = [crashesOnInvalid, crashesOnOdd];
