import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { isClientError, isGranted } from '../../wire/status.js';
import type { Fact, WriteFact } from '../profile/fact.js';
import { fieldId, kindOf, kindOfField, statedForm } from '../profile/request-body-forms.js';
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

/** What bodies take, and the kinds of records that are drafts by default. */
export const bodiesOf = (sources: FactSources): readonly Fact[] => [...formsIn(sources), ...draftsIn(sources)];

function draftsIn(sources: FactSources): readonly Fact[] {
  const { draftedUnlessSent: drafts } = sources.profile;
  const published = drafts.flatMap((collection) => exchangesOf(sources, collection, 'update').filter(isGranted));
  const seen = published.map((read): Seen => [read, memberIn(read, 'status')]);
  return toFact('bodies.drafts', drafts.length === 0 ? undefined : drafts, seen);
}

/** What is taken of each field: its form, and whether only other values are taken, or nothing. */
const formsIn = (sources: FactSources): readonly Fact[] =>
  collections.flatMap((collection) =>
    Object.keys(resourceOf(collection).fields).flatMap((name) => {
      const form = sources.profile.bodyForms[fieldId(collection, name)] ?? statedForm(collection, name);
      const creates = exchangesOf(sources, collection, 'create').filter(({ exchange }) => name in sentIn(exchange));
      const refused = creates.filter((read) => isOfForm(collection, name, read)).filter(isClientError);
      const isOther = form !== statedForm(collection, name);
      const seen = [...(isOther ? refused.slice(0, 1) : []), ...creates.filter(isGranted)].map((read) =>
        toSent(read, name),
      );
      return toFact(`bodies.${collection}.${name}`, seen.length === 0 ? undefined : form, seen);
    }),
  );

/** Whether a body has a field in its stated form, or its only one. */
const isOfForm = (collection: Collection, name: string, { exchange }: ReadExchange): boolean =>
  kindOfField(collection, name) === undefined ||
  kindOf(collection, [name, sentIn(exchange)[name] ?? null]) !== undefined;

const toSent = (read: ReadExchange, name: string): Seen => [
  read,
  `${name}: ${JSON.stringify(sentIn(read.exchange)[name])} ${isGranted(read) ? 'granted' : `refused with ${read.status}`}`,
];

/** One member of a request body. */
const memberIn = ({ exchange }: ReadExchange, name: string): string =>
  `${name}: ${JSON.stringify(sentIn(exchange)[name])} granted`;
