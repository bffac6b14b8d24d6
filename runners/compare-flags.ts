import type { FindingClass } from '../migration/cause.js';
import type { IntendedChange } from '../migration/intended.js';
import type { ConnectionFlags } from './connection-flags.js';
import type { ReportRequest } from './report-request.js';

/** The forms in which a comparison can be written, beside text. */
export const comparisonFormats = ['json', 'junit', 'markdown', 'html'] as const;
export type ComparisonFormat = (typeof comparisonFormats)[number];

/** How a target is read, as commander hands it over. */
export interface ReadFlags extends ConnectionFlags {
  readonly namespace?: string;
  readonly languageParameter: string;
  readonly rate?: number;
  readonly concurrency: number;
  readonly maxRequests?: number;
}

/** The options of `compare` as commander hands them over; each is absent where it was not given. */
export interface CompareFlags extends ReadFlags {
  readonly failOn: readonly FindingClass[];
  readonly map?: readonly IntendedChange[];
  readonly report?: readonly ReportRequest<ComparisonFormat>[];
  readonly quiet?: boolean;
}
