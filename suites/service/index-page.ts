import fc from 'fast-check';
import type { Calendar, RawRequest } from '../../adapter/calendar/calendar.js';
import type { Via } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectJson, expectSuccess, expectThat, observe } from '../../kernel/expectations.js';
import { isJsonObject, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { expectSameIndex, expectUpLink } from './index-links.js';

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
  statement: 'A GET of doc under the namespace returns a document.',
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
  statement: 'Documentation in OpenAPI format lists paths of all five collections.',
  given: () => fc.constant({}),
  async check({ calendar }) {
    const exchange = await calendar.send({ method: 'GET', path: '/doc' });
    expectSuccess(exchange, 'a GET of the documentation');
    const paths = valueAt(jsonOf(exchange.outcome), ['paths']);
    if (!isJsonObject(paths)) throw new DoesNotApply('the documentation is not in the OpenAPI format');
    const missing = collections.filter((name) => !Object.keys(paths).some((path) => path.includes(`/${name}`)));
    const observed = `none for ${missing.join(', ')}`;
    expectThat(missing.length === 0, { kind: 'value', expected: 'paths of every collection', observed, exchange });
  },
});

const reading =
  (calendar: Calendar) =>
  (query: RawRequest['query'] = []) =>
    calendar.send({ method: 'GET', path: '', query });

const index = {
  level: 'MUST',
  operations: ['index.read'],
  profile: 'core',
  needs: ['index.read'],
  effects: 'reads',
} as const;

/** The namespace has an index. */
export const answersIndex = requirement({
  ...index,
  id: 'index.read.answers',
  clause: 'namespace.root',
  establishes: 'index.read',
  statement: 'A GET of the namespace returns a JSON object.',
  cost: 1,
  given: () => fc.constant({}),
  async check({ calendar }) {
    const exchange = await reading(calendar)();
    const observed = observe(expectSuccess(exchange, 'a GET of the namespace'));
    expectThat(isJsonObject(expectJson(exchange)), { kind: 'shape', expected: 'a JSON object', observed, exchange });
  },
});

/** From the namespace there is a way up to the REST root. */
export const linksUp = requirement({
  ...index,
  id: 'index.read.up-link',
  clause: 'namespace.up-link',
  statement: 'The index of the namespace carries a link named up that points to the REST root, in a language, too.',
  cost: 2,
  given: () => allOrFewer([{}, { language: 'de' } as const].map((via) => fc.constant<Via>(via))),
  async check({ calendar }, ways) {
    for (const via of ways) {
      const exchange = await calendar.send({ method: 'GET', path: '', via });
      expectSuccess(exchange, 'a GET of the namespace');
      expectUpLink(calendar.profile, exchange);
    }
  },
});

/** Left out, the namespace parameter is the namespace itself. */
export const defaultsToOwnNamespace = requirement({
  ...index,
  id: 'index.read.namespace-default',
  clause: 'index.parameter.namespace',
  statement: 'The index is the same without the namespace parameter as with its own namespace.',
  cost: 2,
  given: () => fc.constant({}),
  async check({ calendar }) {
    await expectSameIndex(reading(calendar), ['namespace', calendar.profile.namespace]);
  },
});

/** Left out, the context is view. */
export const defaultsToViewContext = requirement({
  ...index,
  id: 'index.read.context-default',
  clause: 'index.parameter.context',
  statement: 'The index is the same without the context parameter as with context=view.',
  cost: 2,
  given: () => fc.constant({}),
  async check({ calendar }) {
    await expectSameIndex(reading(calendar), ['context', 'view']);
  },
});
