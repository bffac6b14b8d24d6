import fc from 'fast-check';
import { permissionOf } from '../../adapter/profile/rights.js';
import { byId } from '../../adapter/reading/paths.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused, statusOf } from '../../wire/status.js';
import { unlisting } from '../arbitraries/any-record.js';
import { expectCreated, expectFound } from '../expect/expect-shown.js';
import { isKeptOut, weakerIdentity } from './weaker-identity.js';

/** No word of the interface says what a status means, but the name of this one does. */
export const hidesPrivate = requirement({
  level: 'SHOULD',
  clause: 'coherence.denied-everywhere',
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.private',
  operations: ['events.read'],
  needs: ['identity.hidden', 'accepted.status', 'events.create', 'events.read'],
  statement: 'Where some events are refused to a user, so are those with the status private.',
  cost: 4,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world, isKeptOut),
      body: payload(resourceOf('events'), world, { omit: unlisting }),
    }),
  async arrange({ calendar }, { body }) {
    const written = await calendar.create('events', { ...body, status: 'private' });
    if (isRefused(written.exchange)) throw new DoesNotApply('the target refuses the status private');
    const { id } = expectCreated(calendar, written);
    const { exchange: _, ...shown } = await expectFound(calendar, 'events', byId({ id }));
    const status = calendar.lens.fact('events', 'status') && calendar.lens.field(shown, 'status');
    if (status !== 'private') throw new DoesNotApply(`the target makes another status of private: ${toText(status)}`);
    return { id };
  },
  async check({ as }, { name }, { id }) {
    const exchange = await as(name).read('events', byId({ id }));
    expectThat(permissionOf(exchange) !== 'granted', {
      kind: 'status',
      expected: `events/${id}, which is private, to be refused to ${name}`,
      observed: `${statusOf(exchange)}`,
      exchange,
    });
  },
});
