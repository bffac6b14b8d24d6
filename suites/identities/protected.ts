import fc from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { byId, bySlug } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { findListed } from '../find-listed.js';
import { expectSecretKept, expectSecretKeptIn, openedEvent, protectedKey } from '../service/protected-event.js';
import { weakerIdentity } from './who.js';

/** What the password opened for one is not open to another. */
export const hidesProtected = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  effects: 'reads',
  id: 'identities.events.protected',
  operations: ['events.read', 'events.by-slug.read', 'events.list'],
  needs: ['identity.weaker', 'provisioned.protected-event', 'events.read', 'events.list'],
  statement: 'An event that its password opened for one is not open to another without it.',
  cost: 4,
  given: (world) => fc.record({ name: weakerIdentity(world), key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ as }, { name }, event) {
    const { slug } = event.event;
    if (typeof slug !== 'string') throw new Inconclusive('the world file does not say its slug');
    for (const address of [byId(event), bySlug(slug)])
      expectSecretKept(await as(name).read('events', address, event.via), event);
    const { shown, exchange } = await findListed(as(name), event);
    expectSecretKeptIn(JSON.stringify(shown?.json ?? null), event, exchange);
  },
});
