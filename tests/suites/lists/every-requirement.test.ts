import { expect, test } from 'vitest';
import { listsRequirements } from '../../../suites/lists/index.js';
import { eventBlames, pageBlames, placeBlames, termBlames } from './list-blames.js';

/** Tried by targets of other readings, by caches, and by faults of the zoo. */
const triedElsewhere =
  /\.list\.((readings|fresh)\.|language-filters|include\.(pages|other-kinds)|links-end|moved|start_date\.with-end-date|status\.unpublished|geoloc_lat\.alone|only_with_upcoming\.zone|\w+\.existing)/;

test('every list requirement fails by a fault of its own', () => {
  const blamed = new Set(
    [...eventBlames, ...placeBlames, ...termBlames, ...pageBlames].map(({ requirement }) => requirement),
  );
  const ids = listsRequirements.map(({ id }) => id).filter((id) => !triedElsewhere.test(id));
  expect(ids.filter((id) => !blamed.has(id))).toEqual([]);
});
