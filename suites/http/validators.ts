import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
import { publicRecord } from '../arbitraries/any-record.js';

export const validators = { level: 'MUST', clause: 'http.validators', profile: 'http' } as const;

/** Reads a record, if it has changed since the answer with this tag. */
export const readUnless = (
  calendar: Calendar,
  collection: Collection,
  id: string,
  etag: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Exchange> =>
  calendar.send({ method, path: itemPath(collection, byId({ id })), headers: [['if-none-match', etag]] });

/** A strong tag promises that not an octet has changed; what a weak one promises is its own choice (RFC 9110 section 8.8.1). */
export function strongTagOf({ outcome }: Exchange): string | undefined {
  const tag = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'etag') : undefined;
  return tag?.startsWith('"') ? tag : undefined;
}

async function etagOf(calendar: Calendar, collection: Collection, id: string): Promise<string> {
  const response = expectSuccess(await calendar.read(collection, byId({ id })), 'a GET of a record');
  const etag = headerValue(response.headers, 'etag');
  if (etag === undefined) throw new DoesNotApply(`a record of ${collection} has no ETag`);
  return etag;
}

/** A conditional GET of a changed record returns the new state (RFC 9110 sections 8.8.3 and 13.1.2). */
export const changesEtag = (collection: Collection): CalendarRequirement => {
  const { singular, label } = resources[collection];
  return requirement({
    ...validators,
    id: `${collection}.read.etag-changes`,
    alsoCovers: [`${singular}.fields.optional-on-update`],
    operations: [`${collection}.read`, `${collection}.update.patch`],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`, 'http.etag'],
    effects: 'writes',
    statement: `A change of ${withArticle(singular)} changes its ETag, and If-None-Match with the old ETag returns the new state.`,
    cost: 5,
    given: (world) => requiredOnly(resourceOf(collection), world),
    async arrange({ calendar }, body) {
      const { id } = await calendar.make(collection, body);
      const etag = await etagOf(calendar, collection, id);
      const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', { [label]: `Changed ${MARK}` });
      expectSuccess(exchange, 'a PATCH');
      return { id, etag };
    },
    async check({ calendar }, _, { id, etag }) {
      const exchange = await readUnless(calendar, collection, id, etag);
      const { headers } = expectSuccess(exchange, 'a conditional GET after the update');
      const [expected, observed] = [`an ETag other than ${etag}`, 'the same ETag'];
      expectThat(headerValue(headers, 'etag') !== etag, { kind: 'header', expected, observed, exchange });
    },
  });
};

const weak = (tag: string): string => tag.replace(/^(?:W\/)?/, 'W/');

/** Expects 304 for the current representation, unless it changes between reads. */
function expectUnchanged(exchange: Exchange, etag: string): void {
  const { status, headers, body } = expectResponse(exchange);
  const changed = status === 200 && headerValue(headers, 'etag') !== etag;
  const [expected, observed] = ['304 without a body', `${status} with ${body.length} octets`];
  expectThat(changed || (status === 304 && body.length === 0), { kind: 'status', expected, observed, exchange });
}

/** A cache that keeps what it has must know by which tag to ask again (RFC 9110 section 15.4.5). */
function expectTagRepeated(exchange: Exchange, etag: string): void {
  const { status, headers } = expectResponse(exchange);
  const observed = headerValue(headers, 'etag') ?? 'none';
  const isRepeated = status !== 304 || weak(observed) === weak(etag);
  expectThat(isRepeated, { kind: 'header', expected: `ETag: ${etag}, as with a 200`, observed, exchange });
}

/** What answers HEAD is rarely made for each kind alone. */
const methodsFor = (collection: Collection): readonly ('GET' | 'HEAD')[] =>
  collection === 'events' ? ['GET', 'HEAD'] : ['GET'];

/** HEAD is answered as GET would be (RFC 9110 section 13.1.2); it need not repeat the tag. */
export const matchesEtag = (collection: Collection): CalendarRequirement =>
  requirement({
    ...validators,
    id: `${collection}.read.etag-matches`,
    operations: [`${collection}.read`],
    needs: [`${collection}.read`, 'http.etag'],
    effects: 'reads',
    statement: `${methodsFor(collection).join(' or ')} of ${collection} with the current ETag in If-None-Match returns 304 without a body, and a GET with the ETag.`,
    cost: 1 + methodsFor(collection).length,
    given: (world) => fc.record({ item: publicRecord(world, collection) }),
    async check({ calendar }, { item }) {
      const id = calendar.idOf(item);
      const etag = await etagOf(calendar, collection, id);
      for (const method of methodsFor(collection)) {
        const exchange = await readUnless(calendar, collection, id, etag, method);
        expectUnchanged(exchange, etag);
        if (method === 'GET') expectTagRepeated(exchange, etag);
      }
    },
  });

/** Other ways to say that one has the current representation (RFC 9110 section 13.1.2). */
const formsOf = (etag: string): readonly string[] => [`"another", W/"third", ${weak(etag)}`, '*'];

/** Tags are compared weakly, one by one, and an asterisk stands for every one. */
export const understandsTags = requirement({
  ...validators,
  id: 'events.read.etag-forms',
  level: 'SHOULD',
  operations: ['events.read'],
  needs: ['events.read', 'http.etag'],
  effects: 'reads',
  statement: 'If-None-Match accepts the ETag of an event as a weak tag within a list of tags, and as an asterisk.',
  cost: 3,
  given: (world) => fc.record({ item: publicRecord(world, 'events') }),
  async check({ calendar }, { item }) {
    const id = calendar.idOf(item);
    const etag = await etagOf(calendar, 'events', id);
    for (const form of formsOf(etag)) {
      const exchange = await readUnless(calendar, 'events', id, form);
      const { status, headers } = expectResponse(exchange);
      const isSame = status === 304 || headerValue(headers, 'etag') !== etag;
      const [expected, observed] = [`304 for ${form}`, `${status} with the same ETag`];
      expectThat(isSame, { kind: 'status', expected, observed, exchange });
    }
  },
});
