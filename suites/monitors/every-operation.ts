import { type OperationId, operations } from '../../contract/operations.js';

/** Monitors watch whatever is sent. */
export const everyOperation: readonly OperationId[] = operations.map(({ id }) => id);
