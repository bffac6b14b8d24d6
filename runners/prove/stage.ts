import type { WorldFile } from '../../contract/world-file.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import type { Connection } from '../../harness/transports/connection.js';
import type { Effort } from '../../harness/plan.js';
import type { Address } from '../address.js';

/** A service that somebody runs, reached by its URL. */
export interface UrlProofTarget {
  readonly kind: 'url';
  readonly address: Address;
  readonly headers: HeaderPairs;
  readonly connection: Connection;
  /** Records that the target holds already. */
  readonly worldFile?: WorldFile;
}

/** An embedded server for each case; `world` is what it holds, where that is not the world that shows all. */
export interface EmbeddedProofTarget {
  readonly kind: 'embedded';
  readonly world?: WorldFile;
}

/** Where the cases of a proof are judged: data alone, so that workers can be given it. */
export interface ProofSetup {
  /** Each case gets an embedded server of its own, or all meet the same service. */
  readonly target: EmbeddedProofTarget | UrlProofTarget;
  readonly languageParameter: string;
  readonly effort: Effort;
  readonly seed: number;
  /** The present, in ms since the epoch. */
  readonly now: number;
  /** Requirements judged at the same time. */
  readonly concurrency: number;
  /** Requests a second, of each worker. */
  readonly rate?: number;
}
