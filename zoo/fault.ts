import type { ClauseId } from '../contract/clauses.js';
import type { Clock } from '../harness/clock.js';
import type { Interceptor } from '../harness/exchange.js';
import type { WireView } from './wire-lens.js';

/** One way in which a target can be wrong, put between the harness and any target. */
export interface Fault {
  /** `<resource>.<operation>.<what is wrong>`, lower case. */
  readonly id: string;
  /** The clause that it breaks: a requirement about this clause must catch it. */
  readonly clause: ClauseId;
  /** Clause ids, or prefixes of requirement ids, that may as well be the ones to catch it. */
  readonly neighbours?: readonly string[];
  /**
   * Requirements, by id, that are about the clause and cannot see the fault: they find out from the target itself
   * whether what they judge has any effect there, and with this fault it has none.
   */
  readonly unseenBy?: readonly string[];
  /** One sentence that is true of a target with this fault. */
  readonly statement: string;
  /**
   * Makes the fault for one run; what it remembers is in the closure. The seed picks where there is a choice, and what
   * takes time takes it from the clock.
   */
  create(seed: number, lens: WireView, clock: Clock): Interceptor;
}
