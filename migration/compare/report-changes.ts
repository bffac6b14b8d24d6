import type { ReportedRequirement, RunReport } from '../../reports/run-report-schema.js';
import { isJsonObject } from '../../wire/json.js';
import type { FindingClass } from '../findings/cause.js';
import { byGravity, type Finding } from '../findings/finding.js';

interface Change {
  readonly cause: string;
  readonly class: FindingClass;
  readonly says: string;
  readonly about: string;
}

/** The differences of two reports of `check`: verdicts, and the readings that the target follows. */
export function compareReports(a: RunReport, b: RunReport): readonly Finding[] {
  const before = new Map(a.requirements.map((one) => [one.id, one]));
  const verdicts = b.requirements.flatMap((after) => {
    const earlier = before.get(after.id);
    return earlier ? toChange(earlier, after) : [];
  });
  return groupByCause([...verdicts, ...changedReadings(a, b)]).toSorted(byGravity);
}

const isConclusive = (outcome: string): boolean => ['passed', 'failed', 'known'].includes(outcome);

function toChange(before: ReportedRequirement, after: ReportedRequirement): readonly Change[] {
  const [from, to] = [before.verdict.outcome, after.verdict.outcome];
  if (from === to) return [];
  const about = `${after.id}: ${from}, now ${to}`;
  if (!isConclusive(from) || !isConclusive(to)) {
    const says = isConclusive(from) ? 'Verdicts became inconclusive' : 'Verdicts are now reached';
    const isBroken = to === 'failed' && !isConclusive(from);
    if (isBroken)
      return [{ cause: 'verdict.found', class: 'behavioural', says: 'Requirements without a verdict now fail', about }];
    return [{ cause: isConclusive(from) ? 'verdict.inconclusive' : 'verdict.reached', class: 'volatile', says, about }];
  }
  if (from === 'passed') {
    const kind: FindingClass = after.level === 'MUST' ? 'breaking' : 'behavioural';
    return [
      {
        cause: `verdict.failed.${after.level}`,
        class: kind,
        says: `${after.level} requirements that passed now fail`,
        about,
      },
    ];
  }
  if (to === 'passed')
    return [{ cause: 'verdict.passed', class: 'additive', says: 'Requirements that failed now pass', about }];
  return [
    {
      cause: 'verdict.baseline',
      class: 'volatile',
      says: 'Failures were added to or removed from the baseline',
      about,
    },
  ];
}

function changedReadings(a: RunReport, b: RunReport): readonly Change[] {
  const [from, to] = [a.learned['choices'], b.learned['choices']];
  if (!isJsonObject(from) || !isJsonObject(to)) return [];
  const names = Object.keys(to).filter((name) => from[name] !== undefined && from[name] !== to[name]);
  return names.map((name) => ({
    cause: 'reading.changed',
    class: 'behavioural',
    says: 'The target follows a different interpretation',
    about: `${name}: ${JSON.stringify(from[name])}, now ${JSON.stringify(to[name])}`,
  }));
}

/** Lists every requirement: one verdict is no example of another. */
function groupByCause(changes: readonly Change[]): readonly Finding[] {
  const causes = [...new Set(changes.map(({ cause }) => cause))];
  return causes.flatMap((cause) => {
    const own = changes.filter((change) => change.cause === cause);
    const [first] = own;
    if (!first) return [];
    const counts = { requirements: own.length };
    const { class: kind, says } = first;
    return [
      { cause, class: kind, says, count: own.length, counts, examples: [], changes: own.map(({ about }) => about) },
    ];
  });
}
