import { type ActFor, forOthers, isDenied, unchecked } from '../../deputy.js';
import type { Fault } from '../../fault.js';

const denied = { clause: 'coherence.denied-everywhere' } as const;

/** Carries out what was denied, and says that it was denied. */
const doneAllTheSame: ActFor =
  (deputy) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    if (isDenied(outcome)) await next(deputy.as(request));
    return outcome;
  };

/** Asks whether somebody is logged in, not what they may. */
const uncheckedForUsers: ActFor = (deputy) => (asked, next) => {
  const isUser = asked.request.headers.some(([name]) => name.toLowerCase() === 'authorization');
  return isUser ? unchecked(deputy)(asked, next) : next(asked.request);
};

const slugged = ['events', 'venues', 'organizers'] as const;
const bySlug = { addressing: 'slug' } as const;

/** Writes that are granted to whom they are denied elsewhere. */
export const identityWrites: readonly Fault[] = [
  {
    ...denied,
    id: 'records.update.put-unchecked',
    statement: 'A PUT by id is granted to everybody.',
    create: forOthers([{ kind: 'update', method: 'PUT', addressing: 'id' }], unchecked),
  },
  {
    ...denied,
    id: 'records.update.post-unchecked',
    statement: 'A POST on an item is granted to whoever is logged in.',
    create: forOthers([{ kind: 'update', method: 'POST', addressing: 'id' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'records.update.patch-unchecked',
    statement: 'A PATCH by id is granted to everybody.',
    create: forOthers([{ kind: 'update', method: 'PATCH', addressing: 'id' }], unchecked),
  },
  ...slugged.map(
    (collection): Fault => ({
      ...denied,
      id: `${collection}.by-slug.update.unchecked`,
      statement: `An update of ${collection} by slug is granted to everybody.`,
      create: forOthers([{ kind: 'update', collection, ...bySlug }], unchecked),
    }),
  ),
  {
    ...denied,
    id: 'records.by-slug.delete.unchecked',
    statement: 'A DELETE by slug is granted to everybody.',
    create: forOthers([{ kind: 'delete', ...bySlug }], unchecked),
  },
  {
    ...denied,
    id: 'records.delete.id-unchecked',
    statement: 'A DELETE by id is granted to whoever is logged in.',
    create: forOthers([{ kind: 'delete', addressing: 'id' }], uncheckedForUsers),
  },
  {
    ...denied,
    id: 'records.delete.unchecked',
    statement: 'A DELETE is granted to everybody, whatever else they may.',
    create: forOthers([{ kind: 'delete' }], unchecked),
  },
  {
    id: 'records.update.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'An update that is denied is carried out all the same.',
    create: forOthers([{ kind: 'update' }], doneAllTheSame),
  },
  {
    id: 'records.delete.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'A DELETE that is denied is carried out all the same.',
    create: forOthers([{ kind: 'delete' }], doneAllTheSame),
  },
  {
    id: 'records.create.denied-and-done',
    clause: 'coherence.refused-write',
    statement: 'A create that is denied is carried out all the same.',
    create: forOthers([{ kind: 'create' }], doneAllTheSame),
  },
];
