import type { Effort } from '../harness/plan.js';
import type { ConnectionFlags } from './connection-flags.js';
import type { ReportRequest } from './report-request.js';

/** The forms in which a proof can be written. */
export const proofFormats = ['json', 'markdown', 'html'] as const;
export type ProofFormat = (typeof proofFormats)[number];

/** The options of `prove` as commander hands them over; each is absent where it was not given. */
export interface ProveFlags extends ConnectionFlags {
  readonly mode?: 'sandbox';
  readonly effort: Effort;
  readonly only?: readonly string[];
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
