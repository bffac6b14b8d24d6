/** How a target is reached: how long we wait, whom we trust, who we are to it, and which way we go. */
export interface Connection {
  /** From sending to the end of the answer, connecting included. */
  readonly timeoutMs: number;
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
  /** Trusts any certificate. */
  readonly insecure?: boolean;
  /** Shown to a target that asks for one. */
  readonly certificate?: ClientCertificate;
  readonly proxy?: Proxy;
}

/** A certificate of ours and its private key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A forward proxy. */
export interface Proxy {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The value of Proxy-Authorization: a secret. */
  readonly authorization?: string;
}
