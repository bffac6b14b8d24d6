import type { JsonValue } from '../../harness/json.js';
import type { FactId } from '../facts/fact.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
export const TARGET_PROFILE = 'calproof.target-profile/1';

/** The facts that a target is held to, by id. What is not in here may be as it likes. */
export type PinnedFacts = ReadonlyMap<FactId, JsonValue>;

/** An exchange that showed a fact, for people: nothing is compared with it. */
export interface ShownBy {
  readonly request: string;
  readonly shows: string;
}

/** A target profile as it stands in a file. */
export interface ProfileFile {
  readonly format: typeof TARGET_PROFILE;
  /** The REST root that was learned, in which mode, and when; all for people. */
  readonly url?: string;
  readonly mode?: string;
  readonly learned?: string;
  readonly facts: Readonly<Partial<Record<FactId, JsonValue>>>;
  readonly evidence?: Readonly<Record<string, readonly ShownBy[]>>;
}
