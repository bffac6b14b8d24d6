import type { Exchange } from '../../wire/exchange.js';
import { isGranted, REFUSED_RIGHTS, statusOf } from '../../wire/status.js';
import type { Permission } from '../profile/rights.js';

/** What the response to a valid request says about the rights of its identity; undefined if nothing. */
export function permissionOf(exchange: Exchange): Permission | undefined {
  if (isGranted(exchange)) return 'granted';
  return REFUSED_RIGHTS.includes(statusOf(exchange)) ? 'refused' : undefined;
}
