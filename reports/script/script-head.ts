import { toVariable } from '../../wire/curl.js';
import type { Exchange } from '../../wire/exchange.js';
import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { isSecretHeader, REDACTED } from '../../wire/redaction.js';
import { plural } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';
import type { Failed } from '../standing.js';

const LONGEST = 600;
const line = (text: string): string => toPrintableLine(excerpt(text, LONGEST));
const quoted = (text: string): string => `'${line(text).replaceAll("'", `'\\''`)}'`;

/** What a script is about, and what it cannot do. */
export function toHead(
  { id, level, statement }: Failed,
  report: RunReport,
  exchanges: readonly Exchange[],
): readonly string[] {
  const sent = plural(exchanges.length, 'request');
  return [
    '#!/bin/sh',
    `# ${line(`${id} (${level}): ${statement}`)}`,
    `# Written by calproof ${line(report.version)} from a run of ${line(report.started ?? report.now)}. Sends ${sent},`,
    '# and deletes what it creates. Exits with 1 if the deviation is there, 0 if not, 2 if it cannot decide.',
    '# For another origin: CALPROOF_ORIGIN=https://example.org sh THIS-FILE',
    ...toNotes(exchanges),
  ];
}

function toNotes(exchanges: readonly Exchange[]): readonly string[] {
  const hidden = exchanges.some(({ request: { target, body } }) =>
    `${target}${Buffer.from(body ?? []).toString()}`.includes(REDACTED),
  );
  return hidden ? [`# ${REDACTED} replaces a secret.`] : [];
}

/** Ends the script where a secret is missing. */
export function toDemands(exchanges: readonly Exchange[]): readonly string[] {
  const variables = exchanges.flatMap(({ request, identity }) =>
    request.headers
      .filter(([name, value]) => isSecretHeader(name) || value.includes(REDACTED))
      .map(([name]) => toVariable(name, identity)),
  );
  return [...new Set(variables)].map(
    (name) => `[ "\${${name}+set}" ] || { echo '${name} must be set to the value of that header field.' >&2; exit 2; }`,
  );
}

/** Says which request follows. */
export const toTitleLine = ({ number, phase, identity, request, outcome }: Exchange): string => {
  const then =
    outcome.kind === 'response' ? `answered ${outcome.response.status} in the run` : `${outcome.kind} in the run`;
  const asked = identity === undefined ? phase : `${phase} as ${identity}`;
  return `step ${quoted(`${number}, ${asked}: ${request.method} ${request.target}, ${then}`)}`;
};

/** Prints what was expected, and what was observed in the run. */
export function toContrastLine({ verdict }: Failed): string {
  const { expected, observed } = verdict.counterexample.deviation;
  return `printf '%s\\n' ${quoted(`Expected: ${expected}`)} ${quoted(`Observed in the run: ${observed}`)}`;
}
