import { addSeconds, isWallClock } from '../../adapter/notation/day-times.js';
import { utcOffsetBetween } from '../../adapter/reading/utc-offset.js';
import { type Collection, eventRelations } from '../../contract/resources.js';
import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { alsoForHead } from './intercept-operation.js';
import type { WireView } from './wire-view.js';

/** How a record is shown instead. */
export type Represent = (view: WireView, collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites every record that is shown: in lists, alone, and embedded in events. */
export const representing =
  (represent: Represent, embedded = represent) =>
  (_: number, view: WireView): Interceptor =>
    alsoForHead(async (request, next) => {
      const call = view.operationCall(request);
      const outcome = await next(request);
      if (!call) return outcome;
      const { operation, collection } = call;
      const edit = (record: JsonObject): JsonObject =>
        represent(view, collection, withEmbedded(record, view, embedded));
      return operation.kind === 'list'
        ? view.editItems(collection, outcome, (items) => items.map(edit))
        : view.editRecord(collection, outcome, edit);
    });

function withEmbedded(record: JsonObject, view: WireView, represent: Represent): JsonObject {
  const embedded = Object.entries(eventRelations).flatMap(([name, collection]): [string, JsonValue][] => {
    const value = record[name];
    if (!isJsonArray(value)) return [];
    return [[name, value.map((one) => (isJsonObject(one) ? represent(view, collection, one) : one))]];
  });
  return { ...record, ...Object.fromEntries(embedded) };
}

/** A time of an event, and by how many seconds it is ahead of the time in UTC beside it. */
export interface LocalTime {
  readonly id: string;
  readonly zone: string;
  readonly name: 'start_date' | 'end_date';
  readonly local: string;
  readonly utcOffset: number;
  /** The local time that the event starts at. */
  readonly start: string;
}

/** Shows events with UTC times computed by another offset; the local times stay. */
export const rewritingUtc = (offsetAt: (time: LocalTime) => number): ((seed: number, view: WireView) => Interceptor) =>
  representing((view, collection, record) => {
    if (collection !== 'events') return record;
    const text = (name: string): string => view.text('events', record, name);
    const common = { id: view.id('events', record), zone: text('timezone'), start: text('start_date') };
    return (['start_date', 'end_date'] as const).reduce((event, name) => {
      const [local, utc] = [text(name), text(`utc_${name}`)];
      if (!isWallClock(local) || !isWallClock(utc)) return event;
      const offset = offsetAt({ ...common, name, local, utcOffset: utcOffsetBetween(local, utc) });
      return view.withField('events', event, `utc_${name}`, addSeconds(local, -offset));
    }, record);
  });
