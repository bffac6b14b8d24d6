import { isJsonArray, isJsonObject, type JsonObject } from '../../../harness/json.js';
import type { Outcome, Send } from '../../../harness/exchange.js';
import type { OperationCall } from '../../asked.js';
import { type ConfusedDeputy, forOthers } from '../../deputy.js';
import { isGranted } from '../../edit-answer.js';
import { bodyOf, withJson } from '../../edit-request.js';
import type { Fault } from '../../fault.js';

const deniedOnOthers = {
  clause: 'coherence.denied-everywhere',
  neighbours: ['coherence.other-records'],
} as const;

/** Writes fields to a record with the rights of the service itself. */
const write = (
  { request, at }: OperationCall,
  next: Send,
  deputy: ConfusedDeputy,
  path: string,
  body: JsonObject,
): Promise<Outcome> => next(deputy.as(withJson({ ...request, method: 'PATCH', target: at(path) }, body)));

const isId = (value: unknown): value is string | number => typeof value === 'number' || typeof value === 'string';

/** A nested record is saved with the one that it is nested in. */
const savesNested: Fault = {
  ...deniedOnOthers,
  id: 'events.update.saves-nested-venues',
  statement:
    'An update of an event also writes the fields of the venues that are nested in it, whoever may write those.',
  create: forOthers([{ kind: 'update', collection: 'events' }], (deputy) => async (asked, next) => {
    const { venue } = bodyOf(asked.request) ?? {};
    const nested = (isJsonArray(venue) ? venue : []).filter(isJsonObject);
    const isMine = nested.length > 0 && isGranted(await next({ ...asked.request, body: Buffer.from('{}') }));
    for (const { id, ...fields } of isMine ? nested : [])
      if (isId(id)) await write(asked, next, deputy, `/venues/${id}`, fields);
    return next(asked.request);
  }),
};

/** The key in the body wins over the one in the address, and only the latter is checked. */
const idOfBody: Fault = {
  ...deniedOnOthers,
  id: 'events.update.id-of-body',
  statement:
    'An update of an event writes to the event whose id its body holds, if the one at its address may be written.',
  create: forOthers([{ kind: 'update', collection: 'events' }], (deputy) => async (asked, next) => {
    const { id, ...fields } = bodyOf(asked.request) ?? {};
    const outcome = await next(asked.request);
    const isOther = isId(id) && String(id) !== asked.address;
    return isOther && isGranted(outcome) ? write(asked, next, deputy, `/events/${id}`, fields) : outcome;
  }),
};

/** A create with a key is an update in disguise. */
const createOver: Fault = {
  ...deniedOnOthers,
  id: 'events.create.over-another',
  statement: 'A create whose body holds the id of an event writes to that event.',
  create: forOthers([{ id: 'events.create' }], (deputy) => async (asked, next) => {
    const { id, ...fields } = bodyOf(asked.request) ?? {};
    const outcome = await next(asked.request);
    if (isId(id) && isGranted(outcome)) await write(asked, next, deputy, `/events/${id}`, fields);
    return outcome;
  }),
};

/** Records that somebody may not write, written by way of their own. */
export const otherRecords: readonly Fault[] = [savesNested, idOfBody, createOver];
