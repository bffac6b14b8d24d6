import type { Collection } from '../../contract/resources.js';
import type { HeaderPairs, Interceptor, Outcome, Send } from '../../wire/exchange.js';
import { isGranted, NOT_FOUND, statusOf } from '../../wire/status.js';
import { interceptOperation } from '../../zoo/intercept/intercept-operation.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';

/** A record that reached the target. */
interface LedgerEntry {
  readonly name: string;
  /** Where it is deleted. */
  readonly target: string;
  readonly headers: HeaderPairs;
}

/** Notes what is made on a target, by whomever, and can delete it. */
interface WriteLedger {
  /** To be put nearest to the target. */
  readonly intercept: Interceptor;
  /** Deletes what was made, the latest first; gives the names, `collection/id`, of what would not go. */
  undo(): Promise<readonly string[]>;
}

/** What is needed to keep track of the records of a target and to undo its writes. */
interface WriteLedgerOptions {
  readonly namespace: string;
  readonly send: Send;
  readonly sight?: WireShapes;
}

/** A fault may swallow a DELETE, and a variant writes on its own: so the book is kept of what the target itself says. */
export function createWriteLedger({ namespace, send, sight }: WriteLedgerOptions): WriteLedger {
  const lens = createWireView(sight ?? { namespace, languageParameter: '', shapes: {} });
  const entries: LedgerEntry[] = [];
  const nameOf = (collection: Collection, id: string): string => `${collection}/${id}`;
  const drop = (name: string): void => {
    const at = entries.findIndex((entry) => entry.name === name);
    if (at >= 0) entries.splice(at, 1);
  };

  const watchCreates = interceptOperation(lens, { kind: 'create' }, async ({ request, collection, at }, next) => {
    const outcome = await next(request);
    const record = isGranted(outcome) ? lens.record(collection, outcome) : undefined;
    const id = record && lens.id(collection, record);
    if (id) {
      const name = nameOf(collection, id);
      entries.push({ name, target: at(`/${collection}/${encodeURIComponent(id)}`), headers: toBare(request.headers) });
    }
    return outcome;
  });
  const watchDeletes = interceptOperation(
    lens,
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
