import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import { MARK } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import { expectSuccess, expectThat } from '../../harness/expectations.js';
import { byId } from '../../target/paths.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { askPage, idsOn } from './ask-page.js';
import { listAround } from './list-around.js';

/** Writes move records about in a list, and each must leave it in order: nothing twice, and nothing counted that went. */
export const recounts = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.recounted`,
    level: 'MUST',
    clause: 'coherence.pages',
    alsoTells: ['coherence.kept-write'],
    operations: [`${collection}.list`, `${collection}.update.patch`, `${collection}.delete`],
    profile: 'coherence',
    needs: [`${collection}.list`, `${collection}.create`, `${collection}.update.patch`, `${collection}.delete`],
    effects: 'writes',
    statement: `A list of ${collection} in which one was updated and one deleted holds none twice and counts what it holds.`,
    cost: 7,
    given(world) {
      const body = payload(resourceOf(collection), world, { only: [] });
      return fc.tuple(body, body);
    },
    async arrange({ calendar }, [first, second]) {
      const [kept, gone] = [await calendar.make(collection, first), await calendar.make(collection, second)];
      const label = { [resourceOf(collection).label]: `Renamed ${MARK}` };
      expectSuccess((await calendar.update(collection, byId(kept), 'PATCH', label)).exchange, 'a PATCH');
      expectSuccess(await calendar.remove(collection, byId(gone)), 'a DELETE');
    },
    async check({ calendar, world }, [first]) {
      const around = listAround(world, collection, first);
      const page = await askPage(calendar, collection, { ...around, per_page: calendar.profile.pageSize });
      const { items, total = items.length, exchange } = page;
      if (items.length >= calendar.profile.pageSize) throw new CannotTell(`the ${collection} do not fit on one page`);
      const once = new Set(items.map(({ id }) => id)).size;
      const expected = `each of ${items.length} once, and a total of as many`;
      const observed = `${idsOn(page)}, and a total of ${total}`;
      expectThat(once === items.length && total === items.length, { kind: 'total', expected, observed, exchange });
    },
  });
