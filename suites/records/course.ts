import type { Collection } from '../../contract/field.js';
import type { World } from '../../target/world/world.js';
import { addressingsOn } from './addressed.js';
import type { Granted } from './turn.js';

/** Where one of several updates is sent and looked for, and what is special about it. */
export interface PlannedUpdate extends Pick<Granted, 'by' | 'view' | 'ownSlug'> {
  /** Which of the three turns at this address it is. */
  readonly nth: number;
  readonly renames: boolean;
  /** By slug, the verb does that did not by id. */
  readonly describes: boolean;
  /** Whether an update that is refused comes before it. */
  readonly refusal: boolean;
}

const plain = { renames: false, describes: false, ownSlug: false, refusal: false };

/**
 * Each address is written to after itself and after the other, and read after itself and after the other. The first turn
 * renames the record; its description comes and stays away, so that each must outlive a turn.
 */
const bothAddresses: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, view: 'list', renames: true, describes: true },
  { ...plain, by: 'slug', nth: 0, view: 'id' },
  { ...plain, by: 'slug', nth: 1, view: 'slug' },
  { ...plain, by: 'id', nth: 1, view: 'slug', refusal: true },
  { ...plain, by: 'id', nth: 2, view: 'slug', describes: true, ownSlug: true },
  { ...plain, by: 'slug', nth: 2, view: 'list' },
];

const idAlone: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, view: 'id', renames: true, describes: true },
  { ...plain, by: 'id', nth: 1, view: 'id' },
  { ...plain, by: 'id', nth: 2, view: 'list', describes: true, ownSlug: true },
];

/** The stops at which a record of a collection is updated, in order. */
export const updatePlanOf = ({ profile }: World, collection: Collection): readonly PlannedUpdate[] =>
  addressingsOn(profile, collection).includes('slug') ? bothAddresses : idAlone;
