import { toJsonText } from './json-text.js';
import type { RunReport } from './model.js';
import type { ReportFormat } from './report-formats.js';

/** Makes a report of a run from what the JSON report of it holds, and from nothing else. */
export type ToReport = (report: RunReport) => string;

/** How each form of a report is made. */
export const reports: Readonly<Record<ReportFormat, ToReport>> = {
  json: toJsonText,
};
