import type { Exchange } from '../../harness/exchange.js';
import type { Permission } from '../rights.js';

/** The status of an answer; 0 where there was none. */
export const statusOf = ({ outcome }: Exchange): number => (outcome.kind === 'response' ? outcome.response.status : 0);

/** What tells whoever asked that it may not; a record may also be denied to be there. */
const REFUSALS = [401, 403, 404];

/** What the answer to a valid request says of the rights of who sent it; undefined where it says nothing of them. */
export function permissionOf(exchange: Exchange): Permission | undefined {
  const status = statusOf(exchange);
  if (status >= 200 && status < 300) return 'granted';
  return REFUSALS.includes(status) ? 'refused' : undefined;
}

/** Whether an answer says that it is the rights of who asked that do not suffice. */
export const isForbidden = (exchange: Exchange): boolean => [401, 403].includes(statusOf(exchange));
