import { toCurl } from '../harness/curl.js';
import { byGravity, type Finding } from './finding.js';
import { type CauseId, causeOf } from './cause.js';
import { aboutOf, type ResponseSummary, type Golden } from './question.js';

/** A question that is answered otherwise than before. */
export interface Deviating {
  readonly cause: CauseId;
  readonly before: Golden;
  readonly after: ResponseSummary;
  /** Where it is asked now. */
  readonly target: string;
}

/**
 * Folds questions that are answered otherwise. A parameter that by itself is answered otherwise explains all questions
 * that have it among others; lists without any explain all.
 */
export function groupDeviating(all: readonly Deviating[], origin: string): readonly Finding[] {
  const deviating = withoutLeniency(all);
  const alone = new Set(
    deviating.filter((one) => aboutOf(one.before.question).length === 1).map((one) => `${one.cause} ${nameOf(one)}`),
  );
  const bare = new Set(deviating.filter((one) => nameOf(one) === '').map(({ cause }) => cause));
  const groups = new Map<string, Deviating[]>();
  for (const one of deviating) {
    const { cause } = one;
    const about = aboutOf(one.before.question);
    const broken = about.find((name) => alone.has(`${cause} ${name}`)) ?? about.join(' with ');
    const key = causeOf(cause).perField && !bare.has(cause) ? `${cause} ${broken}` : cause;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, group]) => toFinding(key, group, origin)).toSorted(byGravity);
}

/** A parameter that is taken otherwise, or not at all, also lets values pass that were refused: that is one cause. */
function withoutLeniency(all: readonly Deviating[]): readonly Deviating[] {
  const causeBy = new Map(
    all.flatMap((one) =>
      one.cause === 'query.answer' || one.cause === 'query.page' ? [[nameOf(one), one.cause] as const] : [],
    ),
  );
  return all.map((one) => {
    const cause = one.cause === 'query.accepted' ? causeBy.get(nameOf(one)) : undefined;
    return cause ? { ...one, cause } : one;
  });
}

const nameOf = ({ before }: Deviating): string => aboutOf(before.question).join(' with ');

const MOST_SHOWN = 3;

function toFinding(key: string, group: readonly Deviating[], origin: string): Finding {
  const [first] = group;
  const cause = first?.cause ?? 'query.answer';
  const { class: kind, says, perField } = causeOf(cause);
  const counts: Record<string, number> = {};
  for (const { before } of group) counts[before.question.collection] = (counts[before.question.collection] ?? 0) + 1;
  const request = { method: 'GET', target: first?.target ?? '/', headers: [] };
  return {
    cause,
    class: kind,
    says,
    ...(perField && key !== cause && { field: key.slice(cause.length + 1) }),
    count: group.length,
    counts,
    examples: [],
    changes: group.slice(0, MOST_SHOWN).map(toSentence),
    curl: toCurl({ request }, { origin }),
  };
}

/** `/vendor/events/v1/events?featured=true: 20 of 25 records, now 20 of 100`. */
const toSentence = ({ before, after, target }: Deviating): string =>
  `${target}: ${toWords(before.answer)}, now ${toWords(after)}`;

const toWords = ({ status, ids, total }: ResponseSummary): string => {
  if (status > 299) return `refused with ${status}`;
  const shown = total === undefined || total === ids.length ? `${ids.length}` : `${ids.length} of ${total}`;
  return ids.length === 0
    ? `${shown} records`
    : `${shown} records (${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ', …' : ''})`;
};
