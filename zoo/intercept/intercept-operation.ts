import type { Operation } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Interceptor, Outcome, Send } from '../../wire/exchange.js';
import type { OperationCall } from './operation-call.js';
import { editResponse } from './response-edit.js';
import type { WireView } from './wire-view.js';

/** Lets an interceptor that rewrites bodies see HEAD as a GET, and leaves the body out afterwards: RFC 9110 9.3.2. */
export const alsoForHead =
  (intercept: Interceptor): Interceptor =>
  async (request, next) => {
    if (request.method !== 'HEAD') return intercept(request, next);
    const outcome = await intercept({ ...request, method: 'GET' }, next);
    return editResponse(outcome, (response) => ({ ...response, body: new Uint8Array() }));
  };

/** Which operations: those that agree with every property that is given. */
export type Choice = Partial<Pick<Operation, 'id' | 'kind' | 'method' | 'collection' | 'addressing'>>;

/** What is done instead of sending a request as it is. */
export type Act = (call: OperationCall, next: Send) => Promise<Outcome>;

const agrees = (operation: Operation, { id, kind, method, collection, addressing }: Choice): boolean =>
  (id ?? operation.id) === operation.id &&
  (kind ?? operation.kind) === operation.kind &&
  (method ?? operation.method) === operation.method &&
  (collection ?? operation.collection) === operation.collection &&
  (addressing ?? operation.addressing) === operation.addressing;

/** Acts on the chosen operations and lets every other request pass. */
export const interceptOperation = (view: WireView, choice: Choice, act: Act): Interceptor =>
  interceptOperations(view, [choice], act);

/** Acts, once, on operations of several choices. */
export const interceptOperations =
  (view: WireView, choices: readonly Choice[], act: Act): Interceptor =>
  (request, next) => {
    const call = view.operationCall(request);
    const isChosen = call !== undefined && choices.some((choice) => agrees(call.operation, choice));
    return isChosen ? act(call, next) : next(request);
  };

/** The same choice in each of several collections. */
export const inEach = (collections: readonly Collection[], choice: Choice = {}): readonly Choice[] =>
  collections.map((collection) => ({ ...choice, collection }));

/** Puts several interceptors one after another; the first sees the request first and the answer last. */
export const inTurn =
  (...interceptors: readonly Interceptor[]): Interceptor =>
  (request, next) =>
    interceptors.reduceRight<Send>((inner, intercept) => (sent) => intercept(sent, inner), next)(request);

/** Puts an interceptor before whatever sends. */
export const before =
  (send: Send, intercept: Interceptor): Send =>
  (request) =>
    intercept(request, send);

/** Acts on the lists of several collections. */
export const interceptLists = (view: WireView, collections: readonly Collection[], act: Act): Interceptor =>
  inTurn(...collections.map((collection) => interceptOperation(view, { kind: 'list', collection }, act)));

/** Rewrites the answers to the chosen operations; their requests pass as they are. */
export const interceptResponse = (
  view: WireView,
  choice: Choice,
  edit: (outcome: Outcome, call: OperationCall) => Outcome,
): Interceptor => interceptOperation(view, choice, async (call, next) => edit(await next(call.request), call));
