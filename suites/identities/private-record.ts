import fc from 'fast-check';
import { permissionOf } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused, statusOf } from '../../wire/status.js';
import { anyDraft } from '../arbitraries/any-record.js';
import { expectCreated } from '../expect/expect-shown.js';
import { isKeptOut, slugged, weakerIdentity } from './weaker-identity.js';

/** No word of the interface says what a status means, but the name of this one does. */
export const hidesPrivate = requirement({
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.records.private',
  operations: slugged.map((collection) => `${collection}.read` as const),
  needs: ['identity.hidden', 'accepted.status', 'events.create', 'venues.create', 'organizers.create'],
  statement: 'Where drafts are refused to a user, so are records with the status private.',
  cost: 3,
  given: (world) =>
    fc.record({ name: weakerIdentity(world, isKeptOut), draft: anyDraft(world, { among: [...slugged] }) }),
  async arrange({ calendar }, { draft: { collection, body } }) {
    const written = await calendar.create(collection, { ...body, status: 'private' });
    if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses the status private');
    return expectCreated(calendar, written);
  },
  async check({ as }, { name }, { collection, id }) {
    const exchange = await as(name).read(collection, byId({ id }));
    expectThat(permissionOf(exchange) !== 'granted', {
      kind: 'status',
      expected: `${collection}/${id}, which is private, to be refused to ${name}`,
      observed: `${statusOf(exchange)}`,
      exchange,
    });
  },
});
