import fc from 'fast-check';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import type { ShownPage } from '../../adapter/reading/lens.js';
import { byId } from '../../adapter/reading/paths.js';
import { narrow, narrowToRun } from '../../adapter/reading/record-queries.js';
import { type CalendarRequirement, requirement, type Subject } from '../../adapter/subject.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { type ListQuery, MARK } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import { listAround } from '../queries/base-query.js';
import { askPage, askPageBeyond, idsOn } from '../queries/read-pages.js';

/** A first page, and what was asked for it. */
interface FirstPage {
  readonly collection: Collection;
  readonly query: ListQuery & { readonly per_page: number };
  readonly page: ShownPage;
}

/**
 * Whether a page shows all that its list holds. One that is not full need not: fewer may be granted than were asked for
 * (gap.per-page.maximum), and then the rest stands on the page after it. That is read only where a total implies a rest.
 */
async function isWhole(calendar: Calendar, first: FirstPage): Promise<boolean> {
  const { items, total = items.length } = first.page;
  if (items.length >= first.query.per_page) return false;
  return total <= items.length || !(await isFollowed(calendar, first));
}

/** Whether others stand on the second page: past the end some give the last page again. */
async function isFollowed(calendar: Calendar, { collection, query, page }: FirstPage): Promise<boolean> {
  const { items } = await askPageBeyond(calendar, collection, { ...query, page: 2 });
  return items.some(({ id }) => page.items.every((one) => one.id !== id));
}

/** Writes move records within a list, and each must leave it in order: nothing twice, and nothing counted that was deleted. */
export const recounts = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.recounted`,
    level: 'MUST',
    clause: 'coherence.pages',
    alsoCovers: ['coherence.kept-write'],
    operations: [`${collection}.list`, `${collection}.update.patch`, `${collection}.delete`],
    profile: 'coherence',
    needs: [`${collection}.list`, `${collection}.create`, `${collection}.update.patch`, `${collection}.delete`],
    effects: 'writes',
    statement: `After an update and a DELETE, a list of ${collection} contains no record twice, and its total counts its records.`,
    cost: 6,
    given(world) {
      const body = payload(resourceOf(collection), world, { only: [] });
      return fc.tuple(body, body);
    },
    async arrange({ calendar }, [first, second]) {
      const [kept, gone] = [await calendar.make(collection, first), await calendar.make(collection, second)];
      const label = { [resourceOf(collection).label]: `Renamed ${MARK}` };
      const { body, exchange } = await calendar.update(collection, byId(kept), 'PATCH', label);
      expectSuccess(exchange, 'a PATCH');
      expectSuccess(await calendar.remove(collection, byId(gone)), 'a DELETE');
      return { ...kept, body: { ...kept.body, ...body } };
    },
    async check(subject, _, kept) {
      const page = await readAround(subject, kept);
      const { items, total = items.length, exchange } = page;
      const once = new Set(items.map(({ id }) => id)).size;
      const expected = `each of ${items.length} once, and a total of as many`;
      const observed = `${idsOn(page)}, and a total of ${total}`;
      expectThat(once === items.length && total === items.length, { kind: 'total', expected, observed, exchange });
    },
  });

/** A page that a record stands on with all that is listed around it; where that is too much, with fewer, or alone. */
async function readAround({ calendar, world }: Subject, { collection, id, body }: Made): Promise<ShownPage> {
  const { profile } = calendar;
  const read = async (list: ListQuery) => {
    const query = { ...list, per_page: profile.pageSizes[collection] };
    const page = await askPage(calendar, collection, query);
    return { page, fits: await isWhole(calendar, { collection, query, page }) };
  };
  const all = await read(listAround(world, collection, body));
  if (all.fits) return all.page;
  const own = await read(narrowToRun(collection, body, profile));
  if (own.fits && own.page.items.some((item) => item.id === id)) return own.page;
  const alone = await read(narrow(collection, body, profile));
  if (alone.fits && alone.page.items.some((item) => item.id === id)) return alone.page;
  throw new Inconclusive(`the ${collection} do not fit on one page`);
}
