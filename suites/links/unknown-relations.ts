import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { markOf } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { withArticle } from '../../contract/clauses/resource-clauses.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { expectNoneMarked } from '../expect/find-listed.js';
import { itemOperation } from '../expect/record-address.js';
import { linkIn, NOBODY, type Reference, references, straysFor, type Target } from './stray-links.js';

/** What does not exist, or is of another kind, is refused or dropped, but not linked (reading `body.unknown-id`). */
const neverDangles = (reference: Reference): CalendarRequirement => {
  const { collection, field, isList } = reference;
  return requirement({
    id: `${collection}.create.unknown-${field}`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.refused-write'],
    operations: [`${collection}.create`],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, `${collection}.list`],
    effects: 'writes',
    statement: `No ${resources[collection].singular} is created with a ${field} field that refers to a missing record or to one of another kind; a refused create leaves nothing behind.`,
    cost: 2,
    given(world) {
      const strays = straysFor(world, reference);
      const stray = strays.length > 0 ? fc.constantFrom(...strays) : fc.constant(undefined);
      return fc.record({ body: payload(resourceOf(collection), world, { only: [] }), stray });
    },
    async check({ calendar }, { body, stray }) {
      const targets: readonly Target[] = stray ? [stray, NOBODY] : [NOBODY];
      for (const to of targets) {
        const written = await calendar.create(collection, { ...body, [field]: isList ? [to] : to });
        if (isRefused(written.exchange))
          return expectNoneMarked(calendar, collection, markOf(collection, written.body));
        const { exchange, ...shown } = await expectFound(calendar, collection, byId(expectCreated(calendar, written)));
        const link = await linkIn(calendar, shown, reference, to);
        const [expected, observed] = ['a refusal, or no link to such an id', `a link in ${field}`];
        expectThat(link !== 'dangling', { kind: 'state', expected, observed, exchange });
      }
    },
  });
};

/** The fields that refer to others, by the updates that send them: what is refused first hides what is beside it. */
const updated = {
  events: { field: 'relations', groups: [['venue'], ['organizer'], ['categories', 'tags']] },
  categories: { field: 'parent', groups: [['parent']] },
} as const;

/** In every other field a record of another kind, in the rest nobody. */
function targetOf(world: World, reference: Reference): Arbitrary<Target> {
  const strays = ['venue', 'categories'].includes(reference.field) ? straysFor(world, reference) : [];
  return strays.length > 0 ? fc.constantFrom(...strays) : fc.constant(NOBODY);
}

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
  const { field, groups } = updated[collection];
  const { label, singular } = resourceOf(collection);
  const operations = [...new Set(groups.map((_, nth) => itemOperation(collection, 'id', verbOf(nth))))];
  const own = references.filter((one) => one.collection === collection);
  return requirement({
    id: `${collection}.update.unknown-${field}`,
    level: 'MUST',
    clause: 'coherence.relations',
    alsoCovers: ['coherence.refused-write'],
    operations,
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`, ...operations],
    effects: 'writes',
    statement: `No update links ${withArticle(singular)} to a missing record or one of another kind; one that is refused for it changes nothing.`,
    cost: 3 + groups.length,
    given: (world) =>
      fc.record({
        base: payload(resourceOf(collection), world, { only: ['description'] }),
        changes: droppableButOne(
          groups.map((group: readonly string[]) => {
            const sent = own.filter((one) => group.includes(one.field));
            return fc.record({
              body: payload(resourceOf(collection), world, { only: ['description'] }),
              links: fc.tuple(...sent.map((to) => targetOf(world, to).map((target) => ({ ...to, target })))),
            });
          }),
        ),
      }),
    arrange: ({ calendar }, { base }) => calendar.make(collection, base),
    async check({ calendar }, { changes }, made) {
      const updates = await updateAll(calendar, made, changes.map(toBody));
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      for (const { target, ...reference } of changes.flatMap(({ links }) => links)) {
        const link = await linkIn(calendar, shown, reference, target);
        const [expected, observed] = ['no link to such an id', `a link in ${reference.field}`];
        expectThat(link !== 'dangling', { kind: 'state', expected, observed, exchange });
      }
      const { body } = updates.findLast((one) => !isRefused(one.exchange)) ?? made;
      const { [label]: name = null, description = null } = body;
      expectFields(calendar, { [label]: name, description }, { shown, where: 'the item', exchange });
    },
  });
};

interface Change {
  readonly body: Payload;
  readonly links: readonly (Reference & { readonly target: Target })[];
}

const toBody = ({ body, links }: Change): Payload => ({
  ...body,
  ...Object.fromEntries(links.map(({ field, isList, target }) => [field, isList ? [target] : target])),
});

/** One requirement a field that refers to other records, and one for the updates of each kind that has such. */
export const neverDangling: readonly CalendarRequirement[] = [
  ...references.map(neverDangles),
  ...(['events', 'categories'] as const).map(neverDanglesUpdated),
];
