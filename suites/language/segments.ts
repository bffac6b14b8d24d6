import fc from 'fast-check';
import type { Calendar } from '../../adapter/calendar/calendar.js';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Language, segmentLanguages } from '../../contract/queries.js';
import type { Collection } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectJson, expectResponse, expectSuccess, expectThat, observe } from '../../kernel/expectations.js';
import { isJsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { expectUpLink, upLinksOf } from '../service/index-links.js';
import { findListed } from '../expect/find-listed.js';
import { belongingOf, expectListed, localizedOf, separatesSegments } from './localized.js';

const segments = { level: 'MUST', clause: 'language.segment', profile: 'core', effects: 'reads', cost: 3 } as const;

/** A site with one language segment has all of those that were observed. */
export const answersUnderSegments = requirement({
  ...segments,
  id: 'index.read.segment',
  alsoCovers: ['namespace.up-link'],
  operations: ['index.read'],
  needs: ['index.read', 'language.segment'],
  statement:
    'A GET of the index succeeds under each of the path segments nl, de and fr; a link named up there points to the REST root.',
  given: () => fc.constant(segmentLanguages),
  async check({ calendar }, all) {
    for (const segment of all) {
      const exchange = await calendar.send({ method: 'GET', path: '', via: { segment } });
      const observed = observe(expectSuccess(exchange, `a GET of the index under /${segment}`));
      expectThat(isJsonObject(expectJson(exchange)), { kind: 'shape', expected: 'an index', observed, exchange });
      // Where there is none, `index.read.up-link` fails.
      if (upLinksOf(exchange).length > 0) expectUpLink(calendar.profile, exchange);
    }
  },
});

/** What a path segment selects is the same for all collections (see `separatesSegments`). */
export const listsUnderSegments = (collection: Collection): CalendarRequirement =>
  requirement({
    ...segments,
    id: `${collection}.list.segment`,
    cost: 2,
    operations: [`${collection}.list`],
    needs: [`${collection}.list`, `${collection}.create`, 'language.segment', 'lists.created'],
    statement: `A list of ${collection} under a language segment selects what lists of the other collections select under it.`,
    given(world) {
      const { language } = localizedOf(world, collection);
      const own = segmentLanguages.filter((segment) => segment === language);
      const others = segmentLanguages.filter((segment) => segment !== language);
      return fc.constantFrom(...others).map((other) => [...own, other]);
    },
    async check({ calendar, world }, all) {
      const separate = separatesSegments(world, collection);
      for (const segment of all) {
        const sought = { ...localizedOf(world, collection), via: { segment } };
        const listed = !separate || segment === sought.language;
        const found = await findListed(calendar, sought);
        expectListed(found, { ...sought, listed });
        if (!isGranted(found.exchange)) await expectSegmentAnswers(calendar, collection, segment);
      }
    },
  });

/** An empty list may be a 404; so a route that is missing shows only beside the same list by parameter. */
async function expectSegmentAnswers(calendar: Calendar, collection: Collection, segment: Language): Promise<void> {
  const beside = expectResponse(await calendar.list(collection, {}, { language: segment }));
  const exchange = await calendar.list(collection, {}, { segment });
  const under = expectResponse(exchange);
  const expected = `the list of ${collection} under /${segment} to return ${beside.status}, as with the parameter`;
  expectThat(under.status === beside.status, { kind: 'status', expected, observed: observe(under), exchange });
}

/** Saying the same twice says nothing else. */
export const listsUnderBoth = requirement({
  ...segments,
  id: 'tags.list.segment-and-parameter',
  alsoCovers: ['language.parameter'],
  operations: ['tags.list'],
  needs: ['tags.list', 'tags.create', 'language.segment'],
  statement: 'Naming a language by both segment and parameter selects the same tags as either alone.',
  given: () => fc.constant(segmentLanguages),
  async check({ calendar, world }, all) {
    const separate = belongingOf(world, 'tags') === 'one';
    // Which of the two wins then was not seen.
    if (separatesSegments(world, 'tags') !== separate)
      throw new DoesNotApply('path segments do not select what the language parameter does');
    for (const segment of all) {
      const sought = { ...localizedOf(world, 'tags'), via: { segment, language: segment } };
      const listed = !separate || segment === sought.language;
      expectListed(await findListed(calendar, sought), { ...sought, listed });
    }
  },
});
