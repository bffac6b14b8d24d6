import type { Calendar } from '../../adapter/calendar/calendar.js';
import { idsIn } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import type { World } from '../../adapter/world/world.js';
import { eventRelations, relations } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { NO_RECORD, statusOf } from '../../wire/status.js';

/** An id that no record has. */
export const NOBODY = 2_147_483_646;

/** Kinds of record that are often kept in one table. */
const siblings = { venues: 'organizers', organizers: 'venues', categories: 'tags', tags: 'categories' } as const;

/** A field that refers to records of a kind, by a list of ids or by one. */
export interface Reference {
  readonly collection: 'events' | 'categories';
  readonly field: string;
  readonly to: keyof typeof siblings;
  readonly isList: boolean;
}

export const references: readonly Reference[] = [
  ...relations.map((field) => ({ collection: 'events', field, to: eventRelations[field], isList: true }) as const),
  { collection: 'categories', field: 'parent', to: 'categories', isList: false },
];

/** The siblings with ids that no record has of the kind referred to, as far as is known. */
export function straysFor(world: World, { to }: Reference): readonly Ref[] {
  const taken = new Set(world.of(to).map(({ id }) => id));
  return world.of(siblings[to]).flatMap(({ id, ref }) => (taken.has(id) ? [] : [ref]));
}

/** What a write refers to: a record of another kind, or nobody. */
export type Target = Ref | typeof NOBODY;

/** Whether there may be a record under an id: where each kind counts for itself, it may be one that we do not know. */
const mayExist = async (calendar: Calendar, { to }: Reference, id: string): Promise<boolean> =>
  !NO_RECORD.includes(statusOf(await calendar.read(to, byId({ id }))));

/** Whether a record is shown to link to what was sent, and whether there may be a record of that kind. */
export async function linkIn(
  calendar: Calendar,
  shown: Shown,
  reference: Reference,
  sent: Target,
): Promise<'none' | 'link' | 'dangling'> {
  const id = sent === NOBODY ? String(NOBODY) : calendar.idOf(sent);
  if (!idsIn(calendar.lens.field(shown, reference.field)).includes(id)) return 'none';
  return sent !== NOBODY && (await mayExist(calendar, reference, id)) ? 'link' : 'dangling';
}
