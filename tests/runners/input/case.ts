import type { Environment } from '../../../runners/input/environment.js';
import type { Trouble } from '../../../wire/preflight/trouble-catalogue.js';

/** What a person types after `calproof check`, where a URL alone does not do, and what is in the environment. */
export interface Typed {
  readonly line: string;
  readonly variables?: Environment['variables'];
  /** Requests that reached a target, by method and path. */
  readonly requests?: readonly string[];
}

/** A target that cannot be judged, and the trouble to report. */
export interface Case {
  readonly about: string;
  readonly trouble: Trouble;
  /** Sets the target up, and gives what to type. */
  readonly open: () => Promise<string | Typed> | string | Typed;
  /** Words that the sentence must hold besides those of the trouble. */
  readonly says?: string;
}
