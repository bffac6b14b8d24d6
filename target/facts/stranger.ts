import type { HeaderPairs } from '../../harness/exchange.js';
import type { ReadExchange } from './told.js';

/** Credentials that nobody has: `calproof-nobody:calproof-nobody` (RFC 7617). */
export const strangerHeaders: HeaderPairs = [
  ['Authorization', `Basic ${Buffer.from('calproof-nobody:calproof-nobody').toString('base64')}`],
];

/** Whether a request was sent with a login that nobody has. */
export const isStranger = ({ exchange: { request } }: ReadExchange): boolean =>
  request.headers.some(([name, value]) => strangerHeaders.some(([one, other]) => one === name && other === value));
