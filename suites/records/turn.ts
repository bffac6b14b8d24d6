import type { Addressing, UpdateVerb } from '../../contract/operation.js';
import type { Payload } from '../../generators/wire.js';
import type { View } from './look.js';

interface Sent {
  readonly verb: UpdateVerb;
  readonly by: Addressing;
  readonly change: Payload;
}

/** One update of several, and where it is looked for afterwards. */
export interface Granted extends Sent {
  readonly kind: 'granted';
  readonly view: View;
  /** It also sends back the slug that the record is shown with, as clients do that save all they were shown. */
  readonly ownSlug: boolean;
}

/** An update with one thing wrong, which the next look at the record must not show. */
export interface Refused extends Sent {
  readonly kind: 'refused';
  /** Such as `author is not a number`. */
  readonly violation: string;
}

export type Turn = Granted | Refused;
