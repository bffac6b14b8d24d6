import fc, { type Arbitrary } from 'fast-check';
import { strangerHeaders } from '../../adapter/reading/read-exchange.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { collections, resourceOf } from '../../contract/resources.js';
import { payload, requiredOnly } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectResponse, expectSuccess, expectThat } from '../../kernel/expectations.js';
import { ANONYMOUS, mistaken, RESPELLED } from '../../wire/client/authentication.js';
import { type Exchange, headerValue } from '../../wire/exchange.js';
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
  { method: 'PUT', path: '/events' },
  { method: 'PATCH', path: '/venues' },
  { method: 'PUT', path: '/organizers' },
  { method: 'PATCH', path: '/categories' },
  { method: 'PATCH', path: '/tags' },
] as const;

/** Whoever refuses a method says which ones work (RFC 9110 section 15.5.6). */
export const namesAllowedMethods = requirement({
  id: 'http.refused-method.allow',
  level: 'MUST',
  clause: 'http.method-not-allowed',
  operations: collections.map((name) => `${name}.list` as const),
  profile: 'http',
  needs: ['events.create', 'tags.create'],
  effects: 'writes',
  statement: 'A 405 carries an Allow header.',
  cost: misplaced.length,
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

const [LONGER, OTHER_CASE, EMPTY] = mistaken;

/** A login that was right once does not make every later one right (RFC 7617 section 2). */
export const refusesWrongPassword = requirement({
  id: 'http.wrong-credentials.password',
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  operations: ['tags.list'],
  profile: 'http',
  needs: ['tags.list', 'http.challenge', 'login.password'],
  effects: 'reads',
  statement: 'A user with a wrong password is refused as an unknown user is, even after a login with the right one.',
  cost: 3,
  given: () => fc.constant({}),
  async arrange({ calendar }) {
    expectSuccess(await calendar.send({ method: 'GET', path: '/tags' }), 'a GET with the right password');
  },
  async check({ as }) {
    for (const wrong of [LONGER, OTHER_CASE])
      expectRefused(await as(wrong).send({ method: 'GET', path: '/tags' }), 'a GET with a wrong password');
  },
});

function expectRefused(exchange: Exchange, what: string): void {
  expectResponse(exchange);
  const expected = `${what} to be refused, as one of an unknown user is`;
  expectThat(!isGranted(exchange), { kind: 'status', expected, observed: String(statusOf(exchange)), exchange });
}

/** An event. @throws DoesNotApply where whoever is not logged in may create one, or it is not known that they may not */
function eventOfNobody(world: World): Arbitrary<Payload> {
  const nobody = world.profile.identities.find(({ name }) => name === ANONYMOUS);
  if (nobody?.rights.get('events.create') !== 'refused')
    throw new DoesNotApply('whoever is not logged in is not known to be refused');
  return requiredOnly(resourceOf('events'), world);
}

/** A service may take a login without a password for none: what is refused without one is not granted by it. */
export const refusesNoPassword = requirement({
  id: 'http.wrong-credentials.no-password',
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  operations: ['events.create'],
  profile: 'http',
  needs: ['events.create', 'http.challenge', 'login.password'],
  effects: 'writes',
  statement: 'A create is refused to a user with an empty password, as it is to whoever is not logged in.',
  cost: 1,
  given: eventOfNobody,
  async check({ as }, body) {
    expectRefused((await as(EMPTY).create('events', body)).exchange, 'a create with an empty password');
  },
});

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
