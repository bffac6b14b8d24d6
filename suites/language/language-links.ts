import fc from 'fast-check';
import { type Calendar, toWireId } from '../../adapter/calendar/calendar.js';
import type { Via } from '../../adapter/reading/paths.js';
import { requirement } from '../../adapter/subject.js';
import { segmentLanguages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import type { Ref } from '../../generators/wire-value.js';
import { DoesNotApply, WorldLacks } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import { resolveLink } from '../../wire/link.js';
import { isGranted } from '../../wire/status.js';
import { expectLocated } from '../http/response-headers.js';
import { itemsIfListed } from '../expect/find-listed.js';
import { expectAlike } from '../expect/shown-in.js';
import { isAddressOf, lostFrom } from '../lists/pages/link-address.js';
import { findPageLinks, losesParameters } from '../lists/pages/linked-pages.js';
import { idsOn } from '../queries/read-pages.js';
import { worldIn } from './in-language.js';
import { localizedOf, toWords, waysOf } from './localized.js';
import type { SeenIn } from './seen-in.js';
import { textsOf } from './translations.js';
import { inTurn } from '../arbitraries/in-turn.js';

/** What is on a page, in words. */
function idsIn({ lens }: Calendar, exchange: Exchange, via: Via): string {
  expectSuccess(exchange, `the next page ${toWords(via)}`);
  return `the next page ${toWords(via)} with ${idsOn(lens.page('tags', exchange))}`;
}

/** Two tags are on two pages of a list that shows nothing else. By the parameter, `*.list.own-language` reads its pages. */
export const linksPagesOfLanguage = requirement({
  id: 'tags.list.language-links',
  level: 'MUST',
  clause: 'coherence.pages',
  alsoCovers: ['language.parameter', 'language.segment'],
  operations: ['tags.list'],
  profile: 'coherence',
  needs: ['tags.create', 'tags.list'],
  effects: 'reads',
  statement: 'The next-page link of a list of tags in a language points to the next page in that language.',
  cost: 2,
  given(world) {
    const { language } = localizedOf(world, 'tags');
    const include = worldIn(world, language).refs('tags');
    if (include.length < 2) throw new WorldLacks('no two tags could be created in a language', 'tags.create');
    return fc.record({ via: fc.constantFrom(...waysOf(world, language).slice(-1)), include: fc.constant(include) });
  },
  async check({ calendar }, { via, include }) {
    const query = { include, hide_empty: false, per_page: 1 };
    const first = await calendar.list('tags', query, via);
    const second = await calendar.list('tags', { ...query, page: 2 }, via);
    const links = findPageLinks(first, 'next');
    if (links.length === 0) throw new DoesNotApply('lists of tags have no next-page links');
    for (const link of links) {
      const exchange = isAddressOf(link, first, second) ? second : await calendar.follow(link, first);
      const [expected, observed] = [second, exchange].map((page) => idsIn(calendar, page, via));
      expectThat(observed === expected, {
        kind: 'selection',
        expected: `${expected}`,
        observed: `${observed}`,
        exchange,
        about: { ...(lostFrom(link, first).length > 0 && { mistake: losesParameters }) },
      });
    }
  },
});

/** Where a record is found in its own language alone, its address has to say so. */
export const locatesInLanguage = requirement({
  id: 'venues.create.language-location',
  level: 'MUST',
  clause: 'http.location',
  alsoCovers: ['language.parameter', 'language.segment'],
  operations: ['venues.create'],
  profile: 'http',
  needs: ['venues.create', 'venues.read', 'http.location'],
  effects: 'writes',
  statement: 'The Location header of a create in a language points to the created venue.',
  cost: 6,
  given: (world, { turn }) =>
    fc.record({ language: inTurn(segmentLanguages, turn, 1), venue: requiredOnly(resourceOf('venues'), world) }),
  async check({ calendar, world }, { language, venue }) {
    for (const via of waysOf(world, language)) {
      await expectLocated(calendar, await calendar.make('venues', venue, via));
    }
  },
});

/**
 * Lists two events in a language, one on each page: the page that a link names shows the event as it is in that language.
 * A link that repeats what was asked is not followed.
 */
export async function expectLinkedInLanguage(calendar: Calendar, one: SeenIn, beside: Ref): Promise<void> {
  const { made, language, seen } = one;
  const query = { include: [beside, toWireId(made.id)], per_page: 1 };
  const first = await calendar.list('events', query, { language });
  const isFirst = itemsIfListed(calendar, 'events', first).some(({ id }) => id === made.id);
  const from = isFirst ? await calendar.list('events', { ...query, page: 2 }, { language }) : first;
  for (const link of findPageLinks(from, isFirst ? 'previous' : 'next')) {
    if (resolveLink(link, from.request.target) === undefined || lostFrom(link, from).length === 0) continue;
    const exchange = await calendar.follow(link, from);
    if (!isGranted(exchange)) continue;
    const shown = itemsIfListed(calendar, 'events', exchange).find(({ id }) => id === made.id);
    const where = `the page that a list in ${language} links to`;
    if (shown) expectAlike(calendar, seen, { where, shown, exchange, mistake: losesParameters }, textsOf('events'));
  }
}
