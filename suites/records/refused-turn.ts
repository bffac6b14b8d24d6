import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { updateVerbs } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { violate } from '../../generators/malformed.js';
import { changes } from '../../generators/payload.js';
import { violations } from '../../generators/violations.js';
import type { World } from '../../target/world/world.js';
import { addressings } from './addressed.js';
import { TEXT } from './shares.js';
import type { Refused } from './turn.js';

/** An update with a description, and one thing wrong with another field: by any verb, at any address. */
export function refused(collection: Collection, world: World): Arbitrary<Refused> {
  const { label } = resourceOf(collection);
  const view = addressings(collection).at(-1) ?? 'id';
  const wrong = violations(resourceOf(collection)).filter(
    ({ kind, field }) => kind !== 'missing' && ![label, TEXT, 'slug'].includes(field),
  );
  return fc
    .record({
      verb: fc.constantFrom(...updateVerbs),
      by: fc.constantFrom(...addressings(collection)),
      text: changes(resourceOf(collection), world, { only: [TEXT] }),
      wrong: fc.constantFrom(...wrong),
    })
    .map((one) => ({
      ...one,
      kind: 'refused',
      view,
      change: violate(one.text, one.wrong),
      violation: one.wrong.label,
    }));
}
