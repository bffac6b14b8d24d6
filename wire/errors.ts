/** Nothing can be said of the target: what was needed to tell is not there. */
export class Inconclusive extends Error {
  override readonly name = 'CannotTell';
  /** The operation that stood in the way, when it was one. */
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

/** A defect of calproof itself: never reported as a fault of the target. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}
