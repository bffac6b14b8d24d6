import type { Address } from './service-address.js';

/** With answers that come a long way, the wait for one is time for others. */
const FAR = 4;

/**
 * How many requirements are judged at the same time where nothing is said. Undefined is a server that this run starts. On
 * this machine one by one: next to nothing is waited for, and what a target keeps too long, as in a cache, would be hidden
 * by the writes of others.
 */
export const usualConcurrency = (address: Pick<Address, 'isLoopback'> | undefined): number =>
  address === undefined || address.isLoopback ? 1 : FAR;
