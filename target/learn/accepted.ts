import { MARK, type Payload } from '../../generators/wire.js';
import { type JsonValue, valueAt } from '../../harness/json.js';
import { type Calendar, createdId } from '../calendar.js';
import { findField } from '../discover.js';
import { byId } from '../paths.js';
import type { AcceptedValues } from '../profile.js';
import type { Shown } from '../lens.js';
import type { Built } from '../world/build.js';

const IMAGE = 'https://example.org/calproof.png';

/** Learns values of author, image and status that the target takes and shows again. */
export async function learnAccepted(calendar: Calendar, built: readonly Built[]): Promise<AcceptedValues> {
  const shown = built.flatMap((one) => (one.shown ? [{ ...one, shown: one.shown }] : []));
  const author = shown.map((one) => toAuthor(shownField(one.shown, 'author'))).find((id) => id !== undefined);
  const [authors, image] = await Promise.all([
    author === undefined ? tryAuthor(calendar) : [author],
    tryOrganizer(calendar, { image: IMAGE }),
  ]);
  const statuses = shown.map((one) => shownField(one.shown, 'status')).filter((status) => typeof status === 'string');
  return {
    author: authors,
    image: image && JSON.stringify(image).includes('calproof') ? [IMAGE] : [],
    status: [...new Set(statuses)],
  };
}

const shownField = (shown: Shown, field: string): JsonValue | undefined => {
  const path = findField(shown.json, field);
  return path && valueAt(shown.json, path);
};

function toAuthor(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

async function tryAuthor(calendar: Calendar): Promise<readonly number[]> {
  const shown = await tryOrganizer(calendar, { author: 1 });
  return toAuthor(shown) === 1 ? [1] : [];
}

/** Creates an organizer with one more field; gives what is shown of it, undefined when that was refused. */
async function tryOrganizer(calendar: Calendar, more: Payload): Promise<JsonValue | undefined> {
  const payload = { organizer: `Trial ${MARK}`, description: `Trial ${MARK}`, ...more };
  const { exchange } = await calendar.create('organizers', payload);
  const id = createdId(calendar.lens, 'organizers', exchange);
  if (id === undefined) return undefined;
  const shown = calendar.lens.recordIfAny('organizers', exchange) ?? (await readBack(calendar, id));
  const [field] = Object.keys(more);
  return shown && field !== undefined ? shownField(shown, field) : undefined;
}

const readBack = async (calendar: Calendar, id: string): Promise<Shown | undefined> =>
  calendar.lens.recordIfAny('organizers', await calendar.read('organizers', byId({ id })));
