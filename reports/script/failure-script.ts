import type { Exchange } from '../../wire/exchange.js';
import { quote } from '../../wire/curl.js';
import { recordsIn } from '../../kernel/deviation.js';
import { isGranted } from '../../wire/status.js';
import { decidingExchange } from '../counterexample.js';
import { fromExchangeJson } from '../exchange-json.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';
import type { Failed } from '../standing.js';
import { createdBy, findCarried } from '../carried-value.js';
import { type Decision, toDecision, toLiteral } from './decision.js';
import { toDecisionLines } from './decision-lines.js';
import { toNeededExchanges } from './needed-exchanges.js';
import { toContrastLine, toDemands, toHead } from './script-head.js';
import { shellPrelude } from './shell-prelude.js';
import { type Lines, sourcesIn, toRemoveLine, toStepLines, variableFor } from './step-lines.js';

/**
 * A failure as a script for a POSIX shell with curl. It creates the records that it needs, sends the requests of the
 * failure again with their ids, shows the answers, and deletes the records. It exits with 1 where the deviation is
 * there, with 0 where it is not, and with 2 where it cannot decide. Secrets are variables that must be set.
 */
export function toScript(failed: Failed, report: RunReport): string {
  const { counterexample } = failed.verdict;
  const exchanges = toNeededExchanges(counterexample, report);
  const { sign } = counterexample.deviation;
  const all = [...(report.world ?? []).map(fromExchangeJson), ...exchanges];
  const lines: Lines = {
    carried: findCarried(exchanges, recordsIn(sign)),
    connection: report.connection ?? [],
    sources: sourcesIn(all),
  };
  // What a list lacks of the records of others may be gone by now.
  const canBeGone = sign !== undefined && 'records' in sign && !sign.listed;
  const existing = (id: string) => (canBeGone ? undefined : existingWord(id, all));
  const script = [
    ...toHead(failed, report, exchanges),
    ...shellPrelude(new URL(report.url).origin),
    toRemoveLine(exchanges, lines),
    ...toDemands(exchanges),
    ...exchanges.flatMap((exchange) => toStepLines(exchange, lines)),
    toContrastLine(failed),
    ...toDecisionLines(decide(counterexample, report, exchanges), (id) => variableWord(id, lines) ?? existing(id)),
  ];
  return `${script.join('\n')}\n`;
}

/** An id as a word of the shell where the script makes the record. */
function variableWord(id: string, lines: Lines): string | undefined {
  const variable = variableFor(id, lines);
  return variable && `"$${variable}"`;
}

/** The id itself where the record was there before the run: no create of the report names it, and none names nothing. */
function existingWord(id: string, all: readonly Exchange[]): string | undefined {
  const created = all
    .filter((one) => one.request.method === 'POST' && isGranted(one))
    .map((one) => createdBy(one)?.value);
  return created.includes(id) || created.includes(undefined) ? undefined : quote(toLiteral(id));
}

/** How to decide; undefined where the script cannot create what its requests are about: a run deletes its test data. */
function decide(
  counterexample: ReportedCounterexample,
  { mode, world }: RunReport,
  exchanges: readonly Exchange[],
): Decision | undefined {
  const shown = exchanges.find(({ number }) => number === decidingExchange(counterexample)?.number);
  const creates = exchanges.some((one) => createdBy(one) !== undefined);
  const hasData = mode === 'readonly' || world !== undefined || creates;
  const isReachable = shown && !namesOtherSlug(shown, exchanges);
  const decision = isReachable && hasData ? toDecision(counterexample.deviation, shown) : undefined;
  // That a record of others shows nothing now says little: what it shows may depend on what was sent before.
  return decision?.kind === 'text' ? { ...decision, decidesAlone: creates } : decision;
}

/** Whether a request is by a slug that the target made and a shell takes from no answer, as it is not of ASCII. */
function namesOtherSlug({ request: { target } }: Exchange, exchanges: readonly Exchange[]): boolean {
  const [, slug = ''] = /\/by-slug\/([^/?]+)/.exec(target) ?? [];
  // Unlike decodeURIComponent, this leaves what is no escape as it is.
  const text = new URLSearchParams(`slug=${slug.replaceAll('+', '%2B')}`).get('slug') ?? '';
  const isSent = exchanges.some(({ request: { body } }) => body && Buffer.from(body).toString().includes(text));
  return /[^\p{ASCII}]/u.test(text) && !isSent;
}
