import type { Ref } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import type { Calendar } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { expectSelection, type SelectionCheck } from '../expect-selection.js';

/** Statuses that say that nothing is there. */
const GONE = [404, 410];

/**
 * Judges what was read of a list. A record that was found on the target is somebody else's, who may delete it at any
 * time: where a list lacks only what is not there by its id either, this throws CannotTell.
 */
export async function expectWhileThere(calendar: Calendar, check: SelectionCheck): Promise<void> {
  try {
    expectSelection(check);
  } catch (found) {
    const gone = found instanceof Deviation ? await goneOf(calendar, check) : [];
    if (gone.length === 0) throw found;
    const must = check.selection.must.filter((ref) => !gone.includes(ref));
    expectSelection({ ...check, selection: { ...check.selection, must } });
    throw new Inconclusive('somebody else deleted a record that the list had to hold');
  }
}

/** What a list had to hold and lacks, of that which was found on the target, and is there no more. */
async function goneOf(
  calendar: Calendar,
  { world, collection, items, selection }: SelectionCheck,
): Promise<readonly Ref[]> {
  const present = new Set(items.map(({ id }) => id));
  const gone: Ref[] = [];
  for (const ref of selection.must) {
    const { id, listed } = world.record(ref);
    if (listed !== true || present.has(id)) continue;
    const { outcome } = await calendar.read(collection, byId({ id }));
    if (outcome.kind === 'response' && GONE.includes(outcome.response.status)) gone.push(ref);
  }
  return gone;
}
