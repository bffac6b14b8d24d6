import type { Subject } from '../../adapter/subject.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import type { Ref } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied } from '../../wire/status.js';

/**
 * Reads a known record, expecting it to be there. One that was found may be protected, though no list says so.
 * @throws WorldLacks where a read of such a one is denied
 */
export async function expectOpen(
  { calendar, world }: Pick<Subject, 'calendar' | 'world'>,
  ref: Ref,
  address: Address = byId(world.record(ref)),
): Promise<Shown & { readonly exchange: Exchange }> {
  const exchange = await calendar.read(ref.ref, address);
  if (!world.record(ref).complete && isDenied(exchange)) {
    throw new WorldLacks(`${ref.ref}/${world.record(ref).id}, which a list shows, may be read by others alone`);
  }
  expectSuccess(exchange, `a GET of the record ${address.value} of ${ref.ref}`);
  return { ...calendar.lens.record(ref.ref, exchange), exchange };
}
