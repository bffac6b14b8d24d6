import { randomUUID } from 'node:crypto';
import type { Clock } from '../../wire/clock.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import type { ContainerOptions } from '../options/container-request.js';
import { type Container, type Engine, fetchLog, type Inspected } from './container-engine.js';

export interface Waiting {
  readonly engine: Engine;
  readonly container: Container;
  readonly port: number;
  readonly options: ContainerOptions;
  /** The path of the list of events. */
  readonly path: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** What came of waiting for a container: its origin, or why it is none. */
export type Readiness =
  | { readonly kind: 'ready'; readonly origin: string }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'late'; readonly last: string }
  | { readonly kind: 'interrupted' };

const INTERVAL_MS = 200;

/** How long a container may take where nobody says. */
export const WAIT_MS = 60_000;

/** Waits until a container is ready, ends or has had its time. */
export async function awaitReady(waiting: Waiting): Promise<Readiness> {
  const { engine, container, clock, signal, options } = waiting;
  const until = clock.now() + (options.waitTime ?? WAIT_MS);
  for (let last = 'no request was sent'; ; ) {
    if (signal?.aborted) return { kind: 'interrupted' };
    const inspected = await engine.client.container.inspect(container);
    if (!inspected.State.Running) return { kind: 'exited', code: inspected.State.ExitCode };
    const origin = toOrigin(inspected, waiting);
    const problem = origin === undefined ? 'its port is not bound' : await problemOf(origin, waiting);
    if (origin !== undefined && problem === undefined) return { kind: 'ready', origin };
    last = problem ?? last;
    if (clock.now() >= until) return { kind: 'late', last };
    await clock.sleep(INTERVAL_MS, signal);
  }
}

/** On the network of the host nothing is bound: the port is that of the container. */
function toOrigin({ NetworkSettings, HostConfig }: Inspected, { engine, port }: Waiting): string | undefined {
  const { host } = engine.client.info.containerRuntime;
  const bound = NetworkSettings.Ports[`${port}/tcp`]?.[0]?.HostPort;
  const reached = HostConfig.NetworkMode === 'host' ? String(port) : bound;
  return reached === undefined ? undefined : `http://${host}:${reached}`;
}

/** Why a container is not ready yet, in words; undefined when it is. */
async function problemOf(origin: string, { container, options, path }: Waiting): Promise<string | undefined> {
  const { waitLog, waitHttp } = options;
  if (waitLog) return waitLog.test(await fetchLog(container)) ? undefined : `nothing in its log matches ${waitLog}`;
  const asked = waitHttp ?? path;
  const isReady = (status: number): boolean => (waitHttp === undefined ? status < 500 : status >= 200 && status < 400);
  const status = await fetch(`${origin}${asked}`, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.body?.cancel().then(() => response.status) ?? response.status,
    () => undefined,
  );
  if (status === undefined) return `GET ${asked} got no response`;
  return isReady(status) ? undefined : `GET ${asked} returned ${status}`;
}

interface Memory {
  readonly origin: string;
  /** The path of the namespace. */
  readonly path: string;
  readonly headers: HeaderPairs;
  readonly image: string;
  /** Restarts the container, and waits until it is ready again. */
  restart(): Promise<Readiness>;
}

/**
 * Whether a container forgets, when it is restarted, what was written to it: sentences. The interface asks for no such
 * thing, so it is no verdict; nothing is said where a record cannot be made or found before.
 */
export async function forgetsRecords({ origin, path, headers, image, restart }: Memory): Promise<readonly string[]> {
  const name = `calproof ${randomUUID()}`;
  const own = Object.fromEntries(headers);
  const body = JSON.stringify({ venue: name });
  const sent = { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body };
  const holds = async (at: string): Promise<boolean> =>
    (await send(`${at}${path}/venues?search=${encodeURIComponent(name)}`, { headers: own }))?.includes(name) ?? false;
  await send(`${origin}${path}/venues`, sent);
  if (!(await holds(origin))) return [];
  const again = await restart();
  if (again.kind === 'interrupted') return [];
  if (again.kind !== 'ready') return [`The container of ${image} is not ready again after a restart.`];
  if (await holds(again.origin)) return [];
  return [
    `The container of ${image} loses its records on restart; keep them in a volume or a database, unless that is intended.`,
  ];
}

/** The body of an answer that is no error. */
const send = (url: string, init: RequestInit): Promise<string | undefined> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }).then(
    (response) => response.text().then((text) => (response.ok ? text : undefined)),
    () => undefined,
  );
