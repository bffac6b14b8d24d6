import fc from 'fast-check';
import type { RawRequest } from '../../adapter/calendar/calendar.js';
import { requirement } from '../../adapter/subject.js';
import { expectSuccess } from '../../kernel/expectations.js';
import { publicRecord } from '../arbitraries/any-record.js';
import { expectOpen } from '../expect/expect-open.js';
import { expectField } from '../expect/expect-shown.js';
import { nearPasswords } from './near-passwords.js';
import { expectSecretKept, openedEvent, protectedEvent, protectedKey } from './protected-event.js';

const withheld = {
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  effects: 'reads',
  cost: 2,
} as const;

/** Ways to ask for an event by its id, none of which gives its password. */
const spellings = {
  plainly: (id: string) => ({ path: `/events/${id}` }),
  'with leading zeros': (id: string) => ({ path: `/events/000${id}` }),
  'with a trailing slash': (id: string) => ({ path: `/events/${id}/` }),
  'with an empty password': (id: string) => ({ path: `/events/${id}`, query: [['password', '']] }),
  'with a list of passwords': (id: string) => ({ path: `/events/${id}`, query: [['password[]', '']] }),
  'for editing': (id: string) => ({ path: `/events/${id}`, query: [['context', 'edit']] }),
} as const satisfies Record<string, (id: string) => Pick<RawRequest, 'path' | 'query'>>;

/** Without its password an event is refused or shown without what it protects, however and after whatever it is asked. */
export const hidesWithoutPassword = requirement({
  ...withheld,
  id: 'events.read.password-withheld',
  operations: ['events.read'],
  needs: ['events.read', 'provisioned.protected-event'],
  statement: 'A GET of a protected event without its password does not show its description.',
  runs: 6,
  given: (world) => fc.record({ key: protectedKey(world), asked: fc.constantFrom(...keysOf(spellings)) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, { asked }, event) {
    const { id, via } = event;
    expectSecretKept(await calendar.send({ method: 'GET', ...spellings[asked](id), via }), event);
  },
});

/** A wrong password is no better than none. */
export const hidesFromWrongPassword = requirement({
  ...withheld,
  id: 'events.read.password-wrong',
  operations: ['events.read'],
  needs: ['events.read', 'provisioned.protected-event'],
  statement: 'A GET of a protected event with a wrong password does not show its description.',
  runs: 4,
  given: (world) => fc.record({ key: protectedKey(world), mistake: fc.constantFrom(...keysOf(nearPasswords)) }),
  arrange: (subject, { key }) => openedEvent(subject, key),
  async check({ calendar }, { mistake }, event) {
    const { id, password, via } = event;
    const query = [['password', nearPasswords[mistake](password)]] as const;
    expectSecretKept(await calendar.send({ method: 'GET', path: `/events/${id}`, query, via }), event);
  },
});

const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(table) as Name[];

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
  needs: ['events.read'],
  effects: 'reads',
  statement: 'A GET of an unprotected event with a password succeeds.',
  cost: 1,
  given: (world) => publicRecord(world, 'events'),
  async arrange(subject, event) {
    if (!subject.world.record(event).complete) await expectOpen(subject, event);
  },
  async check({ calendar }, event) {
    const path = `/events/${calendar.idOf(event)}`;
    const exchange = await calendar.send({ method: 'GET', path, query: [['password', 'needless']] });
    expectSuccess(exchange, 'a GET with a needless password');
  },
});
