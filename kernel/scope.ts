import { AsyncLocalStorage } from 'node:async_hooks';
import { BudgetSpent } from '../wire/errors.js';
import { type Exchange, isSafe, type Phase, type WireRequest } from '../wire/exchange.js';

/** Sends a request; `claim` is what the journal keeps to find what a write creates, `as` the name of the identity. */
type ScopedSend = (request: WireRequest, claim?: unknown, as?: string) => Promise<Exchange>;

/** One execution's exchanges, its phase, and what must be undone when it ends. */
export interface Scope {
  /** Throws BudgetSpent when the quota is spent, and once the scope is closed. */
  readonly send: ScopedSend;
  readonly exchanges: readonly Exchange[];
  /** The exchanges before the first write that was under way at the same time as another request. */
  readonly serial: readonly Exchange[];
  phase: Phase;
  /** Whether each request waits for the response to the one before. */
  inTurn: boolean;
  /** Sends what `work` sends in another phase; whatever else is sent meanwhile keeps its own. */
  during<Result>(phase: Phase, work: () => Promise<Result>): Promise<Result>;
  /** Registers how to undo something, with a send that still works then; the last registered is undone first. */
  onClose(undo: (send: ScopedSend) => Promise<void>): void;
  close(): Promise<void>;
}

/** What one execution may send, and through what. */
interface ScopeOptions {
  readonly phase: Phase;
  /** How many requests may be sent, clean-up aside. */
  readonly quota: number;
  readonly send: (
    request: WireRequest,
    options: { readonly phase: Phase; readonly claim?: unknown; readonly as?: string },
  ) => Promise<Exchange>;
}

/** The phase of what is under way in a scope, where that is not the phase of the scope. */
const underWay = new AsyncLocalStorage<{ readonly scope: Scope; readonly phase: Phase }>();

/** Opens a scope; one that is closed has undone all that was registered, also after a failure. */
export function openScope({ phase: first, quota, send }: ScopeOptions): Scope {
  let phase = first;
  const exchanges: Exchange[] = [];
  const undos: ((send: ScopedSend) => Promise<void>)[] = [];
  let closed = false;
  const underWayNow = new Set<WireRequest>();
  let serial = Number.POSITIVE_INFINITY;

  async function sendFor(current: Phase, ...[request, claim, as]: Parameters<ScopedSend>): Promise<Exchange> {
    const about = { phase: current, ...(claim !== undefined && { claim }), ...(as !== undefined && { as }) };
    const together = [...underWayNow, request];
    if (together.length > 1 && together.some(({ method }) => !isSafe(method))) {
      serial = Math.min(serial, exchanges.length);
    }
    underWayNow.add(request);
    const exchange = await send(request, about).finally(() => underWayNow.delete(request));
    exchanges.push(exchange);
    return exchange;
  }
  let latest: Promise<unknown> = Promise.resolve();
  function sendInTurn(...sent: Parameters<typeof sendFor>): Promise<Exchange> {
    const next = latest.then(() => sendFor(...sent));
    latest = next.catch(() => undefined);
    return next;
  }
  const cleanUp: ScopedSend = (...sent) => sendFor('clean-up', ...sent);

  const scope: Scope = {
    get phase() {
      const own = underWay.getStore();
      return own?.scope === scope ? own.phase : phase;
    },
    set phase(next) {
      phase = next;
    },
    inTurn: false,
    during: (own, work) => underWay.run({ scope, phase: own }, work),
    exchanges,
    get serial() {
      return exchanges.slice(0, serial);
    },
    async send(...sent) {
      // Requests that a failed execution still had to send must not go out once its records are being deleted.
      if (closed) throw new BudgetSpent('the execution has ended');
      if (exchanges.length >= quota) throw new BudgetSpent(`${quota} requests are spent`);
      return (scope.inTurn ? sendInTurn : sendFor)(scope.phase, ...sent);
    },
    onClose: (undo) => undos.push(undo),
    async close() {
      closed = true;
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo(cleanUp);
    },
  };
  return scope;
}
