import type { RequestListener } from 'node:http';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { defaultProfiles, type Profile } from '../../contract/clauses/clause.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { Effort } from '../../kernel/run/plan.js';
import type { Shard } from '../../kernel/run/shard.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import type { Mode } from '../../wire/client/client.js';
import type { HeaderPairs, Interceptor } from '../../wire/exchange.js';
import type { ClientCertificate } from '../../wire/transports/connection-options.js';

/** What a program judges: the REST root of a service, or a handler in the same process and the path of its REST root. */
export type EmbeddedTarget = { readonly url: string } | { readonly handler: RequestListener; readonly root?: string };

/** How a program judges a target; what is left out is as on the command line. */
export interface EmbeddingOptions {
  readonly target: EmbeddedTarget;
  readonly namespace?: string;
  readonly languageParameter?: string;
  /** Left out: `sandbox` for a handler or for a service on this machine, else `readonly`. */
  readonly mode?: Mode;
  readonly profiles?: readonly Profile[];
  /** Id prefixes. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** Requirements of your own, beside ours (see `customRequirement`). */
  readonly suite?: readonly CalendarRequirement[];
  readonly effort?: Effort;
  readonly maxRequests?: number;
  /** One of several parts, counted from 1, that may run at the same time; left out: everything. */
  readonly shard?: Shard;
  /** Requirements judged at the same time: by default 1 for a target on this machine, otherwise 4. */
  readonly concurrency?: number;
  /** Requests a second, of all shards together. */
  readonly rate?: number;
  readonly timeoutMs?: number;
  readonly seed?: number;
  /** The present, in ms since the epoch. */
  readonly now?: number;
  /** What the default identity sends with every request, credentials included. */
  readonly headers?: HeaderPairs;
  /** Who else asks, by name, and what each sends; the names `default` and `anonymous` are taken. */
  readonly identities?: Readonly<Record<string, HeaderPairs>>;
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
  /** Trusts any certificate. */
  readonly insecure?: boolean;
  /** Shown to a target that asks for one. */
  readonly certificate?: ClientCertificate;
  /** A forward proxy: `http://host:port`, with `user:password@` where it wants a login. */
  readonly proxy?: string;
  /** Records that the target holds already. */
  readonly world?: WorldFile;
  /** Known deviations, or the path of their file: they are judged and marked as known, and neither fail nor end a run. */
  readonly baseline?: Baseline | string;
  /** A file, not there yet, that keeps intended writes until they are undone, for `calproof sweep` after a crash. */
  readonly journalPath?: string;
  /** What stands between harness and target, the first outermost. */
  readonly intercept?: readonly Interceptor[];
  readonly signal?: AbortSignal;
}

const defaults = {
  languageParameter: 'ml_language',
  profiles: defaultProfiles,
  only: [],
  skip: [],
  effort: 'standard',
  timeoutMs: 10_000,
  suite: [],
} as const satisfies Partial<EmbeddingOptions>;

type Defaulted = Required<Pick<EmbeddingOptions, keyof typeof defaults>>;

/** Options with the values that hold where nothing is said. */
export type CompleteOptions = EmbeddingOptions & Defaulted;

/** Fills in what is left out. */
export const withDefaults = <Given extends Partial<EmbeddingOptions>>(options: Given): Given & Defaulted => ({
  ...defaults,
  ...options,
});
