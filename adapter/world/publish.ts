import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import { isClientError } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { toText } from '../notation/shown-values.js';
import type { Shown } from '../reading/lens.js';
import { byId } from '../reading/paths.js';
import { hidingStatuses } from '../reading/record-status.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Built } from './build-world.js';

/** Whether a record that was sent without a status has a hiding status, such as draft, and could not be published. */
export const staysDraft = ({ published }: Built): boolean => published === false;

/** The records of a world, and the collections in which a create needs a status to be listed. */
interface Published {
  readonly built: readonly Built[];
  readonly draftedUnlessSent: readonly Collection[];
}

/**
 * Publishes the records that were created without a status and became drafts, because lists hide drafts. If that is
 * refused for the first of a collection, the others stay drafts.
 */
export async function publish(calendar: Calendar, built: readonly Built[]): Promise<Published> {
  const ofKind = (collection: Collection) =>
    built.filter(({ draft: { ref, payload } }) => ref.ref === collection && payload.status === undefined);
  const done = await Promise.all(withStatus.map((collection) => publishEach(calendar, ofKind(collection))));
  const outcomes = new Map(done.flat());
  return {
    built: built.map((one) => ({ ...one, published: outcomes.get(one) })),
    draftedUnlessSent: withStatus.filter((_, index) => done[index]?.some(([, published]) => published)),
  };
}

/** The collections of records with a status. */
const withStatus = collections.filter((one) => 'status' in resourceOf(one).fields);

type Outcome = readonly [Built, boolean];

/** Publishes the drafts of a collection, and says of which that is so now. */
async function publishEach(calendar: Calendar, unsent: readonly Built[]): Promise<readonly Outcome[]> {
  const [first, ...others] = await drafted(calendar, unsent);
  if (!first) return [];
  const tryEach = (some: readonly Built[]) =>
    Promise.all(some.map(async (one): Promise<Outcome> => [one, await isPublished(calendar, one)]));
  if (await isPublished(calendar, first)) return [[first, true], ...(await tryEach(others))];
  return [first, ...others].map((one) => [one, false]);
}

/** Those that are drafts. The first is read where its create does not show its status; as it is, so are the others. */
async function drafted(calendar: Calendar, unsent: readonly Built[]): Promise<readonly Built[]> {
  const silent = unsent.filter(({ shown }) => !isDecisive(statusOf(shown)));
  const first = silent.find(({ id }) => id !== undefined);
  const { lens } = calendar;
  const isSilentDraft =
    first !== undefined && isHidden(lens.recordIfAny(first.draft.ref.ref, await readBack(calendar, first)));
  return unsent.filter((one) => (silent.includes(one) ? isSilentDraft : isHidden(one.shown)));
}

/** Publishes a record; returns whether that changed its status. */
async function isPublished(calendar: Calendar, built: Built): Promise<boolean> {
  const { id, draft } = built;
  if (id === undefined) return false;
  const { ref: collection } = draft.ref;
  const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', { status: 'publish' });
  if (isClientError(exchange)) return false;
  const { lens } = calendar;
  const answered = lens.recordIfAny(collection, exchange);
  const shown = isDecisive(statusOf(answered))
    ? answered
    : lens.recordIfAny(collection, await readBack(calendar, built));
  return shown !== undefined && !isHidden(shown);
}

const readBack = (calendar: Calendar, { id, draft: { ref } }: Built): Promise<Exchange> =>
  calendar.read(ref.ref, byId({ id: String(id) }));

const statusOf = (shown: Shown | undefined): string => (shown ? toText(fieldIn(shown.json, 'status')) : '');

/** Whether a status says if lists hide its record: some answers have one of the request instead. */
const isDecisive = (status: string): boolean => status === 'publish' || hidingStatuses.includes(status);

const isHidden = (shown: Shown | undefined): boolean => hidingStatuses.includes(statusOf(shown));
