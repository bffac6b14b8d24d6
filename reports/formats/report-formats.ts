import type { KeyObject } from 'node:crypto';

/** The formats of a run's reports; `reports` has a function for each. */
export const reportFormats = [
  'json',
  'html',
  'junit',
  'ctrf',
  'markdown',
  'github',
  'har',
  'badge',
  'shields',
  'statement',
  'agent',
] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The format that is written while a run goes on: its events, and so no function of its report. */
export const STREAM = 'ndjson';

/** The formats of `check`. */
export const checkFormats = [...reportFormats, STREAM] as const;
export type CheckFormat = (typeof checkFormats)[number];

/** What a report may name besides its run. */
export interface ReportContext {
  /** The file of the JSON report. */
  readonly json?: string | undefined;
  /** The private key that signs statements. */
  readonly signingKey?: KeyObject | undefined;
}
