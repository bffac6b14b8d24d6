import { toCurl, toVariable } from '../wire/curl.js';
import { type Exchange, isSafe, type WireRequest } from '../wire/exchange.js';
import { excerpt, toPrintableLine } from '../wire/printable.js';
import { isSecretHeader, REDACTED } from '../wire/redaction.js';
import { plural } from '../wire/wording.js';
import { type Carried, findCarried, replaceValue, type Source } from './carried-value.js';
import { decidingExchange } from './counterexample.js';
import { fromExchangeJson } from './exchange-json.js';
import type { RunReport } from './run-report-schema.js';
import type { Failed } from './standing.js';

/** The beginning of every script: how to send a request, show its answer, and take a value from it. */
const prelude = (origin: string): readonly string[] => [
  'set -u',
  `origin=\${CALPROOF_ORIGIN:-${origin}}`,
  'answer=$(mktemp) || exit 2',
  `trap 'rm -f "$answer"' EXIT`,
  `step() { printf '\\n# %s\\n' "$1"; }`,
  '# Sends a request, and shows the answer without control characters.',
  'curl() {',
  '  command curl -sS --max-time 60 "$@" > "$answer" || echo "(curl ended with $?)"',
  `  LC_ALL=C tr -d '\\000-\\010\\013-\\037\\177' < "$answer"`,
  '  echo',
  '}',
  '# The n-th value of a member in the last answer, and the end of its Location.',
  'member() {',
  '  found=$(LC_ALL=C grep -aoE "\\"$1\\"[[:blank:]]*:[[:blank:]]*\\"?[A-Za-z0-9_-]+" "$answer" | sed -n "$2p")',
  `  [ -n "$found" ] && printf '%s' "$found" | grep -oE '[A-Za-z0-9_-]+$' || echo none`,
  '}',
  'location() {',
  `  LC_ALL=C tr -d '\\r' < "$answer" | grep -aiE '^location:' | grep -oE '[A-Za-z0-9_-]+/?$' | tr -d / | grep . || echo none`,
  '}',
];

/** A placeholder for the origin until its line is quoted; `<` makes sure that it is. */
const ORIGIN = '<calproof:origin>';
const placeholderOf = (index: number): string => `<calproof:${index}>`;
const variableOf = (index: number): string => `id${index + 1}`;

/** The line that sends a request again, to the present origin and with the present ids. */
function toSendLine(exchange: Exchange, carried: readonly Carried[], connection: readonly string[] = []): string {
  const request = carried.reduce<WireRequest>(
    (sent, { value, from }, index) => (from < exchange.number ? replaceValue(sent, value, placeholderOf(index)) : sent),
    exchange.request,
  );
  return toExpansions(toCurl({ ...exchange, request }, { origin: ORIGIN, connection }));
}

/** A placeholder is within single quotes: ends them, and begins them again. */
const toExpansions = (line: string): string =>
  line
    .replaceAll(`'${ORIGIN}`, `"$origin"'`)
    .replace(/<calproof:(\d+)>/g, (_, index: string) => `'"$${variableOf(Number(index))}"'`)
    .replaceAll(`"''`, '"');

/** The lines that take from the last answer what later requests need. */
const toTakeLines = (exchange: Exchange, carried: readonly Carried[]): readonly string[] =>
  carried.flatMap(({ from, source }, index) =>
    from === exchange.number ? [`${variableOf(index)}=$(${toTaking(source)})`] : [],
  );

const toTaking = (source: Source): string =>
  source.kind === 'location' ? 'location' : `member ${source.name} ${source.nth}`;

/**
 * A failure as a script for a POSIX shell with curl. It sends the requests of the failure again, in order, with the ids of
 * the records that it creates, and shows every answer. Secrets are variables that must be set.
 */
export function toScript(failed: Failed, report: RunReport): string {
  const { counterexample } = failed.verdict;
  const exchanges = counterexample.exchanges.map(fromExchangeJson);
  const carried = findCarried(exchanges);
  const shown = decidingExchange(counterexample)?.number;
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

function toHead({ id, level, statement, verdict }: Failed, report: RunReport): readonly string[] {
  const count = plural(verdict.counterexample.exchanges.length, 'request');
  return [
    '#!/bin/sh',
    `# ${line(`${id} (${level}): ${statement}`)}`,
    `# Written by calproof ${line(report.version)} from a run of ${line(report.started ?? report.now)}. Sends ${count}.`,
    '# For another origin: CALPROOF_ORIGIN=https://example.org sh THIS-FILE',
  ];
}

/** What the script cannot do. */
function toNotes(exchanges: readonly Exchange[], { mode }: RunReport): readonly string[] {
  const writes = exchanges.filter(({ request, phase }) => phase !== 'clean-up' && !isSafe(request.method));
  const deleted = '# Uses test data that the run deleted at its end; calproof replay creates it again.';
  const hidden = exchanges.some(({ request: { target, body } }) =>
    `${target}${Buffer.from(body ?? []).toString()}`.includes(REDACTED),
  );
  return [
    ...(writes.length === 0 && mode === 'sandbox' ? [deleted] : []),
    ...(hidden ? [`# ${REDACTED} replaces a secret.`] : []),
  ];
}

/** Ends the script where a secret is missing. */
function toDemands(exchanges: readonly Exchange[]): readonly string[] {
  const variables = exchanges.flatMap(({ request, identity }) =>
    request.headers
      .filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED))
      .map(([name]) => toVariable(name, identity)),
  );
  return [...new Set(variables)].map((name) => `: "\${${name}?must be set to the value of that header field}"`);
}

const toTitleLine = ({ number, phase, identity, request, outcome }: Exchange): string => {
  const then =
    outcome.kind === 'response' ? `answered ${outcome.response.status} in the run` : `${outcome.kind} in the run`;
  const asked = identity === undefined ? phase : `${phase} as ${identity}`;
  return `step ${quoted(`${number}, ${asked}: ${request.method} ${request.target}, ${then}`)}`;
};

const toContrastLine = ({ verdict }: Failed): string => {
  const { expected, observed } = verdict.counterexample.deviation;
  return `printf '%s\\n' ${quoted(`Expected: ${expected}`)} ${quoted(`Observed in the run: ${observed}`)}`;
};
