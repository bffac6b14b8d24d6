import type { Semantics } from '../queries/parameter-semantics.js';
import { toAsked } from './asked-query.js';
import type { Step } from './steps.js';

/** The filters that keep the records of others out of a list. */
const narrowing: readonly Semantics['kind'][] = ['union', 'choice', 'alias', 'text', 'bound', 'day', 'identity'];

/**
 * Whether what a response shows of our records depends on us alone. In a list that nothing narrows, others decide what
 * is on its first page: what is wrong there is wrong, but that it is shown there at all is no ground for a pass.
 */
export const isCertain = ({ kind, collection, query }: Step): boolean =>
  kind !== 'list' || (toAsked(collection, query) ?? []).some(({ semantics }) => narrowing.includes(semantics.kind));
