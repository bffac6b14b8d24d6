import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import type { Browsed } from '../../target/browse.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';

/** The records that were read, in an order that does not depend on that of the list, and how many each page tells of. */
function standOf(read: Browsed | ShownPage): string {
  const members = [...new Set(read.items.map(({ id }) => id))].toSorted();
  const pages = 'pages' in read ? read.pages : [read];
  return [...members, ...pages.map(({ total, totalPages }) => `of ${total} on ${totalPages}`)].join(', ');
}

interface Judging<T> {
  readonly calendar: Pick<Calendar, 'aside'>;
  readonly judge: (seen: T) => void | Promise<void>;
}

/**
 * Judges what was read of a list. Whatever does not add up may be the work of others: what they create or delete between
 * two pages is counted on one and not on the other, and moves records over the border. So a deviation stands only when
 * the list still holds the same on two more readings; else this throws CannotTell.
 */
export async function whileStanding<T extends Browsed | ShownPage>(
  seen: T,
  readAgain: () => Promise<T>,
  { calendar, judge }: Judging<T>,
): Promise<void> {
  try {
    await judge(seen);
  } catch (found) {
    // Twice, for what comes and goes may be there again by the second time.
    const readTwice = async (): Promise<readonly T[]> => [await readAgain(), await readAgain()];
    const again = found instanceof Deviation ? await calendar.aside(readTwice) : [];
    const moved = again.some((one) => standOf(one) !== standOf(seen));
    throw moved ? new Inconclusive('others write to the list while it is read') : found;
  }
}
