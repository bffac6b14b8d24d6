import fc, { type Arbitrary } from 'fast-check';
import { type Calendar, type Made, toWireId } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { expectFound } from '../expect/expect-shown.js';
import { findListed } from '../expect/find-listed.js';
import { itemOperation } from '../expect/record-address.js';

const operations = updateVerbs.map((verb) => itemOperation('events', 'id', verb));

/** Terms that nobody else uses, and an event that they are taken from again. */
async function makeUnlinked(calendar: Calendar, { event, verb, ...bodies }: Unlinking): Promise<readonly Made[]> {
  const terms = [await calendar.make('categories', bodies.categories), await calendar.make('tags', bodies.tags)];
  const links = Object.fromEntries(terms.map(({ collection, id }) => [collection, [toWireId(id)]]));
  const made = await calendar.make('events', { ...event, ...links });
  const { exchange } = await calendar.update('events', byId(made), verb, { categories: [], tags: [] });
  if (isRefused(exchange)) throw new DoesNotApply('empty relations are refused');
  expectSuccess(exchange, `a ${verb} with empty relations`);
  return terms;
}

interface Unlinking {
  readonly event: Payload;
  readonly verb: UpdateVerb;
  readonly categories: Payload;
  readonly tags: Payload;
}

const smallOf = (world: World, collection: Collection): Arbitrary<Payload> =>
  payload(resourceOf(collection), world, { only: [] });

/** A term that is taken from its only event is empty again, in lists and by its count. */
export const emptiesUnlinkedTerms: CalendarRequirement = requirement({
  id: 'events.update.unlinked-terms',
  level: 'MUST',
  operations,
  effects: 'writes',
  clause: 'coherence.relations',
  alsoCovers: ['category.list.hide_empty', 'tag.list.hide_empty', 'coherence.kept-write'],
  profile: 'coherence',
  needs: ['events.create', 'categories.create', 'tags.create', 'categories.list', 'tags.list', ...operations],
  statement:
    'After an update takes its only category and tag from an event, neither is listed or counted as one with events.',
  cost: 11,
  given: (world, { turn }) =>
    fc.record({
      verb: inTurn(updateVerbs, turn),
      event: smallOf(world, 'events'),
      categories: smallOf(world, 'categories'),
      tags: smallOf(world, 'tags'),
    }),
  arrange: ({ calendar }, unlinking) => makeUnlinked(calendar, unlinking),
  async check({ calendar }, _, terms) {
    for (const term of terms) {
      const unused = `${term.collection}/${term.id}, taken from its only event`;
      const { shown, exchange } = await findListed(calendar, term, { hide_empty: true });
      const expected = `a list with hide_empty without ${unused}`;
      expectThat(!shown, { kind: 'selection', expected, observed: 'a list that contains it', exchange });
      const { exchange: read, ...item } = await expectFound(calendar, term.collection, byId(term));
      const count = calendar.lens.field(item, 'count') ?? 0;
      const counted = `a count of 0 for ${unused}`;
      expectThat(Number(count) === 0, { kind: 'total', expected: counted, observed: toText(count), exchange: read });
    }
  },
});
