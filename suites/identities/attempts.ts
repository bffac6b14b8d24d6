import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Permission, permissionOf } from '../../adapter/profile/rights.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { UpdateVerb } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import { isNotFound, statusOf } from '../../wire/status.js';
import { unlisting, writableAmong } from '../arbitraries/any-record.js';
import { inTurn, startOf } from '../arbitraries/in-turn.js';
import { expectFound } from '../expect/expect-shown.js';
import { slugIfShown } from '../expect/record-address.js';
import { calendarOf, creatorsOf } from './weaker-identity.js';

/** Who tries to change a record, who made it, and how. */
export interface Attempt {
  readonly collection: Collection;
  readonly name: string;
  readonly owner: string;
  readonly body: Payload;
}

interface AttemptChoice {
  /** Of which collections the record may be. */
  readonly among: readonly Collection[];
  /** Who may try. */
  readonly names: readonly string[];
  readonly turn: number;
}

/** An attempt by somebody on a record of somebody else, whatever its status: each takes its turn. */
export const attempts = (world: World, { among, names, turn }: AttemptChoice): Arbitrary<Attempt> =>
  fc
    .tuple(inTurn(writableAmong(world, among), turn), inTurn(names, turn, startOf(among[0] ?? 'events')))
    .chain(([collection, name]) =>
      fc.record({
        collection: fc.constant(collection),
        name: fc.constant(name),
        owner: inTurn(
          creatorsOf(world, collection).filter((one) => one !== name),
          turn,
        ),
        body: fc
          .tuple(
            payload(resourceOf(collection), world, { omit: unlisting }),
            inTurn(statedIn(collection, world), turn, startOf(collection)),
          )
          .map(([body, status]) => ({ ...body, ...status })),
      }),
    );

const statedIn = (collection: Collection, { accepted }: World): readonly Payload[] => {
  const statuses = 'status' in resourceOf(collection).fields ? accepted.status : [];
  return [{}, ...statuses.map((status) => ({ status }))];
};

/** A record, and the addresses at which it can be tried: its slug, where it has one, last. */
export interface Tried {
  readonly made: Made;
  readonly addresses: readonly Address[];
}

/** Makes the record of an attempt, as its owner. */
export async function makeFor(subject: Subject, { collection, owner, body }: Attempt): Promise<Tried> {
  const calendar = calendarOf(subject, owner);
  const made = await calendar.make(collection, body);
  const slug = resourceOf(collection).bySlug ? await slugIfAny(calendar, made) : undefined;
  return { made, addresses: [byId(made), ...(slug === undefined ? [] : [bySlug(slug)])] };
}

/** The slug of a record just made: as the answer shows it, else as its item does. */
async function slugIfAny(calendar: Calendar, made: Made): Promise<string | undefined> {
  const answered = slugIfShown(calendar, made.shown);
  const isElsewhere = answered === undefined && calendar.lens.fact(made.collection, 'slug') !== undefined;
  return isElsewhere ? slugIfShown(calendar, await expectFound(calendar, made.collection, byId(made))) : answered;
}

/** One way in which somebody tried to change a record, and what came of it. */
export interface Try {
  readonly what: string;
  readonly permission: Permission;
  readonly exchange: Exchange;
}

/** Whether a valid write was granted. @throws Inconclusive where the response does not show that. */
export function toTry(what: string, exchange: Exchange): Try {
  const permission = permissionOf(exchange);
  if (permission === undefined) throw new Inconclusive(`${what} returned ${statusOf(exchange)}`);
  return { what, permission, exchange };
}

/** What is tried, and at which of the addresses of a record: the last one is its slug, if it has one. */
export interface Trial {
  readonly verb: UpdateVerb | 'DELETE';
  readonly at: 'first' | 'last';
}

interface Trials {
  readonly addresses: readonly Address[];
  readonly trials: readonly Trial[];
}

async function write(other: Calendar, { collection }: Made, address: Address, verb: Trial['verb']): Promise<Exchange> {
  if (verb === 'DELETE') return other.remove(collection, address);
  return (await other.update(collection, address, verb, { description: `Changed ${MARK}` })).exchange;
}

/** Tries to update a record, and to delete it. */
export async function tryWrites(other: Calendar, made: Made, { addresses, trials }: Trials): Promise<readonly Try[]> {
  const tries: Try[] = [];
  for (const { verb, at } of trials) {
    const address = addresses.at(at === 'last' ? -1 : 0);
    if (!address) throw new RangeError('a record has at least one address');
    const exchange = await write(other, made, address, verb);
    // What was granted may have moved the slug, or removed the record.
    if (isAnyGranted(tries) && isNotFound(exchange)) break;
    tries.push(toTry(`${verb} by ${address.by}`, exchange));
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
export const isAnyGranted = (tries: readonly Try[]): boolean =>
  tries.some(({ permission }) => permission === 'granted');

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
    sign: { status: 'refused' },
  }));
}
