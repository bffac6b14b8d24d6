import type { Exchange, Phase, WireRequest } from './exchange.js';
import { BudgetSpent } from './errors.js';

/** Sends a request for a phase; `claim` is what the journal keeps to find what a write makes. */
export type ScopedSend = (request: WireRequest, claim?: unknown) => Promise<Exchange>;

/** What one execution sends: its exchanges, its phase, and what must be undone when it ends. */
export interface Scope {
  readonly send: ScopedSend;
  readonly exchanges: readonly Exchange[];
  phase: Phase;
  /** Registers what undoes something; the last registered is undone first. */
  onClose(undo: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface ScopeOptions {
  readonly phase: Phase;
  /** How many requests may be sent, clean-up aside. */
  readonly quota: number;
  readonly send: (
    request: WireRequest,
    options: { readonly phase: Phase; readonly claim?: unknown },
  ) => Promise<Exchange>;
}

/** Opens a scope; one that is closed has undone all that was registered, also after a failure. */
export function openScope({ phase, quota, send }: ScopeOptions): Scope {
  const exchanges: Exchange[] = [];
  const undos: (() => Promise<void>)[] = [];
  const scope: Scope = {
    phase,
    exchanges,
    async send(request, claim) {
      if (scope.phase !== 'clean-up' && exchanges.length >= quota) throw new BudgetSpent(`${quota} requests are spent`);
      const exchange = await send(
        request,
        claim === undefined ? { phase: scope.phase } : { phase: scope.phase, claim },
      );
      exchanges.push(exchange);
      return exchange;
    },
    onClose: (undo) => undos.push(undo),
    async close() {
      scope.phase = 'clean-up';
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
    },
  };
  return scope;
}
