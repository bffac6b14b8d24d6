/** How a target is reached: time limit, trusted certificates, client certificate and proxy. */
export interface Connection {
  /** From sending to the end of the response, connecting included. */
  readonly timeoutMs: number;
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
  /** Trusts any certificate. */
  readonly insecure?: boolean;
  /** Presented to a target that asks for one. */
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
