import fc from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { relations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { expectNoneMarked } from '../expect/find-listed.js';
import { itemOperation } from '../expect/record-address.js';

/** An id that no record has. */
const NOBODY = 2_147_483_646;

/** Fields that refer to other records, and those that take one id and not a list of them. */
const references = [
  ...relations.map((field) => ({ collection: 'events', field, sent: [NOBODY] }) as const),
  { collection: 'categories', field: 'parent', sent: NOBODY },
] as const;

/** What does not exist is refused or dropped, but not linked (reading `body.unknown-id`). */
const neverDangles = ({ collection, field, sent }: (typeof references)[number]): CalendarRequirement =>
  requirement({
    id: `${collection}.create.unknown-${field}`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.refused-write'],
    operations: [`${collection}.create`],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.list`],
    effects: 'writes',
    statement: `No ${resources[collection].singular} is created with a ${field} field that refers to a missing record; a create that is refused for it leaves nothing behind.`,
    cost: 2,
    given: (world) => payload(resourceOf(collection), world, { only: [] }),
    async check({ calendar }, body) {
      const written = await calendar.create(collection, { ...body, [field]: sent });
      if (isRefused(written.exchange)) return expectNoneMarked(calendar, collection, markOf(collection, written.body));
      const shown = await linksOf(calendar, written, field);
      const [expected, observed] = ['a refusal, or no link to an unknown id', `${field} ${shown.join(', ')}`];
      const { exchange } = written;
      expectThat(!shown.includes(String(NOBODY)), { kind: 'state', expected, observed, exchange });
    },
  });

/** The ids that a record shows in a field, once it is created. */
async function linksOf(calendar: Calendar, written: Written, field: string): Promise<readonly string[]> {
  const made = expectCreated(calendar, written);
  const shown = await expectFound(calendar, written.collection, byId(made));
  return idsIn(calendar.lens.field(shown, field));
}

/** What refers to missing records in the updates of a kind, in one after the other: what is refused first hides the others. */
const updated = {
  events: {
    field: 'relations',
    sent: [{ venue: [NOBODY] }, { organizer: [NOBODY] }, { categories: [NOBODY], tags: [NOBODY] }],
  },
  categories: { field: 'parent', sent: [{ parent: NOBODY }] },
} as const;

const verbOf = (nth: number): UpdateVerb => updateVerbs[nth % updateVerbs.length] ?? 'PATCH';

/** Sends an update for each, the verbs in turn. */
async function updateAll(calendar: Calendar, made: Made, changes: readonly Payload[]): Promise<readonly Written[]> {
  const updates: Written[] = [];
  for (const [nth, change] of changes.entries()) {
    const verb = verbOf(nth);
    const written = await calendar.update(made.collection, byId(made), verb, change);
    expectHandled(written.exchange, `a ${verb} with an unknown id`);
    updates.push(written);
  }
  return updates;
}

/** The same for updates. */
const neverDanglesUpdated = (collection: keyof typeof updated): CalendarRequirement => {
  const { field, sent } = updated[collection];
  const { label, singular } = resourceOf(collection);
  const operations = [...new Set(sent.map((_, nth) => itemOperation(collection, 'id', verbOf(nth))))];
  return requirement({
    id: `${collection}.update.unknown-${field}`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.refused-write'],
    operations,
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, ...operations],
    effects: 'writes',
    statement: `No update links ${withArticle(singular)} to a record that does not exist; one that is refused for it changes nothing.`,
    cost: 3 + sent.length,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: ['description'] }),
        changes: droppableButOne(
          sent.map((one) =>
            payload(resourceOf(collection), world, { only: ['description'] }).map((body) => ({ ...body, ...one })),
          ),
        ),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { changes }, made) {
      const updates = await updateAll(calendar, made, changes);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      const links = sent.flatMap((one) => Object.keys(one)).flatMap((name) => idsIn(calendar.lens.field(shown, name)));
      const [expected, observed] = ['no link to an unknown id', `links to ${links.join(', ')}`];
      expectThat(!links.includes(String(NOBODY)), { kind: 'state', expected, observed, exchange });
      const { body } = updates.findLast((one) => !isRefused(one.exchange)) ?? made;
      const { [label]: name = null, description = null } = body;
      expectFields(calendar, { [label]: name, description }, { shown, where: 'the item', exchange });
    },
  });
};

/** One requirement a field that refers to other records, and one for the updates of each kind that has such. */
export const neverDangling: readonly CalendarRequirement[] = [
  ...references.map(neverDangles),
  ...(['events', 'categories'] as const).map(neverDanglesUpdated),
];
