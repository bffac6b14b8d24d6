import { AsyncLocalStorage } from 'node:async_hooks';

/** What one execution of a check did: how many expectations it made, and what it witnessed. */
export interface Tally {
  expectations: number;
  readonly witnessed: Set<string>;
}

const current = new AsyncLocalStorage<Tally>();

/** Runs a check and gives what it did, also when it throws (the tally is passed in and filled). */
export const tallied = <T>(tally: Tally, check: () => Promise<T>): Promise<T> => current.run(tally, check);

/** Counts one expectation; called by expectations alone. */
export function countExpectation(): void {
  const tally = current.getStore();
  if (tally) tally.expectations += 1;
}

/**
 * Says that something happened without which a pass would mean nothing, for example that a filter left something out.
 */
export function witness(event: string): void {
  current.getStore()?.witnessed.add(event);
}
