import { expect, test } from 'vitest';
import { queryMistakes } from '../../../suites/query-selection/detect-mistakes.js';
import { parameterMistakes } from '../../../suites/query-selection/parameter-mistakes.js';
import { faults, selectionFaults } from '../../../zoo/faults/index.js';

/** Mistakes that no fault of the zoo makes. */
const withoutFault: Readonly<Record<string, string>> = {
  'last word alone': 'No requirement catches it, at any effort.',
  'by drafts': 'The readings of has_events and hide_empty allow it.',
};

/** Faults that no chosen query is to find. */
const unnamed: Readonly<Record<string, string>> = {
  'events.list.*-strict-exactly': 'A reading: judged as such, where it is not supported.',
  'events.list.end_date-strict-to-time': 'A reading: judged as such, where it is not supported.',
  'events.list.days-as-span': 'events.list.start_date.with-end-date judges it.',
  'events.list.categories-with-children': 'A reading: judged as such, where it is not supported.',
  'events.list.search-word-by-word': 'A reading: judged as such, where it is not supported.',
  'categories.list.parent-with-all-below': 'A reading: judged as such, where it is not supported.',
  'venues.list.event-over-empties': 'venues.list.event judges it: chosen queries name events to come.',
  'venues.list.has_events-rows-paged': 'Queries are chosen by what all pages of a list contain together.',
  '*.list.*-after-paging': 'Queries are chosen by what all pages of a list contain together.',
  '*.list.orderby-*': 'Queries are chosen by what a list contains, not by its order.',
  'events.list.slug-read-as-id': 'events.list.categories.by-slug judges it: chosen queries name terms by id.',
  '*.list.status-*-shows-*': 'Chosen queries name no status: the requirements <collection>.list.status judge it.',
  'events.list.geoloc*': 'No client can set coordinates: chosen queries have none.',
  'events.list.*-24-hours': 'events.list.clock-changes judges it: no event of the test data is on such a day.',
  'events.list.default-window-late': 'Every chosen query has a window.',
  'lists.search-folds-ascii-alone': 'The requirements <collection>.list.search.symbols judge it.',
  'categories.list.hide_empty-one-is-false': 'categories.list.hide_empty.digits judges it, likewise.',
  'categories.list.hide_empty-zero-is-true':
    'categories.list.hide_empty.digits judges it: chosen queries write flags as the target takes them.',
  'venues.list.search-without-custom-fields*':
    'venues.list.search.custom-fields judges it: chosen queries search for what any service covers.',
  'venues.list.upcoming-by-local-time':
    'venues.list.only_with_upcoming.zone judges it: no event of the test data ends today.',
  'places.list.upcoming-of-ten*': 'A query is chosen by its values, not by how many events are behind them.',
  'lists.search-symbols-find-nothing': 'The requirements <collection>.list.search.symbols judge it.',
  'events.list.search-beginnings-alone': 'events.list.moved judges it: chosen queries find records with short texts.',
  'lists.search-decoded-twice': 'The requirements <collection>.list.search.symbols judge it.',
  'lists.search-zero-ignored': 'The requirements <collection>.list.search.literal judge it.',
  'events.list.with-venue-missing': 'Any query that finds an event with a venue finds it out.',
  'venues.list.status-draft-empty': 'Any query for drafts that finds one finds it out.',
  'terms.list.empty': 'Any query that finds something finds it out.',
  'terms.list.exclude-unknown-empties': 'Chosen queries name records that exist; *.list.unknown-id names others.',
  '*.list.*-of-t*': 'A query is chosen by its values, not by how many events are behind them.',
  'events.list.*-ten-at-most': 'A query is chosen by its values, not by how many events have them.',
  'tags.list.hide_empty-counted-at-creates':
    'Chosen queries are about the test data, which creates link: terms.lifecycle.counts judges it.',
  'events.list.tags-by-beginning': 'Chosen queries name whole ids: tags.delete.linked-events judges it.',
  'events.list.tag*-of-*':
    'Chosen queries name tags by their ids: events.list.unknown-id and .terms-of-one-slug judge it.',
  'organizers.list.one-per-name':
    'No two records of the test data have one name: organizers.create.namesakes judges it.',
  'terms.list.slug-made-anew': 'Slugs of the test data are their own slugs: tags.create.slugs-alike judges it.',
  'events.list.include-any-kind': 'A query is chosen by the records of one collection.',
};

const toPattern = (id: string): RegExp => new RegExp(`^${id.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
const matches = (id: string, patterns: readonly string[]): boolean => patterns.some((one) => toPattern(one).test(id));

const mistakes = {
  ...queryMistakes,
  ...Object.fromEntries(Object.entries(parameterMistakes).map(([name, { faults: ids }]) => [name, ids])),
};
const named = Object.values(mistakes).flat();

test('every mistake names a fault, or has a reason not to', () => {
  const without = Object.entries(mistakes).flatMap(([name, ids]) => (ids.length === 0 ? [name] : []));
  expect(without.toSorted()).toEqual(Object.keys(withoutFault).toSorted());
});

test.each(named)('the zoo has %s', (pattern) => {
  expect(faults.filter(({ id }) => matches(id, [pattern]))).not.toEqual([]);
});

test('every fault of selection is named by a mistake, or has a reason not to be', () => {
  const missing = selectionFaults.map(({ id }) => id).filter((id) => !matches(id, named));
  expect(missing.filter((id) => !matches(id, Object.keys(unnamed)))).toEqual([]);
});

test.each(Object.keys(unnamed))('%s needs its reason', (pattern) => {
  const ids = selectionFaults.map(({ id }) => id).filter((id) => matches(id, [pattern]));
  expect(ids.filter((id) => !matches(id, named))).not.toEqual([]);
});
