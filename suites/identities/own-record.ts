import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { hidingStatuses } from '../../adapter/reading/record-status.js';
import type { Subject } from '../../adapter/subject.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { type Change, pick } from '../arbitraries/every-field.js';
import { expectDeleted } from '../expect/expect-deleted.js';
import { expectCreated, expectFields } from '../expect/expect-shown.js';
import { type AddressedRecord, addressOf } from '../expect/record-address.js';
import { TIMES } from '../update-sequence/marker-fields.js';
import { observeRecord } from '../update-sequence/observe-record.js';
import { beforeUpdates, type ObservedRecord, performSteps } from '../update-sequence/perform-steps.js';
import type { OwnUpdate } from './own-updates.js';
import { unlessDenied } from './weaker-identity.js';

/** Fields that say when a record was published. */
const PUBLICATION = ['date', 'date_utc'];

const without = <Value>(body: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** A record of somebody, and what was drawn for it. */
export interface Own {
  readonly name: string;
  readonly bodies: Change;
  readonly updates: readonly OwnUpdate[];
}

/** Whether a record is known to be published: one that somebody else is to publish need have no slug and be in no list. */
function isPublished({ lens }: Calendar, shown: Shown): boolean {
  const { collection } = shown;
  if (!('status' in resourceOf(collection).fields)) return true;
  return lens.fact(collection, 'status') !== undefined && !hidingStatuses.includes(toText(lens.field(shown, 'status')));
}

/** A record that was made, and whether it was published with that. */
interface OwnRecord {
  readonly made: Made;
  readonly published: boolean;
}

/** Expects a create to show the default identity what was sent, and a list to show it to whoever sent it. */
export async function expectMade(
  { calendar, as }: Subject,
  collection: Collection,
  { name, bodies }: Own,
): Promise<OwnRecord> {
  const written = expectCreated(as(name), await as(name).create(collection, bodies.base));
  const when = `after the create by ${name}`;
  const item = await observeRecord(calendar, { collection, id: written.id, body: written.body }, 'id', when);
  const published = isPublished(calendar, item.shown);
  const body = without(written.body, ['status', ...(published ? [] : PUBLICATION)]);
  const made = { ...written, body };
  const listed = published ? await unlessDenied(observeRecord(as(name), made, 'list', when)) : undefined;
  for (const place of [item, ...(listed ? [listed] : [])]) expectFields(calendar, body, place);
  return { made, published };
}

/** What an update sends: the name as it was, so that the record keeps its slug. */
function changeOf({ values, movesTimes }: OwnUpdate, bodies: Change, { made, published }: OwnRecord): Payload {
  const { label } = resourceOf(made.collection);
  const times = pick(movesTimes ? bodies.change : bodies.base, TIMES);
  const whole = { ...bodies[values], ...times, [label]: toText(made.body[label]) };
  return published ? whole : without(whole, PUBLICATION);
}

/** What is written as one identity and read as another one. */
const readAs = (reader: Calendar, { create, update, remove }: Calendar): Calendar => ({
  ...reader,
  create,
  update,
  remove,
});

/**
 * Expects each update that is granted to leave the record as it was sent, whoever reads it, and the owner to be granted
 * again what was granted before another wrote; returns the record.
 */
export async function expectUpdates({ calendar, as }: Subject, { name, bodies, updates }: Own, record: OwnRecord) {
  const { made, published } = record;
  const identities = { owner: as(name), default: calendar };
  let current = beforeUpdates(made);
  const granted = new Set<string>();
  for (const one of updates.filter(({ by }) => by === 'id' || published)) {
    const change = changeOf(one, bodies, record);
    const views = published ? one.views : (['id'] as const);
    const step = { ...one, kind: 'granted', views, change, ownSlug: false } as const;
    const way = `${one.verb} by ${one.by}`;
    const performed = performSteps(readAs(identities[one.reader], identities[one.writer]), current, [step]);
    const updated: ObservedRecord | undefined = granted.has(way) ? await performed : await unlessDenied(performed);
    if (updated && one.writer === 'owner') granted.add(way);
    current = updated ?? current;
  }
  return current;
}

/** Deletes a record at one of its addresses; expects none of them to return it any more. */
export async function expectRemoved(
  own: Calendar,
  record: AddressedRecord,
  ways: readonly Addressing[],
): Promise<void> {
  const { collection } = record;
  const [address = byId(record), ...others] = await Promise.all(ways.map((by) => addressOf(own, record, by)));
  expectSuccess(await own.remove(collection, address), `a DELETE by ${address.by} of an own record`);
  for (const one of [address, ...others]) expectDeleted(own, record, await own.read(collection, one));
}
