import { requiredOnly } from '../../generators/payload.js';
import { resourceOf } from '../../contract/resources.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { byId, itemPath } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { etagOf } from '../http/validators.js';
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

export const keepsPreconditions = requirement({
  ...decided,
  id: 'reference.concurrency.preconditions',
  clause: 'gap.concurrency',
  operations: ['tags.update.patch', 'tags.delete'],
  needs: ['tags.create', 'tags.read', 'tags.update.patch', 'tags.delete', 'http.etag'],
  effects: 'writes',
  statement: 'A write whose If-Match or If-None-Match does not hold gets a 412, and one whose does is carried out.',
  cost: 14,
  given: (world) => requiredOnly(resourceOf('tags'), world),
  arrange: ({ calendar }, body) => calendar.make('tags', body),
  async check({ calendar }, _, { id }) {
    const path = itemPath('tags', byId({ id }));
    const etag = await etagOf(calendar, 'tags', id);
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
