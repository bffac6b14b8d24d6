import type { Collection } from '../../contract/resources.js';
import { isGranted } from '../../wire/status.js';
import type { Changes, Mapping } from '../compare/record-changes.js';
import type { CauseId } from '../findings/cause.js';
import { aboutOf, type Golden, type ResponseSummary } from './question.js';

const times = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'all_day'] as const;
const ofTimes = times.map((field) => `events.${field}`);

/** The fields of a record that decide whether a list with a parameter shows it; `*` is any. */
const own: Readonly<Record<string, readonly string[]>> = {
  search: ['*'],
  featured: ['featured'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  parent: ['parent'],
  slug: ['slug'],
  status: ['status'],
  start_date: times,
  end_date: times,
  starts_before: times,
  starts_after: times,
  ends_before: times,
  ends_after: times,
  'by slug': ['slug'],
};

const links: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  venues: ['events.venue'],
  organizers: ['events.organizer'],
  categories: ['events.categories'],
  tags: ['events.tags'],
};

const byEvents: readonly string[] = ['event', 'post', 'has_events', 'hide_empty', 'only_with_upcoming'];
const byVenues: readonly string[] = ['geoloc', 'geoloc_lat', 'geoloc_lng'];

/** What in a record decides whether the lists that are asked for with some parameters show it. */
const ownFieldsOf = (parameters: readonly string[]): readonly string[] => [
  'record.lists',
  'status',
  ...parameters.flatMap((name) => own[name] ?? []),
];

/** What in other records decides it: `events.venue`, or `events` for those that came or went. */
function otherFieldsOf(collection: Collection, parameters: readonly string[]): readonly string[] {
  const events = collection !== 'events' && (parameters.some((name) => byEvents.includes(name)) || isTerm(collection));
  const about = events ? ['events', 'events.status', ...ofTimes, ...(links[collection] ?? [])] : [];
  const venues = parameters.some((name) => byVenues.includes(name)) ? ['venues', 'venues.*', 'events.venue'] : [];
  return [...about, ...venues];
}

/** Terms that no event has are hidden unless they are asked for. */
const isTerm = (collection: Collection): boolean => collection === 'categories' || collection === 'tags';

/** What is known of the records when answers are compared. */
export interface ComparisonContext {
  readonly mapping: Pick<Mapping, 'toId'>;
  readonly changes: Changes;
}

/** In which way an answer differs from the one before; undefined where it does not, or where changed records explain it. */
export function judgeResponse(before: Golden, after: ResponseSummary, known: ComparisonContext): CauseId | undefined {
  const { answer } = before;
  if (isGranted(answer) !== isGranted(after)) return judgeRefusal(before, after, known);
  if (!isGranted(answer)) return answer.status === after.status ? undefined : 'query.status';
  const sequences = toSequences(before, after, known);
  return before.question.item ? judgeItem(sequences) : judgeList(before, after, { ...known, ...sequences });
}

/** A missing item, or one with another slug, is already a finding. */
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
