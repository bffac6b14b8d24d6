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

/** A write as it was sent. `body` has ids for references, and a token for the mark. */
export interface Written {
  readonly collection: Collection;
  readonly body: JsonObject;
  readonly exchange: Exchange;
}

/** A created record, with its id and its create. */
export interface Made extends Written {
  readonly id: string;
  readonly shown: Shown;
}

/** A request below the namespace that the typed methods do not offer. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: HeaderPairs;
  readonly body?: Uint8Array | string;
  readonly via?: Via;
  readonly claim?: Claim;
}

/** How a write is sent: its language, JSON or form encoding, and body forms other than the target's. */
export type WriteOptions = Via & {
  readonly form?: boolean;
  readonly forms?: BodyForms;
  /** Whether the body is sent in chunks. */
  readonly chunked?: boolean;
  /** Whether a JSON body lacks its last character, so that it is malformed. */
  readonly cutOff?: boolean;
  /** A parameter of the type of a JSON body, such as `charset=utf-8`. */
  readonly parameter?: string;
};

/** The calendar of one target, as one execution of a requirement sees it. It sends and reads, and expects nothing. */
export interface Calendar extends CalendarCleaner {
  send(request: RawRequest): Promise<Exchange>;
  create(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Written>;
  /** Creates a record that a check needs. @throws Inconclusive if the create is refused */
  make(collection: Collection, payload: Payload, options?: WriteOptions): Promise<Made>;
  update(
    collection: Collection,
    address: Address,
    verb: UpdateVerb,
    payload: Payload,
    options?: WriteOptions,
  ): Promise<Written>;
  /** Reads the target of a link in a response; an absolute one too is followed to the same target. */
  follow(link: string, from: Exchange, headers?: HeaderPairs): Promise<Exchange>;
  /** The id of a record of the world. */
  idOf(ref: Ref): string;
  /** Verifies that an address points to a record of this run, before concurrent requests use it. */
  markOwn(collection: Collection, address: Address): Promise<void>;
  /** Sends the requests of `work` as probes: none of them shows a deviation. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A new token for a raw body; its request needs a claim with the same token. */
  token(): string;
}
