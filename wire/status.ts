/** Statuses that send a client to the address in Location (RFC 9110 section 15.4). */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
