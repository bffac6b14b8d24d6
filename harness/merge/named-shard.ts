import type { ReportedShard, RunReport } from '../reports/model.js';

/** A report that was read, and the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

/** The report of a shard. */
export interface NamedShard extends NamedReport {
  readonly report: RunReport & { readonly shard: ReportedShard };
}

/** Whether a report is that of a shard. */
export const isShard = (one: NamedReport): one is NamedShard => one.report.shard !== undefined;
