/** The premium extensions that some list parameters are stated to need. */
export const extensions = ['geoloc', 'tickets'] as const;
export type Extension = (typeof extensions)[number];
