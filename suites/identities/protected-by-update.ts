import fc from 'fast-check';
import { OWN_PASSWORD } from '../../adapter/ownership/discard.js';
import { byId } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { isGranted } from '../../wire/status.js';
import { expectHiddenAfter, expectShut, isHidden, readWith, shows } from '../service/password-update.js';
import { weakerIdentity } from './weaker-identity.js';

/** Whoever may edit an event may see it; what protects it from others does so wherever they look. */
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
    'An event that an update with a password hides from another user is shown to them with that password alone, by slug and in lists too.',
  cost: 5,
  given: (world) =>
    fc.record({
      name: weakerIdentity(world),
      body: requiredOnly(resourceOf('events'), world),
      secret: fc.stringMatching(/^[a-z]{12}$/),
    }),
  async arrange({ calendar, as }, { name, body, secret }) {
    const made = await calendar.make('events', { ...body, description: `Behind the curtain: ${secret}.` });
    const guarded = { calendar: as(name), made, secret };
    const before = await readWith(guarded);
    if (!isGranted(before) || !shows(before, secret)) throw new DoesNotApply(`${name} is shown no event that was made`);
    await calendar.update('events', byId(made), 'PATCH', { password: OWN_PASSWORD });
    if (!isHidden(guarded, await readWith(guarded))) throw new DoesNotApply('an update with a password hides no event');
    return guarded;
  },
  async check(_, { secret }, guarded) {
    await expectShut(guarded);
    const opened = await readWith(guarded, OWN_PASSWORD);
    if (!isGranted(opened) || !shows(opened, secret)) throw new DoesNotApply('its password does not open the event');
    await expectHiddenAfter(guarded);
  },
});
