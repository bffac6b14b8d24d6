import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire.js';
import { type Calendar, createdId } from '../calendar.js';
import { addDays, atTime } from '../world/wall-clock.js';

/** After the world and before the days of what requirements make. */
const DAYS_AFTER = 30;

/** Records to try rights on, one of each kind that could be made. */
export interface Specimens {
  /** The id of a specimen, made anew where the last one is gone; undefined where none can be made. */
  idOf(collection: Collection): Promise<string | undefined>;
  /** Says that a specimen is gone. */
  gone(collection: Collection): void;
  /** What specimens are made with. */
  payload(collection: Collection): Payload;
}

/** The least that a record has. */
function payloadOf(collection: Collection, firstDay: string): Payload {
  const day = addDays(firstDay, DAYS_AFTER);
  const times = { start_date: atTime(day, '10:00:00'), end_date: atTime(day, '11:00:00') };
  const name = { [resourceOf(collection).label]: `Trial ${MARK}`, description: `Trial ${MARK}` };
  return collection === 'events' ? { ...name, ...times } : name;
}

/** Opens specimens that are made once they are asked for. */
export function createSpecimens(calendar: Calendar, firstDay: string): Specimens {
  const made = new Map<Collection, Promise<string | undefined>>();
  async function make(collection: Collection): Promise<string | undefined> {
    const { exchange } = await calendar.create(collection, payloadOf(collection, firstDay));
    return createdId(calendar.lens, collection, exchange);
  }
  return {
    idOf(collection) {
      const id = made.get(collection) ?? make(collection);
      made.set(collection, id);
      return id;
    },
    gone: (collection) => made.delete(collection),
    payload: (collection) => payloadOf(collection, firstDay),
  };
}
