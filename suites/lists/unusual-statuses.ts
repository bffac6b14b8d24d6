import { Inconclusive } from '../../harness/errors.js';
import type { World } from '../../target/world/world.js';

/** Statuses that the target shows, but not of records that were sent without any. */
export function unusualStatuses({ accepted, records }: World): readonly string[] {
  const usual = records.filter(({ payload: { status } }) => status === undefined).map(({ status }) => status);
  return accepted.status.filter((status) => !usual.includes(status));
}

/** The same where there are any. @throws CannotTell where there are none */
export function someUnusualStatuses(world: World): readonly string[] {
  const unusual = unusualStatuses(world);
  if (unusual.length === 0) throw new Inconclusive('no status is known besides the one that records have by default');
  return unusual;
}
