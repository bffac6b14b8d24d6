import type { Fault } from '../fault.js';
import { besideOthers } from './beside-others.js';
import { dayEdges } from './day-edges.js';
import { dayFilters } from './days-asked.js';
import { joinedFilters } from './joined-filters.js';
import { listQueries } from './list-queries.js';

/** Lists that contradict one another, though most of them are right by themselves. */
export const algebraFaults: readonly Fault[] = [
  ...joinedFilters,
  ...besideOthers,
  ...dayEdges,
  ...dayFilters,
  ...listQueries,
];
