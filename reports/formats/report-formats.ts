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
  'statement',
] as const;
export type ReportFormat = (typeof reportFormats)[number];
