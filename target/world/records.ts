import { resourceOf } from '../../contract/resources.js';
import type { JsonObject } from '../../harness/json.js';
import { answeredRecord } from '../answered.js';
import type { Calendar } from '../calendar.js';
import type { Observed } from '../learn/sighted.js';
import { byId } from '../paths.js';
import type { Built } from './build.js';
import type { WorldRecord } from './world.js';

/** The records of the world that could be made, with what their creates, items or lists show of them. */
export async function toRecords(
  calendar: Calendar,
  built: readonly Built[],
  sighted: Observed,
): Promise<readonly WorldRecord[]> {
  const records = await Promise.all(built.map((one) => toRecord(calendar, one, sighted)));
  return records.flat();
}

async function toRecord(
  calendar: Calendar,
  { draft, written, id, published }: Built,
  sighted: Observed,
): Promise<readonly WorldRecord[]> {
  if (id === undefined) return [];
  const { ref, payload, language } = draft;
  const collection = ref.ref;
  const answer = answeredRecord(calendar.lens, written);
  const seen = [...(answer ? [answer.json] : []), ...sighted.of(collection, id)];
  const { label } = resourceOf(collection);
  const textIn = (json: JsonObject, field: string) => textAt(calendar, { collection, id, json }, field);
  // A draft is in no list: what a create answers with may be all that is seen of it, and less than there is to see.
  const isSought = payload.status !== undefined && calendar.lens.fact(collection, 'status') !== undefined;
  const wanted = isSought ? [label, 'status'] : [label];
  const isTold = (field: string): boolean => seen.some((json) => textIn(json, field) !== undefined);
  const shown = wanted.every(isTold) ? seen : [...seen, ...(await read(calendar, collection, id))];
  const text = (field: string): string | undefined =>
    shown.map((json) => textIn(json, field)).find((value) => value !== undefined);
  const told = { slug: text('slug'), status: published ? 'publish' : text('status'), complete: true };
  return [{ ref, id, ...told, payload, body: written.body, language }];
}

type Shown = Parameters<Calendar['lens']['field']>[0];

async function read(calendar: Calendar, collection: Shown['collection'], id: string): Promise<readonly JsonObject[]> {
  const shown = calendar.lens.recordIfAny(collection, await calendar.read(collection, byId({ id })));
  return shown ? [shown.json] : [];
}

function textAt({ lens }: Calendar, shown: Shown, field: string): string | undefined {
  const value = lens.fact(shown.collection, field) && lens.field(shown, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
