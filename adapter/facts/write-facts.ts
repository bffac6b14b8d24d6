import { type Collection, collections } from '../../contract/resources.js';
import { isGranted } from '../../wire/status.js';
import type { Fact, WriteFact } from '../profile/fact.js';
import { kindOf } from '../profile/request-body-forms.js';
import { headerOf, type ReadExchange, sentIn } from '../reading/read-exchange.js';
import { isMarkedDeleted } from '../reading/record-status.js';
import { exchangesOf, type FactSources, type Seen, toFact } from './fact-sources.js';

/** How the target responds to creates, updates and deletes. */
export const writesOf = (sources: FactSources): readonly Fact[] => [
  ...collections.flatMap((collection) => createOf(sources, collection)),
  ...updateOf(sources),
  ...deleteOf(sources),
];

function createOf(sources: FactSources, collection: Collection): readonly Fact[] {
  const creates = exchangesOf(sources, collection, 'create').filter(isGranted);
  const value = creates[0] && { ...answerOf(fullest(creates)), location: creates.some(hasLocation) };
  return toFact(`${collection}.create`, value, creates.map(toSeen));
}

function updateOf(sources: FactSources): readonly Fact[] {
  const updates = collections.flatMap((collection) => exchangesOf(sources, collection, 'update')).filter(isGranted);
  return toFact('update', updates[0] && answerOf(fullest(updates)), updates.map(toSeen));
}

/** What a DELETE returns, and what is left of the record. */
function deleteOf(sources: FactSources): readonly Fact[] {
  const { removed, after } = removalIn(sources) ?? {};
  if (!removed) return [];
  const value = { ...answerOf(removed), ...(after && { afterwards: after.status, trash: isTrashed(after) }) };
  return toFact('delete', value, [removed, ...(after ? [after] : [])].map(toSeen));
}

/** A granted DELETE, and the read of its record afterwards. */
interface Removal {
  readonly removed: ReadExchange;
  readonly after: ReadExchange | undefined;
}

/** The DELETE that was sent to learn how a target deletes: its record was read again. */
export function removalIn(sources: Pick<FactSources, 'exchanges'>): Removal | undefined {
  const removals = collections
    .flatMap((collection) => exchangesOf(sources, collection, 'delete').filter(isGranted))
    .map((removed) => ({ removed, after: readAfter(sources, removed) }));
  return removals.find(({ after }) => after) ?? removals[0];
}

const readAfter = (
  sources: Pick<FactSources, 'exchanges'>,
  { about, exchange: removed }: ReadExchange,
): ReadExchange | undefined =>
  about &&
  exchangesOf(sources, about.collection, 'read').find(
    (read) => read.about?.address === about.address && read.exchange.number > removed.number,
  );

const toSeen = (read: ReadExchange): Seen => [read, `${read.status}, ${answerOf(read).answer}`];

/** The response with the most fields: one write may return less than another. */
const fullest = (exchanges: readonly ReadExchange[]): ReadExchange =>
  exchanges.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best));

const sizeOf = ({ records: [record] }: ReadExchange): number => Object.keys(record ?? {}).length;

function answerOf(read: ReadExchange): WriteFact {
  const { status, body } = read;
  const size = sizeOf(read);
  const answer = size > 1 ? 'record' : size === 1 ? 'id' : body === undefined ? 'nothing' : 'other';
  return { status, answer };
}

const hasLocation = ({ exchange }: ReadExchange): boolean => headerOf(exchange, 'location') !== undefined;

/** Whether a deleted record can still be read and is marked as deleted. */
export const isTrashed = ({ records: [record] }: ReadExchange): boolean =>
  record !== undefined && isMarkedDeleted(record);

/** The forms in which bodies take relations and flags, and the kinds that are drafts by default. */
export const bodiesOf = (sources: FactSources): readonly Fact[] => [...formsIn(sources), ...draftsIn(sources)];

function draftsIn(sources: FactSources): readonly Fact[] {
  const { draftedUnlessSent: drafts } = sources.profile;
  const published = drafts.flatMap((collection) => exchangesOf(sources, collection, 'update').filter(isGranted));
  const seen = published.map((read): Seen => [read, memberIn(read, 'status')]);
  return toFact('bodies.drafts', drafts.length === 0 ? undefined : drafts, seen);
}

const formsIn = (sources: FactSources): readonly Fact[] =>
  (['relations', 'flags'] as const).flatMap((kind) => {
    const form = sources.profile.bodyForms[kind];
    const built = new Map(sources.built.map(({ written }) => [written.exchange, written] as const));
    const seen = exchangesOf(sources, 'events', 'create')
      .filter(isGranted)
      .flatMap((read): readonly Seen[] => {
        const stated = built.get(read.exchange)?.body ?? {};
        const names = Object.entries(stated).flatMap((entry) => (kindOf('events', entry) === kind ? [entry[0]] : []));
        return names.slice(0, 1).map((name): Seen => [read, memberIn(read, name)]);
      });
    return toFact(`bodies.${kind}`, seen.length === 0 ? undefined : form, seen);
  });

/** One member of a request body. */
const memberIn = ({ exchange }: ReadExchange, name: string): string =>
  `${name}: ${JSON.stringify(sentIn(exchange)[name])} granted`;
