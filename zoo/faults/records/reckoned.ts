import type { JsonValue } from '../../../harness/json.js';
import { addSeconds, isWallClock } from '../../../target/world/wall-clock.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../on.js';

/** The counter of a term is set when the term is made. */
const countNeverUpdated: Fault = {
  id: 'records.read.count-never-updated',
  clause: 'coherence.relations',
  neighbours: ['coherence.kept-write'],
  statement: 'The count of a category or a tag is what it was when that was created.',
  create: (_, lens) =>
    interceptOperations(lens, inEach(['categories', 'tags'], { kind: 'read' }), async ({ request, collection }, next) =>
      lens.editRecord(collection, await next(request), (record) => lens.withField(collection, record, 'count', 0)),
    ),
};

/** Fields of an event that stay what they were when it was first seen, whatever is sent. */
const reckonedOnce =
  (fields: readonly string[]): Fault['create'] =>
  (_, lens) => {
    const kept = new Map<string, readonly (readonly [string, JsonValue])[]>();
    return interceptOperation(lens, { collection: 'events', addressing: 'id' }, async ({ request, address }, next) =>
      lens.editRecord('events', await next(request), (event) => {
        const times = fields.map((name) => [name, lens.field('events', event, name) ?? null] as const);
        const first = kept.get(address) ?? times;
        kept.set(address, first);
        return first.reduce((shown, [name, value]) => lens.withField('events', shown, name, value), event);
      }),
    );
  };

/** The times in UTC are reckoned once. */
const utcKept: Fault = {
  id: 'events.update.utc-kept',
  clause: 'coherence.utc',
  neighbours: ['event.update'],
  statement: 'The times of an event in UTC stay what they were when it was created.',
  create: reckonedOnce(['utc_start_date', 'utc_end_date']),
};

/** Those of its publication have a column of their own. */
const publicationKept: Fault = {
  id: 'events.update.date_utc-kept',
  clause: 'coherence.utc',
  neighbours: ['event.update', 'event.field.date_utc'],
  statement: 'The publication date of an event in UTC stays what it was, whatever date is sent.',
  create: reckonedOnce(['date_utc']),
};

/** One kind of record is on another clock. */
const publicationHourOff: Fault = {
  id: 'venues.read.utc-publication-hour-off',
  clause: 'coherence.utc',
  neighbours: ['venue.field.date_utc'],
  statement: 'The publication date of a venue in UTC is an hour earlier than that of others published at that time.',
  create: (_, lens) =>
    interceptOperations(lens, [{ kind: 'read', collection: 'venues' }], async ({ request }, next) =>
      lens.editRecord('venues', await next(request), (venue) => {
        const utc = lens.text('venues', venue, 'date_utc');
        return isWallClock(utc) ? lens.withField('venues', venue, 'date_utc', addSeconds(utc, -3600)) : venue;
      }),
    ),
};

/** What is reckoned from a record and is not so. */
export const reckoned: readonly Fault[] = [countNeverUpdated, utcKept, publicationKept, publicationHourOff];
