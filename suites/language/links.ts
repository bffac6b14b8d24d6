import fc from 'fast-check';
import { segmentLanguages } from '../../contract/queries.js';
import { resourceOf } from '../../contract/resources.js';
import { requiredOnly } from '../../generators/payload.js';
import { CannotTell } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { requirement } from '../../target/subject.js';
import { expectLocated } from '../http/location.js';
import { idsOn } from '../lists/ask-page.js';
import { findPageLink } from '../lists/page-links.js';
import { toWords, waysOf } from './ways.js';

/** Two tags are on two pages of a list that shows nothing else. */
export const linksPagesOfLanguage = requirement({
  id: 'tags.list.language-links',
  level: 'MUST',
  clause: 'coherence.pages',
  alsoTells: ['language.parameter', 'language.segment'],
  operations: ['tags.list'],
  profile: 'coherence',
  needs: ['tags.create', 'tags.list'],
  effects: 'writes',
  thorough: true,
  statement: 'The link from a page of tags in a language to the next one leads to that page in the same language.',
  cost: 10,
  given: (world) =>
    fc.record({ language: fc.constantFrom(...segmentLanguages), tag: requiredOnly(resourceOf('tags'), world) }),
  async arrange({ calendar }, { language, tag }) {
    const one = await calendar.make('tags', tag, { language });
    const other = await calendar.make('tags', tag, { language });
    return { include: [one.id, other.id], hide_empty: false, per_page: 1 };
  },
  async check({ calendar, world }, { language }, query) {
    for (const via of waysOf(world, language)) {
      const first = await calendar.list('tags', query, via);
      const link = findPageLink(first, 'next');
      if (link === undefined) throw new CannotTell('lists of tags link no next page');
      const second = idsOn(calendar.lens.page('tags', await calendar.list('tags', { ...query, page: 2 }, via)));
      const exchange = await calendar.follow(link, first);
      expectSuccess(exchange, `the next page ${toWords(via)}`);
      const observed = idsOn(calendar.lens.page('tags', exchange));
      const expected = `the records of the next page ${toWords(via)}: ${second}`;
      expectThat(observed === second, { kind: 'selection', expected, observed, exchange });
    }
  },
});

/** Where a record is found in its own language alone, its address has to say so. */
export const locatesInLanguage = requirement({
  id: 'venues.create.language-location',
  level: 'MUST',
  clause: 'http.location',
  alsoTells: ['language.parameter', 'language.segment'],
  operations: ['venues.create'],
  profile: 'http',
  needs: ['venues.create', 'venues.read', 'http.location'],
  effects: 'writes',
  thorough: true,
  statement: 'The Location in the answer to a create in a language leads to the venue created.',
  cost: 6,
  given: (world) =>
    fc.record({ language: fc.constantFrom(...segmentLanguages), venue: requiredOnly(resourceOf('venues'), world) }),
  async check({ calendar, world }, { language, venue }) {
    for (const via of waysOf(world, language)) {
      await expectLocated(calendar, await calendar.make('venues', venue, via));
    }
  },
});
