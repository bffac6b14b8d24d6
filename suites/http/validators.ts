import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { type Exchange, headerValue } from '../../harness/exchange.js';
import { expectResponse, expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { byId, itemPath } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { publicRecord } from '../records/specimens.js';

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

export async function etagOf(calendar: Calendar, collection: Collection, id: string): Promise<string> {
  const response = expectSuccess(await calendar.read(collection, byId({ id })), 'a GET of a record');
  const etag = headerValue(response.headers, 'etag');
  if (etag === undefined) throw new Inconclusive(`a record of ${collection} has no ETag`);
  return etag;
}

/** Whoever asks whether a changed record has changed is told so (RFC 9110 sections 8.8.3 and 13.1.2). */
export const changesEtag = (collection: Collection): CalendarRequirement => {
  const { singular, label } = resources[collection];
  return requirement({
    ...validators,
    id: `${collection}.read.etag-changes`,
    alsoCovers: [`${singular}.fields.optional-on-update`],
    operations: [`${collection}.read`, `${collection}.update.patch`],
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.update.patch`, 'http.etag'],
    effects: 'writes',
    statement: `Once a ${singular} has changed, its ETag is another, and If-None-Match with the former gets it whole.`,
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
      const { headers } = expectSuccess(exchange, 'a GET of what has changed');
      const [expected, observed] = [`another ETag than ${etag}`, 'the same'];
      expectThat(headerValue(headers, 'etag') !== etag, { kind: 'header', expected, observed, exchange });
    },
  });
};

/** Whoever has the current representation is told so and not sent it, unless it changes from read to read. */
function expectUnchanged(exchange: Exchange, etag: string): void {
  const { status, headers, body } = expectResponse(exchange);
  const changed = status === 200 && headerValue(headers, 'etag') !== etag;
  const [expected, observed] = ['304 without a body', `${status} with ${body.length} octets`];
  expectThat(changed || (status === 304 && body.length === 0), { kind: 'status', expected, observed, exchange });
}

/** A HEAD is told what a GET would be told (RFC 9110 section 13.1.2); it need not repeat the tag. */
export const matchesEtag = (collection: Collection): CalendarRequirement =>
  requirement({
    ...validators,
    id: `${collection}.read.etag-matches`,
    operations: [`${collection}.read`],
    needs: [`${collection}.read`, 'http.etag'],
    effects: 'reads',
    statement: `GET or HEAD with the current ETag of a record of ${collection} in If-None-Match gets a 304 without a body.`,
    cost: 3,
    given: (world) => fc.record({ item: publicRecord(world, collection) }),
    async check({ calendar }, { item }) {
      const id = calendar.idOf(item);
      const etag = await etagOf(calendar, collection, id);
      for (const method of ['GET', 'HEAD'] as const)
        expectUnchanged(await readUnless(calendar, collection, id, etag, method), etag);
    },
  });
