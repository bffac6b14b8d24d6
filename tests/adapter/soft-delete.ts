import { onTestFinished } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createReferenceServer } from '../../reference-server/index.js';
import { systemClock } from '../../wire/clock.js';
import type { Interceptor, WireRequest } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { deletedRecords } from '../../zoo/variants/behaviour/deleted-records.js';
import { isCreate, pathOf } from './other-targets.js';

/** A server that puts what is deleted into a trash, where it has one. */
export interface SoftDeleting {
  readonly url: string;
  /** How many records each collection holds. */
  counts(): Readonly<Record<string, number>>;
  /** How many requests it has been sent. */
  requests(): number;
  /** The paths of what was made and not deleted, of the kinds that go to the trash, once the server stood still. */
  made(): readonly string[];
  /** The status that is shown of a record; undefined for one that is gone. */
  statusOf(path: string): Promise<unknown>;
}

/** What happens around a request: it may be kept from the server, or its answer from the client. */
export type Around = (request: WireRequest, number: number, carryOut: () => Promise<void>) => Promise<void>;

const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });
const trash = deletedRecords.find(({ id }) => id === 'delete.trash');

/** Starts a server with the complete world and a trash; it stops when the test ends. */
export async function startSoftDeleting(around: Around = (_, __, carryOut) => carryOut()): Promise<SoftDeleting> {
  if (!trash) throw new Error('the zoo has no variant delete.trash');
  const server = createReferenceServer({ world: completeWorld as WorldFile });
  const { origin } = new URL((await server.listen()).url);
  const soft = trash.create(1, lens, systemClock);
  const left = new Set<string>();
  let count = 0;
  const intercept: Interceptor = async (request, next) => {
    let outcome = nothing;
    await around(request, (count += 1), async () => {
      outcome = await soft(request, next);
      note(left, request, outcome);
    });
    return outcome;
  };
  const proxy = await openProxy({ origin, intercept });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  return {
    url: proxy.origin,
    counts: () => server.counts(),
    requests: () => count,
    made: () => [...left],
    async statusOf(path) {
      const response = await fetch(`${proxy.origin}/vendor/events/v1${path}`);
      return response.ok ? ((await response.json()) as { readonly status: unknown }).status : undefined;
    },
  };
}

const nothing: Awaited<ReturnType<Interceptor>> = { kind: 'reset', message: 'cut off' };

/** Keeps the list of what was made and is not deleted yet. */
function note(left: Set<string>, request: WireRequest, outcome: Awaited<ReturnType<Interceptor>>): void {
  if (outcome.kind !== 'response' || outcome.response.status >= 300) return;
  const path = pathOf(request);
  const json = jsonOf(outcome);
  const id = isJsonObject(json) && typeof json.id === 'number' ? String(json.id) : '';
  if (isCreate(request) && /^\/(events|venues|organizers)$/.test(path)) left.add(`${path}/${id}`);
  if (request.method === 'DELETE') left.delete(path.includes('/by-slug/') ? path.replace(/by-slug.*/, id) : path);
}
