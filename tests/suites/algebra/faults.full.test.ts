import { beforeAll, describe, expect, test } from 'vitest';
import { algebraRequirements } from '../../../suites/algebra/index.js';
import { systemClock } from '../../../wire/clock.js';
import { isAbout } from '../../../zoo/fault.js';
import { algebraFaults } from '../../../zoo/faults/index.js';
import { createWireView, type WireShapes } from '../../../zoo/intercept/wire-view.js';
import { inShare } from '../../zoo/share.js';
import { onTrial } from '../on-trial.js';
import { judgeAlgebra } from './judge.js';

const LONG = 60_000;
const SEED = 1;

const everywhere = (name: string): readonly string[] =>
  ['events', 'venues', 'organizers', 'categories', 'tags'].map((collection) => `${collection}.list.algebra.${name}`);

/** Faults, and the relations that do not hold with them. */
const broken: Readonly<Record<string, readonly string[]>> = {
  'events.list.search-or-unbracketed': ['events.list.algebra.search-beside'],
  'events.list.categories-both-lost': ['events.list.algebra.union'],
  'tags.list.include-first-only': ['categories.list.algebra.exclude', 'tags.list.algebra.exclude'],
  'events.list.include-lifts-relations': ['events.list.algebra.include'],
  'events.list.featured-false-beside-relations': ['events.list.algebra.flags'],
  'organizers.list.upcoming-off-beside-others': ['venues.list.algebra.flags'],
  'categories.list.hide_empty-default-beside-others': ['categories.list.algebra.flags', 'tags.list.algebra.flags'],
  'tags.list.event-beside-others': ['categories.list.algebra.event-for-post', 'tags.list.algebra.event-for-post'],
  'events.list.starts_before-beside-starts_after': ['events.list.algebra.intervals.starts'],
  'events.list.ends_before-beside-ends_after': ['events.list.algebra.intervals.ends'],
  'events.list.filtered-after-paging': everywhere('page-size'),
  'events.list.terms-first-slug-only': ['events.list.algebra.slugs-for-ids'],
  'events.list.organizer-last-repetition-wins': ['events.list.algebra.list-forms'],
};

describe('a relation does not hold', () => {
  let sight: WireShapes;
  beforeAll(async () => {
    const on = await onTrial({ seed: SEED });
    await on.close();
    sight = on.opened.profile;
  });

  test.each(
    inShare(algebraFaults.filter(({ id }) => broken[id] !== undefined)).map((fault) => [fault.id, fault] as const),
  )(
    'with %s',
    async (id, fault) => {
      const ids = broken[id] ?? [];
      const intercept = fault.create(SEED, createWireView(sight), systemClock);
      const verdicts = await judgeAlgebra({ seed: SEED, intercept }, ids);
      expect(Object.fromEntries([...verdicts].map(([one, { outcome }]) => [one, outcome]))).toEqual(
        Object.fromEntries(ids.map((one) => [one, 'failed'])),
      );
      const requests = [...verdicts.values()].map((verdict) =>
        verdict.outcome === 'failed'
          ? verdict.counterexample.exchanges.filter(({ phase }) => phase === 'check').length
          : 0,
      );
      // Those that ask whether others write are not counted. A pair of lists, or two and what they make up; lists of ids are compared in every form.
      expect(requests.filter((count) => count > 6)).toEqual([]);
    },
    LONG,
  );
});

describe('the faults', () => {
  test('break every relation', () => {
    const all = new Set(Object.values(broken).flat());
    expect(algebraRequirements.map(({ id }) => id).filter((id) => !all.has(id))).toEqual([]);
  });

  test('name the relations that they break', () => {
    const strangers = algebraFaults.flatMap((fault) =>
      algebraRequirements
        .filter((one) => broken[fault.id]?.includes(one.id) && !isAbout(fault, one))
        .map(({ id }) => `${fault.id}: ${id}`),
    );
    expect(strangers).toEqual([]);
  });
});
