/** No verdict can be reached: something that is needed for one is missing. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  /** The operation that stood in the way, if it was one. */
  readonly need: string | undefined;
  constructor(reason: string, need?: string) {
    super(reason);
    this.need = need;
  }
}

/** The run has no more requests to spend on this requirement. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** A defect of calproof itself; never reported as a deviation of the target. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}
