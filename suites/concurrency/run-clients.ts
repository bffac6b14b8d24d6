import type { Calendar, Made, Written } from '../../adapter/calendar/calendar.js';
import { type Address, byId, bySlug } from '../../adapter/reading/paths.js';
import type { Addressing } from '../../contract/operations.js';
import type { Payload } from '../../generators/wire-value.js';
import type { Exchange } from '../../wire/exchange.js';
import { slugOf } from '../expect/record-address.js';
import { createObserver, type Timed } from './legal-order.js';

/** One request to a record that several clients share. */
export type Step =
  | { readonly kind: 'update'; readonly change: Payload }
  | { readonly kind: 'remove' }
  | { readonly kind: 'read'; readonly by: Addressing };

/** What one client does, one step after another. */
export type Steps = readonly Step[];

/** A step as it was answered. */
export type Done =
  | { readonly kind: 'update'; readonly written: Written }
  | { readonly kind: 'remove'; readonly exchange: Exchange }
  | { readonly kind: 'read'; readonly exchange: Exchange };

/** The record that clients share, and how each finds it. */
interface SharedRecord {
  readonly made: Made;
  readonly slug?: string;
}

/** A record shared by clients of whom some go by its slug. */
export async function shareRecord(calendar: Calendar, made: Made, clients: readonly Steps[]): Promise<SharedRecord> {
  const goesBySlug = clients.flat().some((step) => step.kind === 'read' && step.by === 'slug');
  return goesBySlug ? { made, slug: await slugOf(calendar, made) } : { made };
}

/** Runs all clients on a record at the same time, and reads it by its id when they are done. */
export async function runClients(
  calendar: Calendar,
  { made, slug }: SharedRecord,
  clients: readonly Steps[],
): Promise<readonly Timed<Done>[]> {
  const observe = createObserver();
  const addresses: Record<Addressing, Address> = { id: byId(made), slug: bySlug(slug ?? '') };
  const take = (step: Step): Promise<Timed<Done>> => observe(() => act(calendar, { made, addresses, step }));

  const done = await Promise.all(clients.map((steps) => inSequence(steps, take)));
  return [...done.flat(), await take({ kind: 'read', by: 'id' })];
}

interface ClientStep {
  readonly made: Made;
  readonly addresses: Readonly<Record<Addressing, Address>>;
  readonly step: Step;
}

async function act(calendar: Calendar, { made: { collection }, addresses, step }: ClientStep): Promise<Done> {
  const { id } = addresses;
  switch (step.kind) {
    case 'update':
      return { kind: 'update', written: await calendar.update(collection, id, 'PATCH', step.change) };
    case 'remove':
      return { kind: 'remove', exchange: await calendar.remove(collection, id) };
    case 'read':
      return { kind: 'read', exchange: await calendar.read(collection, addresses[step.by]) };
  }
}

async function inSequence<Item, Result>(
  items: readonly Item[],
  take: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await take(item));
  return results;
}
