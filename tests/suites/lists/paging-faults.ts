import { collections } from '../../../contract/resources.js';
import type { Blame } from './expect-blame.js';
import { ignoring, misreading, selecting, telling } from './faults.js';

const sized = (parameters: URLSearchParams): number => Number(parameters.get('per_page') ?? 10);

const countedOnPage = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Faults of the paging of lists. */
export const pagingFaults: readonly Blame[] = collections.flatMap((collection): readonly Blame[] => [
  {
    fault: `page of ${collection} ignored`,
    blames: `${collection}.list.page`,
    besides: ['links', 'links-end'],
    intercept: ignoring(collection, 'page'),
  },
  {
    fault: `pages of ${collection} counted from 0`,
    blames: `${collection}.list.page`,
    besides: ['totals', 'links', 'links-end'],
    intercept: misreading(collection, (parameters) => {
      const page = Number(parameters.get('page'));
      if (page > 1) parameters.set('page', String(page - 1));
    }),
  },
  {
    fault: `page=1 of ${collection} read as 2`,
    blames: `${collection}.list.page.default`,
    besides: ['links', 'links-end'],
    intercept: misreading(collection, (parameters) => {
      if (parameters.get('page') === '1') parameters.set('page', '2');
    }),
  },
  {
    fault: `per_page of ${collection} ignored`,
    blames: `${collection}.list.per_page`,
    intercept: ignoring(collection, 'per_page'),
  },
  {
    fault: `pages of 20 ${collection} by default`,
    blames: `${collection}.list.per_page.default`,
    intercept: misreading(collection, (parameters) => {
      if (!parameters.has('per_page')) parameters.set('per_page', '20');
    }),
  },
  {
    fault: `the last record of small pages of ${collection} lost`,
    blames: `${collection}.list.page`,
    besides: ['per_page', 'totals'],
    intercept: selecting(collection, (records, parameters) =>
      parameters.has('per_page') && sized(parameters) <= 10 ? records.slice(0, -1) : records,
    ),
  },
  {
    fault: `total of ${collection} that of the page`,
    blames: `${collection}.list.totals`,
    intercept: telling(collection, (body) => ({ ...body, total: countedOnPage(body[collection]) })),
  },
  {
    fault: `pages of ${collection} rounded down`,
    blames: `${collection}.list.totals`,
    intercept: telling(collection, (body, parameters) => ({
      ...body,
      total_pages: Math.floor(Number(body.total) / sized(parameters)),
    })),
  },
  {
    fault: `the next page of ${collection} linked without its filters`,
    blames: `${collection}.list.links`,
    intercept: telling(collection, (body) =>
      typeof body.next_rest_url === 'string'
        ? { ...body, next_rest_url: body.next_rest_url.replace(/(event|post|starts_after|ends_before)=[^&]*&?/g, '') }
        : body,
    ),
  },
  {
    fault: `the previous page of ${collection} linked to itself`,
    blames: `${collection}.list.links`,
    intercept: telling(collection, (body) =>
      typeof body.previous_rest_url === 'string'
        ? { ...body, previous_rest_url: body.previous_rest_url.replace(/page=2$/, 'page=3') }
        : body,
    ),
  },
]);
