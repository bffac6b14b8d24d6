import fc from 'fast-check';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { expectSuccess } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { requirement } from '../../target/subject.js';
import { expectHandled } from '../expect-handled.js';
import { expectField } from '../expect-shown.js';
import { publicRecord } from '../records/specimens.js';
import { protectedEvent, protectedKey } from './protected-event.js';

const taken = { level: 'MUST', clause: 'event.password', profile: 'core' } as const;

/** The password of a protected event opens it. */
export const opensWithPassword = requirement({
  ...taken,
  id: 'events.read.password',
  operations: ['events.read'],
  needs: ['events.read', 'provisioned.protected-event'],
  effects: 'reads',
  statement: 'A GET of a protected event with its password shows its description.',
  cost: 1,
  runs: 2,
  given: (world) => fc.record({ key: protectedKey(world) }),
  async check({ calendar, world }, { key }) {
    const { id, event, password, via } = protectedEvent(world, key);
    const query = [['password', password]] as const;
    const exchange = await calendar.send({ method: 'GET', path: `/events/${id}`, query, via });
    expectSuccess(exchange, 'a GET with the password of the event');
    const shown = calendar.lens.record('events', exchange);
    const sent = String(event.description);
    expectField({ calendar, shown, field: 'description', sent, where: 'the answer', exchange });
  },
});

/** An event that is not protected is not harder to read with a password. */
export const readsWithNeedlessPassword = requirement({
  ...taken,
  id: 'events.read.needless-password',
  operations: ['events.read'],
  needs: ['events.read', 'events.create'],
  effects: 'reads',
  statement: 'A GET of an event that is not protected is answered all the same with a password.',
  cost: 1,
  given: (world) => publicRecord(world, 'events'),
  async check({ calendar }, event) {
    const path = `/events/${calendar.idOf(event)}`;
    const exchange = await calendar.send({ method: 'GET', path, query: [['password', 'needless']] });
    expectSuccess(exchange, 'a GET with a needless password');
  },
});

const PASSWORD = 'needless-9';

/** The other operations by id take a password, whether it is ignored, set or refused (reading `password.body`). */
export const writesWithNeedlessPassword = requirement({
  ...taken,
  id: 'events.update.needless-password',
  operations: ['events.update.post', 'events.update.put', 'events.update.patch', 'events.delete'],
  needs: ['events.create', 'events.delete'],
  effects: 'writes',
  statement: 'An event that is sent a password, whatever that does to it, can be deleted with that password.',
  cost: 6,
  given: (world) => requiredOnly(resourceOf('events'), world),
  arrange: ({ calendar }, body) => calendar.make('events', body),
  async check({ calendar }, body, made) {
    // Sent before anything is judged: an event that got a password is only deleted with it.
    const updates = [];
    for (const verb of updateVerbs) {
      updates.push(await calendar.update('events', byId(made), verb, { ...body, password: PASSWORD }));
    }
    const query = [['password', PASSWORD]] as const;
    const deletion = await calendar.send({ method: 'DELETE', path: `/events/${made.id}`, query });
    for (const { exchange } of updates) expectHandled(exchange, 'an update with a password');
    expectSuccess(deletion, 'a DELETE with the password of the event');
  },
});
