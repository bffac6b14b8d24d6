import type { Timed } from './legal-order.js';

/** Does something and tells between which moments it was done. */
export type Observe = <Result>(act: () => Promise<Result>) => Promise<Timed<Result>>;

/**
 * Counts the moments at which acts begin and end. What a target does for a request it does between the two, so an act
 * that ended before another began came before it.
 */
export function createObserver(): Observe {
  let moment = 0;
  const next = (): number => (moment += 1);
  return async (act) => {
    const begun = next();
    const result = await act();
    return { act: result, begun, ended: next() };
  };
}
