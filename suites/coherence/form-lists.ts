import fc, { type Arbitrary } from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { isRefused } from '../../wire/status.js';
import { linkedEvent } from '../arbitraries/linked-event.js';
import { expectCreated, expectFields, expectFound, shows } from '../expect/expect-shown.js';

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

/** In a form every value is a text, and any text counts as true where it is not read. */
const off = { featured: false, sticky: false, hide_from_listings: false };

/** Creates an event by a form, with flags that are off unless the target refuses the words for them. */
async function createByForm(calendar: Calendar, event: Payload): Promise<Made> {
  const flagged = await calendar.create('events', { ...event, ...off }, { form: true });
  const written = isRefused(flagged.exchange) ? await calendar.create('events', event, { form: true }) : flagged;
  if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses forms');
  return expectCreated(calendar, written);
}

/** Expects no flag that was sent as false to be on. */
function expectOff(
  calendar: Calendar,
  { body }: Made,
  { exchange, ...shown }: Shown & { readonly exchange: Exchange },
): void {
  const sent = Object.keys(off).filter((name) => body[name] === false);
  const on = sent.find((field) => shows({ calendar, shown, field, sent: true }));
  expectThat(on === undefined, () => ({
    kind: 'value',
    expected: `${on} false, as the form says`,
    observed: 'true',
    exchange,
    about: { field: shownFieldId('events', on ?? '') },
  }));
}

/**
 * Where a form is taken at all, a list in it is a list: one with one of two values was read as something else. Its texts
 * are decoded once, and a flag in it may be false.
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
    'Of an event that is sent as a form and accepted, no list of two is stored as one, and no false flag as true; texts are decoded once.',
  cost: 6,
  given: (world) => fc.record({ event: linkedEvent(world), organizer: coded(world) }),
  arrange: ({ calendar }, { event }) => createByForm(calendar, event),
  async check({ calendar }, { organizer }, made) {
    if (!calendar.profile.lacks.has('organizers.create')) await expectDecodedOnce(calendar, organizer);
    const found = await expectFound(calendar, 'events', byId(made));
    expectOff(calendar, made, found);
    const { exchange, ...shown } = found;
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
