import type { Collection } from '../contract/field.js';
import { queryOf } from '../contract/queries.js';
import type { WireRequest } from '../harness/exchange.js';
import type { OperationCall } from './asked.js';
import { valuesOf, withoutParameter } from './edit-request.js';

/** What says from when to when, in which order, on which page and how dates are read: filters stand beside it. */
const frame =
  /^(page|per_page|order|orderby|hide_empty|status|strict_dates|(start|end)_date|(starts|ends)_(after|before))$/;

const filtersOf = (collection: Collection): readonly string[] =>
  Object.keys(queryOf(collection)).filter((name) => !frame.test(name));

/** The filters that a request for a list holds, the window of events apart. */
export const filtersSent = ({ collection, query }: OperationCall): readonly string[] =>
  filtersOf(collection).filter((name) => valuesOf(query, name).length > 0);

/** A request without several parameters. */
export const withoutAll = (request: WireRequest, names: readonly string[]): WireRequest =>
  names.reduce(withoutParameter, request);
