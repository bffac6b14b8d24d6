import type { Interceptor } from '../harness/exchange.js';
import { editResponse } from './edit-answer.js';

/** Lets an interceptor that rewrites bodies see HEAD as a GET, and leaves the body out afterwards: RFC 9110 9.3.2. */
export const alsoForHead =
  (intercept: Interceptor): Interceptor =>
  async (request, next) => {
    if (request.method !== 'HEAD') return intercept(request, next);
    const outcome = await intercept({ ...request, method: 'GET' }, next);
    return editResponse(outcome, (response) => ({ ...response, body: new Uint8Array() }));
  };
