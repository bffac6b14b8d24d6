import type { Fault } from '../../fault.js';
import { isGranted } from '../../../wire/status.js';
import { createConfusedDeputy } from '../../intercept/confused-deputy.js';
import { interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { credentialsOf, recordNow } from '../../intercept/record-lookup.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { type ActFor, forOthers, open, unchecked, uncheckedForUsers } from './acting-for-others.js';

const denied = { clause: 'coherence.denied-everywhere' } as const;

/** Takes whoever has created a record for the author of any: what such a user is denied at one address is done. */
const uncheckedForAuthors: ActFor = (privileged) => {
  const authors = new Set<string>();
  return async (call, next) => {
    const name = JSON.stringify(credentialsOf(call.request));
    if (call.operation.kind !== 'create')
      return authors.has(name) ? unchecked(privileged)(call, next) : next(call.request);
    const outcome = await next(call.request);
    if (isGranted(outcome)) authors.add(name);
    return outcome;
  };
};

/** Whoever updates an organizer becomes its author, and the one that it had may not update it any more. */
const takesAuthorship: Fault = {
  id: 'organizers.update.takes-authorship',
  clause: 'organizer.update',
  statement: 'Once another user has updated an organizer, whoever made it is refused further updates.',
  create(_, view) {
    const privileged = createConfusedDeputy(view);
    const taken = new Set<string>();
    const updates = [{ collection: 'organizers', kind: 'update' }] as const;
    const guarded = interceptOperations(view, updates, async (call, next) => {
      const record = await recordNow(view, call, next);
      const id = record && view.id('organizers', record);
      const isAnother = privileged.isAnother(call.request);
      if (id !== undefined && isAnother && taken.has(id)) return toRefusal(403);
      const outcome = await next(call.request);
      if (id !== undefined && !isAnother && isGranted(outcome)) taken.add(id);
      return outcome;
    });
    return inTurn(privileged.watch, guarded);
  },
};

/** One kind of record for which somebody forgot a check that all others have, or has one too many. */
export const loneRights: readonly Fault[] = [
  takesAuthorship,
  {
    ...denied,
    id: 'tags.create.open',
    statement: 'A create of a tag is granted to whoever is not logged in.',
    create: forOthers([{ id: 'tags.create' }], open),
  },
  {
    ...denied,
    id: 'organizers.create.open',
    statement: 'A create of an organizer is granted to whoever is not logged in.',
    create: forOthers([{ id: 'organizers.create' }], open),
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
  ...(['venues', 'organizers'] as const).map(
    (collection): Fault => ({
      ...denied,
      id: `${collection}.by-slug.update.patch.unchecked-for-authors`,
      neighbours: ['coherence.refused-write'],
      statement: `A PATCH by slug of any record of ${collection} is granted to whoever has created one.`,
      create: forOthers([{ kind: 'create' }, { id: `${collection}.by-slug.update.patch` }], uncheckedForAuthors),
    }),
  ),
  {
    id: 'organizers.delete.refused-to-others',
    clause: 'coherence.siblings',
    level: 'SHOULD',
    statement: 'A DELETE of an organizer is refused to every identity with fewer rights, also where it may update it.',
    create: forOthers([{ kind: 'delete', collection: 'organizers' }], () => async () => toRefusal(403)),
  },
];
