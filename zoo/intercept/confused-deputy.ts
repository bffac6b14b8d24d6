import type { HeaderPairs, Interceptor, WireRequest } from '../../wire/exchange.js';
import { isGranted } from '../../wire/status.js';
import { interceptOperation } from './intercept-operation.js';
import { credentialsOf } from './record-lookup.js';
import type { WireView } from './wire-view.js';

/** The privileged identity of a run, with the rights that a confused deputy uses for others: the first that created a record. */
export interface ConfusedDeputy {
  /** Finds the privileged identity; goes before what needs it. */
  readonly watch: Interceptor;
  /** A request with the credentials of the privileged identity instead of the sender's. */
  as(request: WireRequest): WireRequest;
  /** Whether another identity sent a request. */
  isAnother(request: WireRequest): boolean;
}

/** Finds the privileged identity of a run. */
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
