import { expect, test } from 'vitest';
import { listsRequirements } from '../../../suites/lists/index.js';
import { eventFaults } from './event-faults.js';
import { pagingFaults } from './paging-faults.js';
import { placeFaults } from './place-faults.js';
import { termFaults } from './term-faults.js';

/** Tried by targets of other readings, by caches, and by faults of the zoo. */
const triedElsewhere =
  /\.list\.((readings|fresh)\.|include\.(pages|other-kinds)|links-end|recounted|moved|start_date\.with-end-date|\w+\.existing)/;

test('every list requirement fails by a fault of its own', () => {
  const blamed = new Set([...eventFaults, ...placeFaults, ...termFaults, ...pagingFaults].map(({ blames }) => blames));
  const ids = listsRequirements.map(({ id }) => id).filter((id) => !triedElsewhere.test(id));
  expect(ids.filter((id) => !blamed.has(id))).toEqual([]);
});
