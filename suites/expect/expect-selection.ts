import { wallClock } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { witness } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import type { Selection } from '../model/select.js';

/** Witnessed when a query had something to return, and when it had something to leave out. */
export const RETURNS = 'a record had to be returned';
export const LEAVES_OUT = 'a record had to be left out';

/** Finds known records by their ids, and the other way round. */
export type KnownRecords = Pick<World, 'record' | 'refOf'>;

export interface SelectionCheck {
  readonly world: KnownRecords;
  readonly collection: Collection;
  readonly items: readonly Shown[];
  readonly selection: Selection;
  readonly exchange: Exchange;
}

/** Expects a list to hold exactly those records of the world that it must; records of others do not matter. */
export function expectSelection({ world, collection, items, selection, exchange }: SelectionCheck): void {
  const present = new Set(items.map(({ id }) => world.refOf(collection, id)?.key));
  const missing = selection.must.filter(({ key }) => !present.has(key));
  const extra = selection.mustNot.filter(({ key }) => present.has(key));
  if (selection.must.length > 0) witness(RETURNS);
  if (selection.mustNot.length > 0) witness(LEAVES_OUT);
  const wrong = extra.length > 0 ? extra : missing;
  const expected = `a list ${extra.length > 0 ? 'without' : 'with'} ${wrong.map((ref) => describe(world, ref)).join(', ')}`;
  const ids = wrong.map((ref) => world.record(ref).id).join(', ');
  const verb = extra.length > 0 ? 'includes' : 'leaves out';
  const observed = `Response wrongly ${verb} ${wrong.length} of ${collection}: ${ids}`;
  const about = { side: extra.length > 0 ? 'extra' : 'missing' } as const;
  expectThat(wrong.length === 0, { kind: 'selection', expected, observed, exchange, about });
}

/** A record of the world as a person would find it: its id, what it is called, when it is. */
function describe(world: KnownRecords, ref: Ref): string {
  const { id, body } = world.record(ref);
  const when = body.start_date === undefined ? '' : ` (${wallClock(body.start_date)} to ${wallClock(body.end_date)})`;
  return `${ref.ref}/${id}${when}`;
}
