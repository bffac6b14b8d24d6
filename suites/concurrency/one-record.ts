import type { Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectLegal } from './expect-legal.js';
import { someFields } from './fields.js';
import { type History, histories } from './histories.js';
import { play, share } from './play.js';

interface OneRecord {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly statement: string;
  readonly runs: number;
  readonly needs?: readonly string[];
  given(world: World): Arbitrary<History>;
}

/** Clients write and read one event at the same time, and some order of their requests explains all answers. */
const isExplained = ({ needs = [], ...one }: OneRecord): CalendarRequirement =>
  requirement({
    ...one,
    clause: 'coherence.parallel',
    alsoTells: ['coherence.kept-write'],
    operations: ['events.update.patch', 'events.read'],
    profile: 'coherence',
    needs: ['events.create', 'events.read', 'events.update.patch', ...needs],
    effects: 'writes',
    thorough: true,
    cost: 7,
    async arrange({ calendar }: Subject, { base, clients }) {
      return share(calendar, await calendar.make('events', base), clients);
    },
    async check({ calendar }, { fields, clients }, shared) {
      expectLegal({ calendar, made: shared.made, fields }, await play(calendar, shared, clients));
    },
  });

/** A title may lead to another slug. */
const slugless = ['description', 'cost', 'website', 'featured', 'venue', 'organizer'];

/** Of one field, one value: whoever reads sees the last that was written, by its id and by its slug. */
export const showsLastValue = isExplained({
  id: 'concurrency.events.field',
  level: 'MUST',
  needs: ['events.by-slug.read'],
  statement: 'A field of an event that several clients write shows what one of them wrote last, to all who read it.',
  runs: 3,
  given: (world) =>
    someFields(world, 'events', { size: { min: 1, max: 1 }, among: slugless }).chain((fields) =>
      histories(world, 'events', { fields, by: ['id', 'slug'] }),
    ),
});

/** A list of related records is one value. */
export const showsLastList = isExplained({
  id: 'concurrency.events.relation',
  level: 'MUST',
  statement: 'The tags of an event to which several clients send a list are those of one list, not of two.',
  runs: 2,
  given: (world) =>
    someFields(world, 'events', { size: { min: 1, max: 1 }, among: ['tags'] }).chain((fields) =>
      histories(world, 'events', { fields, by: ['id'] }),
    ),
});

/** Nothing says that an update is seen all at once; but who reads half of it acts on what was never there. */
export const showsWholeUpdates = isExplained({
  id: 'concurrency.events.whole',
  level: 'SHOULD',
  statement: 'Of several fields that one update of an event sends, nobody sees some as new and others as old.',
  runs: 2,
  given: (world) =>
    someFields(world, 'events', { size: { min: 3, max: 4 } }).chain((fields) =>
      histories(world, 'events', { fields, by: ['id'] }),
    ),
});
