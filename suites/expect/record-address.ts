import type { Calendar, Written } from '../../adapter/calendar/calendar.js';
import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { type Address, byId, bySlug, type Via } from '../../adapter/reading/paths.js';
import { type Addressing, type Method, type OperationId, operations } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isSuccess } from '../../wire/status.js';
import { expectFound } from './expect-shown.js';

/** The ways in which the records of a collection are addressed: all by id, some also by slug. */
export const addressings = (collection: Collection): readonly Addressing[] =>
  resourceOf(collection).bySlug ? ['id', 'slug'] : ['id'];

/** Those in which records of this target are: by slug where it shows slugs. */
export const addressingsOn = ({ lacks }: Pick<TargetProfile, 'lacks'>, collection: Collection): readonly Addressing[] =>
  addressings(collection).filter((by) => by === 'id' || !lacks.has(itemOperation(collection, by, 'GET')));

/** The operation of a method on an item, addressed in one of these ways. @throws when the interface has none. */
export function itemOperation(collection: Collection, by: Addressing, method: Method): OperationId {
  const found = operations.find(
    (one) => one.collection === collection && one.addressing === by && one.method === method,
  );
  if (!found) throw new Error(`${collection} have no ${method} by ${by}`);
  return found.id;
}

/** The slug that a record shows; undefined where it shows none. */
export const slugIfShown = ({ lens }: Calendar, shown: Shown): string | undefined => {
  const slug = lens.fact(shown.collection, 'slug') && lens.field(shown, 'slug');
  return typeof slug === 'string' && slug !== '' ? slug : undefined;
};

/** A record, and what an answer at hand shows of it. */
export interface AddressedRecord {
  readonly collection: Collection;
  readonly id: string;
  readonly shown?: Shown;
}

/**
 * The slug of a record, read when the answer at hand does not show it, in its language where it has one: ids may be known
 * in that alone. @throws Inconclusive when none is shown.
 */
export async function slugOf(
  calendar: Calendar,
  { collection, id, shown }: AddressedRecord,
  via?: Via,
): Promise<string> {
  const slug =
    (shown && slugIfShown(calendar, shown)) ??
    slugIfShown(calendar, await expectFound(calendar, collection, byId({ id }), via));
  if (slug === undefined) throw new DoesNotApply(`the target shows no slug of ${collection}/${id}`);
  return slug;
}

/** The address of a record, by its id or by its slug as shown. */
export const addressOf = async (
  calendar: Calendar,
  record: AddressedRecord,
  by: Addressing,
  via?: Via,
): Promise<Address> => (by === 'id' ? byId(record) : bySlug(await slugOf(calendar, record, via)));

/** Expects that an address returns this record and no other. */
export function expectSame(shown: Shown, { collection, id }: AddressedRecord, where: string, exchange: Exchange): void {
  const expected = `the record ${collection}/${id} at ${where}`;
  expectThat(shown.id === id, { kind: 'state', expected, observed: `the record ${shown.id}`, exchange });
}

/** Expects that a slug returns this record, and gives it as it is shown there. */
export async function expectAtSlug(
  calendar: Calendar,
  record: AddressedRecord,
  slug: string,
): Promise<Shown & { readonly exchange: Exchange }> {
  const found = await expectFound(calendar, record.collection, bySlug(slug));
  expectSame(found, record, `by-slug/${slug}`, found.exchange);
  return found;
}

/** Expects that an address does not return this record, but none or another one. */
export function expectOther(
  calendar: Calendar,
  { collection, id }: AddressedRecord,
  where: string,
  exchange: Exchange,
): void {
  const { status } = expectResponse(exchange);
  const shown = isSuccess(status) ? calendar.lens.recordIfAny(collection, exchange) : undefined;
  const expected = `${where} not to return the record ${collection}/${id}`;
  expectThat(shown?.id !== id, { kind: 'state', expected, observed: 'that record', exchange });
}

/** The text that was sent in a field. @throws when none was: whoever asks has sent it. */
export function sentText({ body }: Pick<Written, 'body'>, field: string): string {
  const sent = body[field];
  if (typeof sent !== 'string') throw new Error(`no text was sent as ${field}`);
  return sent;
}
