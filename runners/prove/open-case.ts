import { IncomingMessage, type OutgoingHttpHeader, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { WorldFile } from '../../contract/world-file.js';
import { type Credential, toFixedCredential } from '../../wire/client/authentication.js';
import { systemClock } from '../../wire/clock.js';
import type { HeaderPairs, Outcome, Transport, WireRequest, WireResponse } from '../../wire/exchange.js';
import { BODYLESS } from '../../wire/status.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { toGuarded, toHeaderPairs, withIdentityCoding } from '../../wire/transports/sending.js';
import type { Case } from '../../zoo/proof/case-result.js';
import { type Address, toAddress } from '../input/service-address.js';
import { createEmbedded, createUsers } from '../server/embedded-server.js';
import type { EmbeddedProofTarget, ProofSetup, UrlProofTarget } from './proof-setup.js';

const HOST = '127.0.0.1';

/**
 * Passes requests to the handler of our own server without a connection: a proof sends a million of them and does not
 * test the wire. The handler must write its head and its body at once, as the reference server does.
 */
export const createDirectTransport = (handler: RequestListener): Transport => ({
  send: toGuarded((request) => hand(handler, request)),
  close: async () => {},
});

function hand(handler: RequestListener, wire: WireRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = toMessage(wire);
    handler(
      request,
      createResponse(request, (response) => resolve({ kind: 'response', response })),
    );
  });
}

function toMessage({ method, target, headers, body }: WireRequest): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  const sent: HeaderPairs = [
    ['host', HOST],
    ...withIdentityCoding(headers),
    ['content-length', String(body?.length ?? 0)],
  ];
  message.method = method;
  message.url = target;
  message.rawHeaders = sent.flat();
  message.headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]));
  if (body && body.length > 0) message.push(body);
  message.push(null);
  message.complete = true;
  return message;
}

/** A response that keeps what is written to it. It adds the date, and omits the body of HEAD, as Node itself would. */
function createResponse(request: IncomingMessage, give: (response: WireResponse) => void): ServerResponse {
  const response = new ServerResponse(request);
  let head: Pick<WireResponse, 'status' | 'headers'> = { status: 500, headers: [] };
  response.writeHead = (status: number, list?: unknown) => {
    head = { status, headers: toHeaderPairs((Array.isArray(list) ? list : []) as OutgoingHttpHeader[] as string[]) };
    return response;
  };
  response.end = (chunk?: unknown) => {
    const isEmpty = request.method === 'HEAD' || BODYLESS.includes(head.status) || !(chunk instanceof Uint8Array);
    give({ ...head, headers: [...head.headers, ['Date', new Date().toUTCString()]], body: isEmpty ? NOTHING : chunk });
    return response;
  };
  return response;
}

const NOTHING = new Uint8Array();

/** The target of one case. */
export interface CaseTarget {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  /** The headers of every identity, where their names do not show which these are. */
  readonly shared?: HeaderPairs;
  /** The further identities. */
  readonly identities: ReadonlyMap<string, Credential>;
  readonly worldFile?: WorldFile;
  /** Whether records left behind matter: an embedded server ends with the case. */
  readonly isLasting: boolean;
}

/** Opens the target of a case: a new embedded server, in the zone of the case, or the service at the URL. */
export const openCase = ({ target, now, concurrency, effort }: ProofSetup, { kind, id }: Case): Promise<CaseTarget> =>
  target.kind === 'url'
    ? toCaseTarget(target, concurrency)
    : embed({ ...target, now, effort, ...(kind === 'zone' && { zone: id }) });

/** How the embedded target of a case is set up. */
interface EmbedOptions extends Pick<ProofSetup, 'now' | 'effort'>, Pick<EmbeddedProofTarget, 'world'> {
  readonly zone?: string;
}

async function embed({ now, effort, zone, world: given }: EmbedOptions): Promise<CaseTarget> {
  const { users, headersOf } = createUsers({ calproof: 'editor', author: 'author', reader: 'reader' });
  const skew = now - systemClock.now();
  const passing = (): number => systemClock.now() + skew;
  const { server, world } = await createEmbedded({
    now: passing,
    users,
    ...(given && { world: given }),
    ...(zone !== undefined && { zone }),
  });
  return {
    address: toAddress('http://127.0.0.1'),
    transport: createDirectTransport(server.handler),
    headers: headersOf('calproof'),
    ...(effort === 'quick' ? onlyOne(headersOf('calproof')) : besides(['author', 'reader'], headersOf)),
    worldFile: world,
    isLasting: false,
  };
}

/** A quick run compares no identities: all send the headers of the default one. */
const onlyOne = (headers: HeaderPairs): Pick<CaseTarget, 'shared' | 'identities'> => ({
  shared: headers,
  identities: new Map(),
});

/** Identities with fewer rights; anonymous is added to them. */
const besides = (
  names: readonly string[],
  headersOf: (name: string) => HeaderPairs,
): Pick<CaseTarget, 'identities'> => ({
  identities: new Map(names.map((name) => [name, toFixedCredential(headersOf(name))])),
});

async function toCaseTarget(
  { address, headers, worldFile, connection }: UrlProofTarget,
  concurrency: number,
): Promise<CaseTarget> {
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ ...connection, origin, connections: concurrency }),
    headers,
    identities: new Map(),
    ...(worldFile && { worldFile }),
    isLasting: true,
  };
}
