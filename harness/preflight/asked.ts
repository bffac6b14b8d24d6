import { toDuration } from '../reports/layout.js';
import type { Connection } from '../transports/connection.js';

/** What is known of a request whose outcome is to be diagnosed. */
export interface RequestContext {
  /** The address, as the person gave it or was led to. */
  readonly url: string;
  /** Credentials were sent. */
  readonly authenticated: boolean;
  /** How it was reached, with the time that it was given. */
  readonly connection: Connection;
}

/** What most sentences name: the address, its host, and how long was waited. */
export const namesOf = ({ url, connection }: RequestContext) => ({
  url,
  host: new URL(url).host,
  limit: toDuration(connection.timeoutMs),
});
