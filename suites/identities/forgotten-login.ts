import fc from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { ANONYMOUS, DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { expectAgreed, type Try, tryWrites } from './attempts.js';
import { calendarOf, weakerNames } from './weaker-identity.js';

/** Users who are refused updates of events. @throws DoesNotApply where requests without credentials are those of everybody */
function refusedUsers(world: World): readonly string[] {
  if (!world.profile.identities.some(({ name }) => name === ANONYMOUS))
    throw new DoesNotApply('the default identity sends no credentials');
  return weakerNames(
    world,
    ({ name, rights }) => name !== ANONYMOUS && rights.get('events.update.patch') === 'refused',
  );
}

/**
 * A request is understood by itself (RFC 9110 section 3.3): one without credentials is nobody's, whoever sent the one
 * before. A service that remembers its last user seems open to everybody after one who may write, and shut after others.
 */
export const forgetsLogins = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  // Whoever else asked would be the one who is remembered.
  alone: true,
  id: 'identities.records.login-forgotten',
  operations: ['events.create', 'events.read', 'events.update.patch'],
  needs: ['identity.weaker', 'events.create', 'events.read'],
  statement: 'What whoever is not logged in may do does not depend on which user sent the request before.',
  cost: 6,
  given: (world, { turn }) =>
    fc.record({ name: inTurn(refusedUsers(world), turn), event: requiredOnly(resourceOf('events'), world) }),
  arrange: ({ calendar }, { event }) => calendar.make('events', event),
  async check(subject, { name }, made) {
    const tries: Try[] = [];
    for (const before of [DEFAULT_IDENTITY, name]) {
      await calendarOf(subject, before).read('events', byId(made));
      const trials = [{ verb: 'PATCH', at: 'first' }] as const;
      const after = await tryWrites(subject.as(ANONYMOUS), made, { addresses: [byId(made)], trials });
      tries.push(...after.map((one) => ({ ...one, what: `${one.what} after a request of ${before}` })));
    }
    expectAgreed(tries, ANONYMOUS);
  },
});
