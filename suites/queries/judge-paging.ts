import type { Subject } from '../../adapter/subject.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Deviation } from '../../kernel/deviation.js';
import { expectListed } from '../expect/expect-list.js';
import { isPlain } from './base-query.js';

/** A list that is cut into pages. */
interface PagedList {
  readonly collection: Collection;
  readonly query: ListQuery;
}

/**
 * Judges how a list is cut into pages. A list that is wrong on one large page, too, says nothing of paging: then what is
 * wrong with the list itself is shown instead.
 */
export async function judgePaging(
  { calendar, world }: Subject,
  { collection, query }: PagedList,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge();
  } catch (found) {
    if (!(found instanceof Deviation)) throw found;
    const { per_page: _, page: __, ...whole } = query;
    await expectListed({ calendar, world }, collection, whole, { among: isPlain(world) });
    throw found;
  }
}
