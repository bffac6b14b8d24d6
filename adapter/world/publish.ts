import { type Collection, collections } from '../../contract/resources.js';
import { isClientError } from '../../wire/status.js';
import type { Calendar } from '../calendar/calendar.js';
import { toText } from '../notation/shown-values.js';
import type { Shown } from '../reading/lens.js';
import { byId } from '../reading/paths.js';
import { hidingStatuses } from '../reading/record-status.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Built } from './build-world.js';

/** Whether a record that was sent without a status has a hiding status, such as draft. */
export const staysDraft = ({ draft, shown, published }: Built): boolean =>
  draft.payload.status === undefined && published === undefined && isHidden(shown);

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
  const drafted = built.filter(staysDraft);
  const ofKind = (collection: Collection) => drafted.filter(({ draft: { ref } }) => ref.ref === collection);
  const done = await Promise.all(collections.map((collection) => publishEach(calendar, ofKind(collection))));
  const published = new Set(done.flat());
  return {
    built: built.map((one) => (published.has(one) ? { ...one, published: true } : one)),
    draftedUnlessSent: collections.filter((_, index) => done[index]?.length),
  };
}

async function publishEach(calendar: Calendar, [first, ...others]: readonly Built[]): Promise<readonly Built[]> {
  if (!first || !(await isPublished(calendar, first))) return [];
  const done = await Promise.all(others.map(async (one) => ((await isPublished(calendar, one)) ? [one] : [])));
  return [first, ...done.flat()];
}

/** Publishes a record; returns whether that changed its status. */
async function isPublished(calendar: Calendar, { id, draft: { ref } }: Built): Promise<boolean> {
  if (id === undefined) return false;
  const { ref: collection } = ref;
  const { exchange } = await calendar.update(collection, byId({ id }), 'PATCH', { status: 'publish' });
  if (isClientError(exchange)) return false;
  const { lens } = calendar;
  const shown = lens.recordIfAny(collection, exchange) ?? lens.recordIfAny(collection, await readBack());
  return shown !== undefined && !isHidden(shown);

  function readBack() {
    return calendar.read(collection, byId({ id: String(id) }));
  }
}

const isHidden = (shown: Shown | undefined): boolean =>
  shown !== undefined && hidingStatuses.includes(toText(fieldIn(shown.json, 'status')));
