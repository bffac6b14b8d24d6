import { InvalidArgumentError } from 'commander';
import { nearest } from './nearest.js';

export const reportFormats = ['json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report to write; without a file it goes to standard output. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly file?: string;
}

/** Reads `json` or `json=FILE`. */
export function toReportRequest(text: string): ReportRequest {
  const [name = '', ...rest] = text.split('=');
  const format = reportFormats.find((known) => known === name);
  if (!format) throw new InvalidArgumentError(`did you mean ${nearest(name, reportFormats)}=FILE?`);
  const file = rest.join('=');
  if (rest.length > 0 && file === '') throw new InvalidArgumentError('there is no file after the =.');
  return rest.length === 0 ? { format } : { format, file };
}
