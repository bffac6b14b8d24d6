import { addSeconds, isWallClock } from '../../adapter/notation/day-times.js';
import { utcOffsetBetween } from '../../adapter/reading/utc-offset.js';
import { type Collection, eventRelations } from '../../contract/resources.js';
import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { alsoForHead } from './intercept-operation.js';
import type { WireView } from './wire-view.js';

/** How a record is shown instead. */
export type Represent = (lens: WireView, collection: Collection, record: JsonObject) => JsonObject;

/** Rewrites every record that is shown: in lists, alone, and embedded in events. */
export const representing =
  (represent: Represent) =>
  (_: number, lens: WireView): Interceptor =>
    alsoForHead(async (request, next) => {
      const asked = lens.operationCall(request);
      const outcome = await next(request);
      if (!asked) return outcome;
      const { operation, collection } = asked;
      const edit = (record: JsonObject): JsonObject =>
        represent(lens, collection, withEmbedded(record, lens, represent));
      return operation.kind === 'list'
        ? lens.editItems(collection, outcome, (items) => items.map(edit))
        : lens.editRecord(collection, outcome, edit);
    });

function withEmbedded(record: JsonObject, lens: WireView, represent: Represent): JsonObject {
  const embedded = Object.entries(eventRelations).flatMap(([name, collection]): [string, JsonValue][] => {
    const value = record[name];
    if (!isJsonArray(value)) return [];
    return [[name, value.map((one) => (isJsonObject(one) ? represent(lens, collection, one) : one))]];
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

/** Shows events with times in UTC from which the local ones are as far ahead as told; the local ones stay. */
export const rewritingUtc = (tell: (time: LocalTime) => number): ((seed: number, lens: WireView) => Interceptor) =>
  representing((lens, collection, record) => {
    if (collection !== 'events') return record;
    const text = (name: string): string => lens.text('events', record, name);
    const common = { id: lens.id('events', record), zone: text('timezone'), start: text('start_date') };
    return (['start_date', 'end_date'] as const).reduce((event, name) => {
      const [local, utc] = [text(name), text(`utc_${name}`)];
      if (!isWallClock(local) || !isWallClock(utc)) return event;
      const lead = tell({ ...common, name, local, utcOffset: utcOffsetBetween(local, utc) });
      return lens.withField('events', event, `utc_${name}`, addSeconds(local, -lead));
    }, record);
  });
