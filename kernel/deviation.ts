import { Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';

/**
 * What kind of rule was broken. Shrinking keeps the kind, so that a counterexample does not drift from one failure to
 * another.
 */
type DeviationKind =
  | 'status'
  | 'framing'
  | 'media-type'
  | 'shape'
  | 'value'
  | 'selection'
  | 'order'
  | 'total'
  | 'header'
  | 'state';

export interface DeviationDetails {
  readonly kind: DeviationKind;
  readonly expected: string;
  readonly observed: string;
  /** The exchange that shows it, when one does. */
  readonly exchange?: Exchange;
}

/** The target broke a requirement. Only expectations make one. */
export class Deviation extends Error {
  override readonly name = 'Deviation';
  readonly details: DeviationDetails;
  constructor(details: DeviationDetails) {
    super(`expected ${details.expected}, observed ${details.observed}`);
    this.details = details;
  }
}

/**
 * The world holds nothing that would tell. Where the world was taken as found, that says nothing against the target, nor
 * that something went wrong: the requirement does not apply.
 */
export class WorldLacks extends Inconclusive {}
