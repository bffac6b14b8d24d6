import type { Interceptor, Outcome, Send } from '../../../wire/exchange.js';
import type { JsonValue } from '../../../wire/json.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import type { WireView } from '../../intercept/wire-view.js';
import type { FaultSite } from '../sites/fault-site.js';

/** When a fault shows: for which requests, and for which values in them. */
export interface When {
  /** Asked once for each request at the site. */
  call(call: OperationCall, next: Send): boolean | Promise<boolean>;
  /** Asked for each value; a mistake that befalls a whole answer does not ask. */
  value(value: JsonValue | undefined): boolean;
}

/** What a point is made of for one run. */
export interface Making {
  readonly site: FaultSite;
  readonly view: WireView;
  readonly when: When;
}

/** One way of being wrong, at every site that it fits. */
export interface Mistake {
  readonly id: string;
  fits(site: FaultSite): boolean;
  /** The predicate of a sentence about the site: `stores zip in small letters`. */
  does(site: FaultSite): string;
  /** It befalls whatever value is sent or shown, so that a class of values can be what decides. */
  readonly isOfAnyValue?: true;
  create(making: Making): Interceptor;
}

/** One circumstance that decides whether a fault shows, at every site that it fits. */
export interface Condition {
  readonly id: string;
  fits(site: FaultSite): boolean;
  /** The end of a sentence: `but only in another language`; empty for no condition. */
  words(site: FaultSite): string;
  /** A class of values. */
  readonly isOfValues?: true;
  create(site: FaultSite, view: WireView): Circumstance;
}

/** A condition in one run. */
export interface Circumstance extends Partial<When> {
  /** Sees every request of the run, and changes none. */
  readonly watch?: Interceptor;
}

/** An answer without a value where there was one. */
export const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** No answer at all. */
export const stalled: Outcome = { kind: 'stalled', message: 'no answer' };
