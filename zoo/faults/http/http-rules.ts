import { headerValues, type Outcome, type WireRequest } from '../../../wire/exchange.js';
import { isJsonObject, type JsonValue } from '../../../wire/json.js';
import { parseJson, toText } from '../../../wire/message-body.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { valuesOf } from '../../intercept/request-edit.js';
import { editJson, editResponse, toRefusal, withHeader, withoutHeader } from '../../intercept/response-edit.js';
import { headFaults, isService } from './head-faults.js';

const languageUnknown: Fault = {
  id: 'service.language-refused',
  clause: 'language.parameter',
  statement: 'Index and documentation refuse the language parameter.',
  create: (_, view) => async (request, next) =>
    isService(view.path(request)) && request.target.includes(`${view.languageParameter}=`)
      ? toRefusal(400)
      : next(request),
};

const indexAsArray: Fault = {
  id: 'index.read.array',
  clause: 'namespace.root',
  statement: 'The index is a JSON array with one object in it.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    return view.path(request) === '' ? editJson(outcome, (body) => [body]) : outcome;
  },
};

const namespaceEmpties: Fault = {
  id: 'index.read.namespace-without-routes',
  clause: 'index.parameter.namespace',
  statement: 'The index of the namespace lists no routes.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    const call = view.path(request) === '' && request.target.includes('namespace=');
    return call ? editJson(outcome, (body) => (isJsonObject(body) ? { ...body, routes: {} } : body)) : outcome;
  },
};

const optionsWithoutGet: Fault = {
  id: 'http.options-without-get',
  clause: 'http.options',
  statement: 'The Allow header of an OPTIONS of a list names only POST.',
  create: (_, view) => async (request, next) => {
    const outcome = await next(request);
    if (request.method !== 'OPTIONS' || !/^\/[a-z]+$/.test(view.path(request) ?? '')) return outcome;
    return editResponse(outcome, (response) => ({
      ...response,
      headers: withHeader(response.headers, 'Allow', 'POST'),
    }));
  },
};

const noChallenge: Fault = {
  id: 'http.401-without-challenge',
  clause: 'http.unauthorized',
  statement: 'A 401 does not say how to log in.',
  create: () => async (request, next) =>
    editResponse(await next(request), (response) =>
      response.status === 401
        ? { ...response, headers: withoutHeader(response.headers, 'WWW-Authenticate') }
        : response,
    ),
};

const schemeByCase: Fault = {
  id: 'http.scheme-by-case',
  clause: 'http.scheme',
  statement: 'A login is refused where the name of its scheme is not written as Basic.',
  create: () => (request, next) =>
    next(
      headerValues(request.headers, 'Authorization').every((value) => value.startsWith('Basic '))
        ? request
        : { ...request, headers: withHeader(request.headers, 'Authorization', 'Basic bm9ib2R5Om5vYm9keQ==') },
    ),
};

/** What is cut off a 204 on its way, and what says that it was there. */
const announcedContent: Fault = {
  id: 'http.204-with-length',
  clause: 'http.no-content',
  statement: 'A DELETE returns 204 with a Content-Length above 0.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'delete' }, async ({ request }, next) => {
      const outcome = await next(request);
      if (!isGranted(outcome)) return outcome;
      return editResponse(outcome, ({ headers, body }) => ({
        status: 204,
        headers: withHeader(withoutHeader(headers, 'Content-Type'), 'Content-Length', String(Math.max(2, body.length))),
        body: new Uint8Array(),
      }));
    }),
};

const isLarge = ({ body }: WireRequest): boolean => (body?.length ?? 0) > 50_000;

/** The next request on a connection gets what was left of the answer before. */
const outOfStep: Fault = {
  id: 'http.connection-out-of-step',
  clause: 'http.connection',
  statement: 'After a refused request with a long body, the next GET returns that refusal again.',
  create: () => {
    let late: Outcome | undefined;
    return async (request, next) => {
      const before = request.method === 'GET' ? late : undefined;
      if (before) late = undefined;
      const outcome = before ?? (await next(request));
      if (isLarge(request) && !isGranted(outcome)) late = outcome;
      return outcome;
    };
  },
};

const crash = (id: string, statement: string, isTooMuch: (request: WireRequest) => boolean): Fault => ({
  id,
  clause: 'http.server-error',
  statement,
  create: () => async (request, next) => (isTooMuch(request) ? toRefusal(500) : next(request)),
});

const isText = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const jsonIn = ({ body }: WireRequest): JsonValue | undefined => body && parseJson(toText(body));

/** Whether a number of a query is none, or its order no known one. */
const hasOddValue = (target: string): boolean => {
  const query = new URLSearchParams(target.split('?')[1]);
  const isOdd = (name: string): boolean => !/^[\d,]*$/.test(valuesOf(query, name).join(','));
  const order = query.get('order') ?? 'asc';
  return !/^(asc|desc)(ending)?$/i.test(order) || ['page', 'per_page', 'event', 'post', 'include'].some(isOdd);
};

const crashes: readonly Fault[] = [
  crash(
    'http.500-on-large',
    'A very long body, address or number returns 500.',
    (request) => isLarge(request) || request.target.length > 2000 || /[?&](per_)?page=\d{9}/.test(request.target),
  ),
  crash(
    'http.500-on-broken-encoding',
    'An invalid percent-encoding, in an address or a form, returns 500.',
    ({ target, headers, body }) =>
      !isText(target) ||
      (headers.some(([, value]) => /form/.test(value)) && body !== undefined && !isText(toText(body))),
  ),
  crash('http.500-on-array', 'A JSON body that is not an object returns 500.', (request) => {
    const json = jsonIn(request);
    return json !== undefined && !isJsonObject(json);
  }),
  crash(
    'http.500-on-odd-values',
    'A non-numeric value for a number, or an unknown order, returns 500.',
    ({ method, target }) =>
      method === 'GET' &&
      (/\/(events|venues|organizers|categories|tags)\/(?!\d{1,9}\b)[^/?]+$/.test(target) || hasOddValue(target)),
  ),
];

/** Services that do not keep to HTTP, or fall over. */
export const httpRules: readonly Fault[] = [
  ...headFaults,
  languageUnknown,
  indexAsArray,
  namespaceEmpties,
  optionsWithoutGet,
  noChallenge,
  schemeByCase,
  announcedContent,
  outOfStep,
  ...crashes,
];
