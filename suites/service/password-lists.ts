import fc from 'fast-check';
import { expectThat } from '../../harness/expectations.js';
import { browse } from '../../target/browse.js';
import { narrow } from '../../target/narrow.js';
import { requirement } from '../../target/subject.js';
import { findListed } from '../find-listed.js';
import { expectSecretKeptIn, openedEvent, protectedKey } from './protected-event.js';

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
  statement: 'A protected event is not found by searching for a word of its description.',
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
      observed: 'a list with it',
      ...(pages[0] && { exchange: pages[0].exchange }),
    });
  },
});
