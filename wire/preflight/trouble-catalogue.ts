/** A reason why a target cannot be judged, as people read it. `{slots}` are filled with what was seen. */
export interface Trouble {
  /** What was seen: one sentence. */
  readonly seen: string;
  /** What to try next: one sentence. */
  readonly advice: string;
  /** The likely cause, for the page on troubleshooting. */
  readonly means: string;
}

export type Troubles = Readonly<Record<string, Trouble>>;

/** The values for the slots of a trouble. */
export type Values<One extends Trouble> = Readonly<Record<SlotsOf<One['seen'] | One['advice']>, string>>;

type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never;

/** Errors in an address, found before anything is sent. */
export const addressTroubles = {
  notUrl: {
    seen: '"{text}" is not a URL.',
    advice: 'Use a URL such as http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'The argument is not an address to which requests can be sent.',
  },
  schemeMissing: {
    seen: '"{text}" is not a URL.',
    advice: 'Write {url} instead.',
    means: 'A URL begins with http:// or https://.',
  },
  otherScheme: {
    seen: '{scheme}// URLs are not supported.',
    advice: 'Use a URL such as http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'calproof supports only http:// and https://.',
  },
  loginInside: {
    seen: 'The URL of {host} contains credentials, which would end up in logs.',
    advice: 'Remove them and pass them with --basic env:VARIABLE (it holds user:password).',
    means: 'Command lines and URLs are stored and shown in many places; secrets do not belong there.',
  },
} as const satisfies Troubles;

/** No complete HTTP response, or a redirect. */
export const answerTroubles = {
  stalled: {
    seen: '{host} accepted the request but did not answer within {limit}.',
    advice: 'Check that the service works; --timeout allows more time, up to 8 s for this first request.',
    means: 'The connection is open and no response arrives: the service hangs, or a firewall drops the messages.',
  },
  unended: {
    seen: '{url} sends a response that does not end ({octets} octets within {limit}).',
    advice: 'Check what is served there; an event stream or a live feed is not a REST interface.',
    means: 'The response lasts longer than calproof waits.',
  },
  reset: {
    seen: '{host} closed the connection without a response.',
    advice: 'Try https://, or check the port.',
    means: 'The server closes plain HTTP connections, as some servers do that only support TLS.',
  },
  resetOverTls: {
    seen: '{host} closed the connection without a response.',
    advice: 'Check its log; if it requires a client certificate, check the one given with --cert and --key.',
    means:
      'The service closes the connection after the TLS handshake: it crashed, or it rejects the client certificate.',
  },
  notHttp: {
    seen: '{host} does not answer with HTTP/1.1 ({message}).',
    advice: 'Check the port, or try https:// instead of http:// or the reverse.',
    means: 'Another kind of service listens there, such as mail or SSH, or one that only supports HTTP/2.',
  },
  invalidHttp: {
    seen: '{host} answers with invalid HTTP ({message}).',
    advice:
      'Check what the service and each proxy before it write: one Content-Length or chunks, never both, and no control characters in headers.',
    means:
      'The headers contradict each other about the length of the body (RFC 9112 section 6.3), are too large, or contain characters that are not allowed; or a chunk has no valid size.',
  },
  truncated: {
    seen: '{url} cuts its response off before the end.',
    advice: 'Check the logs of the service and of any reverse proxy.',
    means: 'Fewer octets arrived than announced: the service crashed half-way, or its Content-Length is wrong.',
  },
  plainToTls: {
    seen: '{host} expects HTTPS on this port.',
    advice: 'Write https:// instead.',
    means: 'The server answers plain HTTP with a message that it expects TLS.',
  },
  redirects: {
    seen: '{url} redirects to {next}.',
    advice: 'Use {given} instead.',
    means: 'calproof needs the address that answers, so that credentials are sent nowhere else.',
  },
  redirectsWithin: {
    seen: '{url} redirects to {next}.',
    advice: 'Configure the service to answer at its own addresses: its list of events must not redirect.',
    means: 'The REST root is the same: only the spelling differs, such as a trailing slash.',
  },
  redirectsElsewhere: {
    seen: '{url} redirects to another origin: {next}.',
    advice: 'If that is the target, use {given} instead; nothing was requested there.',
    means:
      'calproof follows a redirect only within the given origin, to the same host with https://, and to the name with or without www.',
  },
  redirectsAway: {
    seen: '{url} redirects to {next}, which is not an http or https URL.',
    advice: 'Check which address the service considers its own, and use that.',
    means: 'The URL in the Location field cannot be requested.',
  },
  circle: {
    seen: '{url} redirects in a circle: {circle}.',
    advice: 'Check which address the service considers its own (http or https, host, trailing slash), and use that.',
    means: 'Each address redirects to the next, and the last to an earlier one; often two rules undo each other.',
  },
  tooManyRedirects: {
    seen: '{url} redirects more than {count} times, finally to {next}.',
    advice: 'Check which address the service considers its own (http or https, host, trailing slash), and use that.',
    means: 'The redirects do not end, mostly to ever longer addresses.',
  },
} as const satisfies Troubles;

/** Warnings about a target that is judged all the same. */
export const clockWarnings = {
  ahead: {
    seen: "The target's clock is {skew} ahead of ours.",
    advice: "Correct the clock that is wrong, or pass the target's time with --now.",
    means:
      'The Date of its response is later than the time of this machine, or of --now: its upcoming events may be past here.',
  },
  behind: {
    seen: "The target's clock is {skew} behind ours.",
    advice: "Correct the clock that is wrong, or pass the target's time with --now.",
    means: 'The Date of its response plus its Age in caches is earlier than the time of this machine, or of --now.',
  },
} as const satisfies Troubles;

/** No connection. */
export const connectionTroubles = {
  unknownHost: {
    seen: '{host} is not a known host name.',
    advice: 'Check the spelling of the host name, the network and any VPN.',
    means: 'The name server reports that the name does not exist (DNS, NXDOMAIN).',
  },
  lookupFailed: {
    seen: '{host} could not be resolved.',
    advice: 'Check the network and its name server, then try again.',
    means: 'No name server answered, or it failed; the name may exist (DNS, EAI_AGAIN).',
  },
  refused: {
    seen: '{host} refuses connections: nothing listens there.',
    advice: 'Start the service, or check the host and port.',
    means: 'The machine is reachable, and no program has that port open; some firewalls reply the same.',
  },
  silent: {
    seen: '{host} did not accept a connection within {limit}.',
    advice: 'Check the host, port, firewall and VPN; --timeout allows more time, up to 8 s for this first request.',
    means: 'A firewall drops the packets, or the service is too busy to accept connections.',
  },
  noRoute: {
    seen: '{host} cannot be reached over the network.',
    advice: 'Check the address, the network and any VPN.',
    means: 'This machine or a router has no route there.',
  },
  closedEarly: {
    seen: '{host} closed the connection during its setup.',
    advice:
      'Try http:// instead of https://, or check the port, or the client certificate given with --cert if one is required.',
    means: 'The connection was closed during the TLS handshake, without a reason.',
  },
  other: {
    seen: '{host} is unreachable ({message}).',
    advice: 'Check the host, port and network.',
    means: 'The operating system or the TLS library reports an error that calproof does not explain.',
  },
} as const satisfies Troubles;

/** A response that is not JSON. */
export const contentTroubles = {
  page: {
    seen: '{url} answers with an HTML page{title}, not with JSON.',
    advice: 'Use the REST root, such as https://example.org/wp-json, not a page of the site.',
    means: 'The address is for people; the REST interface is elsewhere, or the service shows an error as a page.',
  },
  loginPage: {
    seen: '{url} answers with a login page{title}, not with JSON.',
    advice:
      'Pass credentials with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The site requires a login and shows a form instead of a 401.',
  },
  otherRoot: {
    seen: '{url} answers with a page that names its REST root: {root}.',
    advice: 'Use {root} instead.',
    means: 'The address is a site that names its REST interface (a link of the relation https://api.w.org/).',
  },
  rootInQuery: {
    seen: '{url} answers with a page that names its REST root in a query: {root}.',
    advice: 'Enable permalinks there, so that the REST root is a path.',
    means: 'WordPress without permalinks serves REST only at ?rest_route=, where paths cannot be judged.',
  },
  firewall: {
    seen: '{url} answers {status} with a page{title} that seems to come from a firewall.',
    advice: 'Ask its operator to allow this machine and the agent calproof, or use a network that it trusts.',
    means: 'A firewall before the service takes calproof for an attacker or a bot, and blocks or challenges it.',
  },
  blank: {
    seen: '{url} answers {status} with an empty body.',
    advice: 'Check its error log: a crash often ends in an empty response.',
    means: 'The status reports success, and the body is empty.',
  },
  brokenJson: {
    seen: '{url} answers with invalid JSON.',
    advice: 'Inspect the response with curl, and check the error log.',
    means: 'The media type is JSON, but the body is not; often the service prints a warning before or after it.',
  },
  excessive: {
    seen: '{url} answers with more than calproof reads ({message}).',
    advice: 'Inspect the response with curl; a record that contains itself may have no end.',
    means: 'calproof reads at most 8 MiB, 1,000 levels and 1,000,000 values; no list of records comes near that.',
  },
  notJson: {
    seen: '{url} does not answer with JSON ({type}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'The response has another media type.',
  },
  coded: {
    seen: '{url} answers with a content coding that cannot be decoded ({coding}).',
    advice: 'Disable compression there.',
    means: 'The Content-Encoding is unknown or wrong, or the body decompresses to more than 8 MiB.',
  },
} as const satisfies Troubles;

/** The proxy that --proxy names. */
export const proxyTroubles = {
  unreachable: {
    seen: 'The proxy {proxy} is unreachable ({message}).',
    advice: 'Check the host and port of --proxy, or omit it.',
    means: 'Nothing listens there, the name is unknown, or TLS with the proxy, not with the target, failed.',
  },
  silent: {
    seen: 'The proxy {proxy} did not connect to {host} within {limit}.',
    advice: 'Check the host and port of --proxy, and whether the proxy can reach the target.',
    means: 'The proxy, or the target behind it, does not answer.',
  },
  loginMissing: {
    seen: 'The proxy {proxy} needs a login (407).',
    advice: 'Pass it with --proxy env:VARIABLE (it holds http://user:password@host:port).',
    means: 'The proxy requires authentication.',
  },
  loginRefused: {
    seen: 'The proxy {proxy} does not accept the login (407).',
    advice: 'Check the user and password of --proxy; percent-encode characters such as @ and : in them.',
    means: 'The user or the password is wrong, or the proxy does not accept Basic authentication.',
  },
  refuses: {
    seen: 'The proxy {proxy} refuses to connect to {host} ({status}).',
    advice: 'Ask its operator to allow that, or omit --proxy.',
    means: 'The proxy connects only to a list of hosts and ports (CONNECT), and this one is not on it.',
  },
  cannotReach: {
    seen: 'The proxy {proxy} cannot reach {host} ({status}).',
    advice: 'Check the address, and whether the proxy can reach it; a nearby target may need no --proxy.',
    means: 'The proxy is reachable, and the target is not reachable from it.',
  },
  notAProxy: {
    seen: '{proxy} does not answer as a proxy ({message}).',
    advice: 'Check the host, port and scheme of --proxy.',
    means: 'Something else listens there, such as a proxy of another kind (SOCKS).',
  },
  ofTarget: {
    seen: '{url} is behind a proxy that needs a login (407).',
    advice: 'Use a network without it, ask its operator, or name it with --proxy.',
    means: 'No --proxy was given, and a proxy intercepts the requests.',
  },
} as const satisfies Troubles;

/** A response without success, by its status. */
export const statusTroubles = {
  loginMissing: {
    seen: '{url} needs a login (401).',
    advice:
      'Pass credentials with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The service does not say which kind of credentials it accepts.',
  },
  basicMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Pass credentials with --basic env:VARIABLE (it holds user:password).',
    means: 'The service requires a user and a password (Basic).',
  },
  bearerMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Pass a token with --bearer env:VARIABLE (it holds the token).',
    means: 'The service requires a token (Bearer).',
  },
  loginRefused: {
    seen: '{url} rejects the credentials (401).',
    advice: 'Check the user and password, or the token.',
    means: 'The service does not know the credentials; WordPress accepts application passwords only.',
  },
  forbidden: {
    seen: '{url} denies access (403).',
    advice: 'Pass credentials that may read with --basic or --bearer, or check whether a firewall blocks this machine.',
    means: 'The service, or a firewall before it, denies this identity access.',
  },
  notFound: {
    seen: '{url} was not found ({status}).',
    advice: 'Check the path: use the REST root, such as https://example.org/wp-json.',
    means: 'A service answers, and it has nothing at that address.',
  },
  tooMany: {
    seen: '{url} limits requests (429).',
    advice: 'Wait, then run with a lower --rate.',
    means: 'A rate limit is exhausted, perhaps by an earlier run.',
  },
  gateway: {
    seen: '{url} fails at its gateway ({status}).',
    advice: 'Check that the service behind it runs.',
    means: 'A reverse proxy, a load balancer or the proxy of --proxy answers, and the service behind it does not.',
  },
  unavailable: {
    seen: '{url} is currently unavailable (503).',
    advice: 'Wait until it is available again, for example after maintenance.',
    means: 'The service reports that it is overloaded or under maintenance.',
  },
  failing: {
    seen: '{url} fails ({status}).',
    advice: 'Check its log; run this again when it works.',
    means: 'The service failed with an internal error.',
  },
  unexpected: {
    seen: '{url} answers unexpectedly ({status}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'A list of records is never answered with this status.',
  },
} as const satisfies Troubles;

/** TLS and the certificates of both sides. */
export const tlsTroubles = {
  distrusted: {
    seen: '{host} presents a certificate that is not signed by an authority this machine trusts.',
    advice: 'Pass the certificate that signed it with --ca FILE, or trust any with --insecure.',
    means: 'The certificate is self-signed, from a private authority, or lacks an intermediate certificate.',
  },
  distrustedByFile: {
    seen: '{host} presents a certificate that is not signed by any in the file of --ca.',
    advice: 'Pass a file with the certificate that signed it, or trust any with --insecure.',
    means: '--ca replaces the authorities that this machine trusts.',
  },
  expired: {
    seen: '{host} presents a certificate that has expired.',
    advice: 'Renew it, or trust any with --insecure.',
    means: "Its validity ended, by this machine's clock.",
  },
  early: {
    seen: '{host} presents a certificate that is not valid yet.',
    advice: "Check this machine's clock, or trust any certificate with --insecure.",
    means: "Its validity has not begun, by this machine's clock.",
  },
  otherHost: {
    seen: '{host} presents a certificate for another host.',
    advice: 'Use a host name that is in the certificate, or trust any with --insecure.',
    means: 'The names in the certificate do not include the host of the URL; IP addresses often are not included.',
  },
  notSpoken: {
    seen: '{host} does not use TLS on this port.',
    advice: 'Try the same address with http://, or check the port.',
    means: 'The reply to the TLS handshake is not TLS, as when the port serves plain HTTP.',
  },
  noCommonGround: {
    seen: '{host} and this machine have no TLS version in common.',
    advice: 'Enable TLS 1.2 or 1.3 there.',
    means: 'One side only supports versions that the other no longer, or not yet, accepts.',
  },
  noCommonProtocol: {
    seen: '{host} does not support HTTP/1.1 over TLS.',
    advice: 'Check the port, or enable HTTP/1.1 there.',
    means: 'The service requires another protocol, mostly HTTP/2; calproof uses HTTP/1.1.',
  },
  brokenOff: {
    seen: '{host} aborted the TLS handshake.',
    advice:
      'If it requires a client certificate, pass one with --cert FILE and --key FILE; else check its TLS settings.',
    means: 'The service sent "handshake failure": it got no client certificate, or there is no cipher in common.',
  },
  failed: {
    seen: '{host} failed the TLS handshake ({message}).',
    advice: 'Check the port and the TLS settings there.',
    means: 'The TLS library reports an error that calproof does not explain.',
  },
  certificateWanted: {
    seen: '{host} requires a client certificate.',
    advice: 'Pass one with --cert FILE and --key FILE.',
    means: 'Only clients with a certificate that the service trusts may connect (mutual TLS).',
  },
  certificateRefused: {
    seen: '{host} rejects the client certificate of --cert.',
    advice: 'Check that it is the right one, has not expired, and is signed by an authority the service trusts.',
    means: 'The service does not trust the issuer of the certificate, or no longer accepts the certificate.',
  },
} as const satisfies Troubles;
