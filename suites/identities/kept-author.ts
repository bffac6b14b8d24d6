import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { wasGranted } from '../../adapter/profile/rights.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { MARK } from '../../generators/wire-value.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { expectFound } from '../expect/expect-shown.js';
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
    const author =
      authorOf(calendar, made.shown) || authorOf(calendar, await expectFound(calendar, 'events', byId(made)));
    if (author === '') throw new DoesNotApply('the target shows no author of an event');
    return { made, author };
  },
  async check({ calendar }, { name }, { made, author }) {
    const change = { description: `Corrected ${MARK}` };
    const { exchange: correction } = await calendar.update('events', byId(made), 'PATCH', change);
    expectSuccess(correction, `a PATCH of an event that ${name} created`);
    const { exchange, ...shown } = await expectFound(calendar, 'events', byId(made));
    const observed = authorOf(calendar, shown);
    expectThat(observed === author, { kind: 'value', expected: `the author ${author}`, observed, exchange });
  },
});

const authorOf = ({ lens }: Calendar, shown: Shown): string =>
  lens.fact('events', 'author') ? toText(lens.field(shown, 'author')) : '';
