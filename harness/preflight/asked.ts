/** What is known of a request whose outcome is to be diagnosed. */
export interface Asked {
  /** The address, as the person gave it or was led to. */
  readonly url: string;
  /** Credentials were sent. */
  readonly authenticated: boolean;
}
