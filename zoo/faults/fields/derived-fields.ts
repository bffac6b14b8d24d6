import { addSeconds, isWallClock } from '../../../adapter/notation/day-times.js';
import { wallClock } from '../../../adapter/notation/shown-values.js';
import type { JsonValue } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { bodyOf, editBody } from '../../intercept/request-edit.js';

const instantOf = (time: string): number => Date.parse(`${wallClock(time).replace(' ', 'T')}Z`);

/** What is dragged in a calendar keeps its length, and so does what is updated. */
export const movedEnds: Fault = {
  id: 'events.update.patch.start-moves-end',
  clause: 'event.update',
  neighbours: ['coherence.kept-write', 'event.fields.optional-on-update', 'event.field.end_date'],
  statement: 'A PATCH of the start of an event also moves its end.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'update', method: 'PATCH', collection: 'events' }, async (call, next) => {
      const { start_date: start, end_date: end } = bodyOf(call.request) ?? {};
      const event = await recordNow(view, call, next);
      if (!event || typeof start !== 'string' || end !== undefined) return next(call.request);
      const [from, to] = ['start_date', 'end_date'].map((name) => instantOf(view.text('events', event, name)));
      const moved = addSeconds(start, (Number(to) - Number(from)) / 1000);
      return next(editBody(call.request, (body) => ({ ...body, end_date: moved })));
    }),
};

const posts = ['events', 'venues', 'organizers'] as const;

/** One way from UTC to the clock of the site knows of the last change of clocks, the other does not. */
const localHourOff: Fault = {
  id: 'records.read.date-hour-off',
  clause: 'coherence.utc',
  statement: 'A record sent with a publication date in UTC shows a local one that is one hour late.',
  create: (_, view) => {
    const sent = new Set<string>();
    const create = interceptOperations(
      view,
      inEach(posts, { kind: 'create' }),
      async ({ request, collection }, next) => {
        const outcome = await next(request);
        const record = view.record(collection, outcome);
        if (record && bodyOf(request)?.date_utc) sent.add(`${collection}/${view.id(collection, record)}`);
        return outcome;
      },
    );
    const read = interceptOperations(view, inEach(posts, { kind: 'read' }), async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) => {
        const date = view.text(collection, record, 'date');
        const isOff = isWallClock(date) && sent.has(`${collection}/${view.id(collection, record)}`);
        return isOff ? view.withField(collection, record, 'date', addSeconds(date, 3600)) : record;
      }),
    );
    return inTurn(create, read);
  },
};

/** Publication dates that are not what is sent for them. */
export const publications: readonly Fault[] = [localHourOff];

/** The counter of a term is set when the term is made. */
const countNeverUpdated: Fault = {
  id: 'records.read.count-never-updated',
  clause: 'coherence.relations',
  neighbours: ['coherence.kept-write'],
  statement: 'The count of a category or a tag never changes after its creation.',
  create: (_, view) =>
    interceptOperations(view, inEach(['categories', 'tags'], { kind: 'read' }), async ({ request, collection }, next) =>
      view.editRecord(collection, await next(request), (record) => view.withField(collection, record, 'count', 0)),
    ),
};

/** Fields of an event that stay what they were when it was first seen, whatever is sent. */
const reckonedOnce =
  (fields: readonly string[]): Fault['create'] =>
  (_, view) => {
    const kept = new Map<string, readonly (readonly [string, JsonValue])[]>();
    return interceptOperation(view, { collection: 'events', addressing: 'id' }, async ({ request, address }, next) =>
      view.editRecord('events', await next(request), (event) => {
        const times = fields.map((name) => [name, view.field('events', event, name) ?? null] as const);
        const first = kept.get(address) ?? times;
        kept.set(address, first);
        return first.reduce((shown, [name, value]) => view.withField('events', shown, name, value), event);
      }),
    );
  };

/** The times in UTC are reckoned once. */
const utcKept: Fault = {
  id: 'events.update.utc-kept',
  clause: 'coherence.utc',
  neighbours: ['event.update'],
  statement: 'The UTC times of an event never change after its creation.',
  create: reckonedOnce(['utc_start_date', 'utc_end_date']),
};

/** Those of its publication have a column of their own. */
const publicationKept: Fault = {
  id: 'events.update.date_utc-kept',
  clause: 'coherence.utc',
  neighbours: ['event.update', 'event.field.date_utc'],
  statement: 'The publication date of an event in UTC never changes.',
  create: reckonedOnce(['date_utc']),
};

/** One kind of record is on another clock. */
const publicationHourOff: Fault = {
  id: 'venues.read.utc-publication-hour-off',
  clause: 'coherence.utc',
  neighbours: ['venue.field.date_utc'],
  statement: 'The publication date of a venue in UTC is one hour early.',
  create: (_, view) =>
    interceptOperations(view, [{ kind: 'read', collection: 'venues' }], async ({ request }, next) =>
      view.editRecord('venues', await next(request), (venue) => {
        const utc = view.text('venues', venue, 'date_utc');
        return isWallClock(utc) ? view.withField('venues', venue, 'date_utc', addSeconds(utc, -3600)) : venue;
      }),
    ),
};

/** What is reckoned from a record and is not so. */
export const reckoned: readonly Fault[] = [countNeverUpdated, utcKept, publicationKept, publicationHourOff];
