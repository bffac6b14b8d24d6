import fc from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { byId, bySlug } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { expectSecretKept, openedEvent, protectedKey } from './protected-event.js';

const elsewhere = {
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  cost: 2,
} as const;

/** The address by slug takes no password, so it shows what anyone may see. */
export const hidesBySlug = requirement({
  ...elsewhere,
  id: 'events.by-slug.read.password-withheld',
  operations: ['events.by-slug.read'],
  needs: ['events.by-slug.read', 'provisioned.protected-event'],
  effects: 'reads',
  statement: 'A GET of a protected event by its slug does not show its description.',
  given: (world) => fc.record({ key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, _, protectedOne) {
    const { slug } = protectedOne.event;
    if (typeof slug !== 'string') throw new Inconclusive('the world file does not say its slug');
    expectSecretKept(await calendar.read('events', bySlug(slug), protectedOne.via), protectedOne);
  },
});

/** Nor does a write show it. Nothing is sent in it, so that it changes nothing of a record that is not ours. */
export const hidesOnUpdate = requirement({
  ...elsewhere,
  id: 'events.update.password-withheld',
  operations: ['events.update.patch'],
  needs: ['events.update.patch', 'provisioned.protected-event'],
  effects: 'writes',
  statement: 'A PATCH of a protected event without its password does not show its description.',
  given: (world) => fc.record({ key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, _, protectedOne) {
    const { exchange } = await calendar.update('events', byId(protectedOne), 'PATCH', {}, protectedOne.via);
    expectSecretKept(exchange, protectedOne);
  },
});
