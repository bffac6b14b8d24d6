import { expectThat } from '../../harness/expectations.js';
import type { Browsed } from '../../target/browse.js';
import type { OwnRecord } from '../../target/registry.js';

/** Expects a record of our own to be in a list that was browsed, or not to be. */
export function expectMembership({ items, pages }: Browsed, { collection, id }: OwnRecord, present: boolean): void {
  const [first] = pages;
  const page = pages.find((one) => one.items.some((item) => item.id === id)) ?? first;
  expectThat(items.some((item) => item.id === id) === present, {
    kind: 'selection',
    expected: `a list ${present ? 'with' : 'without'} ${collection}/${id}`,
    observed: present ? `${items.length} records without it` : 'a list that holds it',
    ...(page && { exchange: page.exchange }),
  });
}
