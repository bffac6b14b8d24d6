import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { type HeaderPairs, headerValue } from '../../harness/exchange.js';
import { expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { byId, itemPath } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { decided, expectError, expectStatus } from './expect-answer.js';

/** Preconditions of a write and whether they hold for the record with this tag (RFC 9110 section 13.1). */
const conditions = (etag: string): readonly (readonly [header: string, value: string, holds: boolean])[] => [
  ['if-match', '"other"', false],
  ['if-match', `W/${etag}`, false],
  ['if-none-match', '*', false],
  ['if-none-match', `W/${etag}`, false],
  ['if-none-match', `"other", ${etag}`, false],
  ['if-match', `"other", ${etag}`, true],
  ['if-match', ' * ', true],
  ['if-none-match', '"other"', true],
];

/** The tag of a record, which every GET of an item tells. */
async function tagOf(calendar: Calendar, path: string): Promise<string> {
  const exchange = await calendar.send({ method: 'GET', path });
  const etag = headerValue(expectStatus(exchange, 200).headers, 'etag');
  expectThat(etag !== undefined, { kind: 'header', expected: 'an ETag', observed: 'none', exchange });
  return etag ?? '';
}

export const keepsPreconditions = requirement({
  ...decided,
  id: 'reference.concurrency.preconditions',
  clause: 'gap.concurrency',
  operations: ['tags.update.patch', 'tags.delete'],
  needs: ['tags.create', 'tags.read', 'tags.update.patch', 'tags.delete'],
  effects: 'writes',
  statement:
    'A record has an ETag; a write whose If-Match or If-None-Match does not hold gets a 412, any other is done.',
  cost: 14,
  given: (world) => requiredOnly(resourceOf('tags'), world),
  arrange: ({ calendar }, body) => calendar.make('tags', body),
  async check({ calendar }, _, { id }) {
    const path = itemPath('tags', byId({ id }));
    const etag = await tagOf(calendar, path);
    const type = ['content-type', 'application/json'] as const;
    for (const [name, value, holds] of conditions(etag)) {
      const headers: HeaderPairs = [type, [name, value]];
      const exchange = await calendar.send({ method: 'PATCH', path, headers, body: '{}' });
      if (holds) expectStatus(exchange, 200);
      else expectError(exchange, 412);
    }
    expectError(await calendar.send({ method: 'DELETE', path, headers: [['if-match', '"other"']] }), 412);
    expectStatus(await calendar.send({ method: 'GET', path }), 200);
  },
});
