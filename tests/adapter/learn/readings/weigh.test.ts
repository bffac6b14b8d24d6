import { describe, expect, test } from 'vitest';
import type { AnsweredProbe, ReadingProbe } from '../../../../adapter/learn/readings/reading-probe.js';
import { weigh, weighAll } from '../../../../adapter/learn/readings/weigh-probes.js';

const featured: ReadingProbe = {
  collection: 'events',
  query: { featured: false },
  marks: { 'list.include.other-filters': { both: { in: ['e2'], out: ['e1'] }, 'include-wins': { in: ['e1', 'e2'] } } },
};
const control: ReadingProbe = {
  collection: 'events',
  query: { featured: true },
  marks: {
    'list.include.other-filters': {
      both: { in: ['e1'], out: ['e2'] },
      'include-wins': { in: ['e1'], out: ['e2'] },
    },
  },
};
const slugs: ReadingProbe = {
  collection: 'events',
  query: { tags: ['outdoor'] },
  marks: { 'list.terms-by-slug': { 'ids-and-slugs': { in: ['e1'] }, 'ids-only': { out: ['e1'] } } },
  refused: { 'list.terms-by-slug': 'ids-only' },
};
const sorted: ReadingProbe = {
  collection: 'tags',
  query: { orderby: 'name', order: 'desc' },
  marks: { 'terms.order-words': { 'asc-desc': { order: ['t1', 't2', 't3'] }, 'ascending-descending': {} } },
};

const listed = (probe: ReadingProbe, ...keys: readonly string[]): AnsweredProbe => ({
  probe,
  result: { kind: 'listed', keys },
});
const refused = (probe: ReadingProbe): AnsweredProbe => ({ probe, result: { kind: 'refused' } });
const all = (): boolean => true;

describe('a reading', () => {
  test.each([
    ['is followed when every answer fits it', [listed(featured, 'e1', 'e2'), listed(control, 'e1')], 'include-wins'],
    [
      'is not absorbed by a filter that does nothing',
      [listed(featured, 'e1', 'e2'), listed(control, 'e1', 'e2')],
      undefined,
    ],
    ['is not followed when nothing is listed', [listed(featured), listed(control)], undefined],
  ] as const)('%s', (_, asked, follows) => {
    expect(weigh('list.include.other-filters', asked, all)?.follows).toBe(follows);
  });

  test('follows the alternative of a refusal, and none if the refusal has no alternative', () => {
    expect(weigh('list.terms-by-slug', [refused(slugs)], all)?.follows).toBe('ids-only');
    expect(weigh('list.include.other-filters', [refused(featured)], all)?.follows).toBeUndefined();
  });

  test('is open if nothing was answered, or a record it needs does not exist', () => {
    expect(weigh('list.include.other-filters', [], all)).toBeUndefined();
    expect(weigh('list.include.other-filters', [listed(featured, 'e2')], (key) => key !== 'e1')).toBeUndefined();
  });

  test('needs of several records on a side only those that are there', () => {
    const several: ReadingProbe = {
      collection: 'events',
      query: { featured: false },
      marks: {
        'list.include.other-filters': {
          both: { in: ['e2', 'e3'], out: ['e1', 'e6'] },
          'include-wins': { in: ['e1', 'e2', 'e3', 'e6'] },
        },
      },
    };
    const without = (...missing: readonly string[]) =>
      weigh('list.include.other-filters', [listed(several, 'e2')], (key) => !missing.includes(key))?.follows;
    expect(without('e3', 'e6')).toBe('both');
    expect(without('e2')).toBeUndefined();
    expect(without('e1', 'e6')).toBeUndefined();
    expect(without('e2', 'e3')).toBeUndefined();
  });

  test('is shown by the response that contradicts the literal one', () => {
    const evidence = weigh('list.include.other-filters', [listed(control, 'e1'), listed(featured, 'e1', 'e2')], all);
    const queries = { collection: 'events', query: { featured: false }, further: [{ featured: true }] };
    expect(evidence).toEqual({ follows: 'include-wins', ...queries });
  });

  test.each([
    [['t1', 't2', 't3'], 'asc-desc'],
    [['t3', 't2', 't1'], 'ascending-descending'],
    [['t1', 't3', 't2'], 'ascending-descending'],
    [['t1', 't3'], 'ascending-descending'],
  ] as const)('about order follows from the order %j', (keys, follows) => {
    expect(weigh('terms.order-words', [listed(sorted, ...keys)], all)?.follows).toBe(follows);
  });

  test('about edges is not learned if times are compared in UTC', () => {
    const probe: ReadingProbe = {
      collection: 'events',
      query: { starts_after: '2031-01-02' },
      marks: {
        'list.compared-time': { utc: {} },
        'list.starts-after.lenient': { included: { in: ['e1'] } },
        'list.include.other-filters': { 'include-wins': {} },
      },
    };
    expect([...weighAll([listed(probe, 'e1')], all).keys()].toSorted()).toEqual([
      'list.compared-time',
      'list.include.other-filters',
    ]);
  });

  test('about bounds of a window is learned in whatever zone times are compared', () => {
    const probe: ReadingProbe = {
      collection: 'events',
      query: { start_date: '2031-01-02 00:00:00', end_date: '2031-01-02 23:59:59' },
      marks: {
        'list.compared-time': { utc: {} },
        'list.start-date': { 'lower-bound': { in: ['e1'] } },
        'list.end-date': { 'on-day': { in: ['e1'] } },
      },
    };
    const evidence = weighAll([listed(probe, 'e1')], all);
    expect([...evidence.keys()].toSorted()).toEqual(['list.compared-time', 'list.start-date']);
  });
});
