/** The forms in which a run can be told; `reports` has a function for each. */
export const reportFormats = ['json'] as const;
export type ReportFormat = (typeof reportFormats)[number];
