import { createHash } from 'node:crypto';
import { excerpt, toJsonText } from '../../wire/printable.js';
import { sortMembers, toPlainJson, toStatementHead } from '../formats/statement.js';
import type { ReportedRequirement, RunReport } from '../run-report-schema.js';
import { causeOf, hasCounterexample } from '../standing.js';
import { count, flag, integer, list, map, object, oneOf, only, text, time, type TypeOf } from '../typed-schema.js';

/** The name and version of the format; the version grows when a reader of the old one would be misled. */
const HISTORY_ENTRY = 'calproof.history/1';

/** The last segments of ids by what stands before them, so that a run takes a few kB: `"venues.fields": "city zip"`. */
const ids = map(text);
const deviation = object(
  { level: oneOf('MUST', 'SHOULD', 'MAY'), expected: text, observed: text },
  /** The failure that explains this one. */
  { cause: text },
);

/** The JSON Schema of a run in a history: its statement of conformance without the target profile, and every verdict. */
export const historyEntrySchema = object({
  format: only(HISTORY_ENTRY),
  suite: object({ name: text, version: text }, { clauses: text }),
  target: object({ url: text, namespace: text }, { name: text, version: text }),
  run: object({
    started: time,
    now: time,
    seed: integer,
    requests: count,
    mode: text,
    effort: text,
    profiles: list(text),
    strict: flag,
    end: text,
  }),
  conclusion: object({ exitCode: oneOf(0, 1, 3, 130), sentence: text }),
  verdicts: object({}, { passed: ids, failed: ids, known: ids, cantTell: ids, inapplicable: ids, untested: ids }),
  deviations: map(deviation),
});

export interface HistoryEntry extends TypeOf<typeof historyEntrySchema> {}
export interface KeptDeviation extends TypeOf<typeof deviation> {}

/** A run as a history keeps it, as a JSON text with a line for each thing, always in the same order. */
export function toHistoryText(report: RunReport): string {
  const head = toStatementHead(report);
  return toJsonText(
    sortMembers(
      toPlainJson({
        format: HISTORY_ENTRY,
        ...head,
        target: { ...head.target, name: report.target },
        verdicts: toVerdicts(report.requirements),
        deviations: Object.fromEntries(report.requirements.flatMap(toDeviation)),
      }),
    ),
  );
}

/** The name of its file, by which files stand in the order of their runs; the same run always has the same name. */
export function toHistoryName({ url, namespace, seed, target, now, started = now }: RunReport): string {
  const at = new Date(started).toISOString().replace(/[-:.]/g, '');
  const hash = createHash('sha256').update(JSON.stringify([at, target ?? url, namespace, seed]));
  return `${at}-${hash.digest('hex').slice(0, 8)}.json`;
}

type Verdicts = Record<string, Record<string, string>>;

function toVerdicts(requirements: readonly ReportedRequirement[]): Verdicts {
  const verdicts: Verdicts = {};
  for (const { id, verdict } of requirements.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const [, group = '', last = ''] = /^(?:(.*)\.)?([^.]*)$/s.exec(id) ?? [];
    const groups = (verdicts[verdict.outcome] ??= {});
    groups[group] = groups[group] === undefined ? last : `${groups[group]} ${last}`;
  }
  return verdicts;
}

/** The JSON report has what is longer. */
const LONGEST = 200;

function toDeviation(one: ReportedRequirement): readonly (readonly [id: string, deviation: KeptDeviation])[] {
  if (!hasCounterexample(one)) return [];
  const { expected, observed } = one.verdict.counterexample.deviation;
  const cause = causeOf(one);
  const seen = { expected: excerpt(expected, LONGEST), observed: excerpt(observed, LONGEST) };
  return [[one.id, { level: one.level, ...seen, ...(cause !== undefined && { cause }) }]];
}
