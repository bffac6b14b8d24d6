import fc from 'fast-check';
import { byId, itemPath } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf, resources } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { startOf } from '../arbitraries/in-turn.js';
import { expectUntouched } from '../expect/expect-untouched.js';
import { addressingsOn, addressOf } from '../expect/record-address.js';
import { type Harm, inWords, type LoadedRead, loadedReads, toRequest } from './loaded-reads.js';

/** A draft, where those have slugs, too: a read may take it for a visit to what is public. */
function draftIn({ accepted, ...world }: World, collection: Collection): Payload {
  const isSlugged = ({ slug, payload: { status } }: WorldRecord): boolean => status === 'draft' && slug !== undefined;
  return accepted.status.includes('draft') && world.of(collection).some(isSlugged) ? { status: 'draft' } : {};
}

/** Every address of events; venues and organizers take turns. */
const waysFor =
  (world: World, collection: Collection) =>
  (harm: Harm): readonly Addressing[] => {
    const ways = addressingsOn(world.profile, collection);
    const at = (startOf(collection) + (harm === 'delete' ? 1 : 0)) % ways.length;
    return collection === 'events' ? ways : ways.slice(at, at + 1);
  };

const others = ['HEAD', 'OPTIONS'] as const;

/** Services answer these for all kinds of records alike: the first execution sends them to some kinds, later ones to all. */
const first: Readonly<Record<Collection, readonly (typeof others)[number][]>> = {
  events: others,
  venues: ['HEAD'],
  organizers: [],
  categories: [],
  tags: [],
};

/** GET, HEAD and OPTIONS read, whatever comes with them (RFC 9110 section 9.2.1). */
export const readsWithoutWriting = (collection: Collection): CalendarRequirement => {
  const { label, singular } = resources[collection];
  return requirement({
    id: `${collection}.read.safe-methods`,
    level: 'MUST',
    clause: 'http.safe-methods',
    operations: [`${collection}.read`],
    profile: 'http',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `GET, HEAD and OPTIONS never change ${withArticle(singular)}, even with fields or a method override.`,
    cost: 5 + first[collection].length + (collection === 'events' ? 2 : 0),
    given: (world, { turn }) =>
      fc.record({
        body: payload(resourceOf(collection), world, { only: carriersOf(collection) }).map((body) => ({
          ...body,
          ...draftIn(world, collection),
        })),
        fields: fc.constant({ [label]: 'Changed', description: 'Changed', slug: 'changed' }),
        reads: loadedReads({ plain: turn > 0 ? others : first[collection], waysOf: waysFor(world, collection) }),
      }),
    async arrange({ calendar }, { body, reads, fields }) {
      const made = await calendar.make(collection, body);
      // To a target that honours the other method, a read with one is a write.
      const ways = [...new Set(reads.map(({ by }) => by))];
      const addresses = await Promise.all(ways.map((by) => addressOf(calendar, made, by)));
      for (const address of addresses) await calendar.markOwn(collection, address);
      const requests = reads.map((read) => {
        const address = addresses[ways.indexOf(read.by)] ?? byId(made);
        return toRequest(read, itemPath(collection, address), fields);
      });
      return { made, requests };
    },
    async check({ calendar }, { reads }, { made, requests }) {
      for (const request of requests) await calendar.send(request);
      await expectUntouched(calendar, made, `the item after ${allInWords(reads)}`);
    },
  });
};

/** The reads that could have deleted or changed a record, in words. */
function allInWords(reads: readonly LoadedRead[]): string {
  const [one] = reads.map(inWords);
  return reads.length === 1 && one !== undefined ? one : 'reads with fields or a method override';
}
