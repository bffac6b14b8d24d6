import fc, { type Arbitrary } from 'fast-check';
import { Inconclusive } from '../../harness/errors.js';
import { byId, bySlug } from '../../target/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import { anyDraft } from '../any-draft.js';
import { droppable } from '../droppable.js';
import { slugIfShown } from '../records/addressed.js';
import { oneOf, type slugged } from './groups.js';
import { type HiddenRecord, keepHidden, makeHidden } from './hidden-record.js';
import { expectAgreed, tryReads } from './tries.js';
import { type WayName, ways } from './ways.js';
import { hidingStatuses, weakerIdentities } from './who.js';

type Slugged = (typeof slugged)[number];

/** All the ways to an event; the other records are alike in all services that were seen, and tried in one way each. */
const waysTo = (collection: Slugged): Arbitrary<readonly WayName[]> =>
  collection === 'events'
    ? droppable((['head', 'etag', 'list', 'status', 'search', 'include'] as const).map((way) => fc.constant(way)))
    : fc.constantFrom('head', 'list', 'status', 'search').map((way) => [way]);

/** What is refused by its id is shown in no other way: not by slug, nor in any list, nor by what a refusal says. */
export const hidesEverywhere = (collection: Slugged): CalendarRequirement =>
  requirement({
    level: 'MUST',
    clause: 'coherence.denied-everywhere',
    alsoCovers: ['coherence.pages'],
    profile: 'coherence',
    effects: 'writes',
    id: `identities.${collection}.hidden`,
    operations: [`${collection}.read`, `${collection}.by-slug.read`, `${collection}.list`],
    needs: ['identity.weaker', 'accepted.status', `${collection}.create`],
    statement: `Who is refused ${oneOf[collection]} by its id is shown it in no other way, and it is not counted for them.`,
    cost: collection === 'events' ? 14 : 8,
    runs: 3,
    given: (world) =>
      fc.record({
        names: weakerIdentities(world),
        statuses: hidingStatuses(world),
        draft: anyDraft(world, { among: [collection] }),
        ways: waysTo(collection),
      }),
    arrange: ({ calendar }, { statuses, draft, ways: some }) =>
      makeHidden(calendar, { ...draft, statuses, isTagged: some.includes('etag') }),
    async check(subject, { names, ways: some }, record) {
      const name = await expectRefused(subject, names, record);
      const other = subject.as(name);
      for (const way of some.map((one) => ways[one])) way.expectShut(await way.ask(other, record), other, record);
    },
  });

/**
 * Reads a record at its addresses, as one after the other, up to somebody to whom it is refused; gives the name.
 * @throws CannotTell when it is refused to nobody.
 */
async function expectRefused(subject: Subject, names: readonly string[], record: HiddenRecord): Promise<string> {
  const slug = slugIfShown(subject.calendar, record.shown);
  const addresses = [byId(record), ...(slug === undefined ? [] : [bySlug(slug)])];
  for (const name of names) {
    const reads = await tryReads(subject.as(name), record, addresses);
    expectAgreed(reads, name);
    const refused = reads.filter(({ permission }) => permission === 'refused');
    for (const { exchange } of refused) keepHidden(subject, name, record, exchange);
    if (refused.length > 0) return name;
  }
  throw new Inconclusive(`${record.collection} that are ${record.status} are shown to ${names.join(' and ')}`);
}
