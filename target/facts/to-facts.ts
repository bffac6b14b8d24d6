import { collections } from '../../contract/resources.js';
import { accessOf } from './access.js';
import { bodiesOf } from './bodies.js';
import { errorsOf } from './errors.js';
import type { Fact } from './fact.js';
import { fieldsOf } from './fields.js';
import { languagesOf } from './languages.js';
import { pagingOf } from './paging.js';
import { shapeFactsOf } from './places.js';
import { readingsOf } from './readings.js';
import { serviceOf } from './service.js';
import type { FactSources } from './sources.js';
import { timesOf } from './times.js';
import { writesOf } from './writes.js';

/** Every fact that the exchanges of the learning show, in the order in which they are told. */
export const toFacts = (sources: FactSources): readonly Fact[] => [
  ...serviceOf(sources),
  ...accessOf(sources),
  ...pagingOf(sources),
  ...errorsOf(sources),
  ...writesOf(sources),
  ...bodiesOf(sources),
  ...timesOf(sources),
  ...languagesOf(sources),
  ...collections.flatMap((collection) => [...shapeFactsOf(sources, collection), ...fieldsOf(sources, collection)]),
  ...readingsOf(sources),
];
