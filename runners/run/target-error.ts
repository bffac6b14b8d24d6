import { Deviation } from '../../kernel/deviation.js';
import { BudgetSpent, Inconclusive } from '../../wire/errors.js';

/** Whether an error is about the target or the request budget, not about calproof itself. */
export const isTargetError = (error: unknown): error is Deviation | Inconclusive | BudgetSpent =>
  error instanceof Deviation || error instanceof Inconclusive || error instanceof BudgetSpent;
