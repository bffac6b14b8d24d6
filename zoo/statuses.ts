/** The statuses that records of the reference server have. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
