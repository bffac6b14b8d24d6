import { InvalidArgumentError } from 'commander';
import { type ReportFormat, reportFormats } from '../harness/reports/report-formats.js';
import { nearest } from './nearest.js';

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
    const format = formats.find((known) => known === name);
    if (!format) throw new InvalidArgumentError(`did you mean ${nearest(name, formats)}=FILE?`);
    const file = rest.join('=');
    if (rest.length > 0 && file === '') throw new InvalidArgumentError('there is no file after the =.');
    return rest.length === 0 ? { format } : { format, file };
  };

/** Reads a report of `check`. */
export const toReportRequest = toReportRequestOf(reportFormats);
