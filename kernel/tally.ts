import { AsyncLocalStorage } from 'node:async_hooks';

/** What one execution of a check did: how many expectations it made, and what it witnessed. */
export interface Tally {
  expectations: number;
  readonly witnessed: Set<string>;
}

const current = new AsyncLocalStorage<Tally>();

/** That of a check beside which no other runs: it is known without following it, which takes time for each promise. */
let sole: Tally | undefined;

/** Runs a check and gives what it did, also when it throws (the tally is passed in and filled). */
export async function tallied<T>(tally: Tally, check: () => Promise<T>): Promise<T> {
  if (sole !== undefined) return current.run(tally, check);
  sole = tally;
  try {
    return await check();
  } finally {
    sole = undefined;
  }
}

const tallyOf = (): Tally | undefined => current.getStore() ?? sole;

/** Counts one expectation; called by expectations alone. */
export function countExpectation(): void {
  const tally = tallyOf();
  if (tally) tally.expectations += 1;
}

/**
 * Says that something happened without which a pass would mean nothing, for example that a filter left something out.
 */
export function witness(event: string): void {
  tallyOf()?.witnessed.add(event);
}
