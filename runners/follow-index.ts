import { DEFAULT_NAMESPACE } from '../contract/operations.js';
import { jsonOf } from '../harness/body.js';
import { isJsonArray, isJsonObject, type JsonValue, valueAt } from '../harness/json.js';
import { findItems } from '../target/discover.js';
import { CommandError } from './command-error.js';
import { findTarget } from './ready-target.js';
import type { Run } from './run.js';

/** A namespace that could be that of a calendar of events, as indexes and their links name it. */
const NAMESPACE = /(?:^|\/)([\w.-]+\/events\/v\d+)(?=\/|$)/;

/** A run whose target is there, and what should be known of it. */
export interface FoundRun {
  readonly run: Run;
  readonly warnings: readonly string[];
}

/**
 * Makes sure that the target of a run is a calendar. Where neither an option nor the URL names its namespace, and there
 * is none as the interface writes it, the index of the REST root is followed: to the namespaces that it lists, to its
 * routes and links. Throws what stands in the way.
 */
export async function findRun(run: Run): Promise<FoundRun> {
  try {
    return { run, ...(await findTarget(run)) };
  } catch (error) {
    const followed = isAboutNamespace(error) ? await follow(run) : undefined;
    if (!followed) throw error;
    return { run: followed, ...(await findTarget(followed)) };
  }
}

/** Whether something answers there that has no calendar where it was looked for: the advice is to name the place. */
const isAboutNamespace = (error: unknown): boolean =>
  error instanceof CommandError && error.exitCode === 3 && error.message.includes('--namespace');

async function follow(run: Run): Promise<Run | undefined> {
  const { options, target } = run;
  if (options.namespace !== undefined || target.address.namespace !== DEFAULT_NAMESPACE) return undefined;
  const index = await ask(run, '/');
  const namespace = index === undefined ? undefined : namespaceIn(index);
  if (namespace === undefined || !hasEvents(await ask(run, `/${namespace}/events?per_page=1`))) return undefined;
  return { ...run, target: { ...target, address: { ...target.address, namespace } } };
}

async function ask({ target: { transport, headers, address } }: Run, path: string): Promise<JsonValue | undefined> {
  return jsonOf(await transport.send({ method: 'GET', target: `${address.root}${path}`, headers }));
}

/** The first namespace that an index names: in `namespaces`, among its routes, or in the address of a link. */
function namespaceIn(index: JsonValue): string | undefined {
  for (const text of textsIn(index)) {
    const found = NAMESPACE.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield value;
  if (isJsonArray(value)) for (const item of value) yield* textsIn(item);
  if (!isJsonObject(value)) return;
  for (const [name, item] of Object.entries(value)) {
    yield name;
    yield* textsIn(item);
  }
}

function hasEvents(body: JsonValue | undefined): boolean {
  const path = body === undefined ? undefined : findItems(body, 'events');
  return path !== undefined && isJsonArray(valueAt(body, path));
}
