/** The forms in which a run can be told; `reports` has a function for each. */
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
