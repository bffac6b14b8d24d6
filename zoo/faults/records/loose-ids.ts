import type { Collection } from '../../../contract/field.js';
import { collections, resourceOf } from '../../../contract/resources.js';
import { editResponse, statusOf, toJsonResponse, withBody, withStatus } from '../../edit-answer.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../on.js';

const readsOf = (some: readonly Collection[]): readonly string[] =>
  some.map((collection) => `${resourceOf(collection).singular}.read`);

/** A query that finds nothing is no error. */
const unknownEmpty: Fault = {
  id: 'records.read.unknown-empty',
  clause: 'address.id',
  neighbours: ['address.slug', ...readsOf(['events', 'venues'])],
  statement: 'A GET of an event or a venue that is not there, by id or by slug, is answered with an empty object.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(['events', 'venues'], { kind: 'read' }), async ({ request }, next) => {
      const outcome = await next(request);
      return statusOf(outcome) === 404 ? toJsonResponse(200, {}) : outcome;
    }),
};

const others = ['organizers', 'categories', 'tags'] as const;

/** There is nothing to show, and that is what is said. */
const unknownWithoutContent: Fault = {
  id: 'records.read.unknown-no-content',
  clause: 'address.id',
  neighbours: readsOf(others),
  statement: 'A GET of an organizer, a category or a tag by an id that none has is answered with 204.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(others, { kind: 'read', addressing: 'id' }), async ({ request }, next) => {
      const outcome = await next(request);
      if (statusOf(outcome) !== 404) return outcome;
      return withStatus(
        editResponse(outcome, (response) => withBody(response, new Uint8Array())),
        204,
      );
    }),
};

/** All records are in one table, and only their ids are looked at. */
const oneTable: Fault = {
  id: 'records.read.any-kind',
  clause: 'address.id',
  neighbours: readsOf(collections),
  statement: 'An id leads to its record below every collection, also those of other kinds.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'read', addressing: 'id' }], async ({ request, address, at }, next) => {
      let outcome = await next(request);
      for (const collection of collections) {
        if (statusOf(outcome) === 404) outcome = await next({ ...request, target: at(`/${collection}/${address}`) });
      }
      return outcome;
    }),
};

/** The digits at the beginning are the number. */
const digitsFirst: Fault = {
  id: 'records.read.digits-first',
  clause: 'address.id',
  statement: 'An id with letters behind its digits leads to the record with the digits for its id.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'read', addressing: 'id' }], ({ request, collection, address, at }, next) => {
      const digits = /^\d+(?=\D)/.exec(address)?.[0];
      return next(digits === undefined ? request : { ...request, target: at(`/${collection}/${digits}`) });
    }),
};

/** The digits of an id are read as those of any number. */
const exponentsRead: Fault = {
  id: 'records.read.id-with-exponent',
  clause: 'address.id',
  statement: 'A GET by an id with e0 behind it finds the record with the id before that.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'read', addressing: 'id' }], ({ request }, next) =>
      next({ ...request, target: request.target.replace(/(\/\d+)e0(?=$|\?)/, '$1') }),
    ),
};

/** Ids with which a GET leads to what it should not. */
export const looseIds: readonly Fault[] = [unknownEmpty, unknownWithoutContent, oneTable, digitsFirst, exponentsRead];
