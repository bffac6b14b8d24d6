import type { Fault } from '../../fault.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { forOthers, open, uncheckedForUsers } from './confused-deputy.js';

const denied = { clause: 'coherence.denied-everywhere' } as const;

/** One kind of record for which somebody forgot a check that all others have, or has one too many. */
export const loneRights: readonly Fault[] = [
  {
    ...denied,
    id: 'tags.create.open',
    statement: 'A create of a tag is granted to whoever is not logged in.',
    create: forOthers([{ id: 'tags.create' }], open),
  },
  {
    ...denied,
    id: 'venues.create.unchecked-for-users',
    level: 'SHOULD',
    statement: 'A create of a venue is granted to every logged-in identity.',
    create: forOthers([{ id: 'venues.create' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'venues.update.open',
    statement: 'Every update of a venue is granted to whoever is not logged in.',
    create: forOthers([{ kind: 'update', collection: 'venues' }], open),
  },
  {
    ...denied,
    id: 'organizers.delete.unchecked-for-users',
    statement: 'A DELETE of an organizer is granted to every logged-in identity.',
    create: forOthers([{ kind: 'delete', collection: 'organizers' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'organizers.by-slug.update.patch.unchecked-for-users',
    neighbours: ['coherence.refused-write'],
    statement: 'A PATCH of an organizer by its slug is granted to every logged-in identity.',
    create: forOthers([{ id: 'organizers.by-slug.update.patch' }], uncheckedForUsers),
  },
  {
    id: 'organizers.delete.refused-to-others',
    clause: 'coherence.siblings',
    level: 'SHOULD',
    statement: 'A DELETE of an organizer is refused to every identity with fewer rights, also where it may update it.',
    create: forOthers([{ kind: 'delete', collection: 'organizers' }], () => async () => toRefusal(403)),
  },
];
