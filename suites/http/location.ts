import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { Inconclusive } from '../../harness/errors.js';
import { headerValue } from '../../harness/exchange.js';
import { expectResponse, expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';

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
    statement: `The Location in the answer to a create leads to the ${resources[collection].singular} created.`,
    cost: 3,
    given: (world) => requiredOnly(resourceOf(collection), world),
    arrange: ({ calendar }, body) => calendar.make(collection, body),
    check: ({ calendar }, _, made) => expectLocated(calendar, made),
  });

/** Expects the Location in the answer to a create to lead to the record created. @throws CannotTell without one */
export async function expectLocated(calendar: Calendar, { collection, id, exchange: create }: Made): Promise<void> {
  const { status, headers } = expectResponse(create);
  const location = status === 201 ? headerValue(headers, 'location') : undefined;
  if (location === undefined) throw new Inconclusive(`a create of ${collection} has no Location`);
  if (pointsElsewhere(location, calendar.profile.namespace)) throw new Inconclusive(`${location} is another service`);
  const exchange = await calendar.follow(location, create);
  expectSuccess(exchange, 'a GET of the Location');
  const found = calendar.lens.record(collection, exchange);
  const [expected, observed] = [`${location} to lead to ${id}`, `it leads to ${found.id}`];
  expectThat(found.id === id, { kind: 'header', expected, observed, exchange });
}

/** An absolute address outside of the interface may be a page for people, on any host. */
const pointsElsewhere = (location: string, namespace: string): boolean =>
  /^https?:/i.test(location) && !location.includes(`/${namespace}/`);
