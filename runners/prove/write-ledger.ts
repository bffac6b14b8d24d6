import type { Collection } from '../../contract/resources.js';
import type { HeaderPairs, Interceptor, Outcome, Send } from '../../wire/exchange.js';
import { isGranted, NOT_FOUND, statusOf } from '../../wire/status.js';
import { interceptOperation } from '../../zoo/intercept/intercept-operation.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';

/** A record that reached the target. */
interface LedgerEntry {
  readonly name: string;
  /** The path that deletes it. */
  readonly target: string;
  readonly headers: HeaderPairs;
}

/** Records every create on a target, and can undo them. */
interface WriteLedger {
  /** Belongs next to the target. */
  readonly intercept: Interceptor;
  /** Deletes the created records, latest first; returns the names, `collection/id`, of those that it could not delete. */
  undo(): Promise<readonly string[]>;
}

/** What a ledger needs to record writes and to undo them. */
interface WriteLedgerOptions {
  readonly namespace: string;
  readonly send: Send;
  readonly shapes?: WireShapes;
}

/** A fault may swallow a DELETE, and a variant may write on its own: so the ledger records what the target itself answers. */
export function createWriteLedger({ namespace, send, shapes }: WriteLedgerOptions): WriteLedger {
  const view = createWireView(shapes ?? { namespace, languageParameter: '', shapes: {} });
  const entries: LedgerEntry[] = [];
  const nameOf = (collection: Collection, id: string): string => `${collection}/${id}`;
  const drop = (name: string): void => {
    const at = entries.findIndex((entry) => entry.name === name);
    if (at >= 0) entries.splice(at, 1);
  };

  const watchCreates = interceptOperation(view, { kind: 'create' }, async ({ request, collection, at }, next) => {
    const outcome = await next(request);
    const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
    const id = record && view.id(collection, record);
    if (id) {
      const name = nameOf(collection, id);
      entries.push({ name, target: at(`/${collection}/${encodeURIComponent(id)}`), headers: toBare(request.headers) });
    }
    return outcome;
  });
  const watchDeletes = interceptOperation(
    view,
    { kind: 'delete', addressing: 'id' },
    async ({ request, collection, address }, next) => {
      const outcome = await next(request);
      if (isGranted(outcome)) drop(nameOf(collection, address));
      return outcome;
    },
  );

  return {
    intercept: (request, next) => watchCreates(request, (sent) => watchDeletes(sent, next)),
    async undo() {
      const left: string[] = [];
      for (const { name, target, headers } of entries.splice(0).toReversed()) {
        if (!isOver(await send({ method: 'DELETE', target, headers }))) left.push(name);
      }
      return left;
    },
  };
}

/** The headers of a request that say nothing of its body. */
const toBare = (headers: HeaderPairs): HeaderPairs => headers.filter(([name]) => !/^content-/i.test(name));

const isOver = (outcome: Outcome): boolean => isGranted(outcome) || NOT_FOUND.includes(statusOf(outcome));
