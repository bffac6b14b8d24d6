import { randomUUID } from 'node:crypto';
import type { HeaderPairs } from '../../harness/exchange.js';
import type { Readiness } from './await-ready.js';

export interface Memory {
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
  if (again.kind !== 'ready') return [`The container of ${image} does not get ready again when it is restarted.`];
  if (await holds(again.origin)) return [];
  return [
    `The container of ${image} forgets its records when it is restarted; keep them in a volume or a database where that is not meant.`,
  ];
}

/** The body of an answer that is no error. */
const send = (url: string, init: RequestInit): Promise<string | undefined> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }).then(
    (response) => response.text().then((text) => (response.ok ? text : undefined)),
    () => undefined,
  );
