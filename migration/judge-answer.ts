import type { CauseId } from './cause.js';
import type { Changes } from './changes.js';
import { otherFieldsOf, ownFieldsOf } from './dependencies.js';
import { aboutOf, type ResponseSummary, type Golden } from './question.js';
import type { Mapping } from './mapping.js';

/** What is known of the records when answers are compared. */
export interface ComparisonContext {
  readonly mapping: Pick<Mapping, 'toId'>;
  readonly changes: Changes;
}

const isGranted = ({ status }: ResponseSummary): boolean => status >= 200 && status < 300;

/** In which way an answer differs from the one before; undefined where it does not, or where changed records explain it. */
export function judgeResponse(before: Golden, after: ResponseSummary, known: ComparisonContext): CauseId | undefined {
  const { answer } = before;
  if (isGranted(answer) !== isGranted(after)) return judgeRefusal(before, after, known);
  if (!isGranted(answer)) return answer.status === after.status ? undefined : 'query.status';
  const sequences = toSequences(before, after, known);
  return before.question.item ? judgeItem(sequences) : judgeList(before, after, { ...known, ...sequences });
}

/** An item that is gone, or whose slug is another now, is told as that. */
function judgeRefusal(
  { question, answer }: Golden,
  after: ResponseSummary,
  { changes }: ComparisonContext,
): CauseId | undefined {
  const { item, collection } = question;
  const isExplained = item?.slug !== undefined && changes.hasChanged(collection, item.of.id, ['slug']);
  if (isExplained) return undefined;
  return isGranted(answer) && !isGranted(after) ? 'query.refused' : 'query.accepted';
}

interface Sequences {
  /** The ids that are to be shown, as they are after. */
  readonly expected: readonly string[];
  /** The ids that are shown and were there before. */
  readonly shown: readonly string[];
}

function toSequences(
  { question, answer }: Golden,
  after: ResponseSummary,
  { mapping, changes }: ComparisonContext,
): Sequences {
  const { collection } = question;
  return {
    expected: answer.ids.flatMap((id) => mapping.toId(collection, id) ?? []),
    shown: after.ids.filter((id) => !changes.isAdded(collection, id)),
  };
}

const judgeItem = ({ expected, shown }: Sequences): CauseId | undefined =>
  expected.length > 0 && expected.join() !== shown.join() ? 'query.answer' : undefined;

interface Lists extends ComparisonContext, Sequences {}

function judgeList({ question, answer }: Golden, after: ResponseSummary, lists: Lists): CauseId | undefined {
  const { collection } = question;
  const about = aboutOf(question);
  if (lists.changes.hasAny(otherFieldsOf(collection, about))) return undefined;
  const fields = ownFieldsOf(about);
  const isWhole = isComplete(answer) && isComplete(after);
  const { expected, shown } = lists;
  if (isWhole) {
    const odd = [...without(expected, shown), ...without(shown, expected)];
    if (odd.some((id) => !lists.changes.hasChanged(collection, id, fields))) return 'query.answer';
    return judgeOrder(collection, lists);
  }
  return judgePage({ answer, after }, { ...lists, collection, fields });
}

/** A list that is shown on one page. */
const isComplete = ({ ids, total }: ResponseSummary): boolean => total === ids.length;

const without = (ids: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/** Records that changed may stand elsewhere. */
function judgeOrder(collection: Golden['question']['collection'], { expected, shown, changes }: Lists) {
  const steady = (ids: readonly string[], others: readonly string[]): string =>
    ids.filter((id) => others.includes(id) && !changes.isChanged(collection, id)).join();
  return steady(expected, shown) === steady(shown, expected) ? undefined : ('query.order' as const);
}

interface PageOf extends Lists {
  readonly collection: Golden['question']['collection'];
  readonly fields: readonly string[];
}

/** Of a list of several pages only what records that came, went or changed cannot explain. */
function judgePage(
  { answer, after }: { readonly answer: ResponseSummary; readonly after: ResponseSummary },
  { expected, shown, changes, collection, fields }: PageOf,
): CauseId | undefined {
  const turnover = changes.turnover(collection);
  if (changes.hasAny(fields.map((field) => `${collection}.${field}`))) return undefined;
  const [before = 0, now = 0] = [answer.total, after.total];
  if (Math.abs(before - now) > turnover) return 'query.answer';
  if (turnover > 0 || expected.join() === shown.join()) return undefined;
  if ([...expected, ...shown].some((id) => changes.isChanged(collection, id))) return undefined;
  const size = Math.min(expected.length, shown.length);
  if (expected.length !== shown.length && expected.slice(0, size).join() === shown.slice(0, size).join()) {
    return 'query.page';
  }
  return answer.total === undefined ? 'query.answer' : 'query.order';
}
