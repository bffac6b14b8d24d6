/** A reason why a target cannot be judged, as a person is told it. `{slots}` are filled with what was seen. */
export interface Trouble {
  /** What was seen: one sentence. */
  readonly seen: string;
  /** What to try next: one sentence. */
  readonly advice: string;
  /** What is behind it, for the page on troubleshooting. */
  readonly means: string;
}

export type Troubles = Readonly<Record<string, Trouble>>;

/** What goes into the slots of a trouble. */
export type Values<One extends Trouble> = Readonly<Record<SlotsOf<One['seen'] | One['advice']>, string>>;

type SlotsOf<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | SlotsOf<Rest> : never;

/** What can be wrong with an address before anything is sent. */
export const addressTroubles = {
  notUrl: {
    seen: '"{text}" is not a URL.',
    advice: 'Give one as in http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'The argument is no address that anything could be sent to.',
  },
  schemeMissing: {
    seen: '"{text}" is not a URL.',
    advice: 'Write {url} instead.',
    means: 'A URL begins with http:// or https://.',
  },
  otherScheme: {
    seen: '{scheme}// addresses are not spoken here.',
    advice: 'Give one as in http://127.0.0.1:8080 or https://example.org/wp-json.',
    means: 'calproof speaks HTTP, with TLS or without.',
  },
  loginInside: {
    seen: 'The address of {host} holds a login, which would end up in logs.',
    advice: 'Leave it out and give it with --basic env:VARIABLE (it holds user:password).',
    means: 'Command lines and addresses are stored and shown in many places; secrets are not given there.',
  },
} as const satisfies Troubles;

/** No whole answer in HTTP, or one that leads elsewhere. */
export const answerTroubles = {
  stalled: {
    seen: '{host} took the request but did not answer within {limit}.',
    advice: 'Check that the service is well; --timeout allows more time, up to 8 s for this first look.',
    means: 'The connection is open and nothing comes: the service hangs, or a firewall swallows what is said.',
  },
  unended: {
    seen: '{url} sends an answer that does not end ({octets} octets within {limit}).',
    advice: 'Check what is served there; a stream of events or a live feed is not a REST interface.',
    means: 'The answer is larger than 32 MiB, or goes on for longer than calproof waits.',
  },
  reset: {
    seen: '{host} closed the connection without an answer.',
    advice: 'Try https://, or check the port.',
    means: 'Something listens there and hangs up on plain HTTP, as some do that only speak TLS.',
  },
  resetOverTls: {
    seen: '{host} closed the connection without an answer.',
    advice: 'Look into its log; if it wants a client certificate, check the one given with --cert and --key.',
    means: 'TLS is set up and the service hangs up: it crashed, or it says so to who shows no certificate it knows.',
  },
  notHttp: {
    seen: '{host} does not answer in HTTP/1.1 ({message}).',
    advice: 'Check the port, or try the other of http:// and https://.',
    means: 'Another kind of service listens there, such as mail or SSH, or one that only speaks HTTP/2.',
  },
  truncated: {
    seen: '{url} cuts its answer off before the end.',
    advice: 'Look into the log of the service and of any proxy before it.',
    means: 'Fewer octets came than were announced: the service crashed half-way, or states a wrong length.',
  },
  plainToTls: {
    seen: '{host} speaks HTTPS on this port.',
    advice: 'Write https:// instead.',
    means: 'The server answers plain HTTP with a note that it expects TLS.',
  },
  redirects: {
    seen: '{url} redirects to {next}.',
    advice: 'Give {given} instead.',
    means: 'calproof judges what is at an address and follows nothing, least of all with credentials.',
  },
  redirectsWithin: {
    seen: '{url} redirects to {next}.',
    advice: 'Have the service answer at its own addresses; it is judged without following redirects.',
    means: 'The REST root would be the same: only the spelling differs, such as a slash at the end.',
  },
  redirectsAway: {
    seen: '{url} redirects to {next}, which is no http or https URL.',
    advice: 'Check which address the service takes for its own, and give that.',
    means: 'The address in the Location field cannot be asked.',
  },
  circle: {
    seen: '{url} redirects in a circle: {circle}.',
    advice: 'Check which address the service takes for its own (http or https, host, closing slash), and give that.',
    means: 'Each address sends to the next, and the last to one before; often two rules undo each other.',
  },
  tooManyRedirects: {
    seen: '{url} redirects more than {count} times, at last to {next}.',
    advice: 'Check which address the service takes for its own (http or https, host, closing slash), and give that.',
    means: 'The way goes on and on, mostly with an address that grows.',
  },
} as const satisfies Troubles;

/** What is told of a target that is judged all the same. */
export const clockWarnings = {
  ahead: {
    seen: "The target's clock is {skew} ahead of ours.",
    advice: "Set the clock that is off, or give the target's time with --now.",
    means:
      'The Date of its answer is later than the time of this machine, or of --now: what is upcoming there may be past here.',
  },
  behind: {
    seen: "The target's clock is {skew} behind ours.",
    advice: "Set the clock that is off, or give the target's time with --now.",
    means: 'The Date of its answer, its Age in caches added, is earlier than the time of this machine, or of --now.',
  },
} as const satisfies Troubles;

/** No connection. */
export const connectionTroubles = {
  unknownHost: {
    seen: '{host} is not a known host name.',
    advice: 'Check the spelling of the host, the network and any VPN.',
    means: 'The name server says that there is no such name (DNS, NXDOMAIN).',
  },
  lookupFailed: {
    seen: '{host} could not be looked up.',
    advice: 'Check the network and its name server, then try again.',
    means: 'No name server answered, or it failed; the name may well exist (DNS, EAI_AGAIN).',
  },
  refused: {
    seen: '{host} refuses connections: nothing listens there.',
    advice: 'Start the service, or check host and port.',
    means: 'The machine is there, and no program has that port open; some firewalls say the same.',
  },
  silent: {
    seen: '{host} did not accept a connection within {limit}.',
    advice: 'Check host, port, firewall and VPN; --timeout allows more time, up to 8 s for this first look.',
    means: 'Packets are dropped on the way, as firewalls do, or the service is too busy to accept anybody.',
  },
  noRoute: {
    seen: '{host} cannot be reached over the network.',
    advice: 'Check the address, the network and any VPN.',
    means: 'This machine or one on the way knows no route there.',
  },
  closedEarly: {
    seen: '{host} closed the connection before it was set up.',
    advice:
      'Try http:// in place of https://, check the port, or, if it wants a client certificate, the one given with --cert.',
    means: 'The connection was made and ended during the TLS handshake, without a reason.',
  },
  other: {
    seen: '{host} cannot be connected to ({message}).',
    advice: 'Check host, port and network.',
    means: 'The operating system or the TLS library gives a reason that calproof has no words for.',
  },
} as const satisfies Troubles;

/** An answer that is no JSON. */
export const contentTroubles = {
  page: {
    seen: '{url} answers with an HTML page{title}, not with JSON.',
    advice: 'Give the REST root, as in https://example.org/wp-json, not a page of the site.',
    means: 'The address is one for people; the REST interface is elsewhere, or an error is shown as a page.',
  },
  loginPage: {
    seen: '{url} answers with a login page{title}, not with JSON.',
    advice:
      'Give a login with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The site lets nobody in without a login, and shows its form in place of a 401.',
  },
  otherRoot: {
    seen: '{url} answers with a page that names its REST root: {root}.',
    advice: 'Give {root} instead.',
    means: 'A site was given; it says where its REST interface is (a link of the relation https://api.w.org/).',
  },
  rootInQuery: {
    seen: '{url} answers with a page that names its REST root in a query: {root}.',
    advice: 'Switch permalinks on there, so that the REST root is a path.',
    means: 'WordPress without permalinks serves REST at ?rest_route= alone, where paths cannot be judged.',
  },
  firewall: {
    seen: '{url} answers {status} with a page{title} that reads like that of a firewall.',
    advice: 'Ask who runs it to let this machine and the agent calproof through, or judge from a network it knows.',
    means: 'Something before the service takes calproof for an attacker or a robot, and blocks or challenges it.',
  },
  blank: {
    seen: '{url} answers {status} with a blank page.',
    advice: 'Look into its error log: a crash often leaves one.',
    means: 'The answer has a good status and nothing in it.',
  },
  brokenJson: {
    seen: '{url} answers with broken JSON.',
    advice: 'Look at the answer with curl, and into its error log.',
    means: 'The answer calls itself JSON and is none; often a warning of the service stands before or after it.',
  },
  notJson: {
    seen: '{url} does not answer with JSON ({type}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'The answer is of another type.',
  },
  coded: {
    seen: '{url} answers in a coding that cannot be undone ({coding}).',
    advice: 'Switch compression off there.',
    means: 'The Content-Encoding is unknown, is not what it says, or unfolds to more than 64 MiB.',
  },
} as const satisfies Troubles;

/** The proxy on the way, where --proxy names one. */
export const proxyTroubles = {
  unreachable: {
    seen: 'The proxy {proxy} cannot be connected to ({message}).',
    advice: 'Check host and port of --proxy, or leave it out.',
    means: 'Nothing listens there, the name is unknown, or TLS failed on the way to the proxy, not to the target.',
  },
  silent: {
    seen: 'The proxy {proxy} did not open a way to {host} within {limit}.',
    advice: 'Check host and port of --proxy, and whether the proxy itself may reach the target.',
    means: 'The proxy, or the target behind it, does not answer.',
  },
  loginMissing: {
    seen: 'The proxy {proxy} needs a login (407).',
    advice: 'Give it with --proxy env:VARIABLE (it holds http://user:password@host:port).',
    means: 'The proxy lets nobody through whom it does not know.',
  },
  loginRefused: {
    seen: 'The proxy {proxy} does not accept the login (407).',
    advice: 'Check user and password in what --proxy names; percent-encode signs such as @ and : in them.',
    means: 'The user or the password is wrong, or the proxy takes no Basic login.',
  },
  refuses: {
    seen: 'The proxy {proxy} refuses to connect to {host} ({status}).',
    advice: 'Ask who runs it to allow that, or leave --proxy out.',
    means: 'The proxy keeps a list of hosts and ports that it connects to (CONNECT), and this one is not on it.',
  },
  cannotReach: {
    seen: 'The proxy {proxy} cannot reach {host} ({status}).',
    advice: 'Check the address, and whether the proxy may reach it; a target near to you may need no --proxy.',
    means: 'The way to the proxy is open, the way on from there is not.',
  },
  notAProxy: {
    seen: '{proxy} does not answer as a proxy ({message}).',
    advice: 'Check host, port and scheme of --proxy.',
    means: 'Something else listens there, such as a proxy of another kind (SOCKS).',
  },
  ofTarget: {
    seen: '{url} is behind a proxy that needs a login (407).',
    advice: 'Use a network without it, ask who runs it, or name it with --proxy.',
    means: 'No --proxy was given: one stands on the way without being asked for.',
  },
} as const satisfies Troubles;

/** An answer that refuses, by its status. */
export const statusTroubles = {
  loginMissing: {
    seen: '{url} needs a login (401).',
    advice:
      'Give one with --basic env:VARIABLE (it holds user:password) or --bearer env:VARIABLE (it holds the token).',
    means: 'The service does not say which kind of login it takes.',
  },
  basicMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Give one with --basic env:VARIABLE (it holds user:password).',
    means: 'The service asks for a user and a password (Basic).',
  },
  bearerMissing: {
    seen: '{url} needs a login (401).',
    advice: 'Give one with --bearer env:VARIABLE (it holds the token).',
    means: 'The service asks for a token (Bearer).',
  },
  loginRefused: {
    seen: '{url} does not accept the login (401).',
    advice: 'Check user and password, or the token.',
    means: 'A login was sent, and the service does not know it; WordPress takes application passwords only.',
  },
  forbidden: {
    seen: '{url} refuses access (403).',
    advice: 'Give a login that may read with --basic or --bearer, or check whether a firewall keeps this machine out.',
    means: 'The service, or something before it, knows who asks and says no.',
  },
  notFound: {
    seen: '{url} is not found ({status}).',
    advice: 'Check the path: give the REST root, as in https://example.org/wp-json.',
    means: 'There is a service, and it has nothing at that address.',
  },
  tooMany: {
    seen: '{url} asks for fewer requests (429).',
    advice: 'Wait a while, then run with a lower --rate.',
    means: 'A limit on requests is used up, perhaps by an earlier run.',
  },
  gateway: {
    seen: '{url} is not answered for by its gateway ({status}).',
    advice: 'Check that the service behind it runs.',
    means: 'A reverse proxy, a balancer or the proxy of --proxy answers in place of a service that does not.',
  },
  unavailable: {
    seen: '{url} is not available at the moment (503).',
    advice: 'Wait until it is, for example after maintenance.',
    means: 'The service says of itself that it is overloaded or being worked on.',
  },
  failing: {
    seen: '{url} fails ({status}).',
    advice: 'Look into its log; when it works again, run this again.',
    means: 'The service has an error of its own.',
  },
  unexpected: {
    seen: '{url} answers unexpectedly ({status}).',
    advice: 'Check that this is the address of the REST root.',
    means: 'The status is none that a list of records is answered with.',
  },
} as const satisfies Troubles;

/** TLS, and the certificates of both sides. */
export const tlsTroubles = {
  distrusted: {
    seen: '{host} shows a certificate that is not signed by anyone this machine trusts.',
    advice: 'Give the certificate that signed it with --ca FILE, or trust any with --insecure.',
    means: 'The certificate is self-signed, is from an authority of a company, or comes without one in between.',
  },
  distrustedByFile: {
    seen: '{host} shows a certificate that is not signed by any in the file of --ca.',
    advice: 'Give a file with the certificate that signed it, or trust any with --insecure.',
    means: '--ca takes the place of the authorities that this machine trusts.',
  },
  expired: {
    seen: '{host} shows a certificate that has expired.',
    advice: 'Have it renewed, or trust any with --insecure.',
    means: "Its last day is over, by this machine's clock.",
  },
  early: {
    seen: '{host} shows a certificate that is not valid yet.',
    advice: "Check this machine's clock, or trust any certificate with --insecure.",
    means: "Its first day is still to come, by this machine's clock.",
  },
  otherHost: {
    seen: '{host} shows a certificate for another host.',
    advice: 'Use a host name that is in the certificate, or trust any with --insecure.',
    means: 'The names in the certificate do not include the host of the URL; an address of digits often is not there.',
  },
  notSpoken: {
    seen: '{host} does not speak TLS on this port.',
    advice: 'Try the same address with http://, or check the port.',
    means: 'What came back to a TLS handshake was something else, as when a port serves plain HTTP.',
  },
  noCommonGround: {
    seen: '{host} and this machine have no TLS version in common.',
    advice: 'Switch TLS 1.2 or 1.3 on there.',
    means: 'One side only speaks versions that the other no longer, or not yet, accepts.',
  },
  noCommonProtocol: {
    seen: '{host} does not speak HTTP/1.1 over TLS.',
    advice: 'Check the port, or switch HTTP/1.1 on there.',
    means: 'The service asks for another protocol, mostly HTTP/2 alone; calproof judges over HTTP/1.1.',
  },
  brokenOff: {
    seen: '{host} broke the TLS handshake off.',
    advice: 'If it wants a client certificate, give one with --cert FILE and --key FILE; else check its TLS settings.',
    means: 'The service sent "handshake failure": no certificate of ours, or no cipher in common.',
  },
  failed: {
    seen: '{host} and this machine cannot agree on TLS ({message}).',
    advice: 'Check the port, and the TLS settings there.',
    means: 'The TLS library gives a reason that calproof has no words for.',
  },
  certificateWanted: {
    seen: '{host} wants a client certificate.',
    advice: 'Give one with --cert FILE and --key FILE.',
    means: 'Only who shows a certificate that the service knows may connect (mutual TLS).',
  },
  certificateRefused: {
    seen: '{host} does not accept the client certificate of --cert.',
    advice: 'Check that it is the right one, not expired, and signed by whom the service trusts.',
    means: 'A certificate was shown, and the service does not know who signed it, or no longer takes it.',
  },
} as const satisfies Troubles;
