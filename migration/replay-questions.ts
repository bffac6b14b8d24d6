import type { FindingGroups } from './finding.js';
import { judgeResponse, type ComparisonContext } from './judge-answer.js';
import { type ResponseSummary, type Golden, type Question, type QuestionMapping, toMapped } from './question.js';
import type { Deviating } from './query-findings.js';

/** What gives an answer to a question now, and where it is asked; undefined where it is not known. */
export type Responder = (
  question: Question,
) => Promise<{ readonly answer: ResponseSummary; readonly target: string } | undefined>;

export interface Replay extends ComparisonContext {
  readonly groups: FindingGroups;
  readonly responder: Responder;
  readonly toSlug: QuestionMapping['toSlug'];
  /** Both were taken on the same day, so that what depends on the day may be compared. */
  readonly isSameDay: boolean;
}

/** What came of asking again. */
export interface Replayed {
  readonly deviating: readonly Deviating[];
  readonly compared: number;
}

/** Asks what was asked before, about the records that are the same now, and compares the answers. */
export async function replayQuestions(goldens: AsyncIterable<Golden>, replay: Replay): Promise<Replayed> {
  const deviating: Deviating[] = [];
  let compared = 0;
  for await (const before of goldens) {
    const { question } = before;
    const after = isReported(question, replay)
      ? undefined
      : toMapped(question, { toId: replay.mapping.toId, toSlug: replay.toSlug });
    const answered = after && (await replay.responder(after));
    if (!answered) continue;
    compared += 1;
    const cause = judgeResponse({ ...before, question: withOwn(question, after) }, answered.answer, replay);
    if (cause) deviating.push({ cause, before, after: answered.answer, target: answered.target });
  }
  return { deviating, compared };
}

/** The item of a question as it is now: changes are kept by the ids after. */
const withOwn = (question: Question, { item }: Question): Question => (item ? { ...question, item } : question);

/** What was told of a language need not be told of each question in it. */
const isReported = ({ language, timely }: Question, { groups, isSameDay }: Replay): boolean =>
  (timely === true && !isSameDay) || (language !== '' && groups.hasField('language.dropped', language));
