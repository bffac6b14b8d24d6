import { wallClock } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { Ref } from '../../generators/wire-value.js';
import type { DeviationDetails } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { witness } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import { someOf } from '../../wire/wording.js';
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
  /** The mistake that explains a wrong list, if one does; asked for only then. */
  readonly mistake?: () => string | undefined;
}

type Wrong = Readonly<Record<'missing' | 'extra', readonly Ref[]>>;

/** What a list lacks of the records that it must hold, and holds of those that it must not. */
function wrongIn({ world, collection, items, selection }: SelectionCheck): Wrong {
  const present = new Set(items.map(({ id }) => world.refOf(collection, id)?.key));
  return {
    missing: selection.must.filter(({ key }) => !present.has(key)),
    extra: selection.mustNot.filter(({ key }) => present.has(key)),
  };
}

const isRight = ({ missing, extra }: Wrong): boolean => missing.length + extra.length === 0;

/** Expects a list to hold exactly those records of the world that it must; records of others do not matter. */
export function expectSelection(check: SelectionCheck): void {
  const { selection } = check;
  if (selection.must.length > 0) witness(RETURNS);
  if (selection.mustNot.length > 0) witness(LEAVES_OUT);
  const wrong = wrongIn(check);
  expectThat(isRight(wrong), () => toDetails(check, wrong));
}

/** How a list differs from what it must hold; undefined where it does not. */
export function deviationOf(check: SelectionCheck): DeviationDetails | undefined {
  const wrong = wrongIn(check);
  return isRight(wrong) ? undefined : toDetails(check, wrong);
}

function toDetails(
  { world, collection, exchange, mistake }: SelectionCheck,
  { missing, extra }: Wrong,
): DeviationDetails {
  const [side, wrong] = extra.length > 0 ? (['extra', extra] as const) : (['missing', missing] as const);
  const ids = wrong.map((ref) => world.record(ref).id);
  const made = mistake?.();
  const seen = `Response wrongly ${side === 'extra' ? 'includes' : 'leaves out'} ${wrong.length} of ${collection}: ${someOf(ids, NAMED)}`;
  return {
    kind: 'selection',
    expected: `a list ${side === 'extra' ? 'without' : 'with'} ${someOf(
      wrong.map((ref) => describe(world, ref)),
      NAMED,
    )}`,
    observed: made === undefined ? seen : `${seen}, as if ${made}`,
    exchange,
    sign: { records: ids, listed: side === 'extra' },
    about: { side, ...(made !== undefined && { mistake: made }) },
  };
}

/** How many records are described. */
const NAMED = 5;

/** A record of the world as a person would find it: its id, what it is called, when it is. */
function describe(world: KnownRecords, ref: Ref): string {
  const { id, body } = world.record(ref);
  const name = body[resourceOf(ref.ref).label];
  const called = typeof name === 'string' ? ` ${JSON.stringify(name)}` : '';
  const when = body.start_date === undefined ? '' : ` (${wallClock(body.start_date)} to ${wallClock(body.end_date)})`;
  return `${ref.ref}/${id}${called}${when}`;
}
