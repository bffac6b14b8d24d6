import { languages } from '../../contract/queries.js';
import { headerValue, type Interceptor, type Outcome, type WireRequest } from '../../harness/exchange.js';
import { editResponse, isGranted, toRefusal, withHeader } from '../edit-answer.js';
import { bodyOf } from '../edit-request.js';
import { parameterOf, segmentOf } from '../language-edit.js';
import { interceptOperations } from '../on.js';
import type { Variant } from '../variant.js';
import type { WireView } from '../wire-lens.js';

function languageOf(request: WireRequest, lens: WireView): string {
  const inBody = bodyOf(request)?.[lens.languageParameter];
  const named = parameterOf(request, lens) ?? (typeof inBody === 'string' ? inBody : undefined);
  return named ?? segmentOf(request) ?? 'en';
}

/** A Location that leads to a record in its language, where that is not the usual one. */
const leadingTo = (outcome: Outcome, language: string, { languageParameter }: WireView): Outcome =>
  editResponse(outcome, (response) => {
    const location = headerValue(response.headers, 'Location');
    if (location === undefined || language === 'en') return response;
    const headers = withHeader(response.headers, 'Location', `${location}?${languageParameter}=${language}`);
    return { ...response, headers };
  });

function scoping(lens: WireView): Interceptor {
  const homes = new Map<string, string>();
  return interceptOperations(lens, [{ addressing: 'id' }, { kind: 'create' }], async (asked, next) => {
    const { request, operation, collection, address } = asked;
    const language = languageOf(request, lens);
    const home = homes.get(`${collection}/${address}`) ?? language;
    // What happens in a language that is none of the four is another matter.
    const isAbroad = home !== language && languages.some((one) => one === language);
    if (operation.kind !== 'create') return isAbroad ? toRefusal(404) : next(request);
    const outcome = await next(request);
    const record = isGranted(outcome) ? lens.record(collection, outcome) : undefined;
    if (record) homes.set(`${collection}/${lens.id(collection, record)}`, language);
    return leadingTo(outcome, language, lens);
  });
}

/** That an id is reachable from every language is stated nowhere. */
export const scopedIds: Variant = {
  id: 'languages.scoped-ids',
  aspect: 'reading.addresses',
  statement: 'By its id a record is found in its own language alone.',
  create: (_, lens) => scoping(lens),
};
