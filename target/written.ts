import type { Collection } from '../contract/field.js';
import type { Exchange, HeaderPairs } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import type { BodyForms } from './body-forms.js';
import type { Claim } from './claim.js';
import type { Shown } from './lens.js';
import type { Via } from './paths.js';

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
