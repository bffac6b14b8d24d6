/** Who asks where nothing else is said. */
export const DEFAULT_IDENTITY = 'default';
