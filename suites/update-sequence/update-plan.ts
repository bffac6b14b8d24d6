import type { World } from '../../adapter/world/world.js';
import type { Addressing, UpdateVerb } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { addressingsOn } from '../expect/record-address.js';
import type { View } from './observe-record.js';

/** An update, and where it is looked for afterwards. */
interface Sent {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly change: Payload;
  readonly view: View;
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
export interface PlannedUpdate extends Pick<Granted, 'by' | 'view' | 'ownSlug'> {
  /** Which of the three steps at this address it is. */
  readonly nth: number;
  readonly renames: boolean;
  /** By slug, the verb does that did not by id. */
  readonly describes: boolean;
  /** Whether an update that is refused comes before it. */
  readonly refusal: boolean;
}

const plain = { renames: false, describes: false, ownSlug: false, refusal: false };

/**
 * Each address is written to after itself and after the other, and read after itself and after the other. The first step
 * renames the record; its description comes and stays away, so that each must outlive a step.
 */
const bothAddresses: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, view: 'list', renames: true, describes: true },
  { ...plain, by: 'slug', nth: 0, view: 'id' },
  { ...plain, by: 'slug', nth: 1, view: 'slug' },
  { ...plain, by: 'id', nth: 1, view: 'slug', refusal: true },
  { ...plain, by: 'id', nth: 2, view: 'slug', describes: true, ownSlug: true },
  { ...plain, by: 'slug', nth: 2, view: 'list' },
];

/** The verb that leaves the description as it is sends it in a step of its own. */
const idAlone: readonly PlannedUpdate[] = [
  { ...plain, by: 'id', nth: 0, view: 'id', renames: true, describes: true },
  { ...plain, by: 'id', nth: 1, view: 'id' },
  { ...plain, by: 'id', nth: 1, view: 'id', describes: true },
  { ...plain, by: 'id', nth: 2, view: 'list', describes: true, ownSlug: true },
];

/** The planned updates of a record of a collection, in order. */
export const updatePlanOf = ({ profile }: World, collection: Collection): readonly PlannedUpdate[] =>
  addressingsOn(profile, collection).includes('slug') ? bothAddresses : idAlone;
