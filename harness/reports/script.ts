import { toVariable } from '../curl.js';
import type { Exchange } from '../exchange.js';
import { isSafe } from '../method.js';
import { isSecretHeader, REDACTED } from '../redact.js';
import { excerpt } from './excerpt.js';
import { fromExchangeJson } from './exchange-json.js';
import { plural } from './layout.js';
import type { ReportedCounterexample, ReportedRequirement, RunReport } from './model.js';
import { toPrintableLine } from './printable.js';
import { findCarried } from './script/carried.js';
import { prelude } from './script/prelude.js';
import { toSendLine, toTakeLines } from './script/steps.js';

/** A requirement of a report that failed. */
export type FailedRequirement = ReportedRequirement & {
  readonly verdict: { readonly counterexample: ReportedCounterexample };
};

/**
 * A failure as a script for a POSIX shell with curl: it sends the requests of the failure again, in order, with the ids
 * that new records get, and shows every answer. Secrets are variables that have to be set.
 */
export function toScript(failed: FailedRequirement, report: RunReport): string {
  const { deviation, exchanges: reported } = failed.verdict.counterexample;
  const exchanges = reported.map(fromExchangeJson);
  const carried = findCarried(exchanges);
  const shown = deviation.exchange ?? exchanges.findLast(({ phase }) => phase === 'check')?.number;
  const steps = exchanges.flatMap((exchange) => [
    '',
    toTitleLine(exchange),
    toSendLine(exchange, carried, report.connection),
    ...toTakeLines(exchange, carried),
    ...(exchange.number === shown ? [toContrastLine(failed)] : []),
  ]);
  const head = [...toHead(failed, report), ...toNotes(exchanges, report), ...prelude(new URL(report.url).origin)];
  return `${[...head, ...toDemands(exchanges), ...steps].join('\n')}\n`;
}

const LONGEST = 600;
const line = (text: string): string => toPrintableLine(excerpt(text, LONGEST));
const quoted = (text: string): string => `'${line(text).replaceAll("'", `'\\''`)}'`;

function toHead({ id, level, statement, verdict }: FailedRequirement, report: RunReport): readonly string[] {
  const count = plural(verdict.counterexample.exchanges.length, 'request');
  return [
    '#!/bin/sh',
    `# ${line(`${id} (${level}): ${statement}`)}`,
    `# Made by calproof ${line(report.version)} from a run of ${line(report.started ?? report.now)}. It sends ${count}.`,
    '# Against another place: CALPROOF_ORIGIN=https://example.org sh THIS-FILE',
  ];
}

/** What the script cannot do. */
function toNotes(exchanges: readonly Exchange[], { mode }: RunReport): readonly string[] {
  const writes = exchanges.filter(({ request, phase }) => phase !== 'clean-up' && !isSafe(request.method));
  const deleted = '# It asks about records that the run deleted at its end: calproof replay makes them anew.';
  const hidden = exchanges.some(({ request: { target, body } }) =>
    `${target}${Buffer.from(body ?? []).toString()}`.includes(REDACTED),
  );
  return [
    ...(writes.length === 0 && mode === 'sandbox' ? [deleted] : []),
    ...(hidden ? [`# A secret stood where now ${REDACTED} does.`] : []),
  ];
}

/** Ends the script where a secret is not there. */
function toDemands(exchanges: readonly Exchange[]): readonly string[] {
  const variables = exchanges.flatMap(({ request, identity }) =>
    request.headers
      .filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED))
      .map(([name]) => toVariable(name, identity)),
  );
  return [...new Set(variables)].map((name) => `: "\${${name}?must hold the value of that header field}"`);
}

const toTitleLine = ({ number, phase, identity, request, outcome }: Exchange): string => {
  const then =
    outcome.kind === 'response' ? `answered ${outcome.response.status} in the run` : `${outcome.kind} in the run`;
  const asked = identity === undefined ? phase : `${phase} as ${identity}`;
  return `step ${quoted(`${number}, ${asked}: ${request.method} ${request.target}, ${then}`)}`;
};

const toContrastLine = ({ verdict }: FailedRequirement): string => {
  const { expected, observed } = verdict.counterexample.deviation;
  return `printf '%s\\n' ${quoted(`Expected: ${expected}`)} ${quoted(`Observed in the run: ${observed}`)}`;
};
