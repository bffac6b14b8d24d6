import { isJsonArray, isJsonObject, type JsonValue } from '../../../harness/json.js';
import { statusOf, toRefusal } from '../../edit-answer.js';
import { bodyOf } from '../../edit-request.js';
import type { Fault } from '../../fault.js';
import { onAny } from '../../on.js';

/** Whoever reads a refused create forgets to catch what the validator throws. */
const crashesOnInvalid: Fault = {
  id: 'records.create.500-on-invalid',
  clause: 'http.server-error',
  statement: 'A create that is refused is answered with 500.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'create' }], async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 400 ? toRefusal(500) : outcome;
    }),
};

const looksTyped = (text: string): boolean => /^(\d+e\d+|0|true|false|null)$/.test(text);

/** What somebody expects who has never seen an odd value. */
function isUsual(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.length > 0 && value.every((one) => typeof one === 'number' && isUsual(one));
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 && value < 2 ** 31 - 1;
  if (typeof value !== 'string') return typeof value === 'boolean' || isJsonObject(value);
  const isPlain = /^[\w+/]+([ .:/@+-]{1,3}[\w+/]+)*\/?$/.test(value) && !/\.\.|--/.test(value);
  return isPlain && value.length < 90 && !looksTyped(value);
}

/** A parser that was made for the values of a demonstration. */
const crashesOnOdd: Fault = {
  id: 'records.create.500-on-odd',
  clause: 'http.server-error',
  statement: 'A create with a value that is long, empty, null, or holds other than plain words is answered with 500.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'create' }], async ({ request }, next) =>
      Object.values(bodyOf(request) ?? {}).every(isUsual) ? next(request) : toRefusal(500),
    ),
};

/** Creates that break on what they are sent. */
export const crashes: readonly Fault[] = [crashesOnInvalid, crashesOnOdd];
