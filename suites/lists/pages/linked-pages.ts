import { askedWith } from '../../../adapter/calendar/locate.js';
import type { Calendar } from '../../../adapter/calendar/calendar.js';
import { walk } from '../../../adapter/notation/json-paths.js';
import type { ShownPage } from '../../../adapter/reading/lens.js';
import type { Collection } from '../../../contract/resources.js';
import { Deviation, DoesNotApply } from '../../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../../kernel/expectations.js';
import { Inconclusive } from '../../../wire/errors.js';
import { type Exchange, headerValues } from '../../../wire/exchange.js';
import { isJsonObject, type JsonValue } from '../../../wire/json.js';
import { jsonOf } from '../../../wire/message-body.js';
import { idsOn } from '../../queries/read-pages.js';
import { isAddressOf, lostFrom } from './link-address.js';

export type Direction = 'next' | 'previous';

const names: Readonly<Record<Direction, RegExp>> = {
  next: /^next(_?(rest|page))?(_?(url|link|href))?$/i,
  previous: /^prev(ious)?(_?(rest|page))?(_?(url|link|href))?$/i,
};

const relations: Readonly<Record<Direction, RegExp>> = {
  next: /;\s*rel="?[^";]*\bnext\b/i,
  previous: /;\s*rel="?[^";]*\bprev(ious)?\b/i,
};

/** An address, or an object that holds one as HAL does; a page number is none. */
function addressIn(value: JsonValue): string | undefined {
  const address = isJsonObject(value) ? (value.href ?? value.url) : value;
  return typeof address === 'string' && /[/?]/.test(address) ? address : undefined;
}

/** The links from a page to a neighbour: in the body by their names, and in Link headers (RFC 8288). */
export function findPageLinks({ outcome }: Exchange, direction: Direction): readonly string[] {
  const body = jsonOf(outcome);
  const places = body === undefined ? [] : [...walk(body)];
  const inBody = places
    .filter(({ path }) => names[direction].test(path.at(-1) ?? ''))
    .flatMap(({ value }) => addressIn(value) ?? []);
  const headers = outcome.kind === 'response' ? headerValues(outcome.response.headers, 'link') : [];
  const inHeaders = headers
    .flatMap((value) => value.split(/,\s*(?=<)/))
    .filter((link) => relations[direction].test(link))
    .flatMap((link) => link.match(/<([^>]*)>/)?.[1] ?? []);
  return [...new Set([...inBody, ...inHeaders])];
}

/** The page that has a link, and the page that it should return. */
interface PageLink {
  readonly from: ShownPage;
  readonly to: ShownPage;
  readonly direction: Direction;
}

/** What a page shows, in words. */
const shownOn = (page: ShownPage): string =>
  page.total === undefined ? `ids ${idsOn(page)}` : `ids ${idsOn(page)}, total ${page.total}`;

/** The mistake of such a link. */
export const losesParameters = 'a link from page to page does not repeat what was asked';

/** What a link lacks of what the request for its page was sent with, in words. */
const withoutLost = (lost: readonly string[]): string =>
  lost.length === 0 ? '' : `, by a link that does not repeat ${lost.join(', ')}`;

/**
 * Expects every link that names the direction to return that page, wherever it stands. A link that is the address of
 * that page is not followed: it has been.
 */
async function expectLinkTarget(
  calendar: Calendar,
  collection: Collection,
  { from, to, direction }: PageLink,
): Promise<void> {
  const links = findPageLinks(from.exchange, direction);
  if (links.length === 0) throw new DoesNotApply(`lists of ${collection} have no link to a ${direction} page`);
  for (const link of links) {
    const isRead = isAddressOf(link, from.exchange, to.exchange);
    const exchange = isRead ? to.exchange : await calendar.follow(link, from.exchange);
    const lost = lostFrom(link, from.exchange);
    // Whatever it loses, and whichever page it names: links are made by one piece of code.
    const mistake = lost.length > 0 && { mistake: losesParameters };
    expectSuccess(exchange, `the ${direction} page`, { ...mistake });
    const observed = shownOn(calendar.lens.page(collection, exchange));
    expectThat(observed === shownOn(to), {
      kind: 'selection',
      expected: `the ${direction} page: ${shownOn(to)}`,
      observed: `${observed}${withoutLost(lost)}`,
      exchange,
      about: { ...askedWith(collection, ['per_page', 'page']), ...mistake },
    });
  }
}

/**
 * Expects links to return a page. What others write between two requests moves records from page to page: so a deviation
 * stands only where it shows on two more readings of both pages, as they were. @throws Inconclusive otherwise.
 */
export async function expectLinked(
  calendar: Calendar,
  collection: Collection,
  link: PageLink,
  readAgain: () => Promise<Pick<PageLink, 'from' | 'to'>>,
): Promise<void> {
  try {
    await expectLinkTarget(calendar, collection, link);
  } catch (found) {
    if (!(found instanceof Deviation)) throw found;
    const lasts = await calendar.aside(async () => {
      for (let again = 0; again < 2; again += 1) {
        const now = await readAgain();
        if (!isSame(now, link) || (await hasLinkTarget(calendar, collection, { ...link, ...now }))) return false;
      }
      return true;
    });
    throw lasts ? found : new Inconclusive('others write to the list while it is read');
  }
}

const isSame = (now: Pick<PageLink, 'from' | 'to'>, { from, to }: PageLink): boolean =>
  shownOn(now.from) === shownOn(from) && shownOn(now.to) === shownOn(to);

async function hasLinkTarget(...asked: Parameters<typeof expectLinkTarget>): Promise<boolean> {
  try {
    await expectLinkTarget(...asked);
    return true;
  } catch (error) {
    if (error instanceof Deviation) return false;
    throw error;
  }
}
