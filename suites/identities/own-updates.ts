import type { World } from '../../adapter/world/world.js';
import { type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Change } from '../arbitraries/every-field.js';
import { startOf } from '../arbitraries/in-turn.js';
import { addressingsOn } from '../expect/record-address.js';
import type { Granted } from '../update-sequence/update-plan.js';

/** An update, who sends it, and who reads the record afterwards. */
export interface OwnUpdate extends Pick<Granted, 'by' | 'views'> {
  readonly verb: UpdateVerb;
  readonly writer: 'owner' | 'default';
  readonly reader: 'owner' | 'default';
  /** Which values it sends. */
  readonly values: keyof Change;
  /** Before that the record stands beside one of the same name and times in a list: what goes astray goes there. */
  readonly movesTimes: boolean;
}

interface Place extends Pick<OwnUpdate, 'by' | 'views' | 'reader'>, Partial<Pick<OwnUpdate, 'writer'>> {
  /** Whether it is sent by the verb of the first at this address, which was granted if that is. */
  readonly isAgain?: true;
}

const bothAddresses: readonly Place[] = [
  { by: 'id', views: ['id'], reader: 'owner' },
  { by: 'slug', views: ['slug'], reader: 'owner' },
  { by: 'id', views: ['list'], reader: 'owner' },
  { by: 'slug', views: ['id'], reader: 'owner' },
  // Whoever corrects a record does not take it from its owner, who goes on.
  { by: 'id', views: ['id'], reader: 'default', writer: 'default' },
  { by: 'id', views: ['slug'], reader: 'default', isAgain: true },
];

const idAlone: readonly Place[] = [
  { by: 'id', views: ['list'], reader: 'owner' },
  { by: 'id', views: ['id'], reader: 'owner' },
  { by: 'id', views: ['id'], reader: 'default' },
];

/** Updates at each address by one verb after the other, with other values each time. */
export function ownUpdates(
  { profile }: Pick<World, 'profile'>,
  collection: Collection,
  turn: number,
): readonly OwnUpdate[] {
  const places = addressingsOn(profile, collection).includes('slug') ? bothAddresses : idAlone;
  return places.map(({ isAgain, ...place }, index) => {
    const nth = places.slice(0, index).filter(({ by }) => by === place.by).length;
    // By slug beginning with the second, so that the owner sends each.
    const at = isAgain ? 0 : nth + (place.by === 'slug' ? 1 : 0);
    return {
      writer: 'owner',
      ...place,
      // A PUT or a POST may reset what it does not send, and so the author.
      verb:
        (place.writer === undefined && updateVerbs[(startOf(collection) + turn + at) % updateVerbs.length]) || 'PATCH',
      values: index % 2 === 0 ? 'change' : 'base',
      movesTimes: index === places.length - 1,
    };
  });
}
