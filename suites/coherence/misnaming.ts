import type { Arbitrary } from 'fast-check';
import { type Calendar, toWireId } from '../../adapter/calendar/calendar.js';
import { itemPath } from '../../adapter/reading/paths.js';
import type { World } from '../../adapter/world/world.js';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectResponse } from '../../kernel/expectations.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { startOf } from '../arbitraries/in-turn.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { type AddressedRecord, addressingsOn, addressOf } from '../expect/record-address.js';

/** A write of one record, with a body that names another. */
export interface Misnaming {
  readonly method: UpdateVerb | 'DELETE';
  readonly by: Addressing;
  readonly change: Payload;
}

/**
 * The verbs of the updates at an address: all where there is no other address, two for events, one for venues and
 * organizers. They differ from address to address, and from kind to kind.
 */
function verbsAt(collection: Collection, nth: number): readonly UpdateVerb[] {
  const isTurn = (at: number): boolean => at === (startOf(collection) + nth) % updateVerbs.length;
  if (!resourceOf(collection).bySlug) return updateVerbs;
  return updateVerbs.filter((_, at) => (collection === 'events' ? !isTurn(at) : isTurn(at)));
}

/** Updates at every address, and a DELETE in the end. */
export function misnamings(collection: Collection, world: World): Arbitrary<readonly Misnaming[]> {
  const ways = addressingsOn(world.profile, collection);
  const change = changesOf(world, collection, { only: ['description'] });
  const write = (method: Misnaming['method'], by: Addressing) => change.map((body) => ({ method, by, change: body }));
  return droppableButOne([
    ...ways.flatMap((by, nth) => verbsAt(collection, nth).map((verb) => write(verb, by))),
    write('DELETE', ways.at(-1) ?? 'id'),
  ]);
}

/** The record that is written to, and the description that it must show. */
export interface Target extends AddressedRecord {
  readonly description: JsonValue;
}

/** Sends a write, with the id of another record in its body, and by slug with the slug of that too. */
export async function sendNaming(
  calendar: Calendar,
  target: Target,
  { method, by, change }: Misnaming,
  other: { readonly id: string; readonly slug: string | undefined },
): Promise<Target> {
  const { collection } = target;
  const address = await addressOf(calendar, target, by);
  const named: JsonObject = { id: toWireId(other.id), ...(by === 'slug' && other.slug && { slug: other.slug }) };
  if (method === 'DELETE') {
    await removeNaming(calendar, collection, itemPath(collection, address), named);
    return target;
  }
  const { exchange, body } = await calendar.update(collection, address, method, { ...change, ...named });
  expectResponse(exchange);
  if (!isGranted(exchange)) return target;
  // It may have a new slug since, where the body holds one.
  const answer = calendar.lens.recordIfAny(collection, exchange);
  const shown = answer?.id === target.id ? { shown: answer } : {};
  return { collection, id: target.id, description: body.description ?? null, ...shown };
}

async function removeNaming(
  calendar: Calendar,
  collection: Collection,
  path: string,
  named: JsonObject,
): Promise<void> {
  const headers = [['content-type', 'application/json']] as const;
  const claim = { kind: 'delete', collection, address: path } as const;
  expectResponse(await calendar.send({ method: 'DELETE', path, headers, body: JSON.stringify(named), claim }));
}
