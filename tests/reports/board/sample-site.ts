import { toSiteRow } from '../../../reports/board/site-page.js';
import { type Expiry, type SiteTarget, standingOfTarget } from '../../../reports/board/site-target.js';
import { toHistoryText } from '../../../reports/history/history-entry.js';
import { toHistory } from '../../../reports/history/history.js';
import type { RunReport } from '../../../reports/run-report-schema.js';

const DAY = 24 * 3_600_000;

/** Results expire a month after their runs; it is the end of November. */
export const expiry: Expiry = { now: Date.parse('2026-11-30T12:00:00Z'), after: 30 * DAY };

/** The same run so many days ago. */
export const daysAgo = (report: RunReport, days: number): RunReport => {
  const started = new Date(expiry.now - days * DAY).toISOString();
  return { ...report, now: started, started };
};

/** A target of a site by its last run and those before it. */
export function siteTarget(name: string, report: RunReport, before: readonly RunReport[] = []): SiteTarget {
  const run = { name, report };
  const entries = [...before, report].map((one) => JSON.parse(toHistoryText(one)));
  return {
    ...run,
    folder: name.replace(/\W+/g, '-'),
    history: before.length === 0 ? undefined : toHistory(entries),
    standing: standingOfTarget(run, expiry),
  };
}

export const rowsOf = (targets: readonly SiteTarget[]) => targets.map(toSiteRow);
