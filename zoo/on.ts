import type { Collection } from '../contract/field.js';
import type { Operation } from '../contract/operation.js';
import type { Interceptor, Outcome, Send } from '../harness/exchange.js';
import type { OperationCall } from './asked.js';
import type { WireView } from './wire-lens.js';

/** Which operations: those that agree with every property that is given. */
export type Choice = Partial<Pick<Operation, 'id' | 'kind' | 'method' | 'collection' | 'addressing'>>;

/** What is done instead of sending a request as it is. */
export type Act = (asked: OperationCall, next: Send) => Promise<Outcome>;

const agrees = (operation: Operation, { id, kind, method, collection, addressing }: Choice): boolean =>
  (id ?? operation.id) === operation.id &&
  (kind ?? operation.kind) === operation.kind &&
  (method ?? operation.method) === operation.method &&
  (collection ?? operation.collection) === operation.collection &&
  (addressing ?? operation.addressing) === operation.addressing;

/** Acts on the chosen operations and lets every other request pass. */
export const interceptOperation = (lens: WireView, choice: Choice, act: Act): Interceptor =>
  interceptOperations(lens, [choice], act);

/** Acts, once, on operations of several choices. */
export const interceptOperations =
  (lens: WireView, choices: readonly Choice[], act: Act): Interceptor =>
  (request, next) => {
    const asked = lens.operationCall(request);
    const isChosen = asked !== undefined && choices.some((choice) => agrees(asked.operation, choice));
    return isChosen ? act(asked, next) : next(request);
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
