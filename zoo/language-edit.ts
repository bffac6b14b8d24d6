import { type Language, segmentLanguages } from '../contract/queries.js';
import type { WireRequest } from '../harness/exchange.js';
import { withoutParameter, withParameter } from './edit-request.js';
import type { WireView } from './wire-lens.js';

/** The path segment of a language in an address, before its query. */
const SEGMENT = /^([^?]*?)\/(nl|de|fr)(?=\/)/;

/** The path segment of a language that a request came under. */
export function segmentOf({ target }: WireRequest): Language | undefined {
  const found = SEGMENT.exec(target)?.[2];
  return segmentLanguages.find((language) => language === found);
}

/** An address without the path segment of a language. */
export const withoutSegmentIn = (address: string): string => address.replace(SEGMENT, '$1');

/** The language that a request names as parameter. */
export const parameterOf = ({ target }: WireRequest, { languageParameter }: WireView): string | undefined =>
  new URLSearchParams(target.split('?', 2)[1]).get(languageParameter) ?? undefined;

/** A request that does not come under a path segment. */
export const withoutSegment = (request: WireRequest): WireRequest => ({
  ...request,
  target: withoutSegmentIn(request.target),
});

/** A request that names no language in any way. */
export const withoutLanguage = (request: WireRequest, { languageParameter }: WireView): WireRequest =>
  withoutParameter(withoutSegment(request), languageParameter);

/** A request that names another language, as parameter. */
export const inLanguage = (request: WireRequest, lens: WireView, language: string): WireRequest =>
  withParameter(withoutSegment(request), lens.languageParameter, language);
