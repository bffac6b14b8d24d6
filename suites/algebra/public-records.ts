import type { World, WorldRecord } from '../../target/world/world.js';
import { isInView } from '../lists/ground.js';
import { isPublished } from '../model/status.js';

/** Whether a record is known not to be protected: one that was found and shows no description may be. */
const isUnprotected = ({ ref, complete, payload }: WorldRecord): boolean =>
  payload.password === undefined && (complete || ref.ref !== 'events' || payload.description !== undefined);

/** The records on which relations are judged: those that no list hides by their status or by their nature. */
export const isPublic =
  (world: World) =>
  (record: WorldRecord): boolean =>
    isInView(world)(record) &&
    isPublished(record, world) === 'in' &&
    record.payload.hide_from_listings !== true &&
    isUnprotected(record);
