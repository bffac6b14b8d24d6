import { toText } from '../../adapter/notation/shown-values.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import { unfiltered } from '../../adapter/reading/record-queries.js';
import { languages, queryOf } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { snapshotOrder, type SnapshotRecord } from '../snapshot/canonical-record.js';
import type { QuestionAmount } from './question-amounts.js';
import { type Question, type QuestionValue, type Reference, toQuestionKey, USUAL_SIZE } from './question.js';

/** A few records of each collection, chosen by what they are called, so that they are the same after a migration. */
export type Sample = Readonly<Partial<Record<Collection, readonly SnapshotRecord[]>>>;

/** With those that are asked twice, they take 200 requests. */
const FEW_QUESTIONS = 160;

/** A question, and its place among those of its collection: each value of a parameter but the first is further back. */
interface Ranked {
  readonly question: Question;
  readonly rank: number;
}

/** Read-only requests: every list parameter, paging, items, languages and errors; of all some hundred, also pairs of parameters. */
export function toQuestions(sample: Sample, amount: QuestionAmount): readonly Question[] {
  if (amount === 'none') return [];
  const ranked = snapshotOrder.flatMap((collection) => [
    ...toListQuestions(collection, sample),
    ...toPagingQuestions(collection),
    ...toItemQuestions(collection, sample),
  ]);
  const inOrderOfRank = ranked.toSorted((one, other) => one.rank - other.rank).map(({ question }) => question);
  const questions = [...new Map(inOrderOfRank.map((question) => [toQuestionKey(question), question])).values()];
  return amount === 'few' ? questions.slice(0, FEW_QUESTIONS) : questions;
}

type Query = Readonly<Record<string, QuestionValue>>;

const dateParameters = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'];
const lifting: readonly string[] = [...dateParameters, 'include'];

/** A list question that does not depend on the present where it can be helped. */
function ask(collection: Collection, query: Query, language = ''): Question {
  const isLifted = collection !== 'events' || lifting.some((name) => name in query);
  const window: Query = isLifted ? {} : unfiltered.events;
  const size: Query = 'per_page' in query ? {} : { per_page: USUAL_SIZE };
  const timely = 'only_with_upcoming' in query ? { timely: true as const } : {};
  return { collection, language, query: { ...query, ...window, ...size }, ...timely };
}

const PAIRS = 100;

function toListQuestions(collection: Collection, sample: Sample): readonly Ranked[] {
  const asked = Object.keys(queryOf(collection))
    .filter((name) => name !== 'page' && name !== 'per_page')
    .map((name) => valuesOf(collection, name, sample).map((value): Query => ({ [name]: value })));
  const pairs = asked.flatMap(([one], index) => asked.slice(index + 1).flatMap(([other]) => join(one, other)));
  const spoken = [...languages, 'xx'].map((language) => ask(collection, {}, language));
  return [
    { question: ask(collection, {}), rank: 0 },
    ...asked.flatMap((queries) => inOrder(queries.map((query) => ask(collection, query)))),
    ...spoken.map((question) => ({ question, rank: 1 })),
    ...pairs.map((query) => ({ question: ask(collection, query), rank: PAIRS })),
  ];
}

const inOrder = (questions: readonly Question[]): readonly Ranked[] =>
  questions.map((question, index) => ({ question, rank: 1 + index }));

/** Of two parameters at a time the first values are enough. */
const join = (one: Query | undefined, other: Query | undefined): readonly Query[] =>
  one && other ? [{ ...one, ...other }] : [];

const sizes = ['3', '100', '1', '1000', '0', 'abc', '50', '-1'] as const;
const pages = ['2', '100000', '0', 'abc', '3', '-1'] as const;

const toPagingQuestions = (collection: Collection): readonly Ranked[] => [
  ...inOrder(sizes.map((size) => ask(collection, { per_page: size }))),
  ...inOrder(pages.map((page) => ask(collection, { page, per_page: '3' }))),
];

const NOBODY = '999999999';

function toItemQuestions(collection: Collection, sample: Sample): readonly Ranked[] {
  const to = (id: string): Reference => ({ ref: collection, id });
  const [first = [], ...others] = (sample[collection] ?? []).map((record) => [record]);
  const toIds = (records: readonly SnapshotRecord[]) => records.map(({ id }) => ({ of: to(id) }));
  const toSlugs = (records: readonly SnapshotRecord[]) =>
    records.flatMap(({ id, fields: { slug } }) => (typeof slug === 'string' ? [{ of: to(id), slug }] : []));
  const byId = [...toIds(first), { of: to(NOBODY) }, ...toIds(others.flat()), { of: to('abc') }];
  const bySlug = [...toSlugs(first), { of: to(NOBODY), slug: 'no-such-slug' }, ...toSlugs(others.flat())];
  const toQuestion = (item: NonNullable<Question['item']>): Question => ({ collection, language: '', item });
  return [...inOrder(byId.map(toQuestion)), ...(resourceOf(collection).bySlug ? inOrder(bySlug.map(toQuestion)) : [])];
}

const flags = ['true', 'false', 'perhaps'] as const;

/** What parameters are asked with, beside what records of the sample suggest; the first value is the best. */
const fixed: Readonly<Record<string, readonly string[]>> = {
  featured: flags,
  geoloc: flags,
  ticketed: flags,
  has_events: flags,
  only_with_upcoming: flags,
  hide_empty: flags,
  strict_dates: [],
  status: ['publish', 'draft', 'nonsense'],
  order: ['desc', 'asc', 'descending', 'nonsense'],
  orderby: ['id', 'name', 'slug', 'count', 'nonsense'],
  post_parent: ['0', 'abc'],
  search: ['zqxjkv'],
  geoloc_lat: [],
  geoloc_lng: [],
};

const FEW = 3;

function valuesOf(collection: Collection, name: string, sample: Sample): readonly QuestionValue[] {
  const own = sample[collection] ?? [];
  const wrong = fixed[name] ?? [dateParameters.includes(name) ? 'not-a-date' : 'abc'];
  if (name === 'search') return [...own.slice(0, FEW).flatMap(toWord), ...wrong];
  if (name === 'slug') return own.slice(0, FEW).map(({ fields }) => toText(fields['slug']));
  if (dateParameters.includes(name)) return [...own.slice(0, FEW).map((record) => toDate(name, record)), ...wrong];
  const references = referencesOf(collection, name, sample);
  return references.length > 0 ? [...references, ...wrong] : wrong;
}

/** The longest word that a record is called by. */
function toWord({ collection, fields }: SnapshotRecord): readonly string[] {
  const words = toText(fields[resourceOf(collection).label]).match(/\p{L}{4,}/gu) ?? [];
  return words.toSorted((one, other) => other.length - one.length).slice(0, 1);
}

function toDate(name: string, { fields }: SnapshotRecord): string {
  const time = toText(fields[name.startsWith('end') ? 'end_date' : 'start_date']);
  return name.endsWith('_date') ? time : time.slice(0, 10);
}

/** The collection of the ids that a parameter takes. */
const taken: Readonly<Record<string, Collection>> = {
  categories: 'categories',
  tags: 'tags',
  venue: 'venues',
  organizer: 'organizers',
  event: 'events',
  post: 'events',
};

function referencesOf(collection: Collection, name: string, sample: Sample): readonly (readonly Reference[])[] {
  const own = name === 'include' || name === 'exclude';
  const ref = own ? collection : taken[name];
  if (name === 'parent') return parentsOf(sample).slice(0, FEW);
  if (ref === undefined) return [];
  const all = (sample[ref] ?? []).map(({ id }): Reference => ({ ref, id }));
  const two = all.slice(0, 2);
  const one = all.slice(0, FEW).map((reference) => [reference]);
  return own
    ? [two, ...one].filter((ids) => ids.length > 0)
    : [...one, ...(name === 'event' || name === 'post' ? [] : [two])];
}

const parentsOf = ({ categories = [] }: Sample): readonly (readonly Reference[])[] =>
  [...new Set(categories.flatMap(({ fields }) => idsIn(fields['parent'] ?? null)))].map((id) => [
    { ref: 'categories', id },
  ]);
