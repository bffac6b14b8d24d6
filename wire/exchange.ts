/** Header fields as they stood on the wire, in order, duplicates kept. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** A request as sent. `target` is the origin-form: path and query, percent-encoded (RFC 9112 section 3.2.1). */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderPairs;
  readonly body?: Uint8Array;
}

/** A response as received; `body` holds the octets after transfer coding, before any content coding is undone. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
}

/**
 * The outcome of a request: a complete response, one cut off before its announced end, a connection closed without a
 * response, a timeout, a response that is not HTTP, or no connection at all. `unended` counts the octets of a body that
 * had arrived when we gave up waiting for its end.
 */
export type Outcome =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'truncated'; readonly response: WireResponse }
  | { readonly kind: 'reset' | 'malformed'; readonly message: string }
  | { readonly kind: 'stalled'; readonly message: string; readonly unended?: number }
  | {
      readonly kind: 'unreachable';
      readonly message: string;
      /** The code of the operating system, the resolver or the TLS library, for example ECONNREFUSED. */
      readonly code?: string;
    };

export type Send = (request: WireRequest) => Promise<Outcome>;

/** Carries requests to a target. It never throws for what the target does: that is an `Outcome`. */
export interface Transport {
  readonly send: Send;
  close(): Promise<void>;
}

/** Stands between client and transport and may call `next` any number of times. */
export type Interceptor = (request: WireRequest, next: Send) => Promise<Outcome>;

/** What an exchange was for. */
export type Phase = 'probe' | 'world' | 'arrange' | 'check' | 'clean-up';

/** One request and its outcome. `number` counts within a run; `ms` is from sending to the end of the response. */
export interface Exchange {
  readonly number: number;
  readonly phase: Phase;
  readonly request: WireRequest;
  readonly outcome: Outcome;
  readonly ms: number;
  /** When it was sent, in ms since the epoch. */
  readonly at?: number;
  /** The number of the journal's intent, for a request that was journalled. */
  readonly intent?: number;
  /** The name of the identity, where it was not the default one. */
  readonly identity?: string;
  /** The targets, in origin-form, of the redirects that were followed; `request` is the one before them. */
  readonly followed?: readonly string[];
  /** By which the target's traces show it (W3C Trace Context); `request` is without it. */
  readonly traceparent?: string;
}

/** The values of a header field, in order; names compare without case. */
export function headerValues(headers: HeaderPairs, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value);
}

/** The single value of a header field, several joined by a comma (RFC 9110 section 5.3); undefined when absent. */
export function headerValue(headers: HeaderPairs, name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether a method only reads (RFC 9110 section 9.2.1; TRACE is not used). Methods are case-sensitive. */
export const isSafe = (method: string): boolean => safeMethods.includes(method);
