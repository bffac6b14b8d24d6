import { AsyncLocalStorage } from 'node:async_hooks';

/** What one execution of a check did: how many expectations it made, and what it witnessed. */
export interface Tally {
  expectations: number;
  readonly witnessed: Set<string>;
}

const running = new AsyncLocalStorage<Tally>();

/** Runs a check and fills its tally, also when it throws. Whatever else runs meanwhile counts elsewhere or nowhere. */
export const tallied = <T>(tally: Tally, check: () => Promise<T>): Promise<T> => running.run(tally, check);

/** Counts one expectation; called by expectations alone. */
export function countExpectation(): void {
  const tally = running.getStore();
  if (tally) tally.expectations += 1;
}

/** Notes an event without which a pass would mean nothing, for example that a filter left something out. */
export function witness(event: string): void {
  running.getStore()?.witnessed.add(event);
}
