import type { Exchange } from '../../wire/exchange.js';
import { isGranted, REFUSED_RIGHTS, statusOf } from '../../wire/status.js';
import type { Permission } from '../profile/rights.js';

/** What the answer to a valid request says of the rights of who sent it; undefined where it says nothing of them. */
export function permissionOf(exchange: Exchange): Permission | undefined {
  if (isGranted(exchange)) return 'granted';
  return REFUSED_RIGHTS.includes(statusOf(exchange)) ? 'refused' : undefined;
}
