import fc, { type Arbitrary } from 'fast-check';
import type { Payload } from '../../generators/wire.js';
import { WorldLacks } from '../../harness/deviation.js';
import { type CalendarRequirement, requirement, type Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { expectLegal } from './expect-legal.js';
import { fieldsApart } from './fields.js';
import { type History, histories } from './histories.js';
import { play, shareRecord } from './play.js';

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
    alsoCovers: ['coherence.kept-write'],
    operations: ['events.update.patch', 'events.read'],
    profile: 'coherence',
    needs: ['events.create', 'events.read', 'events.update.patch', ...needs],
    effects: 'writes',
    cost: 7,
    async arrange({ calendar }: Subject, { base, clients }) {
      return shareRecord(calendar, await calendar.make('events', base), clients);
    },
    async check({ calendar }, { fields, clients }, shared) {
      expectLegal({ calendar, made: shared.made, fields }, await play(calendar, shared, clients));
    },
  });

/** Of one field, one value: whoever reads sees the last that was written, by its id and by its slug. */
export const showsLastValue = isExplained({
  id: 'concurrency.events.field',
  level: 'MUST',
  needs: ['events.by-slug.read'],
  statement: 'A field of an event that several clients write shows what one of them wrote last, to all who read it.',
  runs: 3,
  given(world) {
    // Two values of a flag are often the same, and then nothing is told.
    const telling = fieldsApart(world, 'events').filter((field) => field !== 'featured');
    return fc.constantFrom(...telling).chain((field) => histories(world, { fields: [field], by: ['id', 'slug'] }));
  },
});

/** Two lists of tags that have none in common. */
function listsApart(world: World): Arbitrary<readonly [Payload, Payload]> {
  const tags = [...world.refs('tags')];
  if (tags.length < 2) throw new WorldLacks('the world has fewer than two tags');
  if (!fieldsApart(world, 'events').includes('tags'))
    throw new WorldLacks('the target does not show the tags of events');
  return fc.shuffledSubarray(tags, { minLength: 2 }).map((some) => {
    const half = Math.ceil(some.length / 2);
    return [{ tags: some.slice(0, half) }, { tags: some.slice(half) }];
  });
}

/** A list of related records is one value. */
export const showsLastList = isExplained({
  id: 'concurrency.events.relation',
  level: 'MUST',
  statement: 'The tags of an event to which several clients send a list are those of one list, not of two.',
  runs: 2,
  given: (world) => histories(world, { fields: ['tags'], by: ['id'], changes: listsApart(world) }),
});

/** Nothing says that an update is seen all at once; but who reads half of it acts on what was never there. */
export const showsWholeUpdates = isExplained({
  id: 'concurrency.events.whole',
  level: 'SHOULD',
  statement: 'Of several fields that one update of an event sends, nobody sees some as new and others as old.',
  runs: 2,
  given: (world) => histories(world, { fields: fieldsApart(world, 'events'), by: ['id'] }),
});
