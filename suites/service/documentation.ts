import fc from 'fast-check';
import { collections } from '../../contract/resources.js';
import { jsonOf } from '../../harness/body.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { isJsonObject, valueAt } from '../../harness/json.js';
import { requirement } from '../../target/subject.js';

const doc = {
  clause: 'doc.read',
  operations: ['doc.read'],
  profile: 'core',
  needs: ['doc.read'],
  effects: 'reads',
  cost: 1,
} as const;

/** There is documentation, in whatever format. */
export const answersDocumentation = requirement({
  ...doc,
  id: 'doc.read.answers',
  level: 'MUST',
  establishes: 'doc.read',
  statement: 'A GET of doc under the namespace answers with a document.',
  given: () => fc.constant({}),
  async check({ calendar }) {
    const exchange = await calendar.send({ method: 'GET', path: '/doc' });
    const { status, body } = expectSuccess(exchange, 'a GET of the documentation');
    const observed = `${status} without a body`;
    expectThat(body.length > 0, { kind: 'shape', expected: 'a document', observed, exchange });
  },
});

/** Documentation in OpenAPI covers what there is. */
export const documentsCollections = requirement({
  ...doc,
  id: 'doc.read.collections',
  level: 'SHOULD',
  statement: 'Documentation in the OpenAPI format has the paths of all five collections.',
  given: () => fc.constant({}),
  async check({ calendar }) {
    const exchange = await calendar.send({ method: 'GET', path: '/doc' });
    expectSuccess(exchange, 'a GET of the documentation');
    const paths = valueAt(jsonOf(exchange.outcome), ['paths']);
    if (!isJsonObject(paths)) throw new Inconclusive('the documentation is not in the OpenAPI format');
    const missing = collections.filter((name) => !Object.keys(paths).some((path) => path.includes(`/${name}`)));
    const observed = `none for ${missing.join(', ')}`;
    expectThat(missing.length === 0, { kind: 'value', expected: 'paths of every collection', observed, exchange });
  },
});
