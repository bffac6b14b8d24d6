import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Method, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isClientError, NOT_FOUND, statusOf } from '../../wire/status.js';
import { startOf } from '../arbitraries/in-turn.js';
import { addressings, addressingsOn, addressOf, itemOperation } from '../expect/record-address.js';
import { validators } from './validators.js';

const STALE = '"of-no-representation"';

interface ConditionalWrite {
  readonly method: Method;
  readonly address: Address;
  /** Which state of the record the write is for; one that it has not when not given. */
  readonly ifMatch?: string;
}

/** Sends a write of a record on condition of its state. */
const writeIfMatch = (
  calendar: Calendar,
  { collection, body }: Made,
  { method, address, ifMatch = STALE }: ConditionalWrite,
): Promise<Exchange> =>
  calendar.send({
    method,
    path: itemPath(collection, address),
    headers: [
      ['content-type', 'application/json'],
      ['if-match', ifMatch],
    ],
    ...(method !== 'DELETE' && { body: JSON.stringify({ ...body, description: 'Stale' }) }),
  });

function expectHeeded(exchange: Exchange): void {
  const expected = `412 for a ${exchange.request.method} of an outdated state`;
  const observed = `${statusOf(exchange)}`;
  expectThat(isClientError(exchange), { kind: 'status', expected, observed, exchange, about: { wanted: 'refused' } });
}

/** Expects `*` to stand for any state, as the record is there: no refused write has changed it (RFC 9110 section 13.1.1). */
async function expectAny(calendar: Calendar, made: Made, write: ConditionalWrite): Promise<void> {
  const exchange = await writeIfMatch(calendar, made, { ...write, ifMatch: '*' });
  const expected = `a ${write.method} of a record that is there, with If-Match: *, not to fail`;
  const isMet = ![412, ...NOT_FOUND].includes(statusOf(exchange));
  const observed = `${statusOf(exchange)}`;
  expectThat(isMet, { kind: 'status', expected, observed, exchange, about: { wanted: 'accepted' } });
}

const ofOne = (collection: Collection) =>
  ({
    ...validators,
    effects: 'writes',
    given: (world: World) => requiredOnly(resourceOf(collection), world),
    arrange: ({ calendar }: Subject, body: Payload) => calendar.make(collection, body),
  }) as const;

/** An origin server evaluates If-Match before it does what is asked (RFC 9110 section 13.1.1). */
export const heedsIfMatch: CalendarRequirement = requirement({
  ...ofOne('events'),
  level: 'SHOULD',
  id: 'events.update.if-match',
  operations: ['events.update.patch'],
  needs: ['events.create', 'events.read', 'events.update.patch', 'http.etag'],
  statement: 'A PATCH of an event with If-Match and none of its ETags is refused.',
  cost: 3,
  check: async ({ calendar }, _, made) =>
    expectHeeded(await writeIfMatch(calendar, made, { method: 'PATCH', address: byId(made) })),
});

/** Every update of events, and one verb for others, at each address; DELETE last: without heed of the condition it deletes. */
async function writesOf(calendar: Calendar, made: Made): Promise<readonly ConditionalWrite[]> {
  const { collection } = made;
  const ways = addressingsOn(calendar.profile, collection);
  const addresses: Address[] = [];
  for (const by of ways) addresses.push(await addressOf(calendar, made, by));
  const verbs = updateVerbs.filter(
    (_, at) => collection === 'events' || at === startOf(collection) % updateVerbs.length,
  );
  const updates = verbs.flatMap((method) => addresses.map((address) => ({ method, address })));
  return [...updates, ...addresses.toReversed().map((address) => ({ method: 'DELETE' as const, address }))];
}

/** Whoever relies on a condition that one write heeds loses what others wrote in between by the write that does not. */
export const heedsIfMatchAlike = (collection: Collection): CalendarRequirement => {
  const ways = addressings(collection);
  const { singular } = resources[collection];
  return requirement({
    ...ofOne(collection),
    id: `${collection}.update.if-match-alike`,
    operations: ways.flatMap((by) =>
      [...updateVerbs, 'DELETE' as const].map((method) => itemOperation(collection, by, method)),
    ),
    needs: [`${collection}.create`, `${collection}.update.patch`, `${collection}.delete`, 'http.etag'],
    statement: `Where one write of ${withArticle(singular)} is refused with 412 for its If-Match, every write is refused for it, and an update with If-Match: * is not.`,
    cost: 4 + (collection === 'events' ? 4 : 2) * ways.length,
    async check({ calendar }, _, made) {
      const writes = await writesOf(calendar, made);
      const written: Exchange[] = [];
      for (const write of writes) written.push(await writeIfMatch(calendar, made, write));
      const isHeeded = written.some((exchange) => statusOf(exchange) === 412);
      if (!isHeeded) throw new DoesNotApply('the target heeds If-Match in no write');
      written.forEach(expectHeeded);
      for (const first of writes.slice(0, 1)) await expectAny(calendar, made, first);
    },
  });
};
