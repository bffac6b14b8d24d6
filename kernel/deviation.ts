import { Inconclusive } from '../wire/errors.js';
import type { Exchange } from '../wire/exchange.js';

/** The kind of rule that was broken. Shrinking keeps it, so that a counterexample does not drift to another failure. */
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
  /** The exchange that shows the deviation, if one does. */
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
 * The test data holds nothing that could decide the requirement. In a world taken as found, that is nobody's fault: the
 * requirement is inapplicable.
 */
export class WorldLacks extends Inconclusive {}
