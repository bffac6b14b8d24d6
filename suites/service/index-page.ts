import fc from 'fast-check';
import { expectJson, expectSuccess, expectThat, observe } from '../../harness/expectations.js';
import { isJsonObject } from '../../harness/json.js';
import type { Calendar, RawRequest } from '../../target/calendar.js';
import { requirement } from '../../target/subject.js';
import { expectSameIndex } from './same-index.js';
import { expectUpLink } from './up-link.js';

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
  statement: 'A GET of the namespace answers with a JSON object.',
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
  statement: 'The index of the namespace carries a link named up that points to the REST root.',
  cost: 1,
  given: () => fc.constant({}),
  async check({ calendar }) {
    const exchange = await reading(calendar)();
    expectSuccess(exchange, 'a GET of the namespace');
    expectUpLink(calendar.profile, exchange);
  },
});

/** Left out, the namespace parameter is the namespace itself. */
export const defaultsToOwnNamespace = requirement({
  ...index,
  id: 'index.read.namespace-default',
  clause: 'index.parameter.namespace',
  statement: 'The index is the same with its own namespace as the namespace parameter and without.',
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
  statement: 'The index is the same with context=view and without.',
  cost: 2,
  given: () => fc.constant({}),
  async check({ calendar }) {
    await expectSameIndex(reading(calendar), ['context', 'view']);
  },
});
