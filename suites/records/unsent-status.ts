import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { resources, resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { NO_VISIBLE_RECORD, statusOf } from '../../wire/status.js';
import { expectField, expectFound, shows } from '../expect/expect-shown.js';
import { addressings, itemOperation, slugIfShown } from '../expect/record-address.js';
import { isShownBy, showsFields } from '../expect/shown-in.js';

/** Where a draft is changed: by its slug first, if it is found there. */
const addressesOf = (calendar: Calendar, made: Made): readonly Address[] => {
  const slug = slugIfShown(calendar, made.shown);
  return [...(slug === undefined ? [] : [bySlug(slug)]), byId(made)];
};

/** Changes the description of a draft. */
async function describe(calendar: Calendar, { collection }: Made, address: Address): Promise<void> {
  const { exchange } = await calendar.update(collection, address, 'PATCH', { description: `Another ${MARK}` });
  // A draft need not have an address but its id.
  if (address.by === 'slug' && NO_VISIBLE_RECORD.includes(statusOf(exchange))) return;
  expectSuccess(exchange, `a PATCH by ${address.by}`);
}

/** Whether a create made a draft, by its answer, or by the item where the answer does not show it: some answers show nothing. */
async function isDraft(calendar: Calendar, { collection, shown, ...made }: Made): Promise<boolean> {
  const isInAnswer = isShownBy(calendar, shown, 'status') && showsFields(calendar, shown);
  const decisive = isInAnswer ? shown : await expectFound(calendar, collection, byId(made));
  return (
    !isShownBy(calendar, decisive, 'status') || shows({ calendar, shown: decisive, field: 'status', sent: 'draft' })
  );
}

/** Who updates a draft does not publish it. */
export const keepsStatus = (collection: 'venues' | 'organizers'): CalendarRequirement => {
  const { singular } = resources[collection];
  const operations = addressings(collection).map((by) => itemOperation(collection, by, 'PATCH'));
  return requirement({
    id: `${collection}.update.status-kept`,
    level: 'MUST',
    clause: `${singular}.fields.optional-on-update`,
    alsoCovers: [`${singular}.field.status`],
    operations,
    profile: 'core',
    needs: [`${collection}.create`, `${collection}.read`, 'accepted.status', ...operations],
    effects: 'writes',
    statement: `A PATCH of a draft ${singular} that sends no status leaves it a draft, by slug and by id.`,
    cost: 5,
    given: (world) => requiredOnly(resourceOf(collection), world),
    async arrange({ calendar, world }, body) {
      if (!world.accepted.status.includes('draft')) throw new DoesNotApply('the target takes no drafts');
      const made = await calendar.make(collection, { ...body, status: 'draft' });
      if (!(await isDraft(calendar, made)))
        throw new DoesNotApply(`a create with status draft makes no draft of ${collection}`);
      return made;
    },
    async check({ calendar }, _, made) {
      for (const address of addressesOf(calendar, made)) await describe(calendar, made, address);
      const { exchange, ...shown } = await expectFound(calendar, collection, byId(made));
      if (!isShownBy(calendar, shown, 'status')) throw new DoesNotApply(`the target shows no status of ${collection}`);
      const where = 'the item after updates that send no status';
      expectField({ calendar, shown, field: 'status', sent: 'draft', where, exchange });
    },
  });
};
