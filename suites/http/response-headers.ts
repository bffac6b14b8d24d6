import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { textOf } from '../../wire/message-body.js';
import { statusOf } from '../../wire/status.js';

/** The statuses of an address at which there is nothing. */
const NOWHERE: readonly number[] = [404, 410];

/** The address that a create answers with is that of the record (RFC 9110 section 10.2.2). */
export const locatesCreated = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.create.location`,
    level: 'MUST',
    clause: 'http.location',
    operations: [`${collection}.create`],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`, 'http.location'],
    effects: 'writes',
    statement: `The Location header of a create points to the created ${resources[collection].singular}.`,
    cost: collection === 'events' ? 3 : 2,
    given: (world) => requiredOnly(resourceOf(collection), world),
    arrange: ({ calendar }, body) => calendar.make(collection, body),
    check: ({ calendar }, _, made) => expectLocated(calendar, made),
  });

/** Expects the Location in the answer to a create to point to the created record. @throws Inconclusive without one */
export async function expectLocated(calendar: Calendar, { collection, id, exchange: create }: Made): Promise<void> {
  const { status, headers } = expectResponse(create);
  const location = status === 201 ? headerValue(headers, 'location') : undefined;
  if (location === undefined) throw new DoesNotApply(`a create of ${collection} returns no Location`);
  const { namespace } = calendar.profile;
  const isElsewhere = pointsElsewhere(location, namespace);
  if (isElsewhere && !originsIn(create, namespace).some((origin) => location.startsWith(`${origin}/`)))
    throw new DoesNotApply(`${location} points to another service`);
  const exchange = await calendar.follow(location, create);
  if (isElsewhere && !NOWHERE.includes(statusOf(exchange)))
    throw new DoesNotApply(`${location} points outside of the interface`);
  expectSuccess(exchange, 'a GET of the Location');
  const found = calendar.lens.record(collection, exchange);
  const [expected, observed] = [`${location} to return record ${id}`, `record ${found.id}`];
  expectThat(found.id === id, { kind: 'header', expected, observed, exchange });
}

/** An absolute address outside of the interface may be a page for people, on any host. */
const pointsElsewhere = (location: string, namespace: string): boolean =>
  /^https?:/i.test(location) && !location.includes(`/${namespace}/`);

/** The origins of the addresses within the interface that an answer shows: those of the service itself. */
function originsIn({ outcome }: Exchange, namespace: string): readonly string[] {
  const text = outcome.kind === 'response' ? textOf(outcome.response).replaceAll('\\/', '/') : '';
  const addresses = text.match(/https?:\/\/[^\s"]+/gi) ?? [];
  return addresses
    .filter((address) => address.includes(`/${namespace}/`))
    .flatMap((address) => /^https?:\/\/[^/]+/i.exec(address)?.[0] ?? []);
}
