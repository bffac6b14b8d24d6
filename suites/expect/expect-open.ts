import type { Subject } from '../../adapter/subject.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import type { Ref } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied, isNotFound } from '../../wire/status.js';
import { findListedSomehow } from './find-listed.js';

/**
 * Reads a known record, expecting it to be there. One that was found may be protected, though no list says so.
 * @throws WorldLacks where a read of such a one is denied, or where somebody has deleted it since it was found
 */
export async function expectOpen(
  { calendar, world }: Pick<Subject, 'calendar' | 'world'>,
  ref: Ref,
  address: Address = byId(world.record(ref)),
): Promise<Shown & { readonly exchange: Exchange }> {
  const exchange = await calendar.read(ref.ref, address);
  const record = world.record(ref);
  if (!record.complete && isDenied(exchange)) {
    throw new WorldLacks(`${ref.ref}/${record.id}, which a list shows, may be read by others alone`);
  }
  if (
    !record.complete &&
    isNotFound(exchange) &&
    !(await findListedSomehow(calendar, { collection: ref.ref, ...record })).shown
  )
    throw new WorldLacks(`${ref.ref}/${record.id}, which a list showed, is in no list any more`);
  expectSuccess(exchange, `a GET of the record ${address.value} of ${ref.ref}`);
  return { ...calendar.lens.record(ref.ref, exchange), exchange };
}
