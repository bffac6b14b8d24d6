import fc from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { headerValue } from '../../harness/exchange.js';
import { expectResponse, expectThat } from '../../harness/expectations.js';
import { requirement } from '../../target/subject.js';
import { publicRecord } from '../records/specimens.js';
import { etagOf, readUnless, validators } from './validators.js';

const conditional = {
  ...validators,
  operations: ['events.read'],
  needs: ['events.read', 'http.etag'],
  effects: 'reads',
  cost: 2,
} as const;

const weak = (tag: string): string => tag.replace(/^(?:W\/)?/, 'W/');

/** A cache that keeps what it has must know by which tag to ask again (RFC 9110 section 15.4.5). */
export const repeatsEtag = requirement({
  ...conditional,
  id: 'events.read.not-modified-etag',
  statement: 'A 304 for an event carries the ETag that a 200 would carry.',
  given: (world) => fc.record({ item: publicRecord(world, 'events') }),
  async check({ calendar }, { item }) {
    const id = calendar.idOf(item);
    const etag = await etagOf(calendar, 'events', id);
    const exchange = await readUnless(calendar, 'events', id, etag);
    const { status, headers } = expectResponse(exchange);
    if (status !== 304) throw new Inconclusive(`If-None-Match is answered with ${status}`);
    const observed = headerValue(headers, 'etag') ?? 'none';
    const [expected, isSame] = [`ETag: ${etag}`, weak(observed) === weak(etag)];
    expectThat(isSame, { kind: 'header', expected, observed, exchange });
  },
});

/** Other ways to say that one has the current representation (RFC 9110 section 13.1.2). */
const formsOf = (etag: string): readonly string[] => [weak(etag), `"another", W/"third", ${etag}`, '*'];

/** Tags are compared weakly, one by one, and an asterisk stands for every one. */
export const understandsTags = requirement({
  ...conditional,
  id: 'events.read.etag-forms',
  level: 'SHOULD',
  statement:
    'If-None-Match with the ETag of an event gets a 304 also as a weak tag, in a list of tags, or as an asterisk.',
  cost: 4,
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
