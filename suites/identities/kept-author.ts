import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { isEmpty } from '../../adapter/notation/shown-values.js';
import { wasGranted } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { expectFound } from '../expect/expect-shown.js';
import { type Appearance, expectAlike, fieldIn, isShownBy } from '../expect/shown-in.js';
import { weakerIdentity } from './weaker-identity.js';

/** Whoever corrects an event does not become its author. */
export const keepsAuthor = requirement({
  level: 'MUST',
  clause: 'event.field.author',
  alsoCovers: ['event.update'],
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.author-kept',
  operations: ['events.create', 'events.update.patch', 'events.read'],
  needs: ['identity.author', 'events.create', 'events.update.patch'],
  statement: "A PATCH by another user that sends no author leaves the event's author unchanged.",
  cost: 4,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, (one) => wasGranted(one, 'events.create')),
      event: requiredOnly(resourceOf('events'), world),
    }),
  async arrange({ calendar, as }, { name, event }) {
    const made = await as(name).make('events', event);
    const created = { where: 'the create', shown: made.shown, exchange: made.exchange };
    const before = showsAuthor(calendar, created) ? created : await itemOf(calendar, made, 'the item before the PATCH');
    if (!showsAuthor(calendar, before)) throw new DoesNotApply('the target shows no author of an event');
    return { made, before };
  },
  async check({ calendar }, { name }, { made, before }) {
    const change = { description: `Corrected ${MARK}` };
    const { exchange } = await calendar.update('events', byId(made), 'PATCH', change);
    expectSuccess(exchange, `a PATCH of an event that ${name} created`);
    expectAlike(calendar, before, await itemOf(calendar, made, 'the item after the PATCH'), ['author']);
  },
});

const showsAuthor = (calendar: Calendar, { shown }: Appearance): boolean =>
  isShownBy(calendar, shown, 'author') && !isEmpty(fieldIn(calendar, shown, 'author'));

async function itemOf(calendar: Calendar, made: Made, where: string): Promise<Appearance> {
  const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
  return { where, shown, exchange };
}
