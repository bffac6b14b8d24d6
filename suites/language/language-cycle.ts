import fc from 'fast-check';
import type { Via } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type OperationId, operations } from '../../contract/operations.js';
import { type Language, languages, segmentLanguages } from '../../contract/queries.js';
import { fieldClauseId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { changeOfEveryField } from '../arbitraries/every-field.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppable } from '../arbitraries/subsets.js';
import { addressings } from '../expect/record-address.js';
import { within } from './in-language.js';
import { countUpdates, expectLifeCycle, type Extent, type LocalizedDraft, stepsOf } from './language-steps.js';

/** What may keep a record out of lists or from its address is a matter of its own. */
const unkept = ['status', 'hide_from_listings', 'slug'];

const operationsOn = (collection: Collection): readonly OperationId[] =>
  operations.filter((operation) => operation.collection === collection).map(({ id }) => id);

const fieldClausesOf = (collection: Collection) =>
  Object.keys(resourceOf(collection).fields)
    .filter((field) => !unkept.includes(field))
    .map((field) => fieldClauseId(collection, field));

/** A create, a list, a read at each address, updates, and DELETEs; each DELETE but the last needs a record of its own. */
const costOf = (collection: Collection, { deletedBy: { length: deletes }, rounds }: Extent): number =>
  2 + addressings(collection).length + countUpdates(collection, { rounds }) + deletes + (deletes - 1);

/** In which language, and for which execution, records are drawn. */
interface Spoken {
  readonly language: Language;
  readonly via: Via;
  readonly turn: number;
  readonly extent: Extent;
}

/** A record of a language that lists show, and a change of all its fields; when shrunk, what matters. */
const anyLifeCycle = (collection: Collection, world: World, { language, via, turn, extent }: Spoken) =>
  fc.record({
    steps: droppable(stepsOf(collection, turn, extent).map((step) => fc.constant(step))),
    record: changeOfEveryField(within(world, language), collection, {
      base: unkept,
      change: unkept,
      // An even kind of what has two is plain: a service may make another slug of a rich name each time.
      kind: 2 * turn,
    }).map(({ base, change }): LocalizedDraft => ({ collection, body: base, change, via })),
  });

/** Where English is the default, a service that forgets the parameter does no harm in it: so it comes last. */
const languageOf = (collection: Collection, turn: number): Language =>
  [...segmentLanguages, 'en' as const][(startOf(collection) + turn) % languages.length] ?? 'en';

/** Of these the second time may be another: what updates events updates other posts, and what updates tags updates categories. */
const repeated: readonly Collection[] = ['events', 'tags'];

/** Languages are part of every operation, not of some. */
export const acceptsLanguageEverywhere = (collection: Collection): CalendarRequirement => {
  // Records are deleted by their ids where they were updated in a language (`*.read.updated-in-language`).
  const extent = {
    deletedBy: addressings(collection).slice(-1),
    rounds: repeated.includes(collection) ? 2 : 1,
  } as const;
  return requirement({
    id: `${collection}.life-cycle.language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.kept-write', ...fieldClausesOf(collection)],
    operations: operationsOn(collection),
    profile: 'core',
    needs: operationsOn(collection),
    effects: 'writes',
    statement: `Every operation on ${collection} succeeds in each of the languages nl, en, fr and de, and shows what was sent.`,
    cost: costOf(collection, extent),
    given(world, { turn }) {
      const language = languageOf(collection, turn);
      return anyLifeCycle(collection, world, { language, via: { language }, turn, extent });
    },
    check: ({ calendar }, { steps, record }) => expectLifeCycle(calendar, record, steps),
  });
};

/** Where there are segments, they are part of every operation too; each record shows in its language by parameter. */
export const acceptsSegmentEverywhere = (collection: Collection): CalendarRequirement => {
  const extent = { deletedBy: addressings(collection), rounds: 0 } as const;
  return requirement({
    id: `${collection}.life-cycle.segment`,
    level: 'MUST',
    clause: 'language.segment',
    alsoCovers: ['coherence.kept-write', ...fieldClausesOf(collection)],
    operations: operationsOn(collection),
    profile: 'core',
    needs: [...operationsOn(collection), 'language.segment'],
    effects: 'writes',
    statement: `Requests of every kind on ${collection} succeed under the path segments nl, de and fr, and show what was sent.`,
    cost: costOf(collection, extent),
    given(world, { turn }) {
      const segment = segmentLanguages[turn % segmentLanguages.length] ?? 'nl';
      // With other verbs than those by parameter.
      return anyLifeCycle(collection, world, { language: segment, via: { segment }, turn: turn + 1, extent });
    },
    check: ({ calendar }, { steps, record }) => expectLifeCycle(calendar, record, steps),
  });
};
