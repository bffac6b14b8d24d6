import fc, { type Arbitrary } from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { linkedEvent } from '../arbitraries/linked-event.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';

/** What is decoded twice loses a plus, or what could be an escape. */
const codes = ['a+b=c', '%41 percent'];

/** An organizer with a telephone number, and with all of these that its description was seen to keep. */
function coded(world: World): Arbitrary<Payload> {
  const kept = codes.filter((text) => world.keptTexts('organizers', 'description').includes(text));
  const description = [MARK, ...kept].join(', ');
  return payload(resourceOf('organizers'), world, { only: ['phone'] }).map((body) => ({ ...body, description }));
}

/** Expects texts that are sent as a form to be stored as they are, unless that is refused. */
async function expectDecodedOnce(calendar: Calendar, body: Payload): Promise<void> {
  const written = await calendar.create('organizers', body, { form: true });
  if (isRefused(written.exchange)) return;
  const made = expectCreated(calendar, written);
  // What the response to the create shows need not be read as well.
  if (calendar.lens.field(made.shown, 'description') !== undefined)
    return expectFields(calendar, made.body, { ...made, where: 'the answer' });
  const { exchange, ...shown } = await expectFound(calendar, 'organizers', byId(made));
  expectFields(calendar, made.body, { shown, where: 'the item', exchange });
}

/**
 * Where a form is taken at all, a list in it is a list: one with one of two values was read as something else. Its texts
 * are decoded once.
 */
export const keepsListsOfForms: CalendarRequirement = requirement({
  id: 'events.create.form-lists',
  level: 'MUST',
  effects: 'writes',
  operations: ['events.create', 'organizers.create'],
  needs: ['events.create', 'events.read'],
  clause: 'coherence.kept-write',
  profile: 'coherence',
  statement:
    'A list of two in an event that is sent as a form and accepted is not stored as one of the two; texts of an organizer are decoded once.',
  cost: 6,
  given: (world) => fc.record({ event: linkedEvent(world), organizer: coded(world) }),
  async arrange({ calendar }, { event }) {
    const written = await calendar.create('events', event, { form: true });
    if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses forms');
    return expectCreated(calendar, written);
  },
  async check({ calendar }, { organizer }, made) {
    if (!calendar.profile.lacks.has('organizers.create')) await expectDecodedOnce(calendar, organizer);
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const stored = relations.flatMap((relation) => {
      const sent = idsIn(made.body[relation]);
      const found = idsIn(calendar.lens.field(shown, relation)).filter((id) => sent.includes(id));
      return found.length === 0 ? [] : [{ relation, sent, found }];
    });
    if (stored.length === 0) throw new DoesNotApply('the target stores no lists of forms');
    for (const { relation, sent, found } of stored) {
      const about = { field: shownFieldId('events', relation) };
      const [expected, observed] = [`${relation} ${sent.join(', ')}`, found.join(', ')];
      expectThat(found.length === sent.length, { kind: 'value', expected, observed, exchange, about });
    }
  },
});
