import type { Calendar } from '../../adapter/calendar/calendar.js';
import type { OwnRecord } from '../../adapter/ownership/registry.js';
import { type Browsed, browse, readTightPage } from '../../adapter/reading/browse.js';
import { byId, type Via } from '../../adapter/reading/paths.js';
import { isMarkedDeleted } from '../../adapter/reading/record-status.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import type { DeviationSubject } from '../../kernel/causes/evidence.js';
import { Deviation } from '../../kernel/deviation.js';
import { expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { isRefused, NO_VISIBLE_RECORD, statusOf } from '../../wire/status.js';
import type { Pool } from '../model/judgement.js';
import { type SelectOptions, select } from '../model/select.js';
import { expectSelection, type KnownRecords, type SelectionCheck } from './expect-selection.js';
import { type Asked, valueMistakeOf } from './value-mistake.js';

/** Expects no page to hold a record twice, whoever made it: writes of others move records between pages, never within. */
export function expectEachOnce({ pages }: Browsed, collection: Collection): void {
  for (const { items, exchange } of pages) {
    const ids = items.map(({ id }) => id);
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    expectThat(twice.length === 0, {
      kind: 'selection',
      expected: `each record once on a page of ${collection}`,
      observed: `${twice.join(', ')} more than once`,
      exchange,
    });
  }
}

/**
 * Judges what was read of a list. A record that was found on the target belongs to somebody else, who may delete it at
 * any time. @throws Inconclusive where the list lacks only what is not there by its id either, or is marked as deleted.
 */
async function expectWhileThere(calendar: Calendar, check: SelectionCheck): Promise<void> {
  try {
    expectSelection(check);
  } catch (found) {
    const gone = found instanceof Deviation ? await goneOf(calendar, check) : [];
    if (gone.length === 0) throw found;
    const must = check.selection.must.filter((ref) => !gone.includes(ref));
    expectSelection({ ...check, selection: { ...check.selection, must } });
    throw new Inconclusive('somebody else deleted a record that the list had to contain');
  }
}

/** What a list had to hold and lacks, of that which was found on the target, and is there no more. */
async function goneOf(
  calendar: Calendar,
  { world, collection, items, selection }: SelectionCheck,
): Promise<readonly Ref[]> {
  const present = new Set(items.map(({ id }) => id));
  const gone: Ref[] = [];
  for (const ref of selection.must) {
    const { id, listed, body } = world.record(ref);
    if (listed !== true || present.has(id)) continue;
    const exchange = await calendar.read(collection, byId({ id }));
    const after = calendar.lens.recordIfAny(collection, exchange);
    const isTrashed = after !== undefined && isMarkedDeleted(after.json, body);
    if (isTrashed || NO_VISIBLE_RECORD.includes(statusOf(exchange))) gone.push(ref);
  }
  return gone;
}

/** Whether a list was refused that was expected to be accepted: some values are not stated to be. */
export function isRefusedList(error: unknown): boolean {
  const exchange = error instanceof Deviation ? error.details.exchange : undefined;
  return exchange !== undefined && isRefused(exchange);
}

/** A calendar, and what is known of its records: those of the world, or those that were provisioned. */
interface Listing {
  readonly calendar: Calendar;
  readonly world: Pool & KnownRecords;
}

/** Expects a list that was browsed to contain what the model says. */
export const expectBrowsed = (browsed: Browsed, judged: Asked): void => expectSelection(toCheck(browsed, judged));

/** Reads a whole list and expects it to contain what the model says, of what is there. */
export async function expectListed(...asked: Parameters<typeof readListed>): Promise<void> {
  await readListed(...asked);
}

interface ReadOptions extends SelectOptions {
  /** What is sent where that is another notation of the query; by default the query itself. */
  readonly sent?: ListQuery;
  readonly via?: Via;
  /** Whether to ask first for a page that the records known to be in the list fill. */
  readonly isTight?: boolean;
}

/** The same, and returns the list. */
export async function readListed(
  listing: Listing,
  collection: Collection,
  query: ListQuery,
  { sent = query, via = {}, isTight = false, ...options }: ReadOptions = {},
): Promise<Browsed> {
  const { calendar, world } = listing;
  const asked = { world, collection, query, ...options };
  const tight = isTight ? await readOnTightPage(calendar, asked, { sent, via }) : undefined;
  const browsed = tight ?? (await browse(calendar, collection, sent, via));
  await expectWhileThere(calendar, toCheck(browsed, asked));
  return browsed;
}

/**
 * Reads a list on a page that fits the known records which it may hold. Undefined where that is not the whole list,
 * because others have records in it; the page must not hold what the list must not, all the same.
 */
async function readOnTightPage(
  calendar: Calendar,
  asked: Asked,
  { sent, via }: Required<Pick<ReadOptions, 'sent' | 'via'>>,
): Promise<Browsed | undefined> {
  const { world, collection, query } = asked;
  const known = world.of(collection).length - select(world, collection, query).mustNot.length;
  const { page, isWhole } = (await readTightPage(calendar, collection, sent, { known, via })) ?? {};
  if (!page) return undefined;
  const browsed = { items: page.items, pages: [page] };
  if (isWhole) return browsed;
  const check = toCheck(browsed, asked);
  expectSelection({ ...check, selection: { ...check.selection, must: [] } });
  return undefined;
}

function toCheck({ items, pages }: Browsed, asked: Asked): SelectionCheck {
  const { world, collection, query, ...options } = asked;
  const [first] = pages;
  if (!first) throw new RangeError('a list that was browsed has a page');
  const selection = select(world, collection, query, options);
  const mistake = () => valueMistakeOf(asked, items);
  return { world, collection, items, selection, exchange: first.exchange, mistake };
}

/** A total that counts what a list does not show: whoever counts so does it in every list, whatever it is asked with. */
export const countsWithoutRecords: DeviationSubject = {
  mistake: 'the total of a list that shows no record counts some',
  parameters: [],
};

/** Expects a record of our own to be in a list that was browsed, or not to be. */
export function expectMembership({ items, pages }: Browsed, { collection, id }: OwnRecord, present: boolean): void {
  const [first] = pages;
  const page = pages.find((one) => one.items.some((item) => item.id === id)) ?? first;
  expectThat(items.some((item) => item.id === id) === present, {
    kind: 'selection',
    expected: `a list ${present ? 'with' : 'without'} ${collection}/${id}`,
    observed: present ? `Response leaves it out of ${items.length} records` : 'Response wrongly includes it',
    ...(page && { exchange: page.exchange }),
    about: { side: present ? 'missing' : 'extra' },
    sign: { records: [id], listed: !present },
  });
}
