import fc from 'fast-check';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { toWireId } from '../../target/calendar.js';
import { wasGranted } from '../../target/rights.js';
import { requirement } from '../../target/subject.js';
import { unlisting } from '../any-draft.js';
import { expectHandled } from '../expect-handled.js';
import { makeHidden, requireHidden } from './hidden-record.js';
import { hidingStatuses, weakerIdentity } from './who.js';

/** Whoever may not see a venue does not get to see it by linking to it: all that is answered is searched for it. */
export const linksInVain = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.create-links',
  operations: ['events.create'],
  needs: ['identity.author', 'identity.hidden', 'accepted.status', 'venues.create'],
  statement: 'Who is refused a venue by its id is not told of it by the event that they create with a link to it.',
  cost: 5,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, (one) => wasGranted(one, 'events.create')),
      statuses: hidingStatuses(world),
      venue: payload(resourceOf('venues'), world, { omit: unlisting }),
      event: payload(resourceOf('events'), world, { omit: [...unlisting, 'venue'] }),
    }),
  arrange: ({ calendar }, { statuses, venue }) => makeHidden(calendar, { collection: 'venues', body: venue, statuses }),
  async check(subject, { name, event }, record) {
    await requireHidden(subject, name, record);
    const linking = { ...event, venue: [toWireId(record.id)] };
    const { exchange } = await subject.as(name).create('events', linking);
    expectHandled(exchange, 'a create that links to what may not be seen');
  },
});
