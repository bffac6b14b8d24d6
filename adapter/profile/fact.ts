import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import type { TextForm } from '../notation/text-form.js';

// Types and not interfaces: values of facts are JSON, and only types are known to be.

/** Where records are told apart: a JSON Pointer from the record to its id, and what kind of value stands there. */
export type IdFact = {
  readonly at: string;
  readonly type: 'integer' | 'string';
};

/**
 * How what was sent is found in what is shown: a form of text, the address in an object that describes an image, the
 * amounts in a cost that is written out. None of them loses a letter or a digit.
 */
export type Normaliser = TextForm | 'url-object' | 'display';

/** How a field stands in records as shown. All pointers are JSON Pointers (RFC 6901) from the record. */
export type FieldShown = {
  /** Null for a field that was sent and is shown nowhere. */
  readonly at: string | null;
  /** The types of JSON that its values have, empty ones left out. */
  readonly type?: readonly string[];
  /** How a time is written, its digits as zeros: `0000-00-00 00:00:00`. */
  readonly written?: string;
  /** Its normaliser, for text, for an image and for a cost. */
  readonly text?: Normaliser;
  /** What stands there when it has no value: `null`, `''`, `[]`, `{}`, `false`, `0` or `absent`. */
  readonly empty?: readonly string[];
  /** For a relation: what stands for each related record. */
  readonly holds?: 'ids' | 'references' | 'records';
  /** For a relation: how a single related record is shown. */
  readonly single?: 'array' | 'scalar';
};

/** How writes of a kind are answered. */
export type WriteFact = {
  readonly status: number;
  readonly answer: 'record' | 'id' | 'other' | 'nothing';
  readonly location?: boolean;
  /** For a DELETE: the status of the deleted id from then on, and whether it is in a trash. */
  readonly afterwards?: number;
  readonly trash?: boolean;
};

/** What happens when more records are asked for than a page holds. */
export type PageCap =
  | { readonly beyond: 'refused'; readonly granted: number }
  | { readonly beyond: 'clamped'; readonly granted: number };

/** Which events a list without any parameter shows. */
export type WindowFact = {
  readonly over?: boolean;
  readonly running?: boolean;
  readonly soon?: boolean;
  readonly later?: boolean;
  readonly 'years-ahead'?: boolean;
};

/** What the identity of the run may do with which collections. */
export type AccessFact = { readonly [Name in Collection]?: boolean };

/** What an identity besides that of the run may do, as far as it was tried; what it changes was made by others. */
export type IdentityFact = {
  readonly read?: boolean;
  readonly drafts?: boolean;
  readonly create?: AccessFact;
  readonly update?: boolean;
  readonly delete?: boolean;
};

type OfEach<Name extends string, Value> = { readonly [Id in `${Collection}.${Name}`]?: Value };

/** Places are `body:/pointer`, `header:name` or `absent`. */
type FactLocation = string;

/** Every fact that can be learned of a target, by its id, and what its value is like. */
export type FactValues = OfEach<'record' | 'list', string> &
  OfEach<'id', IdFact> &
  OfEach<'total' | 'total-pages', FactLocation> &
  OfEach<'create', WriteFact> & { readonly [Id in `${Collection}.fields.${string}`]?: FieldShown } & {
    readonly [Id in `readings.${ReadingId}`]?: string;
  } & {
    readonly [Id in `access.${'list' | 'read' | 'create' | 'update' | 'delete'}`]?: AccessFact;
  } & { readonly [Id in `identities.${string}`]?: IdentityFact } & {
    readonly 'site.root'?: string;
    readonly 'site.namespace'?: string;
    readonly 'site.zone'?: string;
    readonly 'site.day-starts'?: string;
    readonly 'lists.ids'?: string;
    readonly 'lists.default-size'?: number;
    readonly 'lists.page-cap'?: PageCap;
    readonly 'lists.next-link'?: FactLocation;
    readonly 'events.default-window'?: WindowFact;
    readonly 'bodies.relations'?: string;
    readonly 'bodies.flags'?: string;
    readonly 'bodies.drafts'?: readonly string[];
    readonly update?: WriteFact;
    readonly delete?: WriteFact;
    readonly 'errors.type'?: string;
    readonly 'errors.invalid'?: number;
    readonly 'errors.code'?: FactLocation;
    readonly 'errors.message'?: FactLocation;
    readonly 'errors.params'?: FactLocation;
    readonly 'languages.parameter'?: string;
    readonly 'languages.values'?: readonly string[];
    readonly 'languages.segments'?: readonly string[];
    readonly extensions?: readonly string[];
    readonly 'http.challenge'?: boolean;
    readonly 'http.etag'?: boolean;
  };

/** The id of a fact. */
export type FactId = keyof FactValues;

/** An exchange that shows a fact, and the part of it that does. */
export interface Observation {
  readonly exchange: Exchange;
  readonly shows: string;
}

/** What was learned, and up to two exchanges that show it, independent of one another where there are two. */
export interface Fact {
  readonly id: FactId;
  readonly value: JsonValue;
  readonly observations: readonly Observation[];
}
