import type { Calendar } from '../../adapter/calendar/calendar.js';
import type { OwnRecord } from '../../adapter/ownership/registry.js';
import type { Browsed } from '../../adapter/reading/browse.js';
import { Deviation } from '../../kernel/deviation.js';
import { Inconclusive } from '../../wire/errors.js';
import { expectMembership } from '../expect/expect-list.js';

/** What was read of a list does not add up because others wrote to it meanwhile. */
class OthersWrote extends Inconclusive {}

/** Does something, and once more where others wrote meanwhile: who writes now and then seldom does so twice. */
export async function onceMoreAmongOthers(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof OthersWrote)) throw error;
    await act();
  }
}

/** A record of our own, and whether a list that is read page by page must hold it. */
interface Membership {
  readonly calendar: Pick<Calendar, 'aside'>;
  readonly record: OwnRecord;
  readonly present: boolean;
  list(): Promise<Browsed>;
}

/**
 * Reads a list and expects a record of our own to be in it, or not to be. What others delete or rename between two pages
 * moves it over the border, and then it is on neither. So a deviation on several pages stands only where it shows on two
 * more readings, or where all others are listed as they were. @throws OthersWrote otherwise.
 */
export async function expectAmongOthers({ calendar, record, present, list }: Membership): Promise<Browsed> {
  const browsed = await list();
  try {
    expectMembership(browsed, record, present);
  } catch (found) {
    const readTwice = async (): Promise<readonly Browsed[]> => [await list(), await list()];
    const isSure = !(found instanceof Deviation) || browsed.pages.length === 1;
    const again = isSure ? [] : await calendar.aside(readTwice);
    const lasts = again.every((one) => holds(one, record) !== present);
    const moved = again.some((one) => othersIn(one, record) !== othersIn(browsed, record));
    throw moved && !lasts ? new OthersWrote('others write to the list while it is read') : found;
  }
  return browsed;
}

const holds = ({ items }: Browsed, { id }: OwnRecord): boolean => items.some((item) => item.id === id);

/** The other records, each as often as it was read. */
const othersIn = ({ items }: Browsed, { id: own }: OwnRecord): string =>
  items
    .flatMap(({ id }) => (id === own ? [] : [id]))
    .toSorted()
    .join(', ');
