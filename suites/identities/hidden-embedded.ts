import fc from 'fast-check';
import { relations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { toWireId } from '../../target/calendar.js';
import { narrow } from '../../target/narrow.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { anyDraft, unlisting } from '../any-draft.js';
import { expectHandled } from '../expect-handled.js';
import { makeHidden, requireHidden } from './hidden-record.js';
import { hidingStatuses, isKeptOut, weakerIdentity } from './who.js';

/** What is refused by its id is not told by what is linked to it either: all that is answered is searched for it. */
export const hidesEmbedded = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.places.hidden-embedded',
  operations: ['events.read', 'events.list'],
  needs: ['identity.hidden', 'accepted.status', 'venues.create', 'organizers.create', 'events.create'],
  statement: 'Who is refused a venue or an organizer by its id is not told of it by the events that link to it.',
  cost: 7,
  runs: 2,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, isKeptOut),
      statuses: hidingStatuses(world),
      draft: anyDraft(world, { among: ['venues', 'organizers'] }),
      event: payload(resourceOf('events'), world, { omit: [...unlisting, ...relations] }),
    }),
  async arrange({ calendar }, { statuses, draft: { collection, body }, event }) {
    const record = await makeHidden(calendar, { collection, body, statuses });
    const relation = collection === 'venues' ? 'venue' : 'organizer';
    const linked = await calendar.make('events', { ...event, [relation]: [toWireId(record.id)] });
    return { record, linked };
  },
  async check(subject, { name }, { record, linked }) {
    await requireHidden(subject, name, record);
    const other = subject.as(name);
    const around = narrow('events', linked.body, other.profile);
    for (const exchange of [await other.read('events', byId(linked)), await other.list('events', around)])
      expectHandled(exchange, 'a read of an event that links to it');
  },
});
