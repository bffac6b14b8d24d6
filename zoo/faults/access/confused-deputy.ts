import type { HeaderPairs, Interceptor, WireRequest } from '../../../wire/exchange.js';
import { isDenied, isGranted } from '../../../wire/status.js';
import {
  type Act,
  type Choice,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import { credentialsOf } from '../../intercept/record-lookup.js';
import type { WireView } from '../../intercept/wire-view.js';

/** Whoever may write: the one who was granted a create first, by whose rights a service can be made to act for others. */
export interface ConfusedDeputy {
  /** To stand before whatever needs the deputy. */
  readonly watch: Interceptor;
  /** A request with the deputy's credentials in the place of those of whoever sent it. */
  as(request: WireRequest): WireRequest;
  /** Whether somebody else than the deputy sent a request. */
  isAnother(request: WireRequest): boolean;
}

/** Finds the deputy of a run. */
export function createConfusedDeputy(view: WireView): ConfusedDeputy {
  let credentials: HeaderPairs | undefined;
  return {
    watch: interceptOperation(view, { kind: 'create' }, async ({ request }, next) => {
      const outcome = await next(request);
      const shown = credentialsOf(request);
      if (isGranted(outcome) && shown.length > 0) credentials ??= shown;
      return outcome;
    }),
    as(request) {
      const own = credentialsOf(request).map(([name]) => name);
      return {
        ...request,
        headers: [...request.headers.filter(([name]) => !own.includes(name)), ...(credentials ?? [])],
      };
    },
    isAnother: (request) =>
      credentials !== undefined && JSON.stringify(credentialsOf(request)) !== JSON.stringify(credentials),
  };
}

/** What is done for whoever may less than the deputy. */
export type ActFor = (privileged: ConfusedDeputy) => Act;

/** Acts on the chosen operations where somebody else than the deputy asks for them. */
export const forOthers =
  (choices: readonly Choice[], act: ActFor) =>
  (_: number, view: WireView): Interceptor => {
    const privileged = createConfusedDeputy(view);
    const acting = act(privileged);
    return inTurn(
      privileged.watch,
      interceptOperations(view, choices, (call, next) =>
        privileged.isAnother(call.request) ? acting(call, next) : next(call.request),
      ),
    );
  };

/** Forgets to ask who asks: what was denied is done all the same. */
export const unchecked: ActFor =
  (privileged) =>
  async ({ request }, next) => {
    const outcome = await next(request);
    return isDenied(outcome) ? next(privileged.as(request)) : outcome;
  };
