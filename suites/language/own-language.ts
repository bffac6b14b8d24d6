import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { askedWith } from '../../adapter/calendar/locate.js';
import type { Browsed } from '../../adapter/reading/browse.js';
import { unfilteredFor } from '../../adapter/reading/record-queries.js';
import type { ShownPage } from '../../adapter/reading/lens.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { expectBrowsed } from '../expect/expect-list.js';
import { findListedSomehow } from '../expect/find-listed.js';
import { expectTotals } from '../lists/pages/counted-totals.js';
import { lostFrom } from '../lists/pages/link-address.js';
import { expectLinked, findPageLinks, losesParameters } from '../lists/pages/linked-pages.js';
import { select } from '../model/select.js';
import { isPlain } from '../queries/base-query.js';
import { askPage, askPageBeyond, expectOnOnePage, whileStanding } from '../queries/read-pages.js';
import { ofAllRelations, ofOneEvent, searched } from '../queries/short-lists.js';
import { worldIn } from './in-language.js';
import { expectListed, localizedOf, relatives } from './localized.js';

/** As many as there are records of a collection in a language. */
const PAGES = 2;

/** A list of the records in a language and of no others, one on a page; undefined where there is none of two. */
function pagesOf(world: World, collection: Collection): ListQuery | undefined {
  const spoken = worldIn(world, localizedOf(world, collection).language);
  const lists = [ofAllRelations, ofOneEvent, searched].flatMap((listsOf) => listsOf(spoken, collection));
  const among = isPlain(spoken);
  const query = lists.find((one) => select(spoken, collection, one, { among }).must.length === PAGES);
  return query && { ...query, per_page: 1 };
}

type BothPages = readonly [ShownPage, ShownPage];

const toBrowsed = (pages: BothPages): Browsed => ({ items: pages.flatMap(({ items }) => items), pages });

/** Expects each record of the world on one page of a list, all of them counted, and links to point to the other page. */
async function expectInPages({ calendar, world }: Subject, collection: Collection, query: ListQuery): Promise<void> {
  const read = async (): Promise<BothPages> => [
    // Named, as a link to it may name it.
    await askPage(calendar, collection, { ...query, page: 1 }),
    await askPageBeyond(calendar, collection, { ...query, page: PAGES }),
  ];
  const judge = (browsed: Browsed): void => {
    expectOnOnePage(browsed, { world, collection });
    expectBrowsed(browsed, { world, collection, query });
    expectTotals(browsed);
  };
  const [first, second] = await read();
  await whileStanding(toBrowsed([first, second]), async () => toBrowsed(await read()), { calendar, judge });
  if (findPageLinks(first.exchange, 'next').length > 0) {
    await expectLinked(calendar, collection, { from: first, to: second, direction: 'next' }, async () => {
      const [from, to] = await read();
      return { from, to };
    });
    await expectLanguageKept(calendar, collection, first);
  }
  if (findPageLinks(second.exchange, 'previous').length > 0) {
    await expectLinked(calendar, collection, { from: second, to: first, direction: 'previous' }, async () => {
      const [to, from] = await read();
      return { from, to };
    });
  }
}

/**
 * A link that loses the language may return the same records, in another one. Whether links keep the language on this
 * target is seen in the lists of another kind.
 */
async function expectLanguageKept(calendar: Calendar, collection: Collection, { exchange }: ShownPage): Promise<void> {
  const links = (one: Exchange): readonly string[] => findPageLinks(one, 'next');
  const { languageParameter } = calendar.profile;
  const loses = (one: Exchange): boolean => links(one).some((link) => lostFrom(link, one).includes(languageParameter));
  if (!loses(exchange)) return;
  const other = relatives[collection];
  const whole = unfilteredFor(calendar.profile, other);
  const beside = await calendar.aside(() => calendar.list(other, { ...whole, per_page: 1 }));
  expectThat(links(beside).length === 0 || loses(beside), {
    kind: 'selection',
    expected: `the link to the next page to repeat ${languageParameter}, as those of ${other} do`,
    observed: links(exchange).join(', '),
    exchange,
    about: { ...askedWith(collection, ['per_page', 'page']), mistake: losesParameters },
  });
}

/** What was made in a language is found in that language, on the pages of a list as in a whole one. */
export const listsOwnLanguage = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.own-language`,
    level: 'MUST',
    clause: 'language.parameter',
    alsoCovers: ['coherence.pages'],
    operations: [`${collection}.list`, `${collection}.create`],
    profile: 'core',
    needs: [`${collection}.list`, `${collection}.create`, 'lists.created'],
    effects: 'reads',
    statement: `Records of ${collection} created in a language appear in the list of that language, each on one page, with matching totals and links.`,
    cost: PAGES,
    given: (world) =>
      fc.constant({ language: localizedOf(world, collection).language, query: pagesOf(world, collection) ?? null }),
    async check(subject, { language, query }) {
      const spoken = { ...subject, calendar: subject.in(language), world: worldIn(subject.world, language) };
      if (query === null) return expectInList(subject, collection);
      try {
        await expectInPages(spoken, collection, query);
      } catch (found) {
        // What is not in a list of hardly anything else is on no page, either.
        if (found instanceof Deviation) await expectInList(subject, collection);
        throw found;
      }
    },
  });

async function expectInList({ calendar, world }: Subject, collection: Collection): Promise<void> {
  const sought = localizedOf(world, collection);
  const via = { language: sought.language };
  expectListed(await findListedSomehow(calendar, { ...sought, via }), { ...sought, via, listed: true });
}
