import type { Arbitrary } from 'fast-check';
import { notTaken } from '../../adapter/profile/request-body-forms.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { changes, type FieldChoice, isChangeable } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';

/**
 * An update that a conforming target must accept.
 * @throws NotTaken where the target takes nothing in any of the fields, WorldLacks where no value of them is known
 */
export function changesOf(world: World, collection: Collection, choice: FieldChoice): Arbitrary<Payload> {
  const resource = resourceOf(collection);
  if (isChangeable(resource, world, choice)) return changes(resource, world, choice);
  const names = choice.only ?? Object.keys(resource.fields);
  const [refused] = names.flatMap((name) => notTaken(world.profile.bodyForms, collection, name) ?? []);
  throw refused ?? new WorldLacks(`no value of ${names.join(' or ')} of ${collection} is known to be taken`);
}
