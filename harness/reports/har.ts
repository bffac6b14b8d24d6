import { toEntry } from './har-entry.js';
import { toJsonText } from './json-text.js';
import type { ReportedFailure, ReportedRequirement, RunReport } from './model.js';

type Failed = ReportedRequirement & { readonly verdict: ReportedFailure };

const isFailed = (one: ReportedRequirement): one is Failed => 'counterexample' in one.verdict;

/**
 * All exchanges of all failures, known ones too, as an HTTP Archive 1.2, which browsers and proxies open. Each failed
 * requirement is a page in it.
 */
export function toHar(report: RunReport): string {
  const failed = report.requirements.filter(isFailed);
  return toJsonText({
    log: {
      version: '1.2',
      creator: { name: 'calproof', version: report.version },
      pages: failed.map((one) => toPage(one, report)),
      entries: failed.flatMap((one) => toEntries(one, report)),
      comment: report.conclusion,
    },
  });
}

const startOf = ({ started, now }: RunReport): string => started ?? now;

function toPage({ id, level, statement, verdict }: Failed, report: RunReport) {
  const { expected, observed } = verdict.counterexample.deviation;
  return {
    startedDateTime: verdict.counterexample.exchanges[0]?.sent ?? startOf(report),
    id,
    title: `${id} (${level}${verdict.outcome === 'known' ? ', known' : ''}): ${statement}`,
    pageTimings: {},
    comment: `expected ${expected}, observed ${observed}`,
  };
}

function toEntries({ id, verdict }: Failed, report: RunReport) {
  const { deviation, exchanges } = verdict.counterexample;
  const { origin } = new URL(report.url);
  return exchanges.map((exchange) => {
    const shows = exchange.number === deviation.exchange ? ', shows the failure' : '';
    const comment = `${id}: request ${exchange.number}, ${exchange.phase}${shows}`;
    return toEntry(exchange, { origin, started: startOf(report), page: id, comment });
  });
}
