import { eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Collection } from '../../../contract/field.js';
import type { Interceptor } from '../../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../harness/json.js';
import { addSeconds } from '../../../target/world/wall-clock.js';
import type { Fault } from '../../fault.js';
import { on, onAny } from '../../on.js';
import type { WireLens } from '../../wire-lens.js';

type Rewrite = (collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites what an event shows of the records that are linked to it. */
const withEmbedded = (lens: WireLens, event: JsonObject, rewrite: Rewrite): JsonObject =>
  Object.entries(eventRelations).reduce((shown, [relation, collection]) => {
    const value = lens.field('events', event, relation);
    if (!isJsonArray(value)) return shown;
    const linked = value.map((one) => (isJsonObject(one) ? rewrite(collection, one) : one));
    return lens.withField('events', shown, relation, linked);
  }, event);

const onItems = (lens: WireLens, rewrite: Rewrite): Interceptor =>
  onAny(lens, [{ kind: 'read', collection: 'events' }], async ({ request }, next) =>
    lens.editRecord('events', await next(request), (event) => withEmbedded(lens, event, rewrite)),
  );

/** There is only so much room beside an event. */
const descriptionsCut: Fault = {
  id: 'events.read.linked-descriptions-cut',
  clause: 'coherence.relations',
  neighbours: ['coherence.shown-everywhere'],
  statement: 'An event shows the first eight characters of the descriptions of what is linked to it.',
  create: (_, lens) =>
    onItems(lens, (collection, record) =>
      lens.withField(collection, record, 'description', lens.text(collection, record, 'description').slice(0, 8)),
    ),
};

/** The name is copied into the event when it is linked. */
const namedAsLinked: Fault = {
  id: 'events.read.linked-by-former-name',
  clause: 'coherence.shown-everywhere',
  neighbours: ['coherence.relations'],
  statement: 'An event shows what is linked to it by the name that it had when it was created.',
  create: (_, lens) => {
    const names = new Map<string, JsonValue>();
    const remember = onAny(lens, [{ kind: 'create' }], async ({ request, collection }, next) => {
      const outcome = await next(request);
      const record = lens.record(collection, outcome);
      const name = record && lens.field(collection, record, resourceOf(collection).label);
      if (name !== undefined) names.set(`${collection}/${lens.id(collection, record ?? {})}`, name);
      return outcome;
    });
    const show = onItems(lens, (collection, record) => {
      const name = names.get(`${collection}/${lens.id(collection, record)}`);
      return name === undefined ? record : lens.withField(collection, record, resourceOf(collection).label, name);
    });
    return (request, next) => show(request, (sent) => remember(sent, next));
  },
};

/** The counter of a term is set when the term is made. */
const countNeverUpdated: Fault = {
  id: 'records.read.count-never-updated',
  clause: 'coherence.relations',
  neighbours: ['coherence.kept-write'],
  statement: 'The count of a category or a tag is what it was when that was created.',
  create: (_, lens) =>
    onAny(
      lens,
      [
        { kind: 'read', collection: 'categories' },
        { kind: 'read', collection: 'tags' },
      ],
      async (asked, next) =>
        lens.editRecord(asked.collection, await next(asked.request), (record) =>
          lens.withField(asked.collection, record, 'count', 0),
        ),
    ),
};

const utcFields = ['utc_start_date', 'utc_end_date'];

/** The times in UTC are reckoned once. */
const utcKept: Fault = {
  id: 'events.update.utc-kept',
  clause: 'coherence.utc',
  neighbours: ['event.update'],
  statement: 'The times of an event in UTC stay what they were when it was created.',
  create: (_, lens) => {
    const kept = new Map<string, readonly (readonly [string, JsonValue])[]>();
    return on(lens, { collection: 'events', addressing: 'id' }, async ({ request, address }, next) =>
      lens.editRecord('events', await next(request), (event) => {
        const times = utcFields.map((name) => [name, lens.field('events', event, name) ?? null] as const);
        const first = kept.get(address) ?? times;
        kept.set(address, first);
        return first.reduce((shown, [name, value]) => lens.withField('events', shown, name, value), event);
      }),
    );
  },
};

/** One kind of record is on another clock. */
const publicationHourOff: Fault = {
  id: 'venues.read.utc-publication-hour-off',
  clause: 'coherence.utc',
  neighbours: ['venue.field.date_utc'],
  statement: 'The publication date of a venue in UTC is an hour earlier than that of others published at that time.',
  create: (_, lens) =>
    onAny(lens, [{ kind: 'read', collection: 'venues' }], async ({ request }, next) =>
      lens.editRecord('venues', await next(request), (venue) => {
        const utc = lens.text('venues', venue, 'date_utc');
        const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(utc);
        return isTime ? lens.withField('venues', venue, 'date_utc', addSeconds(utc, -3600)) : venue;
      }),
    ),
};

/** What is shown beside a record or reckoned from it, and is not so. */
export const embedded: readonly Fault[] = [
  descriptionsCut,
  namedAsLinked,
  countNeverUpdated,
  utcKept,
  publicationHourOff,
];
