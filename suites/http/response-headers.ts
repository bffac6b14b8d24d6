import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { excerpt } from '../../kernel/excerpt.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { parseJson, textOf } from '../../wire/message-body.js';
import { statusOf } from '../../wire/status.js';
import { publicRecord } from '../arbitraries/any-record.js';

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

/** What an answer says it is, it is, also when it is a refusal (RFC 9110 section 8.3). */
export const labelsJson = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.read.media-type`,
    level: 'MUST',
    clause: 'http.media-type',
    operations: [`${collection}.list`, `${collection}.read`],
    profile: 'http',
    needs: [`${collection}.list`, `${collection}.read`],
    effects: 'reads',
    statement: `JSON responses of ${collection} have a JSON media type, and responses with a JSON media type are JSON.`,
    cost: 3,
    given: (world) => fc.record({ item: publicRecord(world, collection) }),
    async check({ calendar }, { item }) {
      const paths = [calendar.idOf(item), '2147483646'].map((id) => itemPath(collection, byId({ id })));
      for (const path of [`/${collection}`, ...paths]) {
        expectTrueLabel(await calendar.send({ method: 'GET', path }));
      }
    },
  });

/** Expects an object or an array in JSON if and only if the answer says so; other bodies may say what they like. */
function expectTrueLabel(exchange: Exchange): void {
  const response = expectResponse(exchange);
  const type = headerValue(response.headers, 'content-type') ?? 'no Content-Type';
  const labelled = /^\s*(application|text)\/([\w.+-]+\+)?json\b/i.test(type);
  const text = textOf(response);
  const parsed = parseJson(text);
  const structured = typeof parsed === 'object' && parsed !== null;
  const observed = `${type} with ${excerpt(text)}`;
  const expected = structured ? 'JSON to be labelled as JSON' : 'JSON, as the label says';
  const holds = structured ? labelled : !labelled || parsed !== undefined || text === '';
  expectThat(holds, { kind: 'media-type', expected, observed, exchange });
}
