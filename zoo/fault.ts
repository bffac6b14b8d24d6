import type { ClauseId } from '../contract/clauses.js';
import type { Interceptor } from '../harness/exchange.js';
import type { WireLens } from './wire-lens.js';

/** One way in which a target can be wrong, put between the harness and any target. */
export interface Fault {
  /** `<resource>.<operation>.<what is wrong>`, lower case. */
  readonly id: string;
  /** The clause that it breaks: a requirement about this clause must catch it. */
  readonly clause: ClauseId;
  /** Clause ids, or prefixes of requirement ids, that may as well be the ones to catch it. */
  readonly neighbours?: readonly string[];
  /** One sentence that is true of a target with this fault. */
  readonly statement: string;
  /** Makes the fault for one run; what it remembers is in the closure. The seed picks where there is a choice. */
  create(seed: number, lens: WireLens): Interceptor;
}

/** One way in which a target may differ from the reference server and be right: nothing may be blamed for it. */
export interface Variant {
  readonly id: string;
  /** One sentence that is true of such a target. */
  readonly statement: string;
  create(seed: number, lens: WireLens): Interceptor;
}
