import type { Collection } from '../../../contract/resources.js';
import { isGranted, statusOf } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';

/** Writes that reach records of some collections, whichever of them they are addressed under. */
interface AnyKind extends Pick<Fault, 'id' | 'neighbours' | 'statement'> {
  readonly kind: 'update' | 'delete';
  readonly of: readonly Collection[];
  /** Where only the addresses of one collection reach the others: that collection. */
  readonly at?: Collection;
}

const all: readonly AnyKind[] = [
  {
    id: 'posts.delete.any-kind',
    neighbours: ['event.delete', 'venue.delete', 'organizer.delete', 'address.id'],
    statement: 'A DELETE by id of an event, a venue or an organizer deletes whichever of these has the id.',
    kind: 'delete',
    of: ['events', 'venues', 'organizers'],
  },
  {
    id: 'terms.update.any-kind',
    neighbours: ['category.update', 'tag.update', 'address.id'],
    statement: 'An update by id of a category or a tag writes to whichever of these has the id.',
    kind: 'update',
    of: ['categories', 'tags'],
  },
  {
    id: 'tags.delete.any-term',
    neighbours: ['tag.delete', 'address.id'],
    statement: 'A DELETE of a tag with the id of a category deletes the category.',
    kind: 'delete',
    of: ['categories', 'tags'],
    at: 'tags',
  },
];

/** One table holds records of several kinds, and the kind is looked at when it is read. */
export const kindlessWrites: readonly Fault[] = all.map(({ kind, of, at, ...said }) => ({
  ...said,
  clause: 'coherence.other-records',
  create: (_, view) =>
    interceptOperations(view, inEach(at ? [at] : of, { kind, addressing: 'id' }), async (call, next) => {
      const outcome = await next(call.request);
      if (statusOf(outcome) !== 404) return outcome;
      for (const other of of.filter((one) => one !== call.collection)) {
        const reached = await next({ ...call.request, target: call.at(`/${other}/${call.address}`) });
        if (isGranted(reached)) return reached;
      }
      return outcome;
    }),
}));
