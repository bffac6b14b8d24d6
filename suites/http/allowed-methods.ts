import fc from 'fast-check';
import { strangerHeaders } from '../../adapter/reading/read-exchange.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { collections, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { type Mistaken, RESPELLED } from '../../wire/client/authentication.js';
import { headerValue } from '../../wire/exchange.js';
import { isGranted, statusOf } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { expectHandled } from '../expect/expect-handled.js';

/** What OPTIONS says of methods is true (RFC 9110 section 9.3.7). Not to support it is no fault. */
export const namesMethods = requirement({
  id: 'http.options.allow',
  level: 'MUST',
  clause: 'http.options',
  operations: ['index.read', 'doc.read', ...collections.map((name) => `${name}.list` as const)],
  profile: 'http',
  needs: ['index.read'],
  effects: 'reads',
  statement: 'OPTIONS causes no server error where GET works, and its Allow header, if sent, names GET.',
  cost: 2,
  runs: 2,
  given: (_, { turn }) =>
    fc
      .tuple(inTurn(['', '/doc'], turn), inTurn(collections, turn))
      .map(([service, collection]) => [service, `/${collection}`]),
  async check({ calendar }, paths) {
    for (const path of paths) {
      const exchange = await calendar.send({ method: 'OPTIONS', path });
      const allow = headerValue(expectHandled(exchange, 'OPTIONS').headers, 'allow') ?? 'GET';
      const names = allow.split(',').map((name) => name.trim());
      const [expected, observed] = ['GET in Allow', `Allow: ${allow}`];
      expectThat(names.includes('GET'), { kind: 'header', expected, observed, exchange });
    }
  },
});

/** Methods that the interface does not have at these addresses. */
const misplaced = [
  { method: 'POST', path: '/doc' },
  { method: 'PUT', path: '/events' },
  { method: 'PATCH', path: '/tags' },
] as const;

/** Whoever refuses a method says which ones work (RFC 9110 section 15.5.6). */
export const namesAllowedMethods = requirement({
  id: 'http.refused-method.allow',
  level: 'MUST',
  clause: 'http.method-not-allowed',
  operations: ['doc.read', 'events.list', 'tags.list'],
  profile: 'http',
  needs: ['events.create', 'tags.create'],
  effects: 'writes',
  statement: 'A 405 carries an Allow header.',
  cost: 3,
  given: () => fc.constant(misplaced),
  async check({ calendar }, requests) {
    for (const request of requests) {
      const headers = [['content-type', 'application/json']] as const;
      const exchange = await calendar.send({ ...request, headers, body: '{}' });
      const response = expectResponse(exchange);
      const named = response.status !== 405 || headerValue(response.headers, 'allow') !== undefined;
      expectThat(named, {
        kind: 'header',
        expected: 'a 405 with an Allow header',
        observed: 'a 405 without one',
        exchange,
      });
    }
  },
});

/** Whoever asks for credentials says of what kind (RFC 9110 section 15.5.2). */
export const namesChallenge = requirement({
  id: 'http.wrong-credentials.challenge',
  level: 'MUST',
  clause: 'http.unauthorized',
  operations: ['tags.list'],
  profile: 'http',
  needs: ['tags.list', 'http.challenge'],
  effects: 'reads',
  statement: 'A 401 carries a WWW-Authenticate header.',
  cost: 1,
  given: () => fc.constant(strangerHeaders),
  async check({ calendar }, headers) {
    const exchange = await calendar.send({ method: 'GET', path: '/tags', headers });
    const response = expectResponse(exchange);
    const named = response.status !== 401 || headerValue(response.headers, 'www-authenticate') !== undefined;
    expectThat(named, {
      kind: 'header',
      expected: 'a 401 with a WWW-Authenticate header',
      observed: 'a 401 without one',
      exchange,
    });
  },
});

/** A login that was right once does not make every later one right (RFC 7617 section 2). */
const refusesMistaken = (id: string, name: Mistaken): CalendarRequirement =>
  requirement({
    id: `http.wrong-credentials.${id}`,
    level: 'MUST',
    clause: 'coherence.denied-everywhere',
    operations: ['tags.list'],
    profile: 'http',
    needs: ['tags.list', 'http.challenge', 'login.password'],
    effects: 'reads',
    statement: `A login as ${name} is refused as that of an unknown user is, even after one with the right password.`,
    cost: 2,
    given: () => fc.constant(name),
    async arrange({ calendar }) {
      expectSuccess(await calendar.send({ method: 'GET', path: '/tags' }), 'a GET with the right password');
    },
    async check({ as }) {
      const exchange = await as(name).send({ method: 'GET', path: '/tags' });
      expectResponse(exchange);
      expectThat(!isGranted(exchange), {
        kind: 'status',
        expected: `a GET as ${name} to be refused, as one of an unknown user is`,
        observed: String(statusOf(exchange)),
        exchange,
      });
    },
  });

/** Neither more of a password nor nothing is the password. */
export const refusesWrongPasswords: readonly CalendarRequirement[] = [
  refusesMistaken('password', 'default with more than its password'),
  refusesMistaken('no-password', 'default without a password'),
];

/** Clients and proxies write the scheme in letters of their own (RFC 9110 section 11.1). */
export const readsAnyScheme = requirement({
  id: 'http.credentials.scheme',
  level: 'MUST',
  clause: 'http.scheme',
  operations: ['tags.create'],
  profile: 'http',
  needs: ['tags.create', 'http.challenge', 'login.password'],
  effects: 'writes',
  statement: 'A login is accepted, in whatever letters the name of its scheme is written.',
  cost: 2,
  given: (world) => payload(resourceOf('tags'), world, { only: [] }),
  async check({ as }, body) {
    const { exchange } = await as(RESPELLED).create('tags', body);
    expectThat(![401, 403].includes(statusOf(exchange) ?? 0), {
      kind: 'status',
      expected: 'a POST to be accepted with the name of the scheme in other letters, as with the usual ones',
      observed: String(statusOf(exchange)),
      exchange,
    });
  },
});
