import type { Collection } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import type { JsonValue } from '../../wire/json.js';
import { type Calendar, createdId } from '../calendar/calendar.js';
import type { AcceptedValues } from '../profile/target-profile.js';
import type { Shown } from '../reading/lens.js';
import { byId } from '../reading/paths.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Built } from '../world/build-world.js';

const IMAGE = 'https://example.org/calproof.png';

/** Learns values of author, image and status that the target accepts and returns. */
export async function learnAccepted(calendar: Calendar, built: readonly Built[]): Promise<AcceptedValues> {
  const shown = built.flatMap((one) => (one.shown ? [{ ...one, shown: one.shown }] : []));
  const author = shown.map((one) => toAuthor(shownField(one.shown, 'author'))).find((id) => id !== undefined);
  const [authors, image, late] = await Promise.all([
    author === undefined ? tryAuthor(calendar) : [author],
    tryOrganizer(calendar, { image: IMAGE }),
    sentStatuses(calendar, built),
  ]);
  const seen = [...shown.map((one) => shownField(one.shown, 'status')), ...late];
  const statuses = seen.filter((status) => typeof status === 'string');
  return {
    author: authors,
    image: image && JSON.stringify(image).includes('calproof') ? [IMAGE] : [],
    status: [...new Set(statuses)],
  };
}

/** The statuses of records that were sent with one, read back if neither creates nor lists showed any. */
function sentStatuses(calendar: Calendar, built: readonly Built[]): Promise<readonly (JsonValue | undefined)[]> {
  const unseen = built.filter(
    ({ written, shown }) => written.body.status !== undefined && (!shown || shownField(shown, 'status') === undefined),
  );
  return Promise.all(
    unseen.map(async ({ id, draft: { ref } }) => {
      const shown = id === undefined ? undefined : await readBack(calendar, ref.ref, id);
      return shown && shownField(shown, 'status');
    }),
  );
}

const shownField = ({ json }: Shown, field: string): JsonValue | undefined => fieldIn(json, field);

function toAuthor(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

async function tryAuthor(calendar: Calendar): Promise<readonly number[]> {
  const shown = await tryOrganizer(calendar, { author: 1 });
  return toAuthor(shown) === 1 ? [1] : [];
}

/** Creates an organizer with one more field; returns the shown value, undefined if the create was refused. */
async function tryOrganizer(calendar: Calendar, more: Payload): Promise<JsonValue | undefined> {
  const payload = { organizer: `Trial ${MARK}`, description: `Trial ${MARK}`, ...more };
  const { exchange } = await calendar.create('organizers', payload);
  const id = createdId(calendar.lens, 'organizers', exchange);
  if (id === undefined) return undefined;
  const [field = ''] = Object.keys(more);
  const answered = calendar.lens.recordIfAny('organizers', exchange);
  const shown =
    answered && shownField(answered, field) !== undefined ? answered : await readBack(calendar, 'organizers', id);
  return shown && shownField(shown, field);
}

const readBack = async (calendar: Calendar, collection: Collection, id: string): Promise<Shown | undefined> =>
  calendar.lens.recordIfAny(collection, await calendar.read(collection, byId({ id })));
