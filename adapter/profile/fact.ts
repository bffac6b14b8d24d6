import type { ReadingId } from '../../contract/readings/readings.js';
import type { Collection } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonValue } from '../../wire/json.js';
import type { TextForm } from '../notation/text-form.js';

import type { FieldId, TakenForm } from './request-body-forms.js';

// Types and not interfaces: values of facts are JSON, and only types are known to be.

/** The location of ids, as a JSON Pointer from the record, and their type. */
export type IdFact = {
  readonly at: string;
  readonly type: 'integer' | 'string';
};

/**
 * How a shown value is compared with the sent one: by a text form, by the URL in an image object, by the amounts in a
 * formatted cost. None loses a letter or a digit.
 */
export type Normaliser = TextForm | 'url-object' | 'display';

/** How records show a field. Pointers are JSON Pointers (RFC 6901) from the record. */
export type FieldShown = {
  /** Null for a field that was sent and never returned. */
  readonly at: string | null;
  /** The JSON types of its values that are not empty. */
  readonly type?: readonly string[];
  /** The format of a time, its digits as zeros: `0000-00-00 00:00:00`. */
  readonly written?: string;
  /** The normaliser of a text, an image or a cost. */
  readonly text?: Normaliser;
  /** How a missing value is shown: `null`, `''`, `[]`, `{}`, `false`, `0` or `absent`. */
  readonly empty?: readonly string[];
  /** For a relation: how related records are represented. */
  readonly holds?: 'ids' | 'references' | 'records';
  /** For a relation: how a single related record is shown. */
  readonly single?: 'array' | 'scalar';
};

/** The response to an operation that writes. */
export type WriteFact = {
  readonly status: number;
  readonly answer: 'record' | 'id' | 'other' | 'nothing';
  readonly location?: boolean;
  /** For a DELETE: the status of later reads of the id, and whether the record is in a trash. */
  readonly afterwards?: number;
  readonly trash?: boolean;
};

/** What happens if more records are requested than a page can contain. */
export type PageCap =
  | { readonly beyond: 'refused'; readonly granted: number }
  | { readonly beyond: 'clamped'; readonly granted: number };

/** Which events a list without parameters contains. */
export type WindowFact = {
  readonly over?: boolean;
  readonly running?: boolean;
  readonly soon?: boolean;
  readonly later?: boolean;
  readonly 'years-ahead'?: boolean;
};

/** The collections on which the identity of the run can use an operation. */
export type AccessFact = { readonly [Name in Collection]?: boolean };

/** What another identity can do, as far as it was tried; updates and deletes are of records of others. */
export type IdentityFact = {
  readonly read?: boolean;
  readonly drafts?: boolean;
  readonly create?: AccessFact;
  readonly update?: boolean;
  readonly delete?: boolean;
};

type OfEach<Name extends string, Value> = { readonly [Id in `${Collection}.${Name}`]?: Value };

/** `body:/pointer`, `header:name` or `absent`. */
type FactLocation = string;

/** The type of every fact that can be learned of a target, by its id. */
export type FactValues = OfEach<'record' | 'list', string> &
  OfEach<'id', IdFact> &
  OfEach<'total' | 'total-pages', FactLocation> &
  OfEach<'create', WriteFact> & { readonly [Id in `${Collection}.fields.${string}`]?: FieldShown } & {
    readonly [Id in `readings.${ReadingId}`]?: string;
  } & {
    readonly [Id in `access.${'list' | 'read' | 'create' | 'update' | 'delete'}`]?: AccessFact;
  } & { readonly [Id in `bodies.${FieldId}`]?: TakenForm } & {
    readonly [Id in `identities.${string}`]?: IdentityFact;
  } & {
    readonly 'site.root'?: string;
    readonly 'site.namespace'?: string;
    readonly 'site.zone'?: string;
    readonly 'site.day-starts'?: string;
    readonly 'lists.ids'?: string;
    readonly 'lists.default-size'?: number;
    readonly 'lists.page-cap'?: PageCap;
    readonly 'lists.next-link'?: FactLocation;
    readonly 'events.default-window'?: WindowFact;
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

/** An exchange that shows a fact, and the relevant part of it. */
export interface Observation {
  readonly exchange: Exchange;
  readonly shows: string;
}

/** A learned fact, and up to two independent exchanges that show it. */
export interface Fact {
  readonly id: FactId;
  readonly value: JsonValue;
  readonly observations: readonly Observation[];
}
