import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type Method, updateVerbs } from '../../contract/operations.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isClientError, statusOf } from '../../wire/status.js';
import { addressings, addressOf, itemOperation } from '../expect/record-address.js';
import { validators } from './validators.js';

const STALE = '"of-no-representation"';

interface ConditionalWrite {
  readonly method: Method;
  readonly address: Address;
}

/** Sends a write of an event that is made on condition that it has a tag which it has not. */
const writeIfMatch = (calendar: Calendar, { body }: Made, { method, address }: ConditionalWrite): Promise<Exchange> =>
  calendar.send({
    method,
    path: itemPath('events', address),
    headers: [
      ['content-type', 'application/json'],
      ['if-match', STALE],
    ],
    ...(method !== 'DELETE' && { body: JSON.stringify({ ...body, excerpt: 'Stale' }) }),
  });

function expectHeeded(exchange: Exchange): void {
  const expected = `412 for a ${exchange.request.method} of an outdated state`;
  const observed = `${statusOf(exchange)}`;
  expectThat(isClientError(exchange), { kind: 'status', expected, observed, exchange, about: { wanted: 'refused' } });
}

const ofEvents = {
  ...validators,
  effects: 'writes',
  given: (world: World) => requiredOnly(resourceOf('events'), world),
  arrange: ({ calendar }: Subject, body: Payload) => calendar.make('events', body),
} as const;

/** An origin server evaluates If-Match before it does what is asked (RFC 9110 section 13.1.1). */
export const heedsIfMatch: CalendarRequirement = requirement({
  ...ofEvents,
  level: 'SHOULD',
  id: 'events.update.if-match',
  operations: ['events.update.patch'],
  needs: ['events.create', 'events.read', 'events.update.patch', 'http.etag'],
  statement: 'A PATCH of an event with If-Match and none of its ETags is refused.',
  cost: 3,
  check: async ({ calendar }, _, made) =>
    expectHeeded(await writeIfMatch(calendar, made, { method: 'PATCH', address: byId(made) })),
});

/** By whatever address; DELETE last: without heed of the condition it deletes the event. */
async function writesOf(calendar: Calendar, made: Made): Promise<readonly ConditionalWrite[]> {
  const addresses = [byId(made), await addressOf(calendar, made, 'slug')];
  const updates = addresses.flatMap((address) => updateVerbs.map((method) => ({ method, address })));
  return [...updates, { method: 'DELETE', address: byId(made) }];
}

/** Whoever relies on a condition that one write heeds loses what others wrote in between by the write that does not. */
export const heedsIfMatchAlike: CalendarRequirement = requirement({
  ...ofEvents,
  id: 'events.update.if-match-alike',
  operations: [
    'events.delete',
    ...addressings('events').flatMap((by) => updateVerbs.map((verb) => itemOperation('events', by, verb))),
  ],
  needs: ['events.create', 'events.update.patch', 'events.by-slug.read', 'events.delete', 'http.etag'],
  statement: 'Where one write of an event is refused with 412 for its If-Match, every write is refused for it.',
  cost: 9,
  async check({ calendar }, _, made) {
    const written: Exchange[] = [];
    for (const write of await writesOf(calendar, made)) written.push(await writeIfMatch(calendar, made, write));
    const isHeeded = written.some((exchange) => statusOf(exchange) === 412);
    if (!isHeeded) throw new DoesNotApply('the target heeds If-Match in no write');
    written.forEach(expectHeeded);
  },
});
