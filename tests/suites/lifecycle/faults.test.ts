import { describe, expect, test } from 'vitest';
import { lifecycleRequirements } from '../../../suites/lifecycle/index.js';
import { lifecycleFaults } from '../../../zoo/faults/index.js';
import { underFaults } from '../under-fault.js';
import { faultOf } from './under-lifecycle-fault.js';

/** Each fault, and the requirement that is about just that. */
const cases = [
  ['events.update.relinks-all', 'events.lifecycle.relations'],
  ['organizers.delete.dangles-second', 'events.lifecycle.relations'],
  ['places.list.event.once-linked', 'places.lifecycle.links'],
  ['places.list.has_events.once-linked', 'places.lifecycle.links'],
  ['categories.read.count.not-counted-down', 'terms.lifecycle.counts'],
  ['categories.read.count.not-moved', 'terms.lifecycle.counts'],
  ['terms.list.hide_empty.after-delete', 'terms.lifecycle.counts'],
  ['tags.list.hide_empty.after-delete', 'terms.lifecycle.counts'],
  ['events.delete.found-by-successor', 'events.lifecycle.deleted'],
  ['events.by-slug.update.first-holder', 'events.lifecycle.deleted'],
] as const;

/** As many histories as a deep run tries. */
const DEEP = 10;

describe('what is right at every step and wrong after some is seen', () => {
  const judge = underFaults();

  test.each(cases)('%s, by %s', async (fault, id) => {
    expect((await judge(faultOf(fault), id, DEEP)).outcome).toBe('failed');
  });
});

test('every fault and every requirement has its case', () => {
  expect(new Set(cases.map(([fault]) => fault))).toEqual(new Set(lifecycleFaults.map(({ id }) => id)));
  expect(new Set(cases.map(([, id]) => id))).toEqual(new Set(lifecycleRequirements.map(({ id }) => id)));
});
