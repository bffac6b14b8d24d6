import fc, { type Arbitrary } from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { itemOperation } from '../expect/record-address.js';
import { type ApartCollection, fieldsApart, histories, type History, updatesApart } from './concurrent-histories.js';
import { expectLegal } from './expect-legal.js';
import { runClients, shareRecord, type Step, type Steps } from './run-clients.js';

const isUnset = (value: unknown): boolean =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/** Whether a field gets another value: what is lost otherwise is not seen. */
const isChanged = (base: Payload, [field, value]: readonly [field: string, value: unknown]): boolean =>
  !(isUnset(base[field]) && isUnset(value)) && JSON.stringify(base[field]) !== JSON.stringify(value);

/** The updates of clients without those that change nothing, and without clients that would send nothing. */
const changing = (base: Payload, clients: readonly Steps[]): readonly Steps[] =>
  clients.map((steps) => steps.filter((step) => isChanging(base, step))).filter((steps) => steps.length > 0);

const isChanging = (base: Payload, step: Step): boolean =>
  step.kind !== 'update' || Object.entries(step.change).some((one) => isChanged(base, one));

/** Updates that have nothing to do with each other do not undo each other. */
export const keepsAllFields = (collection: ApartCollection): CalendarRequirement => {
  const patch = itemOperation(collection, 'id', 'PATCH');
  return requirement({
    id: `concurrency.${collection}.fields`,
    level: 'MUST',
    parallel: true,
    clause: 'coherence.parallel',
    alsoCovers: ['coherence.kept-write'],
    operations: [patch],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, patch],
    effects: 'writes',
    statement: `Simultaneous updates of different fields of ${withArticle(resources[collection].singular)} are all kept.`,
    cost: 12,
    given(world) {
      const fields = fieldsApart(world, collection);
      const clients = updatesApart(world, collection, fields);
      return fc
        .record({
          clients,
          fields: fc.constant(fields),
          base: payload(resourceOf(collection), world, { only: fields }),
        })
        .map((drawn) => ({ ...drawn, clients: changing(drawn.base, drawn.clients) }));
    },
    async arrange({ calendar }, { base, clients }) {
      const made = await calendar.make(collection, base);
      // Over connections that are open already, what is sent at the same time arrives so.
      await Promise.all(clients.map(() => calendar.read(collection, byId(made))));
      return made;
    },
    async check({ calendar }, { fields, clients }, made) {
      if (clients.length === 0)
        throw new DoesNotApply('no other values are known for the fields that can be written apart');
      expectLegal({ calendar, made, fields }, await runClients(calendar, { made }, clients));
    },
  });
};

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
    parallel: true,
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
      expectLegal({ calendar, made: shared.made, fields }, await runClients(calendar, shared, clients));
    },
  });

/** Of one field, one value: whoever reads sees the last that was written, by its id and by its slug. */
export const showsLastValue = isExplained({
  id: 'concurrency.events.field',
  level: 'MUST',
  needs: ['events.by-slug.read'],
  statement: 'When several clients write one field of an event, every reader sees the value that was written last.',
  runs: 2,
  given(world) {
    // Two values of a flag are often the same, and then the requirement is inconclusive.
    const distinct = fieldsApart(world, 'events').filter((field) => field !== 'featured');
    return fc.constantFrom(...distinct).chain((field) => histories(world, { fields: [field], by: ['id', 'slug'] }));
  },
});

/** Two lists of tags that have none in common. */
function listsApart(world: World): Arbitrary<readonly [Payload, Payload]> {
  const tags = [...world.refs('tags')];
  if (tags.length < 2) throw new WorldLacks('the test data has fewer than two tags');
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
  statement: 'When several clients set the tags of an event, the event has the tags of one request, not a mixture.',
  runs: 2,
  given: (world) => histories(world, { fields: ['tags'], by: ['id'], changes: listsApart(world) }),
});

/** Nothing says that an update is seen all at once; but who reads half of it acts on what was never there. */
export const showsWholeUpdates = isExplained({
  id: 'concurrency.events.whole',
  level: 'SHOULD',
  statement: 'A reader of an event sees all fields of a simultaneous update or none of them.',
  runs: 2,
  given: (world) => histories(world, { fields: fieldsApart(world, 'events'), by: ['id'] }),
});
