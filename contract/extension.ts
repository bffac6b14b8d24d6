/** The premium extensions that some list parameters are stated to need. */
export const extensions = ['geoloc', 'tickets'] as const;
/** The name of a premium extension. */
export type Extension = (typeof extensions)[number];
