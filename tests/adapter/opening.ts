import { onTestFinished } from 'vitest';
import { openCalendar, type OpenedCalendar, type OpenOptions } from '../../adapter/open-calendar.js';
import type { WorldFile } from '../../contract/world-file.js';
import { createReferenceServer, type ReferenceServerOptions } from '../../reference-server/index.js';
import { createClient, type Mode } from '../../wire/client/client.js';
import { systemClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { createMemoryJournal, type Journal } from '../../wire/journal/journal.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';

export interface OpeningOptions {
  readonly mode?: Mode;
  readonly server?: ReferenceServerOptions;
  /** What stands between: it makes the reference server behave like another target. */
  readonly intercept?: Interceptor;
  readonly worldFile?: WorldFile;
  readonly signal?: AbortSignal;
  readonly concurrency?: number;
  readonly journal?: Journal;
}

export interface Opening {
  readonly send: OpenOptions['send'];
  /** Opens the target; rejects where opening throws. */
  open(): Promise<OpenedCalendar>;
  /** How many records each collection holds. */
  counts(): Readonly<Record<string, number>>;
}

/** A reference server behind an interceptor, ready to be opened as any target; it stops when the test ends. */
export async function prepareOpening(options: OpeningOptions = {}): Promise<Opening> {
  const { mode = 'sandbox', intercept, worldFile, signal, concurrency = 8, journal = createMemoryJournal() } = options;
  const server = createReferenceServer(options.server ?? (worldFile ? { world: worldFile } : {}));
  const { url } = await server.listen();
  onTestFinished(() => server.close());
  const client = createClient({
    transport: createRemoteTransport({ origin: new URL(url).origin, timeoutMs: 5_000, connections: 8 }),
    mode,
    concurrency,
    isWithin: () => true,
    clock: systemClock,
    journal,
    ...(intercept && { intercept: [intercept] }),
    ...(signal && { signal }),
  });
  onTestFinished(() => client.close());
  return {
    send: client.send,
    open: () =>
      openCalendar({
        site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
        send: client.send,
        sent: () => client.sent,
        journal,
        mode,
        seed: 1,
        now: new Date(),
        random: 0.25,
        near: true,
        executionQuota: 100,
        ...(worldFile && { worldFile }),
      }),
    counts: () => server.counts(),
  };
}
