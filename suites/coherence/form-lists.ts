import { idsIn } from '../../adapter/reading/agreement.js';
import { byId } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { relations } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { linkedEvent } from '../arbitraries/linked-event.js';

/** Where a form is taken at all, a list in it is a list: one with one of two values was read as something else. */
export const keepsListsOfForms: CalendarRequirement = requirement({
  id: 'events.create.form-lists',
  level: 'MUST',
  effects: 'writes',
  operations: ['events.create'],
  needs: ['events.create', 'events.read'],
  clause: 'coherence.kept-write',
  profile: 'coherence',
  statement: 'A list of two in an event that is sent as a form and accepted is not stored as one of the two.',
  cost: 3,
  given: linkedEvent,
  async arrange({ calendar }, body) {
    const written = await calendar.create('events', body, { form: true });
    if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses forms');
    return expectCreated(calendar, written);
  },
  async check({ calendar }, _, made) {
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
