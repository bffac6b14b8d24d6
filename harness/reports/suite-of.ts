/** The suite of a requirement: the first segment of its id. */
export const suiteOf = (id: string): string => id.split('.')[0] ?? id;
