import { describe, expect, test } from 'vitest';
import { languageRequirements } from '../../../suites/language/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { interceptOperation, inTurn } from '../../../zoo/intercept/intercept-operation.js';
import { editBody, withoutParameter } from '../../../zoo/intercept/request-edit.js';
import { ofTheZoo } from '../of-the-zoo.js';
import { lens, outcomesFromTheStart, underFaults } from '../under-fault.js';

const judge = underFaults();

describe('a language is lost', () => {
  test.each([
    ['events.life-cycle.segment', 'language.segment-ignored-by-slug'],
    ['events.life-cycle.segment', 'language.segment-ignored-on-create'],
    ['events.life-cycle.segment', 'language.segment-without-put'],
    ['tags.list.segment-and-parameter', 'language.said-twice-is-none'],
    ['events.list.one-language', 'language.french-is-english'],
    ['tags.list.own-language', 'language.page-links-without-parameter'],
    ['tags.list.language-links', 'language.page-links-without-segment'],
    ['tags.list.own-language', 'lists.totals-doubled-in-language'],
    ['categories.list.language-filters', 'lists.filters-forgotten-in-language'],
    ['venues.create.language-location', 'venues.create.location-without-language'],
    ['events.by-slug.update.own-language', 'events.by-slug.update.language-ignored'],
    ['events.by-slug.update.own-language', 'language.ignored-on-update-by-slug'],
    ['language.lists.segment-or-parameter', 'venues.list.segment-before-parameter'],
    ['tags.read.updated-in-language', 'tags.read.segment-before-parameter'],
    ['tags.read.updated-in-language', 'tags.read.segment-ignored'],
    ['organizers.read.updated-in-language', 'organizers.list.untranslated-under-segment'],
    ['organizers.read.updated-in-language', 'organizers.by-slug.read.untranslated'],
    ['categories.read.updated-in-language', 'categories.list.search-untranslated'],
    ['venues.read.updated-in-language', 'venues.update.original-under-segment'],
    ['tags.life-cycle.unknown-language', 'tags.update.unknown-language-crashes'],
  ])('%s sees that of %s', async (id, fault) => {
    expect(await judge(ofTheZoo(fault), id)).toMatchObject({ outcome: 'failed' });
  });
});

const ids = languageRequirements.map(({ id }) => id);

/** The requirements about languages that came to this. */
async function withOutcome(wanted: string, before: string): Promise<readonly string[]> {
  const outcomes = await outcomesFromTheStart(ofTheZoo(before), ids);
  return ids.filter((id) => outcomes[id] === wanted);
}

test('languages without effect are one finding, and not many', { timeout: 60_000 }, async () => {
  expect(await withOutcome('failed', 'language.without-effect')).toEqual(['tags.list.language-effect']);
});

test('where there are no segments, nothing is asked of them', { timeout: 60_000 }, async () => {
  expect(await withOutcome('inapplicable', 'languages.without-segments')).toEqual(
    ids.filter((id) => /segment/.test(id)),
  );
});

const unlinked = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'venue' && name !== 'organizer'));

/** What is created in French goes another way, and takes no links along. */
const unlinkedInFrench: Interceptor = interceptOperation(lens, { id: 'events.create' }, ({ request, query }, next) =>
  next(query.get('ml_language') === 'fr' ? editBody(request, unlinked) : request),
);

/** What is asked for in English is answered without some of the filters. */
const unfilteredInEnglish: Interceptor = interceptOperation(lens, { kind: 'list' }, ({ request, query }, next) => {
  const lost = ['search', 'venue', 'organizer', 'categories', 'tags', 'event', 'post', 'exclude'];
  return next(query.get('ml_language') === 'en' ? lost.reduce(withoutParameter, request) : request);
});

test('filters that one language loses are seen where languages do not part records', { timeout: 60_000 }, async () => {
  const target = inTurn(unfilteredInEnglish, ofTheZoo('languages.fallback'));
  const outcomes = await outcomesFromTheStart(target, ['events.list.language-filters', 'tags.list.language-filters']);
  expect(Object.values(outcomes)).toEqual(['failed', 'failed']);
});

test('links that one language loses are seen where languages do not part records', { timeout: 60_000 }, async () => {
  const target = inTurn(unlinkedInFrench, ofTheZoo('languages.fallback'));
  const outcomes = await outcomesFromTheStart(target, ['events.create.segment']);
  expect(outcomes['events.create.segment']).toBe('failed');
});

test.each(['languages.fallback', 'languages.english-instead-of-nothing', 'languages.segment-wins'])(
  'nothing is blamed for %s',
  { timeout: 60_000 },
  async (variant) => expect(await withOutcome('failed', variant)).toEqual([]),
);
