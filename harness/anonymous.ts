/** Who proves nothing. */
export const ANONYMOUS = 'anonymous';
