import fc from 'fast-check';
import { OWN_PASSWORD } from '../../adapter/ownership/discard.js';
import { byId, bySlug } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { ANONYMOUS } from '../../wire/client/authentication.js';
import type { Exchange } from '../../wire/exchange.js';
import { isDenied, isGranted, statusOf } from '../../wire/status.js';
import { slugIfShown } from '../expect/record-address.js';
import {
  expectHiddenAfter,
  expectKept,
  expectNotFoundBy,
  expectShut,
  type Guarded,
  readWith,
  shows,
} from '../service/password-update.js';
import { anonymousBeside, weakerIdentity } from './weaker-identity.js';

const LATER_PASSWORD = '700000e6';

/** Whoever may edit an event may see it; what protects it from others does so at every address or at none. */
export const hidesProtectedByUpdate = requirement({
  level: 'MUST',
  clause: 'coherence.denied-everywhere',
  alsoCovers: ['event.password'],
  profile: 'coherence',
  effects: 'writes',
  id: 'identities.events.protected-by-update',
  operations: ['events.update.patch', 'events.read', 'events.by-slug.read', 'events.list'],
  needs: ['identity.weaker', 'events.create', 'events.read', 'events.update.patch'],
  statement:
    'An event that an update with a password hides from a user opens to them with one such password alone, also after later updates; one open by ID is open by slug.',
  cost: 6,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world),
      body: requiredOnly(resourceOf('events'), world),
      secret: fc.stringMatching(/^[a-z]{12}$/),
    }),
  async arrange({ calendar, as }, { name, body, secret }) {
    const made = await calendar.make('events', { ...body, description: `Behind the curtain: ${secret}.` });
    await calendar.update('events', byId(made), 'PATCH', { password: OWN_PASSWORD });
    return { calendar: as(name), made, secret };
  },
  async check({ calendar, as, world }, { name }, guarded) {
    const read = await readWith(guarded);
    if (isOpen(guarded, read)) return expectOpenBySlug(guarded, read);
    if (!isOpen(guarded, await readWith(guarded, OWN_PASSWORD)))
      throw new DoesNotApply('its password does not open the event');
    // What an update does not send stays as it is; where it needs the password, it is refused.
    await calendar.update('events', byId(guarded.made), 'PATCH', { website: 'https://example.org/again' });
    await expectShut(guarded);
    await expectHiddenAfter(guarded);
    // Services let users search what they do not show them.
    for (const nobody of name === ANONYMOUS ? [name] : anonymousBeside(world, name))
      await expectUnsearched({ ...guarded, calendar: as(nobody) });
    try {
      const changed = await calendar.update('events', byId(guarded.made), 'PATCH', { password: LATER_PASSWORD });
      if (isGranted(changed.exchange)) await expectOneOpens(guarded);
    } finally {
      // Clean-up knows that one.
      await calendar.update('events', byId(guarded.made), 'PATCH', { password: OWN_PASSWORD });
    }
  },
});

/** Expects an event that is hidden from somebody not to be found by them either. */
async function expectUnsearched(guarded: Guarded): Promise<void> {
  if (!isOpen(guarded, await readWith(guarded))) await expectNotFoundBy(guarded);
}

/** Whether a password that is sent to a protected event is a new one is open: expects it or the former one to open it. */
async function expectOneOpens(guarded: Guarded): Promise<void> {
  const exchange = await readWith(guarded, LATER_PASSWORD);
  const former = await readWith(guarded, OWN_PASSWORD);
  if (isOpen(guarded, exchange)) return expectKept(guarded, former, 'with a former password');
  const expected = 'a GET with the later password, or with the former one, to show the description';
  const observed = `${statusOf(exchange)} and ${statusOf(former)} without it`;
  expectThat(isOpen(guarded, former), { kind: 'status', expected, observed, exchange });
}

const isOpen = ({ secret }: Guarded, read: Exchange): boolean => isGranted(read) && shows(read, secret);

/** Expects an event that a GET by id shows to be no less open by slug. */
async function expectOpenBySlug({ calendar }: Guarded, read: Exchange): Promise<void> {
  const shown = calendar.lens.recordIfAny('events', read);
  const slug = shown && slugIfShown(calendar, shown);
  if (slug === undefined)
    throw new DoesNotApply('an update with a password hides no event, and a GET shows no slug of it');
  const exchange = await calendar.read('events', bySlug(slug));
  const [expected, observed] = ['a GET by slug to show the event, as a GET by id does', `${statusOf(exchange)}`];
  expectThat(!isDenied(exchange), { kind: 'status', expected, observed, exchange });
}
