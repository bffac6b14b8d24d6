import { createHash } from 'node:crypto';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { excerpt, toJsonText } from '../../wire/printable.js';
import type { ReportedRequirement, RunReport } from '../run-report-schema.js';
import { countOutcomes, levels } from '../standing.js';

/** A JSON value as the one text that RFC 8785 gives it: members in the order of their names, no space. */
function toCanonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${toSorted(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`)
    .join(',')}}`;
}

/** The same value, its members in that order. */
export function sortMembers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(sortMembers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(toSorted(value).map(([name, member]) => [name, sortMembers(member)]));
}

/** By UTF-16 units, as `<` compares. */
const toSorted = (value: JsonObject): readonly (readonly [string, JsonValue])[] =>
  Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
const STATEMENT = 'calproof.statement/1';

/**
 * A statement of conformance: the version of calproof and the clauses, the target profile, the number of requirements by
 * outcome, and every deviation with its clause. The same run always gives the same text; `sha256` is that of the rest of
 * it (see `toStatementHash`).
 */
export function toStatement(report: RunReport): string {
  const statement = toPlainJson(toContent(report));
  return toJsonText(sortMembers({ ...statement, sha256: toStatementHash(statement) }));
}

/** The SHA-256, in hexadecimal digits, of a statement without its own: of its canonical JSON (RFC 8785). */
export function toStatementHash(statement: JsonObject): string {
  const rest = Object.fromEntries(Object.entries(statement).filter(([name]) => name !== 'sha256'));
  return createHash('sha256').update(toCanonicalJson(rest)).digest('hex');
}

/** By what a target was judged, which target, in which run, and what that came to. */
export function toStatementHead(report: RunReport) {
  const { url, namespace, targetVersion, started = report.now, now, seed, requests } = report;
  const { mode, effort, profiles, strict, end } = report;
  return {
    suite: { name: 'calproof', version: report.version, clauses: report.clauseSet },
    target: { url, namespace, version: targetVersion },
    run: { started, now, seed, requests, mode, effort, profiles, strict, end },
    conclusion: { exitCode: report.exitCode, sentence: report.conclusion },
  };
}

function toContent(report: RunReport) {
  const head = toStatementHead(report);
  return {
    format: STATEMENT,
    ...head,
    target: { ...head.target, profile: report.learned },
    verdicts: toVerdicts(report),
    deviations: report.requirements.flatMap((one) => toDeviation(one, report)),
  };
}

/** As it is read back: without what is undefined. */
export function toPlainJson(value: unknown): JsonObject {
  const json = JSON.parse(JSON.stringify(value)) as JsonValue;
  return isJsonObject(json) ? json : {};
}

/** How many requirements have which outcome, by profile and level. */
function toVerdicts({ requirements }: RunReport) {
  const profiles = [...new Set(requirements.map(({ profile }) => profile))];
  const toLevels = (profile: string) =>
    levels.map(
      (level) => [level, requirements.filter((one) => one.profile === profile && one.level === level)] as const,
    );
  return Object.fromEntries(
    profiles.map((profile) => [
      profile,
      Object.fromEntries(
        toLevels(profile)
          .filter(([, some]) => some.length > 0)
          .map(([level, some]) => [level, countOutcomes(some)]),
      ),
    ]),
  );
}

/** The JSON report has what is longer. */
const LONGEST = 2000;

function toDeviation(
  { id, level, profile, clause, clauseText, statement, verdict }: ReportedRequirement,
  report: RunReport,
) {
  if (!('counterexample' in verdict)) return [];
  const { kind, expected, observed } = verdict.counterexample.deviation;
  const { reason, expires, link } = report.baseline?.find(({ requirement }) => requirement === id) ?? {};
  const known = verdict.outcome === 'known' && { known: { reason, expires, link } };
  const cause = verdict.cause !== undefined && { cause: verdict.cause };
  const seen = { kind, expected: excerpt(expected, LONGEST), observed: excerpt(observed, LONGEST) };
  return [{ requirement: id, level, profile, clause, clauseText, statement, ...known, ...cause, ...seen }];
}
