import { addDays, atTime, dayOf, isWallClock } from '../../../adapter/notation/day-times.js';
import type { ClauseId } from '../../../contract/clauses/clauses.js';
import { relations } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { Fault } from '../../fault.js';
import { type Choice, interceptOperations } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { bodyOf, valuesOf } from '../../intercept/request-edit.js';
import { toRefusal } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Whether a text is a number that does not fit into so many bits. */
const isPast =
  (bits: bigint) =>
  (text: string): boolean =>
    isNumber(text) && BigInt(text) >= 2n ** bits;

/** The next day is that with the next number. */
const isEndOfMonth = (text: string): boolean =>
  isWallClock(atTime(dayOf(text), '00:00:00')) && addDays(dayOf(text), 1).endsWith('-01');

const broken: { readonly clause: ClauseId } = { clause: 'http.server-error' };

/** A choice of operations that break when they are called so. */
const breaking =
  (choices: readonly Choice[], isTooMuch: (call: OperationCall) => boolean) =>
  (_: number, view: WireView): Interceptor =>
    interceptOperations(view, choices, async (call, next) => (isTooMuch(call) ? toRefusal(500) : next(call.request)));

const queryHas =
  (name: string, isTooMuch: (text: string) => boolean) =>
  ({ query }: OperationCall): boolean =>
    valuesOf(query, name).some(isTooMuch);

/** An id is cut to 32 bits before it is looked for. */
const cutTo32Bits: Fault = {
  id: 'records.read.id-cut-to-32-bits',
  clause: 'address.id',
  statement: 'A GET by id finds the record with the remainder of the id by 2 to the power of 32.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', addressing: 'id' }], ({ request, address }, next) => {
      const id = isPast(32n)(address) ? String(BigInt(address) % 2n ** 32n) : address;
      return next({ ...request, target: request.target.replace(address, id) });
    }),
};

/** Values that are handed on as they come, to what takes no more than a certain size. */
export const overflows: readonly Fault[] = [
  cutTo32Bits,
  {
    ...broken,
    neighbours: ['address.id'],
    id: 'records.read.500-on-large-id',
    statement: 'A GET by an id of more than 64 bits returns 500.',
    create: breaking([{ kind: 'read', addressing: 'id' }], ({ address }) => isPast(64n)(address)),
  },
  {
    ...broken,
    neighbours: ['address.id'],
    id: 'tags.read.500-on-large-id',
    statement: 'A GET of a tag by an id of more than 64 bits returns 500; other records are not found.',
    create: breaking([{ id: 'tags.read' }], ({ address }) => isPast(64n)(address)),
  },
  {
    ...broken,
    id: 'records.read.500-on-thousands-of-digits',
    statement: 'A GET by an id of more than 4,300 digits returns 500.',
    create: breaking([{ kind: 'read', addressing: 'id' }], ({ address }) => isNumber(address) && address.length > 4300),
  },
  {
    ...broken,
    neighbours: ['address.id'],
    id: 'records.update.500-on-large-id',
    statement: 'An update by an id of more than 31 bits returns 500.',
    create: breaking([{ kind: 'update', addressing: 'id' }], ({ address }) => isPast(32n)(address)),
  },
  {
    ...broken,
    neighbours: ['address.id'],
    id: 'records.delete.500-on-large-id',
    statement: 'A DELETE by an id of more than 53 bits returns 500.',
    create: breaking([{ kind: 'delete', addressing: 'id' }], ({ address }) => isPast(53n)(address)),
  },
  {
    ...broken,
    id: 'events.list.500-on-large-venue',
    statement: 'A list of events by the id of a venue of more than 63 bits returns 500.',
    create: breaking([{ id: 'events.list' }], queryHas('venue', isPast(63n))),
  },
  {
    ...broken,
    id: 'venues.list.500-on-large-event',
    statement: 'A list of venues by the id of an event of more than 31 bits returns 500.',
    create: breaking([{ id: 'venues.list' }], queryHas('event', isPast(31n))),
  },
  {
    ...broken,
    neighbours: ['event.list.end_date', 'events.list.near-misses'],
    id: 'events.list.500-on-end-of-month',
    statement: 'A list of events that end on the last day of a month returns 500.',
    create: breaking([{ id: 'events.list' }], queryHas('end_date', isEndOfMonth)),
  },
  {
    ...broken,
    id: 'lists.500-on-long-search',
    statement: 'A search for more than 255 characters returns 500.',
    create: breaking(
      [{ kind: 'list' }],
      queryHas('search', ({ length }) => length > 255),
    ),
  },
  {
    ...broken,
    neighbours: ['event.default.null'],
    id: 'events.create.500-on-null-relation',
    statement: 'A create of an event with null for a relation returns 500.',
    create: breaking([{ id: 'events.create' }], ({ request }) =>
      relations.some((relation) => bodyOf(request)?.[relation] === null),
    ),
  },
];
