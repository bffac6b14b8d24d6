import { toCurl } from '../../wire/curl.js';
import { isSuccess } from '../../wire/status.js';
import { type CauseId, causeOf, toFindingHead } from '../findings/cause.js';
import { byGravity, type Finding, type FindingGroups } from '../findings/finding.js';
import { type ComparisonContext, judgeResponse } from './judge-response.js';
import {
  aboutOf,
  type Golden,
  type Question,
  type QuestionMapping,
  type ResponseSummary,
  toMapped,
} from './question.js';

/** A question that is answered otherwise than before. */
interface Deviating {
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
  const counts: Record<string, number> = {};
  for (const { before } of group) counts[before.question.collection] = (counts[before.question.collection] ?? 0) + 1;
  const request = { method: 'GET', target: first?.target ?? '/', headers: [] };
  return {
    ...toFindingHead(cause, key === cause ? undefined : key.slice(cause.length + 1)),
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
  if (!isSuccess(status)) return `refused with ${status}`;
  const shown = total === undefined || total === ids.length ? `${ids.length}` : `${ids.length} of ${total}`;
  return ids.length === 0
    ? `${shown} records`
    : `${shown} records (${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ', …' : ''})`;
};

/** What gives an answer to a question now, and where it is asked; undefined where it is not known. */
export type Responder = (
  question: Question,
) => Promise<{ readonly answer: ResponseSummary; readonly target: string } | undefined>;

interface Replay extends ComparisonContext {
  readonly groups: FindingGroups;
  readonly responder: Responder;
  readonly toSlug: QuestionMapping['toSlug'];
  /** Both were taken on the same day, so that what depends on the day may be compared. */
  readonly isSameDay: boolean;
}

/** The result of asking again. */
interface Replayed {
  readonly deviating: readonly Deviating[];
  readonly compared: number;
  /** How many have two different answers now, so that a third one means nothing. */
  readonly unsteady: number;
}

/** Asks the earlier questions again, about the same records, and compares the answers: one that differs is asked for twice. */
export async function replayQuestions(goldens: AsyncIterable<Golden>, replay: Replay): Promise<Replayed> {
  const deviating: Deviating[] = [];
  let [compared, unsteady] = [0, 0];
  for await (const before of goldens) {
    const { question } = before;
    const after = isReported(question, replay)
      ? undefined
      : toMapped(question, { toId: replay.mapping.toId, toSlug: replay.toSlug });
    const answered = after && (await replay.responder(after));
    if (!answered) continue;
    compared += 1;
    const cause = judgeResponse({ ...before, question: withOwn(question, after) }, answered.answer, replay);
    if (!cause) continue;
    const again = await replay.responder(after);
    if (JSON.stringify(again?.answer) !== JSON.stringify(answered.answer)) unsteady += 1;
    else deviating.push({ cause, before, after: answered.answer, target: answered.target });
  }
  return { deviating, compared, unsteady };
}

/** The item of a question as it is now: changes are kept by the ids after. */
const withOwn = (question: Question, { item }: Question): Question => (item ? { ...question, item } : question);

/** A finding about a language covers the questions in it. */
const isReported = ({ language, timely }: Question, { groups, isSameDay }: Replay): boolean =>
  (timely === true && !isSameDay) || (language !== '' && groups.hasField('language.dropped', language));
