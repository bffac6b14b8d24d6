import type { Collection } from '../../contract/resources.js';
import { MARK, type Payload } from '../../generators/wire-value.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { type Calendar, createdId } from '../calendar/calendar.js';
import { toText } from '../notation/shown-values.js';
import type { AcceptedValues } from '../profile/target-profile.js';
import type { Shown } from '../reading/lens.js';
import { byId } from '../reading/paths.js';
import { fieldIn } from '../reading/shape-discovery.js';
import type { Built } from '../world/build-world.js';

const IMAGE = 'https://example.org/calproof.png';

/** How many images of existing records are tried, where ours is not taken. */
const IMAGES = 3;

/**
 * Learns values of author, image and status that the target accepts and returns. `seen` are records of others, too: a
 * target may take only images that it already has.
 */
export async function learnAccepted(
  calendar: Calendar,
  built: readonly Built[],
  seen: readonly JsonObject[] = [],
): Promise<AcceptedValues> {
  const shown = built.flatMap((one) => (one.shown ? [{ ...one, shown: one.shown }] : []));
  const author = shown.map((one) => toAuthor(shownField(one.shown, 'author'))).find((id) => id !== undefined);
  const [authors, image, late] = await Promise.all([
    author === undefined ? tryAuthor(calendar) : [author],
    firstTaken(calendar, [IMAGE, ...imagesIn(seen).slice(0, IMAGES)]),
    sentStatuses(calendar, built),
  ]);
  const statusesSeen = [...shown.map((one) => shownField(one.shown, 'status')), ...late];
  const statuses = statusesSeen.filter((status) => typeof status === 'string');
  return {
    author: authors,
    image: image === undefined ? [] : [image],
    status: [...new Set(statuses)],
  };
}

/** The ids and URLs of images that records show, each once, ids first. */
function imagesIn(seen: readonly JsonObject[]): readonly string[] {
  const shown = seen.flatMap((json) => fieldIn(json, 'image') ?? []);
  const parts = shown.flatMap((image) => (isJsonObject(image) ? [image.id, image.url] : [image]));
  const texts = parts.filter((part) => typeof part === 'string' || typeof part === 'number').map(String);
  const isId = (text: string): boolean => /^[1-9]\d*$/.test(text);
  const isAddress = (text: string): boolean => /^https?:/.test(text);
  return [...new Set([...texts.filter(isId).slice(0, 1), ...texts.filter(isAddress)])];
}

/** The first image that a create takes and shows. */
async function firstTaken(calendar: Calendar, images: readonly string[]): Promise<string | undefined> {
  for (const image of images) {
    const shown = await tryOrganizer(calendar, { image });
    const parts = isJsonObject(shown) ? Object.values(shown) : [shown];
    if (parts.some((part) => toText(part) === image)) return image;
  }
  return undefined;
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
