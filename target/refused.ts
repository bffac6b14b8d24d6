import type { Exchange } from '../harness/exchange.js';

/** Whether an exchange was answered with a status of 4xx: the request is refused, whatever the reason. */
export const isRefused = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'response' && outcome.response.status >= 400 && outcome.response.status < 500;
