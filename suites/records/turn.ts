import type { Addressing, UpdateVerb } from '../../contract/operation.js';
import type { Payload } from '../../generators/wire.js';
import type { View } from './look.js';

/** An update, and where it is looked for afterwards. */
interface Sent {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly change: Payload;
  readonly view: View;
}

/** One update of several. */
export interface Granted extends Sent {
  readonly kind: 'granted';
  /** It also sends back the slug that the record is shown with, as clients do that save all they were shown. */
  readonly ownSlug: boolean;
}

/** An update with one thing wrong, of which the record must not show anything. */
export interface Refused extends Sent {
  readonly kind: 'refused';
  /** Such as `author is not a number`. */
  readonly violation: string;
}

export type UpdateStep = Granted | Refused;
