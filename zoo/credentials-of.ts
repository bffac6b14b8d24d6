import type { HeaderPairs, WireRequest } from '../harness/exchange.js';

/** The header fields by which a request says who asks. */
export const credentialsOf = ({ headers }: WireRequest): HeaderPairs =>
  headers.filter(([name]) => /^(authorization|cookie|x-.*)$/i.test(name));
