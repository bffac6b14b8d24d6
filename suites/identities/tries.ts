import type { UpdateVerb } from '../../contract/operation.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { permissionOf, statusOf } from '../../target/learn/permission.js';
import type { Address } from '../../target/paths.js';
import type { Permission } from '../../target/rights.js';

/** One way in which somebody tried to change a record, and what came of it. */
export interface Try {
  readonly what: string;
  readonly permission: Permission;
  readonly exchange: Exchange;
}

/** Tells whether a valid write was granted. @throws CannotTell where the answer does not tell that. */
export function toTry(what: string, exchange: Exchange): Try {
  const permission = permissionOf(exchange);
  if (permission === undefined) throw new Inconclusive(`${what} was answered with ${statusOf(exchange)}`);
  return { what, permission, exchange };
}

/** By which verb an update is tried, and at which of the addresses of a record: the last one is its slug, if it has one. */
export interface Trial {
  readonly verb: UpdateVerb;
  readonly at: 'first' | 'last';
}

export interface Trials {
  readonly addresses: readonly Address[];
  readonly trials: readonly Trial[];
}

/** Tries to update a record. */
export async function tryUpdates(
  other: Calendar,
  { collection }: Made,
  { addresses, trials }: Trials,
): Promise<readonly Try[]> {
  const tries: Try[] = [];
  for (const { verb, at } of trials) {
    const address = addresses.at(at === 'last' ? -1 : 0);
    if (!address) throw new RangeError('a record has an address');
    const { exchange } = await other.update(collection, address, verb, { description: `Changed ${MARK}` });
    // An update that was granted may have moved the slug.
    if (isGranted(tries) && statusOf(exchange) === 404) break;
    tries.push(toTry(`${verb} by ${address.by}`, exchange));
  }
  return tries;
}

/** Tries to delete a record at every address, until one DELETE is granted: then there is nothing left to try. */
export async function tryDeletes(
  other: Calendar,
  { collection }: Made,
  addresses: readonly Address[],
): Promise<readonly Try[]> {
  const tries: Try[] = [];
  for (const address of addresses) {
    if (isGranted(tries)) break;
    tries.push(toTry(`DELETE by ${address.by}`, await other.remove(collection, address)));
  }
  return tries;
}

/** Tries to read a record at several addresses. */
export const tryReads = (
  other: Calendar,
  { collection }: Made,
  addresses: readonly Address[],
): Promise<readonly Try[]> =>
  Promise.all(addresses.map(async (address) => toTry(`GET by ${address.by}`, await other.read(collection, address))));

/** Whether any of several tries was granted. */
export const isGranted = (tries: readonly Try[]): boolean => tries.some(({ permission }) => permission === 'granted');

/** Expects that what is refused in one way is not granted in another. */
export function expectAgreed(tries: readonly Try[], name: string): void {
  const granted = tries.find(({ permission }) => permission === 'granted');
  const refused = tries.find(({ permission }) => permission === 'refused');
  const shown = granted ?? refused;
  expectThat(granted === undefined || refused === undefined, () => ({
    kind: 'status',
    expected: `a ${granted?.what} as ${name} to be refused as a ${refused?.what} is (${refused && statusOf(refused.exchange)})`,
    observed: String(granted && statusOf(granted.exchange)),
    ...(shown && { exchange: shown.exchange }),
  }));
}
