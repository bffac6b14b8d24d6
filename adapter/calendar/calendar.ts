import type { UpdateVerb } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { Payload, Ref } from '../../generators/wire-value.js';
import type { Exchange, HeaderPairs } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import type { CalendarCleaner } from '../ownership/discard.js';
import type { Claim } from '../ownership/write-claim.js';
import type { BodyForms } from '../profile/request-body-forms.js';
import type { Shown } from '../reading/lens.js';
import type { Address, Via } from '../reading/paths.js';
export { createdId } from '../ownership/write-tracker.js';
export { toWireId } from './bindings.js';

/** A write as it was sent. `body` holds what the target got: ids for references, a token for the mark. */
export interface Written {
  readonly collection: Collection;
  readonly body: JsonObject;
  readonly exchange: Exchange;
}

/** A record that was made, with its id and what was sent to make it. */
export interface Made extends Written {
  readonly id: string;
  readonly shown: Shown;
}

/** A request below the namespace, for what the typed methods do not offer. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: HeaderPairs;
  readonly body?: Uint8Array | string;
  readonly via?: Via;
  readonly claim?: Claim;
}

/** How a write is sent: in which language, as JSON or as a form, and its values in other forms than the target's. */
export type WriteOptions = Via & { readonly form?: boolean; readonly forms?: BodyForms };

/** The calendar of one target, as one execution of a requirement sees it. Nothing here expects: it sends and tells. */
export interface Calendar extends CalendarCleaner {
  send(request: RawRequest): Promise<Exchange>;
  create(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Written>;
  /** Creates what a check needs first; a refusal is a reason why nothing can be told. */
  make(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Made>;
  update(
    collection: Collection,
    address: Address,
    verb: UpdateVerb,
    payload: Payload,
    options?: WriteOptions,
  ): Promise<Written>;
  /** Reads what a link of an answer leads to; it may be absolute, and is always followed to the same target. */
  follow(link: string, from: Exchange): Promise<Exchange>;
  /** The id of a record of the world. */
  idOf(ref: Ref): string;
  /** Makes sure that an address leads to a record of this run, before many requests go there at the same time. */
  markOwn(collection: Collection, address: Address): Promise<void>;
  /** Sends, while `work` lasts, to learn whether what was seen can be judged: none of it shows a deviation. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A new token for a body that is written by hand; its request needs a claim that holds it. */
  token(): string;
}
