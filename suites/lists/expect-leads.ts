import type { Collection } from '../../contract/field.js';
import { Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import type { ShownPage } from '../../target/lens.js';
import { idsOn } from './ask-page.js';
import { type Direction, findPageLinks } from './page-links.js';

/** Where a link is looked for, and the page that it should lead to. */
export interface Way {
  readonly from: ShownPage;
  readonly to: ShownPage;
  readonly direction: Direction;
}

/** Expects every link that names the direction to lead there, wherever on the page it stands. */
async function expectLinkTarget(
  calendar: Calendar,
  collection: Collection,
  { from, to, direction }: Way,
): Promise<void> {
  const links = findPageLinks(from.exchange, direction);
  if (links.length === 0) throw new Inconclusive(`lists of ${collection} link no ${direction} page`);
  for (const link of links) {
    const exchange = await calendar.follow(link, from.exchange);
    expectSuccess(exchange, `the ${direction} page`);
    const observed = idsOn(calendar.lens.page(collection, exchange));
    const expected = `the records of the ${direction} page: ${idsOn(to)}`;
    expectThat(observed === idsOn(to), { kind: 'selection', expected, observed, exchange });
  }
}

/**
 * Expects links to lead to a page. What others write between two requests moves records from page to page: so a
 * deviation stands only where it shows on two more readings of both pages, as they were; else this throws CannotTell.
 */
export async function expectLinked(
  calendar: Calendar,
  collection: Collection,
  way: Way,
  readAgain: () => Promise<Pick<Way, 'from' | 'to'>>,
): Promise<void> {
  try {
    await expectLinkTarget(calendar, collection, way);
  } catch (found) {
    if (!(found instanceof Deviation)) throw found;
    const lasts = await calendar.aside(async () => {
      for (let again = 0; again < 2; again += 1) {
        const now = await readAgain();
        if (!isSame(now, way) || (await hasLinkTarget(calendar, collection, { ...way, ...now }))) return false;
      }
      return true;
    });
    throw lasts ? found : new Inconclusive('others write to the list while it is read');
  }
}

const isSame = (now: Pick<Way, 'from' | 'to'>, { from, to }: Way): boolean =>
  idsOn(now.from) === idsOn(from) && idsOn(now.to) === idsOn(to);

async function hasLinkTarget(...asked: Parameters<typeof expectLinkTarget>): Promise<boolean> {
  try {
    await expectLinkTarget(...asked);
    return true;
  } catch (error) {
    if (error instanceof Deviation) return false;
    throw error;
  }
}
