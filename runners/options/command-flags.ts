import { InvalidArgumentError } from 'commander';
import type { Profile } from '../../contract/clauses/clause.js';
import type { Effort } from '../../kernel/run/plan.js';
import type { Shard } from '../../kernel/run/shard.js';
import type { IntendedChange } from '../../migration/compare/intended-change.js';
import type { FindingClass } from '../../migration/findings/cause.js';
import {
  type CheckFormat,
  checkFormats,
  type ReportFormat,
  reportFormats,
} from '../../reports/formats/report-formats.js';
import type { Mode } from '../../wire/client/client.js';
import type { ConnectionFlags, IdentityOption, ReaderOption } from './connection-flags.js';
import type { ContainerFlags } from './container-request.js';
import { toOneOf } from './flags.js';

/** A report to write; without a file it goes to standard output. */
export interface ReportRequest<Format extends string = ReportFormat> {
  readonly format: Format;
  readonly file?: string;
}

/** Reads `json` or `json=FILE`, of the formats that a command knows. */
export const toReportRequestOf =
  <Format extends string>(formats: readonly Format[]) =>
  (text: string): ReportRequest<Format> => {
    const [name = '', ...rest] = text.split('=');
    const format = toOneOf(formats)(name);
    const file = rest.join('=');
    if (rest.length > 0 && file === '') throw new InvalidArgumentError('a file name must follow the =.');
    return rest.length === 0 ? { format } : { format, file };
  };

/** Reads a report of a finished run. */
export const toReportRequest = toReportRequestOf(reportFormats);

/** Reads a report of `check`. */
export const toCheckReportRequest = toReportRequestOf(checkFormats);

/** The options of `check` as commander parses them; each is absent where it was not given. */
export interface CheckFlags extends ConnectionFlags, ContainerFlags {
  readonly mode?: Mode;
  readonly plan?: boolean;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly shard?: Shard;
  readonly timings?: string;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly effort: Effort;
  readonly seed?: number;
  readonly now?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly profile?: readonly Profile[];
  readonly suite?: readonly string[];
  readonly namespace?: string;
  readonly languageParameter: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  /** Whether a coding agent gets a report of its own; not given, it does. */
  readonly agent?: boolean;
  readonly verbose?: boolean;
  /** Whether a wrong login may be sent; not given, it may. */
  readonly failedLogin?: boolean;
  /** Whether requests say what they are for; not given, they do. */
  readonly trace?: boolean;
  readonly bail?: boolean;
  readonly report?: readonly ReportRequest<CheckFormat>[];
  readonly world?: string;
  readonly watch?: boolean;
  readonly watchPath?: readonly string[];
  readonly journal?: string;
  readonly history?: string;
  readonly targetVersion?: string;
  readonly sign?: string;
  readonly identity?: readonly IdentityOption[];
  readonly baseline?: string;
  readonly targetProfile?: string;
  /** How to log in, from the preset. */
  readonly login?: string;
  /** The sources of options besides the command line, in words. */
  readonly sources?: readonly string[];
}

/** The forms in which a comparison can be written, beside text. */
export const comparisonFormats = ['json', 'junit', 'markdown', 'html'] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

/** How a target is read, as commander parses it. */
export interface ReadFlags extends ConnectionFlags {
  readonly namespace?: string;
  readonly languageParameter: string;
  readonly rate?: number;
  readonly concurrency: number;
  readonly maxRequests?: number;
  /** Who else the target is read as. */
  readonly as?: readonly ReaderOption[];
}

/** The options of `compare` as commander parses them; each is absent where it was not given. */
export interface CompareFlags extends ReadFlags {
  readonly failOn: readonly FindingClass[];
  readonly map?: readonly IntendedChange[];
  readonly bisect?: boolean;
  readonly seed?: number;
  readonly report?: readonly ReportRequest<ComparisonFormat>[];
  readonly quiet?: boolean;
}

/** The options of `probe` as commander parses them: those of `check`, and where to write. */
export interface ProbeFlags extends CheckFlags {
  readonly output?: string;
}

/** The forms in which a proof can be written. */
export const proofFormats = ['json', 'markdown', 'html'] as const;
export type ProofFormat = (typeof proofFormats)[number];

/** The options of `prove` as commander parses them; each is absent where it was not given. */
export interface ProveFlags extends ConnectionFlags {
  readonly mode?: 'sandbox';
  readonly effort: Effort;
  readonly only?: readonly string[];
  readonly sample?: number;
  readonly sampleVariants?: number;
  readonly bail?: boolean;
  readonly jobs?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly seed: number;
  readonly now?: number;
  readonly namespace?: string;
  readonly languageParameter: string;
  readonly world?: string;
  readonly report?: readonly ReportRequest<ProofFormat>[];
}
