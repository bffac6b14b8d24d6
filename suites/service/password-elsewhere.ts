import fc from 'fast-check';
import { browse } from '../../adapter/reading/browse.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import { requirement } from '../../adapter/subject.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { findListed } from '../expect/find-listed.js';
import { expectSecretKept, expectSecretKeptIn, openedEvent, protectedKey } from './protected-event.js';

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
    if (typeof slug !== 'string') throw new Inconclusive('the world file states no slug of the event');
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

const lists = {
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  operations: ['events.list'],
  needs: ['events.list', 'provisioned.protected-event'],
  effects: 'reads',
  cost: 2,
} as const;

/** What is hidden by id is hidden in lists. */
export const hidesInLists = requirement({
  ...lists,
  id: 'events.list.password-withheld',
  statement: 'A list of events does not show the description of a protected event.',
  given: (world) => fc.record({ key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, _, event) {
    const { shown, exchange } = await findListed(calendar, event);
    expectSecretKeptIn(JSON.stringify(shown?.json ?? null), event, exchange);
  },
});

/** A search that finds what is hidden would give it away, word by word. */
export const hidesFromSearch = requirement({
  ...lists,
  id: 'events.list.search-protected',
  statement: 'A search for a word of its description does not return a protected event.',
  given: (world) => fc.record({ key: protectedKey(world) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, _, { id, body, secret, via }) {
    const { items, pages } = await browse(
      calendar,
      'events',
      { ...narrow('events', body, calendar.profile), search: secret },
      via,
    );
    expectThat(!items.some((item) => item.id === id), {
      kind: 'selection',
      expected: `a search for "${secret}" not to find the protected event ${id}`,
      observed: 'a list that contains it',
      ...(pages[0] && { exchange: pages[0].exchange }),
    });
  },
});
