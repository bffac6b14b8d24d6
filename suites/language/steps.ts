import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operation.js';
import { droppable } from '../droppable.js';
import { addressings } from '../records/addressed.js';

/** One request of those that are made of a record, or of its like. */
export type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly by: Addressing }
  | { readonly kind: 'update'; readonly by: Addressing; readonly verb: UpdateVerb }
  | { readonly kind: 'delete'; readonly by: Addressing; readonly isLast: boolean };

function stepsOf(collection: Collection): readonly Step[] {
  const ways = addressings(collection);
  return [
    { kind: 'list' },
    ...ways.flatMap((by): Step[] => [
      { kind: 'read', by },
      ...updateVerbs.map((verb) => ({ kind: 'update', by, verb }) as const),
    ]),
    ...ways.map((by): Step => ({ kind: 'delete', by, isLast: by === ways.at(-1) })),
  ];
}

/** All of them; when shrunk, those that matter. */
export const anySteps = (collection: Collection): Arbitrary<readonly Step[]> =>
  droppable(stepsOf(collection).map((step) => fc.constant(step)));
