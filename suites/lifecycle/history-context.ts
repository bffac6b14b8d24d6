import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { Payload } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { expectFound } from '../expect/expect-shown.js';
import { addressingsOn, slugOf } from '../expect/record-address.js';
import { type Links, type Name, relationsIn } from './action.js';
import type { Fates } from './state-model.js';

/** A calendar, and how many requests were sent through it: histories are ended by what they cost. */
interface Counting {
  readonly calendar: Calendar;
  sent(): number;
}

/** Counts what is sent by the methods that histories use. */
function counting(calendar: Calendar): Counting {
  let sent = 0;
  const counted =
    <Args extends readonly unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      sent += 1;
      return method(...args);
    };
  const { create, read, update, remove, list } = calendar;
  const methods = { create: counted(create), read: counted(read), update: counted(update) };
  return {
    calendar: { ...calendar, ...methods, remove: counted(remove), list: counted(list) },
    sent: () => sent,
  };
}

/** A record that was created in a history. */
export interface HistoryRecord {
  readonly made: Made;
  /** As it was last seen; undefined where records have none. */
  readonly slug: string | undefined;
}

/** Where a history takes place: the records by the names that it calls them, and the bodies sent, by number. */
export interface HistoryContext extends Pick<Subject, 'calendar' | 'world'> {
  readonly records: Map<Name, HistoryRecord>;
  readonly bodies: JsonObject[];
  /** Requests sent so far. */
  sent(): number;
}

export const createHistoryContext = ({ calendar, world }: Subject): HistoryContext => ({
  ...counting(calendar),
  world,
  records: new Map(),
  bodies: [],
});

/** A record of the history. @throws when it was never created. */
export function recordOf({ records }: Pick<HistoryContext, 'records'>, name: Name): HistoryRecord {
  const record = records.get(name);
  if (!record) throw new RangeError(`${name} has not been created`);
  return record;
}

/** Lets a record into the history. */
export async function addRecord(context: HistoryContext, name: Name, made: Made): Promise<void> {
  const hasSlug = addressingsOn(context.calendar.profile, made.collection).includes('slug');
  context.records.set(name, { made, slug: hasSlug ? await slugOf(context.calendar, made) : undefined });
}

/** Links as the field values that a body holds. */
export const toIds = (context: Pick<HistoryContext, 'records'>, links: Links): Payload =>
  Object.fromEntries(
    relationsIn(links).map(([relation, names]) => [
      relation,
      names.map((name) => toWireId(recordOf(context, name).made.id)),
    ]),
  );

/** A record as an answer shows it. */
export type Seen = Shown & { readonly exchange: Exchange };

/** Reads a record that must be there, and keeps its slug: an update may have changed it. */
export async function readRecord(context: HistoryContext, name: Name): Promise<Seen> {
  const { made } = recordOf(context, name);
  const seen = await expectFound(context.calendar, made.collection, byId(made));
  await addRecord(context, name, { ...made, shown: seen });
  return seen;
}

/** Whether the target was seen to keep deleted records in a trash. */
export const hasTrash = ({ world: { profile } }: Pick<HistoryContext, 'world'>): boolean =>
  profile.choices['delete.effect'] === 'trashed';

/** What the target was seen to do to fields that are not sent (readings `update.put.unsent`, `update.post.unsent`). */
export const fatesOn = ({ world: { profile } }: Pick<HistoryContext, 'world'>): Fates => ({
  POST: [profile.choices['update.post.unsent']],
  PUT: [profile.choices['update.put.unsent']],
  PATCH: ['kept'],
});
