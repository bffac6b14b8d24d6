import fc from 'fast-check';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { relations } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectFields, expectFound } from '../expect/expect-shown.js';
import { expectUpdated } from '../expect/expect-updated.js';
import { itemOperation } from '../expect/record-address.js';
import { inTurn } from '../arbitraries/in-turn.js';
import { linked, linkedEvent } from '../arbitraries/linked-event.js';

const operations = updateVerbs.map((verb) => itemOperation('events', 'id', verb));

const infoOf = (rule: string) =>
  ({
    id: `events.update.${rule}`,
    level: 'MUST',
    operations,
    needs: ['events.create', 'events.read', ...operations],
    effects: 'writes',
  }) as const;

/** Enough for a run: `events.update.in-turn` changes relations by all of them. */
const VERBS = 2;

/** Relations are set, not added to: what is not in the new list is not linked any more. */
export const replacesRelations: CalendarRequirement = requirement({
  ...infoOf('replaced-relations'),
  clause: 'event.update',
  alsoCovers: ['event.field.categories', 'event.field.tags', 'event.field.venue', 'event.field.organizer'],
  profile: 'core',
  statement: 'After an update with shorter relations, an event is linked to exactly the records sent.',
  cost: 2 + 2 * VERBS,
  given: (world) => {
    const verbs = fc.shuffledSubarray([...updateVerbs], { minLength: VERBS, maxLength: VERBS });
    const step = (verb: UpdateVerb) => fc.record({ verb: fc.constant(verb), change: linked(world, 1) });
    return fc.record({ base: linkedEvent(world), steps: verbs.chain((some) => fc.tuple(...some.map(step))) });
  },
  arrange: ({ calendar }, { base }) => calendar.make('events', base),
  async check({ calendar }, { steps }, made) {
    for (const step of steps) {
      const { body, seen } = await expectUpdated(calendar, made, step);
      expectFields(calendar, body, seen);
    }
  },
});

const unlinked: Payload = Object.fromEntries(relations.map((relation) => [relation, []]));

/** Whether an empty list is taken is open; taken and ignored it must not be. */
export const unlinksByEmptyLists: CalendarRequirement = requirement({
  ...infoOf('emptied-relations'),
  clause: 'coherence.kept-write',
  profile: 'coherence',
  statement: 'An update with empty relations removes all links of an event, unless it is refused.',
  cost: 4,
  runs: 3,
  given: (world, { turn }) => fc.record({ verb: inTurn(updateVerbs, turn), base: linkedEvent(world) }),
  arrange: ({ calendar }, { base }) => calendar.make('events', base),
  async check({ calendar }, { verb }, made) {
    const { body, exchange } = await calendar.update('events', byId(made), verb, unlinked);
    if (!isRefused(exchange)) expectSuccess(exchange, `a ${verb} with empty relations`);
    const { exchange: read, ...shown } = await expectFound(calendar, 'events', byId(made));
    const expected = isRefused(exchange) ? made.body : body;
    expectFields(calendar, expected, { shown, where: 'the item', exchange: read });
  },
});
