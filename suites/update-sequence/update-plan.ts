import type { World } from '../../adapter/world/world.js';
import type { Addressing, UpdateVerb } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { addressingsOn } from '../expect/record-address.js';
import type { View } from './observe-record.js';

/** An update, and where the record is looked for afterwards. */
interface Sent {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly change: Payload;
  /** In turn: a service may keep a copy of the record for each. */
  readonly views: readonly View[];
}

/** One update of several. */
export interface Granted extends Sent {
  readonly kind: 'granted';
  /** It also sends back the slug that the record is shown with, as clients do that save all they were shown. */
  readonly ownSlug: boolean;
}

/** An update with one thing wrong, of which the record must not show anything. */
export interface Refused extends Sent {
  readonly kind: 'refused';
  /** Such as `author is not a number`. */
  readonly violation: string;
}

export type UpdateStep = Granted | Refused;

/** Where one of several updates is sent and looked for, and what is special about it. */
export interface PlannedUpdate extends Pick<Granted, 'by' | 'views' | 'ownSlug'> {
  /** Which of the three steps at this address it is. */
  readonly nth: number;
  readonly renames: boolean;
  /** By slug, the verb does that did not by id. */
  readonly describes: boolean;
  /** Whether an update that is refused comes before it. */
  readonly refusal: boolean;
}

const plain = { renames: false, describes: false, ownSlug: false, refusal: false };

const both = ['id', 'slug'] as const;

/**
 * Each address is written to after itself and after the other, and what was read before is read after most, in lists
 * after the first and the last. Between a second write by slug and the next by id, the record is not read by id, and the
 * other way round: a copy from before must not be written back. The first step renames the record; its description comes
 * and stays away, so that each must outlive a step.
 */
const bothAddresses: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, views: ['list', 'slug'], renames: true, describes: true },
  { ...plain, by: 'slug', nth: 0, views: both },
  { ...plain, by: 'slug', nth: 1, views: ['slug'] },
  { ...plain, by: 'id', nth: 1, views: both, refusal: true },
  { ...plain, by: 'id', nth: 2, views: ['id'], describes: true, ownSlug: true },
  { ...plain, by: 'slug', nth: 2, views: ['list', 'id'] },
];

/** The verb that leaves the description as it is sends it in a step of its own. */
const idAlone: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, views: ['id'], renames: true, describes: true },
  { ...plain, by: 'id', nth: 1, views: ['list'] },
  { ...plain, by: 'id', nth: 1, views: ['id'], describes: true },
  { ...plain, by: 'id', nth: 2, views: ['id'], describes: true, ownSlug: true },
];

/** The planned updates of a record of a collection, in order. */
export const updatePlanOf = ({ profile }: World, collection: Collection): readonly PlannedUpdate[] =>
  addressingsOn(profile, collection).includes('slug') ? bothAddresses : idAlone;
