import fc from 'fast-check';
import type { Calendar, Written } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { relations, resourceOf, resources } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectHandled } from '../expect/expect-handled.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';

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
    operations: [`${collection}.create`],
    profile: 'coherence',
    needs: [`${collection}.create`, `${collection}.read`],
    effects: 'writes',
    statement: `No ${resources[collection].singular} is created with a ${field} field that refers to a missing record.`,
    cost: 1,
    given: (world) => payload(resourceOf(collection), world, { only: [] }),
    async check({ calendar }, body) {
      const written = await calendar.create(collection, { ...body, [field]: sent });
      const shown = isRefused(written.exchange) ? [] : await linksOf(calendar, written, field);
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

/** The same for updates: one covers what all relations of an event have in common. */
const neverDanglesUpdated: CalendarRequirement = requirement({
  id: 'events.update.unknown-relations',
  level: 'MUST',
  clause: 'coherence.relations',
  alsoCovers: ['coherence.refused-write'],
  operations: ['events.update.patch'],
  profile: 'coherence',
  needs: ['events.create', 'events.read', 'events.update.patch'],
  effects: 'writes',
  statement: 'No update links an event to a record that does not exist; one that is refused for it changes nothing.',
  cost: 4,
  given: (world) =>
    fc.record({
      base: payload(resourceOf('events'), world, { only: ['description'] }),
      change: payload(resourceOf('events'), world, { only: ['description'] }),
    }),
  arrange: ({ calendar }, { base }) => calendar.make('events', base),
  async check({ calendar }, { change }, made) {
    const sent = { ...change, venue: [NOBODY], categories: [NOBODY] };
    const { body, exchange } = await calendar.update('events', byId(made), 'PATCH', sent);
    expectHandled(exchange, 'an update with unknown ids');
    const { exchange: read, ...shown } = await expectFound(calendar, 'events', byId(made));
    const links = (['venue', 'categories'] as const).flatMap((field) => idsIn(calendar.lens.field(shown, field)));
    const [expected, observed] = ['no link to an unknown id', `links to ${links.join(', ')}`];
    expectThat(!links.includes(String(NOBODY)), { kind: 'state', expected, observed, exchange });
    const { title = null, description = null } = isRefused(exchange) ? made.body : body;
    expectFields(calendar, { title, description }, { shown, where: 'the item', exchange: read });
  },
});

/** One requirement a field that refers to other records, and one for updates. */
export const neverDangling: readonly CalendarRequirement[] = [...references.map(neverDangles), neverDanglesUpdated];
